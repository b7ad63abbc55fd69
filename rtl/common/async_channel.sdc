# async_channel.sdc - paths between the two clocks of an async_channel, for tools that read SDC.
#
# Set before it is read, for each instance: `channel`, its path with a separator at the end, and the
# periods `in_period` and `out_period` of its two clocks, in the unit of the tool. Names of registers
# are those of the Verilog with _reg behind, as most tools have them.
# docs/timing/channel.md says why each line is there.

# Flits that have come: a Gray counter, of which one bit changes in a period of in_clk_i.
set_max_delay $in_period -from [get_cells ${channel}u_come/gray_q_reg*] -to [get_cells ${channel}u_seen/first_q_reg*]
set_false_path -hold -from [get_cells ${channel}u_come/gray_q_reg*] -to [get_cells ${channel}u_seen/first_q_reg*]

# Credits of each VC: a Gray counter, of which one bit changes in a period of out_clk_i.
set_max_delay $out_period -from [get_cells ${channel}g_vc*.u_sent/gray_q_reg*] -to [get_cells ${channel}g_vc*.u_arrived/first_q_reg*]
set_false_path -hold -from [get_cells ${channel}g_vc*.u_sent/gray_q_reg*] -to [get_cells ${channel}g_vc*.u_arrived/first_q_reg*]

# A flit is read a period of out_clk_i after its count has been seen, or later.
set_max_delay $out_period -from [get_cells ${channel}memory_q_reg*] -to [get_cells [list ${channel}route_q_reg* ${channel}vc_q_reg* ${channel}flit_q_reg*]]
set_false_path -hold -from [get_cells ${channel}memory_q_reg*] -to [get_cells [list ${channel}route_q_reg* ${channel}vc_q_reg* ${channel}flit_q_reg*]]
