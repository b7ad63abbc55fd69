# async_channel.xdc - paths between the two clocks of each async_channel, for Vivado.
#
#   read_xdc -ref async_channel async_channel.xdc
#
# Both clocks must be defined before. docs/timing/channel.md says why each line is there.

set in_period  [get_property -min PERIOD [get_clocks -of_objects [get_ports in_clk_i]]]
set out_period [get_property -min PERIOD [get_clocks -of_objects [get_ports out_clk_i]]]

# Flits that have come: a Gray counter, of which one bit changes in a period of in_clk_i.
set_max_delay -datapath_only $in_period -from [get_cells u_come/gray_q_reg*] -to [get_cells u_seen/first_q_reg*]
set_bus_skew $in_period -from [get_cells u_come/gray_q_reg*] -to [get_cells u_seen/first_q_reg*]

# Credits of each VC: a Gray counter, of which one bit changes in a period of out_clk_i.
set_max_delay -datapath_only $out_period -from [get_cells g_vc*.u_sent/gray_q_reg*] -to [get_cells g_vc*.u_arrived/first_q_reg*]
set_bus_skew $out_period -from [get_cells g_vc*.u_sent/gray_q_reg*] -to [get_cells g_vc*.u_arrived/first_q_reg*]

# A flit is read a period of out_clk_i after its count has been seen, or later.
set_max_delay -datapath_only $out_period -from [get_cells memory_q_reg*] -to [get_cells {route_q_reg* vc_q_reg* flit_q_reg*}]
