// router_bench.v - a packet of one flit from the local port of a router in a mesh to the one above.
//
// Target `sim` of turnpike.core. The router stands at (0, 0), the packet goes to (1, 0): to output
// port 0, in the cycle after it was on the input pins.

`timescale 1ns / 1ps

module router_bench #(
    parameter VCS    = 4,
    parameter DEPTH  = 4,
    parameter DATA_W = 32,
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) ();

    localparam PORTS  = 5;
    localparam FLIT_W = DATA_W + 2;

    reg                     clk   = 1'b0;
    reg                     rst   = 1'b1;
    reg                     valid = 1'b0;
    integer                 cycle = 0;

    wire [PORTS*VCS-1:0]    in_credit;
    wire [PORTS-1:0]        out_valid;
    wire [PORTS*VC_W-1:0]   out_vc;
    wire [PORTS*PORTS-1:0]  out_route;
    wire [PORTS*FLIT_W-1:0] out_flit;
    wire                    error;
    wire                    idle;

    wire [FLIT_W-1:0]       flit  = {2'b11, {(DATA_W-8){1'b0}}, 8'h01};
    wire [PORTS-1:0]        route = 5'b00001;

    always #5 clk = !clk;

    always @(posedge clk) begin
        cycle <= cycle + 1;
        rst   <= (cycle < 3);
        valid <= (cycle == 9);
        if (cycle == 11 && out_valid == 5'b00001 && out_flit[FLIT_W-1:0] == flit
            && out_route[PORTS-1:0] == 5'b10000) begin
            $display("the packet has arrived, 1 cycle after it was sent");
            $finish;
        end else if (cycle == 12) begin
            $display("FAILED: nothing has arrived");
            $finish;
        end
    end

    router #(
        .PORTS       (PORTS),
        .LOCAL_PORTS (1),
        .VCS         (VCS),
        .DEPTH       (DEPTH),
        .DATA_W      (DATA_W)
    ) u_router (
        .clk_i        (clk),
        .rst_i        (rst),
        .enable_i     (1'b1),
        .node_i       (6'o00),
        .limit_i      (6'o77),
        .table_we_i   (1'b0),
        .table_port_i (3'd0),
        .table_dest_i (6'd0),
        .table_mask_i (5'd0),
        .in_valid_i   ({valid, 4'b0000}),
        .in_vc_i      ({(PORTS*VC_W){1'b0}}),
        .in_route_i   ({route & {PORTS{valid}}, 20'd0}),
        .in_flit_i    ({flit, {(4*FLIT_W){1'b0}}}),
        .in_credit_o  (in_credit),
        .out_valid_o  (out_valid),
        .out_vc_o     (out_vc),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i ({(PORTS*VCS){1'b0}}),
        .error_o      (error),
        .idle_o       (idle)
    );

endmodule
