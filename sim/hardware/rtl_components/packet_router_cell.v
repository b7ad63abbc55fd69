// packet_router_cell.v - a packet router for the simulator: its logic is evaluated once per cycle.
//
// As router_cell.v: enable is high only before the clock edge, in cycles in which phase_i turned
// over.

`default_nettype none

module packet_router_cell #(
    parameter PORTS         = 5,    // as in packet_router.v
    parameter LOCAL_PORTS   = 1,
    parameter VCS           = 1,
    parameter DEPTH         = 7,
    parameter DATA_W        = 32,
    parameter ADDR_W        = 6,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter PACKET_FLITS  = 5,
    parameter SLOTS         = 16,
    parameter CUT_THROUGH   = 1,
    parameter FIRST_HOP     = 0,
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = 1,
    parameter QUEUE_W       = $clog2(SLOTS + 1)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     phase_i,  // turns over: this cycle counts

    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,

    input  wire [PORTS-1:0]         in_valid_i,
    input  wire [PORTS*VC_W-1:0]    in_vc_i,
    input  wire [PORTS*FLIT_W-1:0]  in_flit_i,
    output wire [PORTS*VCS-1:0]     in_credit_o,

    output wire [PORTS-1:0]         out_valid_o,
    output wire [PORTS*VC_W-1:0]    out_vc_o,
    output wire [PORTS*FLIT_W-1:0]  out_flit_o,
    input  wire [PORTS*VCS-1:0]     out_credit_i,

    // What out_*, in_credit_o, error_o should be, in the waveform of a difference; for nothing else
    input  wire [PORTS-1:0]        expected_valid_i,
    input  wire [PORTS*VC_W-1:0]   expected_vc_i,
    input  wire [PORTS*FLIT_W-1:0] expected_flit_i,
    input  wire [PORTS*VCS-1:0]    expected_credit_i,
    input  wire [PORTS*QUEUE_W-1:0] expected_queue_i,
    input  wire                    expected_error_i,

    output wire [PORTS*QUEUE_W-1:0] queue_o,
    output wire                     error_o,
    output wire                     idle_o
);

    reg  phase_q;
    wire enable = phase_i ^ phase_q;
    wire unused = &{1'b0, expected_valid_i, expected_vc_i, expected_flit_i, expected_credit_i,
                    expected_queue_i, expected_error_i};

    always @(posedge clk_i) begin
        phase_q <= phase_i;
    end

    packet_router #(
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
        .PACKET_FLITS  (PACKET_FLITS),
        .SLOTS         (SLOTS),
        .CUT_THROUGH   (CUT_THROUGH),
        .FIRST_HOP     (FIRST_HOP)
    ) packet_router (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable),
        .node_i       (node_i),
        .limit_i      (limit_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_flit_i    (in_flit_i),
        .in_credit_o  (in_credit_o),
        .out_valid_o  (out_valid_o),
        .out_vc_o     (out_vc_o),
        .out_flit_o   (out_flit_o),
        .out_credit_i (out_credit_i),
        .queue_o      (queue_o),
        .error_o      (error_o),
        .idle_o       (idle_o)
    );

endmodule

`default_nettype wire
