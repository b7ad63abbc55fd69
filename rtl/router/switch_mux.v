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

    // Words of nodes, the root is node 1, and of leaves. Numbers as in switch_arbiter.v: in a level
    // of m nodes, node n has the children n + m, left, and n + 2m, right.
    wire [2*SIZE*WIDTH-1:0] word;
    genvar                  n;

    assign word[0 +: WIDTH] = {WIDTH{1'b0}};

    generate
        for (n = SIZE; n < 2*SIZE; n = n + 1) begin : g_leaf
            localparam SENDER = sender_at(n - SIZE);
            assign word[n*WIDTH +: WIDTH] = words_i[SENDER*WIDTH +: WIDTH];
        end

        for (n = 1; n < SIZE; n = n + 1) begin : g_node
            localparam M     = 1 << ($clog2(n + 1) - 1);  // nodes of its level
            localparam BELOW = LEVELS - $clog2(M);        // levels from here to the leaves

            if (BELOW % 2 == 0) begin : g_four
                wire             then_right = right_i[n] ? right_i[n + 2*M] : right_i[n + M];
                wire [WIDTH-1:0] first;

                mux_first_half #(
                    .WIDTH (WIDTH)
                ) u_first (
                    .left_i       (word[(n + 3*M)*WIDTH +: WIDTH]),
                    .right_i      (word[(n + 5*M)*WIDTH +: WIDTH]),
                    .past_i       (right_i[n]),
                    .then_right_i (then_right),
                    .word_o       (first)
                );

                assign word[n*WIDTH +: WIDTH] = !right_i[n] ? first
                    : (first & word[(n + 6*M)*WIDTH +: WIDTH])
                      | (~first & word[(n + 4*M)*WIDTH +: WIDTH]);
            end else if (n == 1) begin : g_two
                assign word[WIDTH +: WIDTH] = right_i[1] ? word[(1 + 2*M)*WIDTH +: WIDTH]
                                                         : word[(1 + M)*WIDTH +: WIDTH];
            end else begin : g_within  // the multiplexer of its parent
                assign word[n*WIDTH +: WIDTH] = {WIDTH{1'b0}};
            end
        end
    endgenerate

    wire unused = &{1'b0, right_i, word};

    assign word_o = word[WIDTH +: WIDTH];

endmodule

`default_nettype wire
