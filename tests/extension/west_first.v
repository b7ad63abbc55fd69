// west_first.v - routing unit of a router: west first, then north or south, east last.
//
// Of the head on the pins of each input port: its route at the router that it goes to, which is one
// further in the direction of the output that it takes here. Mirrored by west_first.cpp.

`default_nettype none

module west_first #(
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter PAIRS         = 1,
    parameter RINGS         = 0,
    parameter HIGHEST_FIRST = 1,
    parameter DATELINE      = 0,
    parameter [PORTS*PORTS-1:0] TURNS = {(PORTS*PORTS){1'b1}},
    // Derived, do not override.
    parameter ADDR_W        = DIMENSIONS * COORD_W,
    parameter ROUTE_W       = PORTS + DATELINE
) (
    input  wire                     clk_i,
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,
    input  wire [PORTS*ADDR_W-1:0]  destination_i,
    input  wire [PORTS*PORTS-1:0]   route_i,
    output wire [PORTS*ROUTE_W-1:0] next_o,
    output wire [PORTS-1:0]         crossed_o
);

    localparam UNUSED = LOCAL_PORTS + PAIRS + RINGS + HIGHEST_FIRST;

    wire [COORD_W-1:0] here_x = node_i[0 +: COORD_W];
    wire [COORD_W-1:0] here_y = node_i[COORD_W +: COORD_W];

    genvar i;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            wire [3:0]         way  = route_i[i*PORTS +: 4] & TURNS[i*PORTS +: 4];
            wire [COORD_W-1:0] x    = way[0] ? here_x + 1'b1 : way[1] ? here_x - 1'b1 : here_x;
            wire [COORD_W-1:0] y    = way[2] ? here_y + 1'b1 : way[3] ? here_y - 1'b1 : here_y;
            wire [COORD_W-1:0] to_x = destination_i[i*ADDR_W +: COORD_W];
            wire [COORD_W-1:0] to_y = destination_i[i*ADDR_W + COORD_W +: COORD_W];
            wire               west = (to_x < x);
            wire               turn = !west && to_y != y;
            wire               east = !west && to_y == y && to_x > x;

            assign next_o[i*ROUTE_W +: ROUTE_W] = (way == 4'b0000) ? 5'b00000
                : {to_x == x && to_y == y, turn && to_y < y, turn && to_y > y, west, east};
        end
    endgenerate

    assign crossed_o = {PORTS{1'b0}};
    wire unused = &{1'b0, clk_i, limit_i, route_i, UNUSED[0]};

endmodule

`default_nettype wire
