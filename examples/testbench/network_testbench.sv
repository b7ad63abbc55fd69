// network_testbench.sv - crossroads.sv as a router of a mesh of 4 x 4; the model plays the others.
//
//   +cycles=N   for how long packets are sent (5000)
//   +fault=N    a bad router (crossroads.sv)
//
// Nothing is compared with the pins of a reference: a router of another make may be in its place,
// as long as it keeps the rules of a channel and packets arrive whole.

module network_testbench;

    localparam PORTS  = 5;
    localparam VCS    = 2;
    localparam DEPTH  = 3;
    localparam DATA_W = 32;

    logic clk   = 1'b0;
    logic rst   = 1'b1;
    logic stop  = 1'b0;
    int   cycles = 5000;
    int   edges  = 0;
    int   sent;
    int   delivered;

    wire [5:0]                  node;
    wire [5:0]                  limit;
    wire [PORTS-1:0]            in_valid;
    wire [PORTS-1:0]            in_vc;
    wire [PORTS*PORTS-1:0]      in_route;
    wire [PORTS*(DATA_W+2)-1:0] in_flit;
    wire [PORTS*VCS-1:0]        in_credit;
    wire [PORTS-1:0]            out_valid;
    wire [PORTS-1:0]            out_vc;
    wire [PORTS*PORTS-1:0]      out_route;
    wire [PORTS*(DATA_W+2)-1:0] out_flit;
    wire [PORTS*VCS-1:0]        out_credit;
    wire                        error;
    wire                        idle;
    wire                        mismatch;

    turnpike_router_surroundings #(
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .DATA_W (DATA_W),
        .RADIX  (4),
        .PLACE  (5),   // (1, 1)
        .FATAL  (0)
    ) u_network (
        .clk_i        (clk),
        .rst_i        (rst),
        .stop_i       (stop),
        .node_i       (node),
        .limit_i      (limit),
        .table_we_i   (),  // of routers with routing tables
        .table_port_i (),
        .table_dest_i (),
        .table_mask_i (),
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
        .mismatch_o   (mismatch)
    );

    crossroads_adapter #(
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .DATA_W (DATA_W)
    ) u_router (
        .clk_i        (clk),
        .rst_i        (rst),
        .node_i       (node),
        .limit_i      (limit),
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
        .error_o      (error),
        .idle_o       (idle)
    );

    always @(posedge clk) begin
        edges++;
        rst  <= edges < 4;
        stop <= edges > cycles;
    end

    always #5 clk = !clk;

    initial begin
        void'($value$plusargs("cycles=%d", cycles));
        wait (!rst);
        while (!mismatch && edges < cycles + 1000 && !(stop && delivered == sent)) @(posedge clk);
        if (mismatch) $display("FAILED");
        else if (delivered != sent) $display("FAILED: %0d packets did not come", sent - delivered);
        else $display("PASSED: %0d packets, all delivered; error %b idle %b", sent, error, idle);
        $finish;
    end

endmodule
