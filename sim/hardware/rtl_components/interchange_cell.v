// interchange_cell.v - an interchange for the simulator: its logic is evaluated once per cycle.
//
// As router_cell.v: enable is high only before the clock edge, in cycles in which phase_i turned
// over.

`default_nettype none

module interchange_cell #(
    parameter VCS           = 4,    // as in interchange.v
    parameter DEPTH         = 4,
    parameter EXPRESS_DEPTH = 4,
    parameter DATA_W        = 32,
    parameter ADDR_W        = 6,
    parameter DIMENSIONS    = 1,
    parameter COORD_W       = 6,
    parameter BIDIRECTIONAL = 1,
    parameter RING          = 0,
    parameter JOINT         = 0,
    parameter HIGHEST_FIRST = 1,
    parameter LEVELS        = 1,
    parameter CHANNELS_1    = 1,
    parameter CHANNELS_2    = 1,
    parameter CHANNELS_3    = 1,
    parameter CHANNELS_4    = 1,
    parameter DISTANCE_1    = 4,
    parameter DISTANCE_2    = 16,
    parameter DISTANCE_3    = 64,
    parameter DISTANCE_4    = 256,
    parameter ALIGNED       = 1,
    parameter PIPELINE      = 1,
    parameter ROOM          = (VCS > 1) ? EXPRESS_DEPTH : (3 * EXPRESS_DEPTH + 3) / 4,
    parameter PATIENCE      = 256,
    parameter PACE          = 1,
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1,
    parameter LANES         = 1 + ((LEVELS > 0) ? CHANNELS_1 : 0)
                            + ((LEVELS > 1) ? CHANNELS_2 : 0)
                            + ((LEVELS > 2) ? CHANNELS_3 : 0)
                            + ((LEVELS > 3) ? CHANNELS_4 : 0),
    parameter PORTS         = ((JOINT != 0) ? DIMENSIONS : 1) * (BIDIRECTIONAL + 1) * LANES,
    parameter ROUTER_PORTS  = ((RING != 0 && BIDIRECTIONAL == 0) ? 1 : 2) * DIMENSIONS + 1,
    parameter ROUTE_W       = ROUTER_PORTS + ((RING != 0) ? 1 : 0)
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    phase_i,  // turns over: this cycle counts

    input  wire [ADDR_W-1:0]       node_i,
    input  wire [ADDR_W-1:0]       limit_i,
    input  wire [DIMENSION_W-1:0]  dimension_i,
    input  wire [PORTS-1:0]        connected_i,
    input  wire [PORTS-1:0]        paced_i,

    input  wire [PORTS-1:0]        in_valid_i,
    input  wire [PORTS*VC_W-1:0]   in_vc_i,
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

    interchange #(
        .VCS           (VCS),
        .DEPTH         (DEPTH),
        .EXPRESS_DEPTH (EXPRESS_DEPTH),
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .BIDIRECTIONAL (BIDIRECTIONAL),
        .RING          (RING),
        .JOINT         (JOINT),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .LEVELS        (LEVELS),
        .CHANNELS_1    (CHANNELS_1),
        .CHANNELS_2    (CHANNELS_2),
        .CHANNELS_3    (CHANNELS_3),
        .CHANNELS_4    (CHANNELS_4),
        .DISTANCE_1    (DISTANCE_1),
        .DISTANCE_2    (DISTANCE_2),
        .DISTANCE_3    (DISTANCE_3),
        .DISTANCE_4    (DISTANCE_4),
        .ALIGNED       (ALIGNED),
        .PIPELINE      (PIPELINE),
        .ROOM          (ROOM),
        .PATIENCE      (PATIENCE),
        .PACE          (PACE)
    ) interchange (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable),
        .node_i       (node_i),
        .limit_i      (limit_i),
        .dimension_i  (dimension_i),
        .connected_i  (connected_i),
        .paced_i      (paced_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
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
