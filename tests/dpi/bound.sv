// bound.sv - the scoreboards bound to the modules of rtl/: parameters and pins have the same names.

module bound;

    router #(
        .VCS (1)
    ) u_router (
        .clk_i(1'b0), .rst_i(1'b0), .enable_i(1'b0), .node_i(6'd0), .limit_i(6'd0),
        .table_we_i(1'b0), .table_port_i(3'd0), .table_dest_i(6'd0), .table_mask_i(5'd0),
        .in_valid_i(5'd0), .in_vc_i(5'd0), .in_route_i(25'd0), .in_flit_i(170'd0), .in_credit_o(),
        .out_valid_o(), .out_vc_o(), .out_route_o(), .out_flit_o(), .out_credit_i(5'd0),
        .error_o(), .idle_o()
    );

    interchange u_interchange (
        .clk_i(1'b0), .rst_i(1'b0), .enable_i(1'b0), .node_i(6'd0), .limit_i(6'd0),
        .dimension_i(1'b0), .connected_i(4'd0), .paced_i(4'd0), .in_valid_i(4'd0), .in_vc_i(8'd0),
        .in_flit_i(136'd0), .in_credit_o(), .out_valid_o(), .out_vc_o(), .out_route_o(),
        .out_flit_o(), .out_credit_i(16'd0), .error_o(), .idle_o()
    );

    packet_router u_packet_router (
        .clk_i(1'b0), .rst_i(1'b0), .enable_i(1'b0), .node_i(6'd0), .limit_i(6'd0),
        .in_valid_i(5'd0), .in_vc_i(5'd0), .in_flit_i(170'd0), .in_credit_o(), .out_valid_o(),
        .out_vc_o(), .out_flit_o(), .out_credit_i(5'd0), .queue_o(), .error_o(), .idle_o()
    );

    bind router turnpike_router_scoreboard #(.VCS(VCS)) u_scoreboard (.*, .mismatch_o());
    bind interchange turnpike_interchange_scoreboard #(.VCS(VCS)) u_scoreboard (
        .*, .mismatch_o());
    bind packet_router turnpike_packet_router_scoreboard #(.VCS(VCS)) u_scoreboard (
        .*, .mismatch_o());

endmodule
