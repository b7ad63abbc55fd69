// dimension_order_led.v - dimension_order.v with any head at each input, and the next routers.

`default_nettype none
`include "check.vh"

module dimension_order_led #(
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 2,
    parameter HIGHEST_FIRST = 1,
    // Derived, do not override.
    parameter ADDR_W        = DIMENSIONS * COORD_W,
    parameter PAIRS         = (ROUTING == 0 || ROUTING == 2) ? 1 : 0,
    parameter RINGS         = (ROUTING == 1 || ROUTING == 2) ? 1 : 0,
    parameter ROUTE_W       = PORTS + RINGS
) (
    input wire                    clk_i,
    input wire                    rst_i,
    input wire [ADDR_W-1:0]       node_i,
    input wire [ADDR_W-1:0]       limit_i,
    input wire [PORTS*ADDR_W-1:0] destination_i
);

    reg  [ADDR_W-1:0]        node_q;
    reg  [ADDR_W-1:0]        limit_q;
    wire [PORTS*PORTS-1:0]   route;
    wire [PORTS*ROUTE_W-1:0] next;
    wire [PORTS-1:0]         crossed;

    always @(posedge clk_i) begin
        node_q  <= node_i;
        limit_q <= limit_i;
    end

    dimension_order #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .PAIRS         (PAIRS),
        .RINGS         (RINGS),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .DATELINE      (RINGS)
    ) u_routes (
        .clk_i         (clk_i),
        .node_i        (node_i),
        .limit_i       (limit_i),
        .destination_i (destination_i),
        .route_i       (route),
        .next_o        (next),
        .crossed_o     (crossed)
    );

    `REQUIRE(the_place_of_a_router_is_constant, node_i == node_q && limit_i == limit_q)

    genvar i;
    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            localparam D  = i / (1 + PAIRS);
            localparam UP = PAIRS == 0 || i % 2 == 1;  // what comes in here travels up

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
                .destination_i (destination_i[i*ADDR_W +: ADDR_W]),
                .route_o       (route[i*PORTS +: PORTS]),
                .next_i        (next[i*ROUTE_W +: PORTS]),
                .late_i        ((RINGS != 0) ? next[i*ROUTE_W + ROUTE_W - 1] : 1'b1)
            );

            if (RINGS != 0 && D < DIMENSIONS) begin : g_ring
                `ENSURE(over_the_dateline_comes_what_goes_up_to_0_or_down_to_the_highest,
                        crossed[i] == (node_i[D*COORD_W +: COORD_W]
                                       == (UP ? {COORD_W{1'b0}} : limit_i[D*COORD_W +: COORD_W])))
            end
        end
    endgenerate

endmodule

`default_nettype wire
