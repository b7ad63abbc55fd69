// route_units.v - the routing units of a router, one an input port: wiring.
//
// Of the head on the pins of each input port: its route at the next router, or, with a table,
// its outputs at this one. docs/timing.md sections 2.1, 2.11 and 3.
// Mirrored by model/router/route_compute.h.

`default_nettype none

module route_units #(
    parameter PORTS         = 5,  // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,
    parameter DATA_W        = 32,
    parameter ADDR_W        = 6,
    parameter ROUTING       = 0,  // 0 .. 5
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter DATELINE      = 0,  // 1: dateline classes
    parameter LOADED        = 1,  // ROUTING 5, 0: a table elsewhere gives in_route_i
    parameter [PORTS*PORTS-1:0] TURNS = {(PORTS*PORTS){1'b1}},  // row i: outputs of input i
    // Derived, do not override.
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter FLIT_W        = DATA_W + 2,
    parameter PORT_W        = $clog2(PORTS)
) (
    input  wire                     clk_i,
    input  wire                     enable_i,
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,

    // Route tables
    input  wire                     table_we_i,
    input  wire [PORT_W-1:0]        table_port_i,
    input  wire [ADDR_W-1:0]        table_dest_i,
    input  wire [PORTS-1:0]         table_mask_i,

    // Input pins
    input  wire [PORTS-1:0]         in_valid_i,
    input  wire [PORTS*ROUTE_W-1:0] in_route_i,
    input  wire [PORTS*FLIT_W-1:0]  in_flit_i,

    output wire [PORTS*ROUTE_W-1:0] next_o,        // one-hot, of a table all; there is none: zero
    output wire [PORTS-1:0]         crossed_o      // what goes straight on came over the dateline
);

    genvar i;

    generate
        if (ROUTING == 5) begin : g_table
            for (i = 0; i < PORTS; i = i + 1) begin : g_input
                wire [PORTS-1:0] outputs;

                if (LOADED != 0) begin : g_loaded
                    localparam              PORT_INT = i;
                    localparam [PORT_W-1:0] PORT     = PORT_INT[PORT_W-1:0];

                    route_table #(
                        .PORTS  (PORTS),
                        .ADDR_W (ADDR_W)
                    ) u_table (
                        .clk_i         (clk_i),
                        .we_i          (enable_i && table_we_i && table_port_i == PORT),
                        .dest_i        (table_dest_i),
                        .mask_i        (table_mask_i),
                        .valid_i       (in_valid_i[i]),
                        .destination_i (in_flit_i[i*FLIT_W +: ADDR_W]),
                        .outputs_o     (outputs)
                    );
                end else begin : g_given
                    assign outputs = in_route_i[i*ROUTE_W +: PORTS] & {PORTS{in_valid_i[i]}};
                end

                assign next_o[i*ROUTE_W +: ROUTE_W] = outputs & TURNS[i*PORTS +: PORTS];
            end
            assign crossed_o = {PORTS{1'b0}};
            wire unused = &{1'b0, clk_i, enable_i, node_i, limit_i, table_we_i, table_port_i,
                            table_dest_i, table_mask_i, in_route_i, in_flit_i};
        end else begin : g_ahead
            wire unused = &{1'b0, enable_i, table_we_i, table_port_i, table_dest_i, table_mask_i,
                            in_valid_i, in_route_i, in_flit_i, limit_i};
        end

        if (ROUTING == 4) begin : g_tag
            for (i = 0; i < PORTS; i = i + 1) begin : g_input
                tag_ahead #(
                    .PORTS   (PORTS),
                    .DIGITS  (DIMENSIONS),
                    .DIGIT_W (COORD_W)
                ) u_route (
                    .clk_i         (clk_i),
                    .node_i        (node_i),
                    .limit_i       (limit_i[COORD_W-1:0]),
                    .destination_i (in_flit_i[i*FLIT_W +: ADDR_W]),
                    .route_o       (next_o[i*ROUTE_W +: ROUTE_W])
                );
            end
            assign crossed_o = {PORTS{1'b0}};
        end

        if (ROUTING < 4) begin : g_order
            wire [ADDR_W-1:0]     above;
            wire [ADDR_W-1:0]     below;
            wire [ADDR_W-1:0]     far;
            wire [ADDR_W-1:0]     here;
            wire [DIMENSIONS-1:0] at_top;
            wire [DIMENSIONS-1:0] at_bottom;
            wire [DIMENSIONS-1:0] near_top;
            wire [DIMENSIONS-1:0] near_bottom;

            neighbours #(
                .ROUTING    (ROUTING),
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

            for (i = 0; i < PORTS; i = i + 1) begin : g_input
                localparam D = (ROUTING == 2) ? (i / 2) % DIMENSIONS : i % DIMENSIONS;

                wire late;

                route_ahead #(
                    .PORTS         (PORTS),
                    .LOCAL_PORTS   (LOCAL_PORTS),
                    .ROUTING       (ROUTING),
                    .DIMENSIONS    (DIMENSIONS),
                    .COORD_W       (COORD_W),
                    .HIGHEST_FIRST (HIGHEST_FIRST),
                    .DATELINE      (DATELINE),
                    .TURNS         (TURNS[i*PORTS +: PORTS])
                ) u_route (
                    .node_i        (here),
                    .above_i       (above),
                    .below_i       (below),
                    .far_i         (far),
                    .destination_i (in_flit_i[i*FLIT_W +: ADDR_W]),
                    .at_top_i      (at_top),
                    .at_bottom_i   (at_bottom),
                    .near_top_i    (near_top),
                    .near_bottom_i (near_bottom),
                    .route_i       (in_route_i[i*ROUTE_W +: PORTS] & TURNS[i*PORTS +: PORTS]),
                    .route_o       (next_o[i*ROUTE_W +: PORTS]),
                    .late_o        (late)
                );

                if (DATELINE != 0) begin : g_late
                    assign next_o[i*ROUTE_W + PORTS] = late;
                end else begin : g_no_late
                    wire unused = &{1'b0, late};
                end
                assign crossed_o[i] = (ROUTING == 2 && i % 2 == 0) ? at_top[D] : at_bottom[D];
            end
        end
    endgenerate

endmodule

`default_nettype wire
