// router_cell.v - a router for the simulator: its logic is evaluated once per cycle.
//
// The simulator evaluates logic that depends on inputs and registers twice a cycle, before and
// after the clock edge. Here enable is high only before it: the harness turns phase_i over in
// each cycle that counts, and the edge makes phase_q equal to it again. A cycle in which
// phase_i is left alone does not count. phase_q has no reset: whatever it starts with, the
// first cycle of the reset makes it equal to phase_i.

`default_nettype none

module router_cell #(
    parameter PORTS         = 5,    // as in router.v
    parameter LOCAL_PORTS   = 1,
    parameter VCS           = 4,
    parameter DEPTH         = 4,
    parameter DATA_W        = 32,
    parameter ADDR_W        = 6,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter LOOPBACK      = 0,
    parameter MESSAGE_CLASSES = 1,
    parameter ROOM          = (VCS > 1) ? DEPTH : (3 * DEPTH + 3) / 4,
    parameter PIPELINE      = 1,
    parameter PATIENCE      = 256,
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > MESSAGE_CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    phase_i,  // turns over: this cycle counts

    input  wire [ADDR_W-1:0]       node_i,
    input  wire [ADDR_W-1:0]       limit_i,

    input  wire                    table_we_i,
    input  wire [PORT_W-1:0]       table_port_i,
    input  wire [ADDR_W-1:0]       table_dest_i,
    input  wire [PORTS-1:0]        table_mask_i,

    input  wire [PORTS-1:0]        in_valid_i,
    input  wire [PORTS*VC_W-1:0]   in_vc_i,
    input  wire [PORTS*ROUTE_W-1:0] in_route_i,
    input  wire [PORTS*FLIT_W-1:0] in_flit_i,
    output wire [PORTS*VCS-1:0]    in_credit_o,

    output wire [PORTS-1:0]        out_valid_o,
    output wire [PORTS*VC_W-1:0]   out_vc_o,
    output wire [PORTS*ROUTE_W-1:0] out_route_o,
    output wire [PORTS*FLIT_W-1:0] out_flit_o,
    input  wire [PORTS*VCS-1:0]    out_credit_i,

    // What out_*, in_credit_o, error_o should be, in the waveform of a difference; for nothing else
    input  wire [PORTS-1:0]        expected_valid_i,
    input  wire [PORTS*VC_W-1:0]   expected_vc_i,
    input  wire [PORTS*ROUTE_W-1:0] expected_route_i,
    input  wire [PORTS*FLIT_W-1:0] expected_flit_i,
    input  wire [PORTS*VCS-1:0]    expected_credit_i,
    input  wire                    expected_error_i,

    output wire                    error_o,
    output wire                    idle_o
);

    reg  phase_q;
    wire enable = phase_i ^ phase_q;
    wire unused = &{1'b0, expected_valid_i, expected_vc_i, expected_route_i, expected_flit_i,
                    expected_credit_i, expected_error_i};

    always @(posedge clk_i) begin
        phase_q <= phase_i;
    end

    router #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .VCS           (VCS),
        .DEPTH         (DEPTH),
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .LOOPBACK      (LOOPBACK),
        .MESSAGE_CLASSES (MESSAGE_CLASSES),
        .ROOM          (ROOM),
        .PIPELINE      (PIPELINE),
        .PATIENCE      (PATIENCE)
    ) router (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable),
        .node_i       (node_i),
        .limit_i      (limit_i),
        .table_we_i   (table_we_i),
        .table_port_i (table_port_i),
        .table_dest_i (table_dest_i),
        .table_mask_i (table_mask_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_route_i   (in_route_i),
        .in_flit_i    (in_flit_i),
        .in_credit_o  (in_credit_o),
        .out_valid_o  (out_valid_o),
        .out_vc_o     (out_vc_o),
        .out_route_o  (out_route_o),
        .out_flit_o   (out_flit_o),
        .out_credit_i (out_credit_i),
        .error_o      (error_o),
        .idle_o       (idle_o)
    );

endmodule

`default_nettype wire
