// interchange_route.v - the routing unit of one input port of an interchange.
//
// Combinational, in the cycle in which a head is on the input pins; registers hold the addresses.
// The packet takes the highest level of express channels that its remaining distance reaches and
// that has a connected channel, and otherwise the local channel. It therefore never passes its
// destination. The result is a mask of outputs: all parallel channels of the level. The mask is
// empty if the destination lies behind the interchange or does not exist. Without JOINT a packet
// stays in its dimension and direction, and the mask has a bit for each channel of these; with
// JOINT it has a bit for each port.
//
// docs/timing.md section 6; Dally 1991, III-A, III-C and III-F.
// Mirrored by model/common/interchange_routing.h.

`default_nettype none

module interchange_route #(
    parameter ADDR_W        = 6,    // address width in bits, DIMENSIONS * COORD_W
    parameter DIMENSIONS    = 1,    // at least 1
    parameter COORD_W       = 6,    // bits of one coordinate, 1 .. 30
    parameter RING          = 0,    // 1: the dimension wraps around
    parameter JOINT         = 0,    // 1: serves all dimensions, packets turn here
    parameter HIGHEST_FIRST = 1,    // joint: dimensions from the highest down; 0: lowest up
    parameter LEVELS        = 1,    // 0 .. 4
    // As in interchange.v: parallel channels of each level, the least distance that takes them
    parameter [4*32-1:0] CHANNELS  = {4{32'd1}},
    parameter [4*32-1:0] DISTANCES = {32'd256, 32'd64, 32'd16, 32'd4},
    parameter ALIGNED       = 1,    // 1: distances are powers of two that divide the address
    // Derived, do not override.
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1,
    parameter REACHES_W     = (LEVELS > 0) ? LEVELS : 1,
    parameter PER_DIRECTION = 1 + ((LEVELS > 0) ? $signed(CHANNELS[0*32 +: 32]) : 0)
                            + ((LEVELS > 1) ? $signed(CHANNELS[1*32 +: 32]) : 0)
                            + ((LEVELS > 2) ? $signed(CHANNELS[2*32 +: 32]) : 0)
                            + ((LEVELS > 3) ? $signed(CHANNELS[3*32 +: 32]) : 0),
    parameter OUTPUTS       = (JOINT != 0) ? DIMENSIONS * 2 * PER_DIRECTION : PER_DIRECTION
) (
    input  wire [ADDR_W-1:0]      node_i,         // the node that it stands before
    input  wire [ADDR_W-1:0]      below_i,        // one below, on a ring around it
    input  wire [ADDR_W-1:0]      limit_i,        // highest coordinate of each dimension
    input  wire [DIMENSION_W-1:0] dimension_i,    // of this input port
    input  wire                   up_i,           // its direction of travel
    input  wire [OUTPUTS-1:0]     connected_i,    // outputs that lead somewhere

    input  wire [ADDR_W-1:0]      destination_i,

    output wire [OUTPUTS-1:0]     outputs_o       // legal outputs
);

    generate
        if (DIMENSIONS < 1 || COORD_W < 1 || ADDR_W != DIMENSIONS * COORD_W) begin : g_bad_addr_w
            ERROR_interchange_route_ADDR_W_must_be_DIMENSIONS_times_COORD_W u_error ();
        end
        if (JOINT != 0 && RING != 0) begin : g_bad_joint
            ERROR_interchange_route_JOINT_and_RING_exclude_each_other u_error ();
        end
    endgenerate

    localparam [PER_DIRECTION-1:0] LOCAL = {PER_DIRECTION{1'b1}} >> (PER_DIRECTION - 1);
    localparam [PER_DIRECTION-1:0] NONE  = {PER_DIRECTION{1'b0}};

    function automatic [PER_DIRECTION-1:0] channels_taken;
        input [REACHES_W-1:0]     reached;
        input [PER_DIRECTION-1:0] connected;
        integer                   p;
        reg [PER_DIRECTION-1:0]   above;  // the channels of this level and of those above it
        reg [PER_DIRECTION-1:0]   level;  // of these, the connected ones of this level
        begin
            channels_taken = connected & LOCAL;
            above          = ~LOCAL;
            for (p = 0; p < LEVELS; p = p + 1) begin
                level = connected & above & ~(above << CHANNELS[p*32 +: 32]);
                above = above << CHANNELS[p*32 +: 32];
                if (reached[p] && level != NONE) channels_taken = level;
            end
        end
    endfunction

    reg  [COORD_W-1:0] here;       // in this dimension
    reg  [COORD_W-1:0] below;
    reg  [COORD_W-1:0] top;
    reg  [COORD_W-1:0] there;
    wire [REACHES_W-1:0]  reaches;
    wire               behind;
    wire               above_top;
    // A destination behind the packet on its way down lies above all others.
    wire               lost = behind || (above_top && (up_i || RING != 0));
    reg  [OUTPUTS-1:0] outputs;
    integer            d;

    always @* begin
        d     = 0;
        here  = {COORD_W{1'b0}};
        below = {COORD_W{1'b0}};
        top   = {COORD_W{1'b0}};
        there = {COORD_W{1'b0}};
        for (d = 0; d < DIMENSIONS; d = d + 1) begin
            if (dimension_i == d[DIMENSION_W-1:0]) begin
                here  = node_i[d*COORD_W +: COORD_W];
                below = below_i[d*COORD_W +: COORD_W];
                top   = limit_i[d*COORD_W +: COORD_W];
                there = destination_i[d*COORD_W +: COORD_W];
            end
        end
    end

    express_distance #(
        .COORD_W    (COORD_W),
        .RING       (RING),
        .LEVELS     (LEVELS),
        .DISTANCES  (DISTANCES),
        .ALIGNED    (ALIGNED)
    ) u_express_distance (
        .up_i      (up_i),
        .here_i    (here),
        .start_i   (up_i ? here : below),
        .top_i     (top),
        .there_i   (there),
        .reaches_o (reaches),
        .behind_o  (behind)
    );

    less_than #(
        .WIDTH (COORD_W)
    ) u_above_top (
        .a_i    (top),
        .b_i    (there),
        .less_o (above_top)
    );

    generate
        if (JOINT != 0) begin : g_joint
            localparam integer FIRST = (HIGHEST_FIRST != 0) ? 0 : DIMENSIONS - 1;
            localparam integer STEP  = (HIGHEST_FIRST != 0) ? 1 : -1;
            localparam integer STOP  = (HIGHEST_FIRST != 0) ? DIMENSIONS : -1;

            // The last dimension visited in which node and destination differ is corrected next.
            reg  [DIMENSIONS-1:0]    next;        // one-hot; zero: the packet has arrived
            reg  [COORD_W-1:0]       next_here;
            reg  [COORD_W-1:0]       next_below;
            reg  [COORD_W-1:0]       next_top;
            reg  [COORD_W-1:0]       next_there;
            reg                      turns;       // nothing left to go in this dimension
            wire                     next_up = next_there > next_here;
            wire [REACHES_W-1:0]     next_reaches;
            wire                     next_behind;
            reg  [PER_DIRECTION-1:0] present;   // channels of a direction that are connected
            reg  [PER_DIRECTION-1:0] taken;
            reg  [OUTPUTS-1:0]       express;     // outputs after the turn
            integer                  n;
            integer                  c;

            always @* begin
                n          = 0;
                next       = {DIMENSIONS{1'b0}};
                next_here  = {COORD_W{1'b0}};
                next_below = {COORD_W{1'b0}};
                next_top   = {COORD_W{1'b0}};
                next_there = {COORD_W{1'b0}};
                turns      = up_i && there == here && node_i != destination_i;
                if (turns) begin
                    for (n = FIRST; n != STOP; n = n + STEP) begin
                        if (destination_i[n*COORD_W +: COORD_W] != node_i[n*COORD_W +: COORD_W])
                        begin
                            next       = {DIMENSIONS{1'b0}};
                            next[n]    = 1'b1;
                            next_here  = node_i[n*COORD_W +: COORD_W];
                            next_below = below_i[n*COORD_W +: COORD_W];
                            next_top   = limit_i[n*COORD_W +: COORD_W];
                            next_there = destination_i[n*COORD_W +: COORD_W];
                        end
                    end
                end
            end

            express_distance #(
                .COORD_W    (COORD_W),
                .RING       (RING),
                .LEVELS     (LEVELS),
                .DISTANCES  (DISTANCES),
                .ALIGNED    (ALIGNED)
            ) u_next_distance (
                .up_i      (next_up),
                .here_i    (next_here),
                .start_i   (next_up ? next_here : next_below),
                .top_i     (next_top),
                .there_i   (next_there),
                .reaches_o (next_reaches),
                .behind_o  (next_behind)
            );

            always @* begin
                c       = 0;
                present = NONE;
                taken   = NONE;
                express = {OUTPUTS{1'b0}};
                outputs = {OUTPUTS{1'b0}};
                if (!lost && next_there <= next_top) begin
                    for (c = 0; c < 2*DIMENSIONS; c = c + 1) begin
                        // Ports of direction c: even numbers go up.
                        present = connected_i[c*PER_DIRECTION +: PER_DIRECTION];
                        taken = channels_taken(reaches, present);
                        if (dimension_i == c[DIMENSION_W:1] && up_i == !c[0]) begin
                            outputs[c*PER_DIRECTION +: PER_DIRECTION] = taken;
                        end
                        taken = channels_taken(next_reaches, present);
                        if (next[c/2] && next_up == !c[0]) begin
                            express[c*PER_DIRECTION +: PER_DIRECTION] = taken & ~LOCAL;
                        end
                    end
                    if (express != {OUTPUTS{1'b0}}) outputs = express;
                end
            end

            wire unused = &{1'b0, next_behind};
        end else begin : g_separate
            always @* begin
                outputs = NONE;
                if (!lost) outputs = channels_taken(reaches, connected_i);
            end

            wire unused = &{1'b0, node_i, below_i, limit_i, destination_i};
        end
    endgenerate

    assign outputs_o = outputs;

`ifdef FORMAL
    // Every output of the mask is connected, and its channel ends at the destination or before it,
    // in the dimension and direction of the channel.
    integer f_n;
    integer f_l;
    integer f_c;
    integer f_p;
    integer f_dimension;
    integer f_here;
    integer f_there;
    integer f_remaining;
    integer f_distance;
    reg     f_up;
    always @* begin
        f_here      = 0;
        f_there     = 0;
        f_remaining = 0;
        f_distance  = 0;
        assume (dimension_i < DIMENSIONS);
        assert ((outputs & ~connected_i) == {OUTPUTS{1'b0}});
        assert (outputs == {OUTPUTS{1'b0}} || there <= top);
        for (f_n = 0; f_n < OUTPUTS / PER_DIRECTION; f_n = f_n + 1) begin
            f_dimension = (JOINT != 0) ? f_n / 2 : dimension_i;
            f_up        = (JOINT != 0) ? f_n % 2 == 0 : up_i;
            f_here      = node_i[f_dimension*COORD_W +: COORD_W];
            f_there     = destination_i[f_dimension*COORD_W +: COORD_W];
            f_remaining = f_up ? f_there - f_here : f_here - 1 - f_there;
            assume (f_here <= limit_i[f_dimension*COORD_W +: COORD_W]);
            assume (below_i[f_dimension*COORD_W +: COORD_W]
                    == ((RING != 0 && f_here == 0) ? top : f_here[COORD_W-1:0] - 1'b1));
            if (RING != 0 && f_remaining < 0) f_remaining = f_remaining + top + 1;
            for (f_p = 0; f_p < LEVELS && ALIGNED != 0; f_p = f_p + 1) begin
                assume (f_here % DISTANCES[f_p*32 +: 32] == 0);
                assume (RING == 0 || (top + 1) % DISTANCES[f_p*32 +: 32] == 0);
            end
            if (outputs[f_n*PER_DIRECTION]) assert (RING != 0 || f_remaining >= 0);
            f_l = 0;
            for (f_p = 0; f_p < LEVELS; f_p = f_p + 1) begin
                f_distance = DISTANCES[f_p*32 +: 32];
                for (f_c = 0; f_c < CHANNELS[f_p*32 +: 32]; f_c = f_c + 1) begin
                    f_l = f_l + 1;
                    if (outputs[f_n*PER_DIRECTION + f_l]) assert (f_remaining >= f_distance);
                    // The packet takes the local channel only if it can take no other one.
                    if (outputs[f_n*PER_DIRECTION] && connected_i[f_n*PER_DIRECTION + f_l]) begin
                        assert (f_remaining < f_distance);
                    end
                end
            end
        end
    end
`endif

endmodule

`default_nettype wire
