// bound.sv - the scoreboards bound to the modules of rtl/: parameters and pins have the same names.
//
// The router has a routing table with an escape layer and two terminals, and stands in a mesh of 3 x 3 of the model.

module bound;

    localparam PORTS  = 6;
    localparam LOCALS = 2;
    localparam VCS    = 2;
    localparam LAYERS = 2;
    localparam ESCAPE = 1;
    localparam ROUTE  = 2 * PORTS;  // bits: outputs on each of the layers

    logic clk   = 1'b0;
    logic rst   = 1'b1;
    logic stop  = 1'b0;
    int   edges = 0;
    int   sent;
    int   delivered;

    wire [5:0]             node;
    wire [5:0]             limit;
    wire                   table_we;
    wire [2:0]             table_port;
    wire [6:0]             table_dest;
    wire [ROUTE-1:0]       table_mask;
    wire [PORTS-1:0]       in_valid;
    wire [PORTS-1:0]       in_vc;
    wire [PORTS*ROUTE-1:0] in_route;
    wire [PORTS*34-1:0]    in_flit;
    wire [PORTS*VCS-1:0]   in_credit;
    wire [PORTS-1:0]       out_valid;
    wire [PORTS-1:0]       out_vc;
    wire [PORTS*ROUTE-1:0] out_route;
    wire [PORTS*34-1:0]    out_flit;
    wire [PORTS*VCS-1:0]   out_credit;

    turnpike_router_surroundings #(
        .PORTS       (PORTS),
        .LOCAL_PORTS (LOCALS),
        .VCS         (VCS),
        .ROUTING     (5),
        .LAYERS      (LAYERS),
        .ESCAPE      (ESCAPE),
        .RADIX       (3),
        .PLACE       (4),
        .LOAD        (15)
    ) u_network (
        .clk_i        (clk),
        .rst_i        (rst),
        .stop_i       (stop),
        .node_i       (node),
        .limit_i      (limit),
        .table_we_i   (table_we),
        .table_port_i (table_port),
        .table_dest_i (table_dest),
        .table_mask_i (table_mask),
        .in_valid_i   (in_valid),
        .in_vc_i      (in_vc),
        .in_route_i   (in_route),
        .in_flit_i    (in_flit),
        .in_credit_o  (in_credit),
        .out_valid_o  (out_valid),
        .out_vc_o     (out_vc),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i (out_credit),
        .sent_o       (sent),
        .delivered_o  (delivered),
        .mismatch_o   ()
    );

    router #(
        .PORTS       (PORTS),
        .LOCAL_PORTS (LOCALS),
        .VCS         (VCS),
        .ROUTING     (5),
        .LAYERS      (LAYERS),
        .ESCAPE      (ESCAPE)
    ) u_router (
        .clk_i        (clk),
        .rst_i        (rst),
        .enable_i     (1'b1),
        .node_i       (node),
        .limit_i      (limit),
        .table_we_i   (table_we),
        .table_port_i (table_port),
        .table_dest_i (table_dest),
        .table_mask_i (table_mask),
        .in_valid_i   (in_valid),
        .in_vc_i      (in_vc),
        .in_route_i   (in_route),
        .in_flit_i    (in_flit),
        .in_credit_o  (in_credit),
        .out_valid_o  (out_valid),
        .out_vc_o     (out_vc),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i (out_credit),
        .error_o      (),
        .idle_o       ()
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

    bind router turnpike_router_scoreboard #(
        .PORTS(PORTS), .LOCAL_PORTS(LOCAL_PORTS), .VCS(VCS), .ROUTING(ROUTING),
        .LAYERS(LAYERS), .ESCAPE(ESCAPE)
    ) u_scoreboard (.*, .mismatch_o());
    bind interchange turnpike_interchange_scoreboard #(.VCS(VCS)) u_scoreboard (
        .*, .mismatch_o());
    bind packet_router turnpike_packet_router_scoreboard #(.VCS(VCS)) u_scoreboard (
        .*, .mismatch_o());

    always @(posedge clk) begin
        edges++;
        rst  <= edges < 4;
        stop <= edges > 3000;
    end

    always #5 clk = !clk;

    initial begin
        wait (stop);
        while (edges < 4000 && delivered != sent) @(posedge clk);
        if (delivered == sent) $display("PASSED: %0d packets", sent);
        else $display("FAILED: %0d packets did not come", sent - delivered);
        $finish;
    end

endmodule
