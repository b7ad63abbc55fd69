// route_ahead.v - computes the output of a packet at the next router, in dimension order.
//
// Combinational. The head on the pins of one input port leaves this router by the output route_i,
// and takes the computed route along. Registers hold the coordinates of the neighbours, so each
// dimension needs only a comparison. docs/timing.md section 3.
// Mirrored by model/routing/dimension_order.cpp.

`default_nettype none

module route_ahead #(
    parameter               PORTS         = 5,  // 2 .. 32
    parameter               LOCAL_PORTS   = 1,
    parameter               PAIRS         = 1,  // two ports a dimension, up and down; 0: one
    parameter               RINGS         = 0,
    parameter               DIMENSIONS    = 2,
    parameter               COORD_W       = 3,
    parameter               HIGHEST_FIRST = 1,
    parameter               DATELINE      = 0,  // 1: dateline classes
    parameter [PORTS-1:0]   TURNS         = {PORTS{1'b1}},  // outputs of this input
    // Derived, do not override.
    parameter               ADDR_W        = DIMENSIONS * COORD_W
) (
    // Coordinates in each dimension: own; one up; one down; torus: the last one reached going up
    input  wire [ADDR_W-1:0]     node_i,
    input  wire [ADDR_W-1:0]     above_i,
    input  wire [ADDR_W-1:0]     below_i,
    input  wire [ADDR_W-1:0]     far_i,
    input  wire [DIMENSIONS-1:0] at_top_i,      // this router stands at the highest coordinate,
    input  wire [DIMENSIONS-1:0] at_bottom_i,   // at 0,
    input  wire [DIMENSIONS-1:0] near_top_i,    // or the one above it at the highest,
    input  wire [DIMENSIONS-1:0] near_bottom_i, // the one below it at 0

    input  wire [ADDR_W-1:0]     destination_i,
    input  wire [PORTS-1:0]      route_i,  // here, one-hot
    output wire [PORTS-1:0]      route_o,  // there, one-hot
    output wire                  late_o    // there: no dateline is before it after that channel
);

    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;

    wire [DIMENSIONS-1:0] equal;      // nothing to correct
    wire [DIMENSIONS-1:0] up;         // the way it would take from here
    wire [DIMENSIONS-1:0] above;      // the destination is above
    wire [PORTS-1:0]      arrives;    // takes this output and ends its way in the dimension
    wire [PORTS-1:0]      straight;   // takes it, and goes straight on at the next router
    reg  [DIMENSIONS-1:0] turns_to;
    reg  [PORTS-1:0]      ends;       // by the output taken here: leaves the network there
    reg  [PORTS-1:0]      route;
    reg                   open;
    integer               o;
    integer               s;
    integer               d;

    genvar g;

    generate
        for (g = 0; g < DIMENSIONS; g = g + 1) begin : g_dimension
            wire [COORD_W-1:0] to   = destination_i[g*COORD_W +: COORD_W];
            wire [COORD_W-1:0] here = node_i[g*COORD_W +: COORD_W];
            wire [COORD_W-1:0] far  = far_i[g*COORD_W +: COORD_W];
            wire               more = (to > here);
            assign equal[g] = (to == here);
            assign above[g] = more;
            assign up[g]    = (PAIRS != 0 && RINGS != 0) ? ((far >= here) ? more && to <= far
                                                              : more || to <= far) : more;
            if (PAIRS != 0) begin : g_both
                wire at_above = to == above_i[g*COORD_W +: COORD_W];
                wire at_below = to == below_i[g*COORD_W +: COORD_W];
                assign arrives[2*g]      = TURNS[2*g] && route_i[2*g] && at_above;
                assign arrives[2*g+1]    = TURNS[2*g+1] && route_i[2*g+1] && at_below;
                assign straight[2*g]     = TURNS[2*g] && route_i[2*g] && !at_above;
                assign straight[2*g+1]   = TURNS[2*g+1] && route_i[2*g+1] && !at_below;
            end else begin : g_one
                wire at_above = (RINGS == 0) || to == above_i[g*COORD_W +: COORD_W];
                assign arrives[g]  = TURNS[g] && route_i[g] && at_above;
                assign straight[g] = TURNS[g] && route_i[g] && !at_above;
            end
        end
        for (g = (1 + PAIRS) * DIMENSIONS; g < PORTS; g = g + 1) begin : g_other
            assign arrives[g]  = 1'b0;
            assign straight[g] = 1'b0;
        end
    endgenerate

    always @* begin
        turns_to = {DIMENSIONS{1'b0}};
        ends     = {PORTS{1'b0}};
        open     = 1'b0;
        d        = 0;
        for (o = 0; o < (1 + PAIRS) * DIMENSIONS; o = o + 1) begin
            open = arrives[o];  // all dimensions behind that of o, so far, are corrected
            for (s = 1; s < DIMENSIONS; s = s + 1) begin
                d = o / (1 + PAIRS) + ((HIGHEST_FIRST != 0) ? -s : s);
                if (d >= 0 && d < DIMENSIONS) begin
                    turns_to[d] = turns_to[d] || (open && !equal[d]);
                    open        = open && equal[d];
                end
            end
            ends[o] = open;
        end
    end

    // The port by which a packet enters the next router determines its local output.
    always @* begin
        route = straight;
        for (o = 0; o < DIMENSIONS; o = o + 1) begin
            if (PAIRS != 0) begin
                route[2*o]   = route[2*o] || (turns_to[o] && up[o]);
                route[2*o+1] = route[2*o+1] || (turns_to[o] && !up[o]);
            end else begin
                route[o] = route[o] || turns_to[o];
            end
        end
        for (o = 0; o < (1 + PAIRS) * DIMENSIONS; o = o + 1) begin
            s        = NETWORK_PORTS + ((PAIRS != 0) ? o ^ 1 : o) % LOCAL_PORTS;
            route[s] = route[s] || ends[o];
        end
    end

    assign route_o = route;

    // A packet that wraps around has its destination behind it, up to the dateline.
    generate
        if (DATELINE != 0) begin : g_dateline
            reg     late;
            integer l;

            always @* begin
                late = 1'b1;
                for (l = 0; l < DIMENSIONS; l = l + 1) begin
                    if (PAIRS != 0) begin
                        if (straight[2*l] && !above[l] && !at_top_i[l] && !near_top_i[l])
                            late = 1'b0;
                        if (straight[2*l+1] && (above[l] || equal[l]) && !at_bottom_i[l]
                            && !near_bottom_i[l]) late = 1'b0;
                        if (turns_to[l] && up[l] && !above[l] && !at_top_i[l]) late = 1'b0;
                        if (turns_to[l] && !up[l] && above[l] && !at_bottom_i[l]) late = 1'b0;
                    end else begin
                        if (straight[l] && !above[l] && !at_top_i[l] && !near_top_i[l])
                            late = 1'b0;
                        if (turns_to[l] && !above[l] && !at_top_i[l]) late = 1'b0;
                    end
                end
            end

            assign late_o = late;
        end else begin : g_no_dateline
            assign late_o = 1'b1;
        end
    endgenerate

    wire unused = &{1'b0, below_i, far_i, route_i, above, up, at_top_i, at_bottom_i, near_top_i,
                    near_bottom_i};

endmodule

`default_nettype wire
