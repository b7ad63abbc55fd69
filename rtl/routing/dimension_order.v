// dimension_order.v - routing unit of a router: shortest paths, one dimension after the other.
//
// For the head on the pins of each input port the unit computes the route at the next router, on
// meshes, tori with datelines and hypercubes. Combinational. All routing units have the same pins
// (rtl/README.md). docs/timing.md section 3. Mirrored by model/routing/dimension_order.cpp.

`default_nettype none
`include "settled.vh"

module dimension_order #(
    parameter PORTS         = 5,  // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter PAIRS         = 1,  // ports 2d up and 2d + 1 down in dimension d; 0: port d alone
    parameter RINGS         = 0,
    parameter HIGHEST_FIRST = 1,
    parameter DATELINE      = 0,  // 1: dateline classes
    parameter [PORTS*PORTS-1:0] TURNS = {(PORTS*PORTS){1'b1}},  // row i: outputs of input i
    // Derived, do not override.
    parameter ADDR_W        = DIMENSIONS * COORD_W,
    parameter ROUTE_W       = PORTS + DATELINE
) (
    input  wire                     clk_i,
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,
    input  wire [PORTS*ADDR_W-1:0]  destination_i,  // of the head on the pins
    input  wire [PORTS*PORTS-1:0]   route_i,        // the output that it takes here, one-hot
    output wire [PORTS*ROUTE_W-1:0] next_o,         // {class 1 allowed, output it takes there}
    output wire [PORTS-1:0]         crossed_o       // what goes straight on came over the dateline
);

    wire [ADDR_W-1:0]     above;
    wire [ADDR_W-1:0]     below;
    wire [ADDR_W-1:0]     far;
    wire [ADDR_W-1:0]     here;
    wire [DIMENSIONS-1:0] at_top;
    wire [DIMENSIONS-1:0] at_bottom;
    wire [DIMENSIONS-1:0] near_top;
    wire [DIMENSIONS-1:0] near_bottom;

    neighbours #(
        .RINGS      (RINGS),
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

    // The routes of heads follow from pins and from these.
    `SETTLED(PORTS*ADDR_W, destination_s, destination_i)
    `SETTLED(PORTS*PORTS, route_s, route_i)
    `SETTLED(ADDR_W, above_s, above)
    `SETTLED(ADDR_W, below_s, below)
    `SETTLED(ADDR_W, far_s, far)
    `SETTLED(ADDR_W, here_s, here)
    `SETTLED(DIMENSIONS, at_top_s, at_top)
    `SETTLED(DIMENSIONS, at_bottom_s, at_bottom)
    `SETTLED(DIMENSIONS, near_top_s, near_top)
    `SETTLED(DIMENSIONS, near_bottom_s, near_bottom)

    genvar i;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            localparam D = (i / (1 + PAIRS)) % DIMENSIONS;

            wire late;

            route_ahead #(
                .PORTS         (PORTS),
                .LOCAL_PORTS   (LOCAL_PORTS),
                .PAIRS         (PAIRS),
                .RINGS         (RINGS),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .DATELINE      (DATELINE),
                .TURNS         (TURNS[i*PORTS +: PORTS])
            ) u_route (
                .node_i        (here_s),
                .above_i       (above_s),
                .below_i       (below_s),
                .far_i         (far_s),
                .destination_i (destination_s[i*ADDR_W +: ADDR_W]),
                .at_top_i      (at_top_s),
                .at_bottom_i   (at_bottom_s),
                .near_top_i    (near_top_s),
                .near_bottom_i (near_bottom_s),
                .route_i       (route_s[i*PORTS +: PORTS] & TURNS[i*PORTS +: PORTS]),
                .route_o       (next_o[i*ROUTE_W +: PORTS]),
                .late_o        (late)
            );

            if (DATELINE != 0) begin : g_late
                assign next_o[i*ROUTE_W + PORTS] = late;
            end else begin : g_no_late
                wire unused = &{1'b0, late};
            end
            assign crossed_o[i] = (PAIRS != 0 && i % 2 == 0) ? at_top[D] : at_bottom[D];
        end
    endgenerate

endmodule

`default_nettype wire
