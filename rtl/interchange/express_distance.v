// express_distance.v - compares the remaining distance of a packet with those of express channels.
//
// Combinational, for one dimension and direction of an interchange that stands before the node
// here_i: r = there - here going up, and r = here - 1 - there going down, modulo the radix on a
// ring. The way begins at start_i: at here_i going up, and at the node before it going down.
// reaches_o has a bit for each level, which says that r is not less than the level's distance. With
// ALIGNED each distance is a power of two 2^n that divides here_i and, on a ring, the radix. Then
// r >= 2^n means that start_i and there_i differ above their lowest n bits, and the path needs no
// adder.
//
// docs/timing.md section 6; Dally 1991, III-A and III-C.
// Mirrored by model/common/interchange_routing.h.

`default_nettype none

module express_distance #(
    parameter COORD_W   = 6,    // bits of a coordinate, 1 .. 30
    parameter RING      = 0,    // 1: the dimension wraps around
    parameter LEVELS    = 1,    // 0 .. 4
    // Of each level 32 bits, level 1 lowest: 1 .. 2^COORD_W
    parameter [4*32-1:0] DISTANCES = {32'd256, 32'd64, 32'd16, 32'd4},
    parameter ALIGNED   = 1,    // 1: compare address bits, 0: subtract
    // Derived, do not override.
    parameter REACHES_W = (LEVELS > 0) ? LEVELS : 1
) (
    input  wire               up_i,       // direction of travel
    input  wire [COORD_W-1:0] here_i,
    input  wire [COORD_W-1:0] start_i,
    input  wire [COORD_W-1:0] top_i,      // highest coordinate, k-1
    input  wire [COORD_W-1:0] there_i,    // destination

    output wire [REACHES_W-1:0]  reaches_o,  // bit p-1: as far as a channel of level p
    output wire               behind_o    // the destination lies behind; never on a ring
);

    localparam            DISTANCE_W = COORD_W + 1;
    // The bits below a power of two are those of the number minus one.
    localparam [4*32-1:0] BELOW      = DISTANCES - {4{32'd1}};

    genvar l;

    generate
        if (COORD_W < 1 || COORD_W > 30) begin : g_bad_coord_w
            ERROR_express_distance_COORD_W_must_be_1_to_30 u_error ();
        end
        if (LEVELS < 0 || LEVELS > 4) begin : g_bad_levels
            ERROR_express_distance_LEVELS_must_be_0_to_4 u_error ();
        end
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            if (DISTANCES[l*32 +: 32] < 1 || DISTANCES[l*32 +: 32] > (1 << COORD_W))
            begin : g_bad_distance
                ERROR_express_distance_DISTANCES_must_be_1_to_2_to_the_COORD_W u_error ();
            end
            if (ALIGNED != 0 && (DISTANCES[l*32 +: 32] & BELOW[l*32 +: 32]) != 0)
            begin : g_bad_aligned
                ERROR_express_distance_ALIGNED_needs_powers_of_two_as_DISTANCES u_error ();
            end
        end
    endgenerate

    reg  [REACHES_W-1:0]  reaches;
    integer            p;

    generate
        if (ALIGNED != 0) begin : g_compare
            always @* begin
                p       = 0;
                reaches = {REACHES_W{1'b0}};
                for (p = 0; p < LEVELS; p = p + 1) begin
                    reaches[p] = |((start_i ^ there_i) & ~BELOW[p*32 +: COORD_W]);
                end
            end
        end else begin : g_subtract
            reg [COORD_W:0] remaining;

            always @* begin
                p         = 0;
                reaches   = {REACHES_W{1'b0}};
                remaining = {DISTANCE_W{1'b0}};
                remaining = up_i ? {1'b0, there_i} - {1'b0, start_i}
                                 : {1'b0, start_i} - {1'b0, there_i};
                if (RING != 0 && remaining[COORD_W]) begin
                    remaining = remaining + {1'b0, top_i} + 1'b1;
                end
                for (p = 0; p < LEVELS; p = p + 1) begin
                    reaches[p] = (remaining >= DISTANCES[p*32 +: DISTANCE_W]);
                end
            end
        end
    endgenerate

    // Bits of here_i that are zero need no comparison.
    function automatic [COORD_W-1:0] all_zeros;
        input integer levels;
        integer       level;
        begin
            all_zeros = {COORD_W{1'b0}};
            for (level = 0; level < levels; level = level + 1) begin
                all_zeros = all_zeros | BELOW[level*32 +: COORD_W];
            end
        end
    endfunction

    localparam [COORD_W-1:0] ZEROS = all_zeros((ALIGNED != 0) ? LEVELS : 0);
    wire                     below;

    less_than #(
        .WIDTH (COORD_W)
    ) u_below (
        .a_i    (there_i & ~ZEROS),
        .b_i    (here_i & ~ZEROS),
        .less_o (below)
    );

    wire unused = &{1'b0, up_i, here_i, start_i, top_i, there_i, below};

    assign reaches_o = reaches;
    assign behind_o  = (RING == 0) && (below == up_i);

`ifdef FORMAL
    // The definition, with wider numbers, for all nodes and destinations of all radices
    integer f_remaining;
    integer f_p;
    integer f_distance;
    always @* begin
        f_distance  = 0;
        f_remaining = up_i ? there_i - here_i : here_i - 1 - there_i;
        if (RING != 0 && f_remaining < 0) f_remaining = f_remaining + top_i + 1;
        assume (here_i <= top_i && there_i <= top_i);
        assume (start_i == (up_i ? here_i : (here_i != 0) ? here_i - 1'b1
                            : (RING != 0) ? top_i : {COORD_W{1'b1}}));
        for (f_p = 0; f_p < LEVELS; f_p = f_p + 1) begin
            f_distance = DISTANCES[f_p*32 +: 32];
            if (ALIGNED != 0) begin
                assume (here_i % f_distance == 0);
                assume (RING == 0 || (top_i + 1) % f_distance == 0);
            end
            if (f_remaining >= 0) assert (reaches[f_p] == (f_remaining >= f_distance));
        end
        assert (behind_o == (f_remaining < 0));
    end
`endif

endmodule

`default_nettype wire
