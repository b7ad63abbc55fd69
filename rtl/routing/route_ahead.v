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

    localparam WAYS = 1 + PAIRS;  // outputs of a dimension

    // The order in which dimensions are corrected
    localparam integer FIRST = (HIGHEST_FIRST != 0) ? DIMENSIONS - 1 : 0;
    localparam integer LAST  = DIMENSIONS - 1 - FIRST;
    localparam integer STEP  = (HIGHEST_FIRST != 0) ? -1 : 1;

    wire [DIMENSIONS-1:0] equal;      // nothing to correct
    wire [DIMENSIONS-1:0] up;         // the way it would take from here
    wire [DIMENSIONS-1:0] above;      // the destination is above
    wire [PORTS-1:0]      reached;    // behind this output its way in the dimension ends,
    wire [PORTS-1:0]      arrives  = route_i & reached;           // takes this output and ends it,
    wire [PORTS-1:0]      straight = route_i & TURNS & ~reached;  // or goes straight on there
    reg  [DIMENSIONS-1:0] turns_to;   // it turns to this dimension there,
    reg  [PORTS-1:0]      turn;       // by this output
    reg  [PORTS-1:0]      ends;       // by the output taken here: leaves the network there,
    wire [PORTS-1:0]      leaves;     // by this local output
    reg                   open;
    integer               d;

    genvar g;

    // Outputs here behind which a packet leaves by this local output: that depends on the port by
    // which it enters.
    function automatic [PORTS-1:0] leaving_by;
        input integer out_port;
        integer       o;
        begin
            leaving_by = {PORTS{1'b0}};
            for (o = 0; o < WAYS * DIMENSIONS; o = o + 1) begin
                if (out_port == NETWORK_PORTS + ((PAIRS != 0) ? o ^ 1 : o) % LOCAL_PORTS) begin
                    leaving_by[o] = 1'b1;
                end
            end
        end
    endfunction

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
            assign reached[WAYS*g] = TURNS[WAYS*g]
                && ((PAIRS == 0 && RINGS == 0) || to == above_i[g*COORD_W +: COORD_W]);
            if (PAIRS != 0) begin : g_both
                assign reached[WAYS*g+1] = TURNS[WAYS*g+1]
                                           && to == below_i[g*COORD_W +: COORD_W];
            end
        end
        for (g = WAYS * DIMENSIONS; g < PORTS; g = g + 1) begin : g_other
            assign reached[g] = 1'b1;
        end
        for (g = 0; g < PORTS; g = g + 1) begin : g_leaves
            localparam [PORTS-1:0] BEFORE = (g < NETWORK_PORTS) ? {PORTS{1'b0}} : leaving_by(g);
            assign leaves[g] = |(ends & BEFORE);
        end
    endgenerate

    always @* begin
        turns_to = {DIMENSIONS{1'b0}};
        turn     = {PORTS{1'b0}};
        open     = 1'b0;  // its way ends in a dimension, and all since then are corrected
        for (d = FIRST; d != LAST + STEP; d = d + STEP) begin
            turns_to[d] = open && !equal[d];
            open        = (open && equal[d])
                        || (|(arrives[WAYS*d +: WAYS] & TURNS[WAYS*d +: WAYS]));
            if (PAIRS != 0) begin
                turn[2*d]   = turns_to[d] && up[d];
                turn[2*d+1] = turns_to[d] && !up[d];
            end else begin
                turn[d]     = turns_to[d];
            end
        end
    end

    reg     rest;  // all dimensions behind this one are corrected
    integer e;

    always @* begin
        ends = {PORTS{1'b0}};
        rest = 1'b1;
        for (e = LAST; e != FIRST - STEP; e = e - STEP) begin
            ends[WAYS*e +: WAYS] = arrives[WAYS*e +: WAYS] & TURNS[WAYS*e +: WAYS] & {WAYS{rest}};
            rest                 = rest && equal[e];
        end
    end

    assign route_o = straight | turn | leaves;

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

    wire unused = &{1'b0, below_i, far_i, route_i, rest, open, arrives, above, up, at_top_i,
                    at_bottom_i, near_top_i, near_bottom_i};

endmodule

`default_nettype wire
