// interchange_port.v - one input port of an interchange: routing unit, buffers, VC selector.
//
// Wiring. The outputs that a packet from here can take are the lanes of its direction, with JOINT
// all ports of the interchange: masks over outputs are OUTPUTS wide.
//
// docs/timing.md section 6; Dally 1991, IV.
// Mirrored by model/interchange/interchange_core.h.

`default_nettype none
`include "check.vh"

module interchange_port #(
    parameter VCS           = 4,    // virtual channels, 1 .. 16; a ring needs 2
    parameter DEPTH         = 4,    // flits per VC, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,    // as in interchange.v
    parameter DIMENSIONS    = 1,
    parameter COORD_W       = 6,
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
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1,
    parameter LANES         = 1 + ((LEVELS > 0) ? CHANNELS_1 : 0)
                            + ((LEVELS > 1) ? CHANNELS_2 : 0)
                            + ((LEVELS > 2) ? CHANNELS_3 : 0)
                            + ((LEVELS > 3) ? CHANNELS_4 : 0),
    parameter OUTPUTS       = (JOINT != 0) ? DIMENSIONS * 2 * LANES : LANES
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   enable_i,

    // Place
    input  wire [ADDR_W-1:0]      node_i,
    input  wire [ADDR_W-1:0]      limit_i,
    input  wire [DIMENSION_W-1:0] dimension_i,          // of this port
    input  wire                   up_i,                 // its direction of travel
    input  wire [OUTPUTS-1:0]     connected_i,

    // Upstream; the credit goes back through interchange.v
    input  wire                   in_valid_i,
    input  wire [VC_W-1:0]        in_vc_i,
    input  wire [FLIT_W-1:0]      in_flit_i,

    // From registers and pins
    output wire [VCS-1:0]         candidate_o,          // the VC has a flit to send
    output wire [VCS-1:0]         nonempty_o,           // its buffer has
    input  wire [OUTPUTS*VCS-1:0] ovc_credit_i,         // the output VC has a credit
    input  wire [OUTPUTS*VCS-1:0] ovc_eligible_i,       // it has a credit and is free
    input  wire [VCS-1:0]         privileged_i,         // by the starvation guard

    // Switch allocation: what this input asks for, and what it gets in the same cycle
    output wire [OUTPUTS-1:0]     op_req_o,
    output wire [OUTPUTS-1:0]     op_privileged_req_o,
    input  wire [OUTPUTS-1:0]     op_gnt_i,             // one-hot or zero
    input  wire                   gnt_privileged_i,

    // To the crossbar
    output wire [VCS-1:0]         gnt_o,                // one-hot or zero: the VC that sends
    output wire [VC_W-1:0]        gnt_vc_o,             // the output VC
    output wire [FLIT_W-1:0]      flit_o,

    // Status
    output wire                   unroutable_o          // a head that can never leave came
);

    localparam             HEAD    = DATA_W;
    localparam [LANES-1:0] EXPRESS = ~({LANES{1'b1}} >> (LANES - 1));

    wire                   head_comes = enable_i && in_valid_i && in_flit_i[HEAD];
    wire [OUTPUTS-1:0]     pin_route;
    wire [VCS-1:0]         candidate;
    wire [VCS-1:0]         holding;
    wire [VCS*OUTPUTS-1:0] route;
    wire [VCS-1:0]         gnt;
    wire [VC_W-1:0]        gnt_index;

    // In the dimension of this port; constant in a network
    reg  [COORD_W-1:0]     here;
    reg  [COORD_W-1:0]     top;
    integer                d;
    wire                   unused = &{1'b0, top};  // a check asks for it

    // Before node 0 of a ring the express channels lead over the dateline.
    wire                   dateline = (RING != 0) && here == {COORD_W{1'b0}};

    always @* begin
        d    = 0;
        here = {COORD_W{1'b0}};
        top  = {COORD_W{1'b0}};
        for (d = 0; d < DIMENSIONS; d = d + 1) begin
            if (dimension_i == d[DIMENSION_W-1:0]) begin
                here = node_i[d*COORD_W +: COORD_W];
                top  = limit_i[d*COORD_W +: COORD_W];
            end
        end
    end

    interchange_route #(
        .ADDR_W        (ADDR_W),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
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
        .ALIGNED       (ALIGNED)
    ) u_route (
        .node_i        (node_i),
        .limit_i       (limit_i),
        .dimension_i   (dimension_i),
        .up_i          (up_i),
        .connected_i   (connected_i),
        .valid_i       (head_comes),
        .destination_i (in_flit_i[ADDR_W-1:0]),
        .outputs_o     (pin_route)
    );

    assign unroutable_o = head_comes && pin_route == {OUTPUTS{1'b0}};

    interchange_input #(
        .OUTPUTS  (OUTPUTS),
        .VCS      (VCS),
        .DEPTH    (DEPTH),
        .DATA_W   (DATA_W),
        .PIPELINE (PIPELINE)
    ) u_input (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_flit_i    (in_flit_i),
        .in_route_i   (pin_route),
        .candidate_o  (candidate),
        .holding_o    (holding),
        .route_o      (route),
        .gnt_i        (gnt),
        .gnt_index_i  (gnt_index),
        .gnt_output_i (op_gnt_i),
        .flit_o       (flit_o),
        .nonempty_o   (nonempty_o)
    );

    vc_selector #(
        .OUTPUTS  (OUTPUTS),
        .VCS      (VCS),
        .DATELINE (RING)
    ) u_vc_selector (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .candidate_i         (candidate),
        .holding_i           (holding),
        .route_i             (route),
        .ovc_credit_i        (ovc_credit_i),
        .ovc_eligible_i      (ovc_eligible_i),
        .crossing_i          ({(OUTPUTS/LANES){EXPRESS}} & {OUTPUTS{dateline}}),
        .privileged_i        (privileged_i),
        .op_req_o            (op_req_o),
        .op_privileged_req_o (op_privileged_req_o),
        .op_gnt_i            (op_gnt_i),
        .gnt_privileged_i    (gnt_privileged_i),
        .gnt_o               (gnt),
        .gnt_index_o         (gnt_index),
        .gnt_vc_o            (gnt_vc_o)
    );

    assign candidate_o = candidate;
    assign gnt_o       = gnt;

    generate
        if (ALIGNED != 0 && LEVELS > 0) begin : g_aligned
            // Bits of a coordinate below those that tell a distance.
            localparam               BELOW_INT = (DISTANCE_1 - 1)
                                               | ((LEVELS > 1) ? DISTANCE_2 - 1 : 0)
                                               | ((LEVELS > 2) ? DISTANCE_3 - 1 : 0)
                                               | ((LEVELS > 3) ? DISTANCE_4 - 1 : 0);
            localparam [COORD_W-1:0] BELOW     = BELOW_INT[COORD_W-1:0];
            `REQUIRE(!head_comes || (here & BELOW) == {COORD_W{1'b0}},
                     "ALIGNED: each DISTANCE divides the own coordinate")
            `REQUIRE(!head_comes || RING == 0 || (~top & BELOW) == {COORD_W{1'b0}},
                     "ALIGNED: each DISTANCE divides the radix of a ring")
        end
    endgenerate

endmodule

`default_nettype wire
