// switch_mux.v - the multiplexer of one output of the crossbar, controlled by switch_arbiter.v.
//
// The multiplexer is a tree of two-way multiplexers with the nodes of the arbiter. Without a
// request the output is the word of an arbitrary input.
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
        for (n = SIZE - 1; n >= 1; n = n - 1) begin : g_node
            localparam LEVEL = 1 << ($clog2(n + 1) - 1);  // how many nodes it has
            wire [WIDTH-1:0] left;
            wire [WIDTH-1:0] right;
            wire [WIDTH-1:0] word = right_i[n] ? right : left;

            if (n + LEVEL >= SIZE) begin : g_leaves
                localparam LEFT  = sender_at(n + LEVEL - SIZE);
                localparam RIGHT = sender_at(n + 2*LEVEL - SIZE);
                assign left  = words_i[LEFT*WIDTH +: WIDTH];
                assign right = words_i[RIGHT*WIDTH +: WIDTH];
            end else begin : g_inner
                assign left  = g_node[n + LEVEL].word;
                assign right = g_node[n + 2*LEVEL].word;
            end
        end
    endgenerate

    wire unused = &{1'b0, right_i};

    assign word_o = g_node[1].word;

endmodule

`default_nettype wire
