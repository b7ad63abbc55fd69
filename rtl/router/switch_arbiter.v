// switch_arbiter.v - grants an output to one of the lanes that request it.
//
// The arbiter is a binary tree. Each inner node has a register, which names the side that goes
// first if both sides request. A grant turns the nodes on its way to the other side (pseudo least
// recently served). The lanes of an input port are siblings. Above them are S leaves: input k is
// leaf 2k, or leaf 2S - 1 - 2k if 2k is not below S. Inputs without a neighbour then need no node.
//
// Dally & Towles, chapter 18.
// Mirrored by model/router/arbiter_trees.h.

`default_nettype none
`include "check.vh"
`include "settled.vh"

module switch_arbiter #(
    parameter INPUTS = 4,  // input ports that can send here, 1 .. 32
    parameter LANES  = 1,  // of each, 1 or 2
    // Derived, do not override.
    parameter SENDERS = INPUTS * LANES,
    parameter SIZE    = LANES * ((INPUTS > 1) ? 1 << $clog2(INPUTS) : 2)
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,

    input  wire [SENDERS-1:0] req_i,

    output wire [SENDERS-1:0] gnt_o,   // one-hot, or zero when nobody asks
    output wire [SIZE-1:0]    right_o  // of each inner node: the right side goes first
);

    generate
        if (INPUTS < 1 || INPUTS > 32) begin : g_bad_inputs
            ERROR_switch_arbiter_INPUTS_must_be_1_to_32 u_error ();
        end
        if (LANES < 1 || LANES > 2) begin : g_bad_lanes
            ERROR_switch_arbiter_LANES_must_be_1_or_2 u_error ();
        end
    endgenerate

    // Nodes by levels, the root is node 1. A level of m nodes is m .. 2m - 1; its node n has the
    // children n + m, left, and n + 2m, right. Leaves are SIZE .. 2*SIZE - 1. One shift therefore
    // aligns the children of all nodes of a level with their parents. (docs/timing.md, 2.4, numbers
    // the nodes of the same tree in the usual way.)
    localparam             LEVELS = $clog2(SIZE);
    localparam             NODES  = 2 * SIZE;
    localparam [NODES-1:0] ONES   = {NODES{1'b1}};

    reg  [SIZE-1:0]    right_first_q;
    `SETTLED(SIZE, right_first_s, right_first_q)
    wire [NODES-1:0]   first = {{SIZE{1'b0}}, right_first_s};

    reg  [NODES-1:0]   req;          // somebody below asks,
    reg  [NODES-1:0]   left_asks;    // on this side
    reg  [NODES-1:0]   right_asks;
    reg  [NODES-1:0]   left_waits;   // the other side asks and goes first
    reg  [NODES-1:0]   right_waits;
    reg  [NODES-1:0]   wins;         // against all others, if somebody below asks
    reg  [NODES-1:0]   go_left;
    reg  [NODES-1:0]   go_right;
    reg  [SENDERS-1:0] gnt;
    wire [NODES-1:0]   right = right_asks & ~right_waits;
    wire [SIZE-1:0]    moves = wins[SIZE-1:0] & req[SIZE-1:0];
    integer            k;
    integer            s;

    function automatic integer leaf;
        input integer sender;
        integer       place;
        integer       places;
        integer       way;   // from the root, highest bit first: 1 is right
        integer       turn;
        begin
            place  = sender / LANES;
            places = SIZE / LANES;
            place  = (2*place < places) ? 2*place : 2*places - 1 - 2*place;
            way    = place * LANES + sender % LANES;
            leaf   = SIZE;
            for (turn = 0; turn < LEVELS; turn = turn + 1) begin
                leaf = leaf + ((way / (1 << turn)) % 2) * (1 << (LEVELS - 1 - turn));
            end
        end
    endfunction

    always @* begin
        req        = {NODES{1'b0}};
        left_asks  = {NODES{1'b0}};
        right_asks = {NODES{1'b0}};
        wins       = {{(NODES-2){1'b0}}, 2'b10};
        go_left    = {NODES{1'b0}};
        go_right   = {NODES{1'b0}};
        for (k = 0; k < SENDERS; k = k + 1) req[leaf(k)] = req_i[k];
        for (s = LEVELS - 1; s >= 0; s = s - 1) begin
            left_asks  = left_asks
                | ((req >> (1 << s)) & ((ONES >> (NODES - (1 << s))) << (1 << s)));
            right_asks = right_asks
                | ((req >> (2 << s)) & ((ONES >> (NODES - (1 << s))) << (1 << s)));
            req        = req | left_asks | right_asks;
        end
        left_waits  = right_asks & first;
        right_waits = left_asks & ~first;
        for (s = 0; s < LEVELS; s = s + 1) begin
            go_left  = wins & ~left_waits;
            go_right = wins & ~right_waits;
            wins     = wins
                | ((go_left & ((ONES >> (NODES - (1 << s))) << (1 << s))) << (1 << s))
                | ((go_right & ((ONES >> (NODES - (1 << s))) << (1 << s))) << (2 << s));
        end
        for (k = 0; k < SENDERS; k = k + 1) gnt[k] = wins[leaf(k)] && req_i[k];
    end

    always @(posedge clk_i) begin
        if (rst_i) right_first_q <= {SIZE{1'b0}};
        else if (enable_i) right_first_q <= (right_first_q & ~moves) | (moves & ~right[SIZE-1:0]);
    end

    wire unused = &{1'b0, right, wins, req};

    assign gnt_o   = gnt;
    assign right_o = right[SIZE-1:0];

    `ENSURE(one_grant, (gnt_o & (gnt_o - 1'b1)) == {SENDERS{1'b0}})
    `ENSURE(a_request_gets_a_grant, (|gnt_o) == (|req_i))

`ifdef FORMAL
    `ENSURE(no_grant_without_a_request, (gnt_o & ~req_i) == {SENDERS{1'b0}})

    // A grant changes the nodes on the path to its input. Without a grant no node changes.
    reg [SIZE-1:0]    f_first_q;  // in the cycle before
    reg [SENDERS-1:0] f_gnt_q;
    reg [SIZE-1:0]    f_way;
    reg [SIZE-1:0]    f_right_way;
    integer           f_k;
    integer           f_m;
    integer           f_node_at;
    // The parent of a node, if the level above it has that many nodes.
    function automatic integer parent;
        input integer node;
        input integer level;
        parent = (node < 3*level) ? node - level : node - 2*level;
    endfunction
    always @(posedge clk_i) begin
        f_first_q <= rst_i ? {SIZE{1'b0}} : right_first_q;
        f_gnt_q   <= (rst_i || !enable_i) ? {SENDERS{1'b0}} : gnt_o;
    end
    always @* begin
        f_way       = {SIZE{1'b0}};
        f_right_way = {SIZE{1'b0}};
        f_node_at   = 0;
        for (f_k = 0; f_k < SENDERS; f_k = f_k + 1) begin
            f_node_at = leaf(f_k);
            for (f_m = SIZE / 2; f_m >= 1; f_m = f_m / 2) begin
                if (f_gnt_q[f_k]) f_way[parent(f_node_at, f_m)] = 1'b1;
                if (f_gnt_q[f_k] && f_node_at >= 3*f_m) f_right_way[parent(f_node_at, f_m)] = 1'b1;
                f_node_at = parent(f_node_at, f_m);
            end
        end
    end
    `ENSURE(no_turn_without_a_grant, (right_first_q & ~f_way) == (f_first_q & ~f_way))
    `ENSURE(a_grant_turns_its_way, (right_first_q & f_way) == (f_way & ~f_right_way))

    // Inputs that can go before this one, from the nodes on its path. It is served after that many
    // grants if it does not stop asking.
    genvar f;
    generate
        for (f = 0; f < SENDERS; f = f + 1) begin : g_wait
            reg [7:0] f_before;
            integer   f_node;
            integer   f_level;
            always @* begin
                f_before = 8'd0;
                f_node   = leaf(f);
                for (f_level = SIZE / 2; f_level >= 1; f_level = f_level / 2) begin
                    f_before = 2*f_before + (right_first_q[parent(f_node, f_level)]
                                             != (f_node >= 3*f_level));
                    f_node   = parent(f_node, f_level);
                end
            end
            reg [7:0] f_others_q;  // served while f asks
            always @(posedge clk_i) begin
                if (rst_i || (enable_i && (!req_i[f] || gnt_o[f]))) f_others_q <= 8'd0;
                else if (enable_i) f_others_q <= f_others_q + 8'd1;
            end
            `ENSURE(bounded_wait, f_others_q + f_before < SIZE)
        end
    endgenerate
`endif

endmodule

`default_nettype wire
