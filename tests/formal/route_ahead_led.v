// route_ahead_led.v - route_ahead.v beside the coordinates of a router, and the next router.

`default_nettype none
`include "check.vh"

module route_ahead_led #(
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 2,
    parameter HIGHEST_FIRST = 1,
    // Derived, do not override.
    parameter ADDR_W        = DIMENSIONS * COORD_W,
    parameter PAIRS         = (ROUTING == 0 || ROUTING == 2) ? 1 : 0,
    parameter RINGS         = (ROUTING == 1 || ROUTING == 2) ? 1 : 0
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire [ADDR_W-1:0] node_i,
    input wire [ADDR_W-1:0] limit_i,
    input wire [ADDR_W-1:0] destination_i
);

    reg  [ADDR_W-1:0]     node_q;
    reg  [ADDR_W-1:0]     limit_q;
    wire [ADDR_W-1:0]     above;
    wire [ADDR_W-1:0]     below;
    wire [ADDR_W-1:0]     far;
    wire [ADDR_W-1:0]     here;
    wire [DIMENSIONS-1:0] at_top;
    wire [DIMENSIONS-1:0] at_bottom;
    wire [DIMENSIONS-1:0] near_top;
    wire [DIMENSIONS-1:0] near_bottom;
    wire [PORTS-1:0]      route;
    wire [PORTS-1:0]      next;
    wire                  late;

    always @(posedge clk_i) begin
        node_q  <= node_i;
        limit_q <= limit_i;
    end

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

    route_ahead #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .PAIRS         (PAIRS),
        .RINGS         (RINGS),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .DATELINE      (RINGS)
    ) u_ahead (
        .node_i        (here),
        .above_i       (above),
        .below_i       (below),
        .far_i         (far),
        .at_top_i      (at_top),
        .at_bottom_i   (at_bottom),
        .near_top_i    (near_top),
        .near_bottom_i (near_bottom),
        .destination_i (destination_i),
        .route_i       (route),
        .route_o       (next),
        .late_o        (late)
    );

    routes_agree #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST)
    ) u_agree (
        .clk_i         (clk_i),
        .rst_i         (rst_i),
        .node_i        (node_i),
        .limit_i       (limit_i),
        .destination_i (destination_i),
        .route_o       (route),
        .next_i        (next),
        .late_i        (late)
    );

    `REQUIRE(the_place_of_a_router_is_constant, node_i == node_q && limit_i == limit_q)

endmodule

`default_nettype wire
