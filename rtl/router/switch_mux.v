// switch_mux.v - the multiplexer of one output of the crossbar, controlled by switch_arbiter.v.
//
// The multiplexer is a tree with the nodes of the arbiter. From the leaves up, a node and its two
// children are one multiplexer of four words, in two LUTs of four inputs for each bit, where a tree
// of two-way multiplexers takes three. The first LUT (mux_first_half.v) passes a word of the left
// side or, if the node goes right, a constant that tells the second LUT which word of the right
// side to pass. If the tree has an odd number of levels, the root is a multiplexer of two words.
// Without a request the output is the word of an arbitrary input.
// No mirror: a multiplexer.

`default_nettype none

module switch_mux #(
    parameter INPUTS  = 4,   // input ports, 1 .. 32
    parameter LANES   = 1,   // of each, 1 or 2
    parameter WIDTH   = 40,
    // Derived, do not override.
    parameter SENDERS = INPUTS * LANES,
    parameter SIZE    = LANES * ((INPUTS > 1) ? 1 << $clog2(INPUTS) : 2)
) (
    input  wire [SENDERS*WIDTH-1:0] words_i,
    input  wire [SIZE-1:0]         right_i,  // of each inner node
    output wire [WIDTH-1:0]        word_o
);

    localparam LEVELS = $clog2(SIZE);
    localparam PLACES = SIZE / LANES;

    // The sender at a leaf. A leaf without a sender shows that of its neighbour.
    function automatic integer sender_at;
        input integer leaf;   // from 0 up
        integer       way;
        integer       turn;
        integer       place;
        begin
            way = 0;
            for (turn = 0; turn < LEVELS; turn = turn + 1) begin
                way = way + ((leaf / (1 << turn)) % 2) * (1 << (LEVELS - 1 - turn));
            end
            place     = way / LANES;
            sender_at = (place % 2 == 0) ? place / 2 : PLACES - 1 - place / 2;
            if (sender_at >= INPUTS) sender_at = (place - place % 2) / 2;
            sender_at = sender_at * LANES + way % LANES;
        end
    endfunction

    genvar n;

    generate
        // The root is node 1. In a level of m nodes, node n has the children n + m, left, and
        // n + 2m, right (switch_arbiter.v). From SIZE up nodes are leaves.
        for (n = 2*SIZE - 1; n >= 1; n = n - 1) begin : g_node
            localparam M     = 1 << ($clog2(n + 1) - 1);  // nodes of its level
            localparam BELOW = LEVELS - $clog2(M);        // levels from here to the leaves
            wire [WIDTH-1:0] word;

            if (BELOW == 0) begin : g_leaf
                localparam SENDER = sender_at(n - SIZE);
                assign word = words_i[SENDER*WIDTH +: WIDTH];
            end else if (BELOW % 2 == 0) begin : g_four
                wire [WIDTH-1:0] first;

                mux_first_half #(
                    .WIDTH (WIDTH)
                ) u_first (
                    .left_i       (g_node[n + 3*M].word),
                    .right_i      (g_node[n + 5*M].word),
                    .past_i       (right_i[n]),
                    .then_right_i (right_i[n] ? right_i[n + 2*M] : right_i[n + M]),
                    .word_o       (first)
                );

                assign word = !right_i[n] ? first
                            : (first & g_node[n + 6*M].word) | (~first & g_node[n + 4*M].word);
            end else if (n == 1) begin : g_two
                assign word = right_i[n] ? g_node[n + 2*M].word : g_node[n + M].word;
            end else begin : g_within  // the multiplexer of its parent
                assign word = {WIDTH{1'b0}};
                wire unused = &{1'b0, word};
            end
        end
    endgenerate

    wire unused = &{1'b0, right_i};

    assign word_o = g_node[1].word;

endmodule

`default_nettype wire
