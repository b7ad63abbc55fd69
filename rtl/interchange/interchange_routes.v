// interchange_routes.v - the routing units of all input ports of an interchange: wiring.
//
// For the head on the pins of each input port the units give its outputs here, all parallel
// channels of a level, and its route at the router behind the local one. docs/timing.md, 2.9 and 6.
// Mirrored by model/interchange/interchange_core.h, the route behind by model/router/lookahead.h.

`default_nettype none
`include "check.vh"

module interchange_routes #(
    parameter DATA_W        = 32,   // all as in interchange.v
    parameter ADDR_W        = 6,
    parameter DIMENSIONS    = 1,
    parameter COORD_W       = 6,
    parameter BIDIRECTIONAL = 1,
    parameter RING          = 0,
    parameter JOINT         = 0,
    parameter HIGHEST_FIRST = 1,
    parameter LEVELS        = 1,
    parameter [4*32-1:0] CHANNELS  = {4{32'd1}},
    parameter [4*32-1:0] DISTANCES = {32'd256, 32'd64, 32'd16, 32'd4},
    parameter ALIGNED       = 1,
    parameter PER_DIRECTION = 2,
    parameter PORTS         = 4,
    parameter ROUTER_PORTS  = 3,
    // Derived, do not override.
    parameter ROUTE_W       = ROUTER_PORTS + ((RING != 0) ? 1 : 0),
    parameter FLIT_W        = DATA_W + 2,
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Place
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,
    input  wire [DIMENSION_W-1:0]   dimension_i,
    input  wire [PORTS-1:0]         connected_i,

    // Input pins
    input  wire [PORTS-1:0]         in_valid_i,
    input  wire [PORTS*FLIT_W-1:0]  in_flit_i,

    output wire [PORTS*PORTS-1:0]   here_o,     // of each input; there is none: zero
    output wire [PORTS*ROUTE_W-1:0] next_o,     // at the router behind the local channel
    output wire [PORTS-1:0]         crossed_o   // express channels lead over the dateline
);

    // Outputs that a packet from one input can take
    localparam OUTPUTS  = (JOINT != 0) ? PORTS : PER_DIRECTION;
    localparam PAIRS    = (RING == 0 || BIDIRECTIONAL != 0) ? 1 : 0;  // of the routers' ports
    localparam STEP     = 1 + PAIRS;                     // their ports for each dimension

    wire [PORTS*ROUTE_W-1:0] next;
    wire [ADDR_W-1:0]     above;
    wire [ADDR_W-1:0]     below;
    wire [ADDR_W-1:0]     far;
    wire [ADDR_W-1:0]     here;
    wire [DIMENSIONS-1:0] at_top;
    wire [DIMENSIONS-1:0] at_bottom;
    wire [DIMENSIONS-1:0] near_top;
    wire [DIMENSIONS-1:0] near_bottom;

    neighbours #(
        .RINGS      (RING),
        .DIMENSIONS (DIMENSIONS),
        .COORD_W    (COORD_W)
    ) u_neighbours (
        .clk_i         (clk_i),
        .node_i        (node_i),
        .limit_i       (limit_i),
        .here_o        (here),
        .above_o       (above),
        .below_o       (below),
        .far_o         (far),
        .at_top_o      (at_top),
        .at_bottom_o   (at_bottom),
        .near_top_o    (near_top),
        .near_bottom_o (near_bottom)
    );

    wire unused = &{1'b0, rst_i, above, near_top};

    assign next_o = next;

    genvar g;
    genvar k;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_input
            // Its outputs are those from FIRST on; directions are counted over all dimensions.
            localparam                   DIRECTION = g / PER_DIRECTION;
            localparam                   FIRST     = (JOINT != 0) ? 0 : DIRECTION * PER_DIRECTION;
            localparam                   UP        = (DIRECTION % (BIDIRECTIONAL + 1) == 0);
            localparam                   SERVED    = DIRECTION / (BIDIRECTIONAL + 1);
            localparam [DIMENSION_W-1:0] DIMENSION = SERVED[DIMENSION_W-1:0];

            // With one dimension there is nothing to choose, and the heads pass a gate less.
            wire [DIMENSION_W-1:0]  dimension  = (JOINT != 0) ? DIMENSION
                                               : (DIMENSIONS == 1) ? {DIMENSION_W{1'b0}}
                                               : dimension_i;
            wire                    head       = in_flit_i[g*FLIT_W + DATA_W];
            wire                    head_comes = enable_i && in_valid_i[g] && head;
            wire [ADDR_W-1:0]       to         = in_flit_i[g*FLIT_W +: ADDR_W];
            wire [OUTPUTS-1:0]      outputs;
            wire                    unused_head = &{1'b0, head_comes};

            interchange_route #(
                .ADDR_W        (ADDR_W),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .RING          (RING),
                .JOINT         (JOINT),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .LEVELS        (LEVELS),
                .CHANNELS      (CHANNELS),
                .DISTANCES     (DISTANCES),
                .ALIGNED       (ALIGNED)
            ) u_route (
                .node_i        (here),
                .below_i       (below),
                .limit_i       (limit_i),
                .dimension_i   (dimension),
                .up_i          (UP),
                .connected_i   (connected_i[FIRST +: OUTPUTS]),
                .destination_i (to),
                .outputs_o     (outputs)
            );

            for (k = 0; k < PORTS; k = k + 1) begin : g_legal
                if (k >= FIRST && k < FIRST + OUTPUTS) begin : g_own
                    assign here_o[g*PORTS + k] = outputs[k-FIRST];
                end else begin : g_other
                    assign here_o[g*PORTS + k] = 1'b0;
                end
            end

            // The dimension, and the port by which the packet would leave a router in it
            reg  [DIMENSIONS-1:0]   served;
            reg  [ROUTER_PORTS-1:0] straight;
            wire                    late;
            integer                 d;

            always @* begin
                straight = {ROUTER_PORTS{1'b0}};
                for (d = 0; d < DIMENSIONS; d = d + 1) begin
                    served[d]                     = (dimension == d[DIMENSION_W-1:0]);
                    straight[STEP*d + (UP ? 0 : 1)] = served[d];
                end
            end

            assign crossed_o[g] = |(served & at_bottom);

            // A packet on its way up comes from the node below, from which the node of the
            // interchange is the one above.
            route_ahead #(
                .PORTS         (ROUTER_PORTS),
                .LOCAL_PORTS   (1),
                .PAIRS         (PAIRS),
                .RINGS         (RING),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .DATELINE      ((RING != 0) ? 1 : 0)
            ) u_ahead (
                .node_i        (here),
                .above_i       (here),
                .below_i       (below),
                .far_i         (far),
                .destination_i (to),
                .at_top_i      (UP ? (at_top & ~served) | (at_bottom & served) : at_top),
                .at_bottom_i   (at_bottom),
                .near_top_i    (at_top),
                .near_bottom_i (near_bottom),
                .route_i       (straight),
                .route_o       (next[g*ROUTE_W +: ROUTER_PORTS]),
                .late_o        (late)
            );

            if (RING != 0) begin : g_late
                assign next[g*ROUTE_W + ROUTER_PORTS] = late;
            end else begin : g_no_late
                wire unused_late = &{1'b0, late};
            end

            if (ALIGNED != 0) begin : g_aligned
                wire [COORD_W-1:0] place        = node_i[dimension*COORD_W +: COORD_W];
                wire [COORD_W-1:0] top          = limit_i[dimension*COORD_W +: COORD_W];
                wire               unused_place = &{1'b0, place, top};
                for (k = 0; k < LEVELS; k = k + 1) begin : g_level
                    // Bits of a coordinate below the one that gives the distance
                    localparam [COORD_W-1:0] BELOW = DISTANCES[k*32 +: COORD_W] - 1'b1;
                    `REQUIRE(aligned_each_distance_divides_the_own_coordinate,
                            !head_comes || (place & BELOW) == {COORD_W{1'b0}})
                    `REQUIRE(aligned_each_distance_divides_the_radix_of_a_ring,
                            !head_comes || RING == 0 || (~top & BELOW) == {COORD_W{1'b0}})
                end
            end
        end
    endgenerate

endmodule

`default_nettype wire
