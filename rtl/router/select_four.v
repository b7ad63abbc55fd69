// select_four.v - one of four words, by two late signals: two LUTs a bit.
//
// A module of its own, kept as one in synthesis: optimised together with what leads it, a third
// of the bits took three LUTs.
// No mirror: a multiplexer.

`default_nettype none

(* keep_hierarchy *)
module select_four #(
    parameter WIDTH = 34
) (
    input  wire [4*WIDTH-1:0] words_i,
    input  wire               high_i,  // word 2 or 3
    input  wire               low_i,   // word 1 or 3
    output wire [WIDTH-1:0]   word_o
);

    // The first LUT puts low_i in the place of the data when the second one has to know it.
    wire [WIDTH-1:0] left = high_i ? {WIDTH{low_i}}
                          : low_i ? words_i[WIDTH +: WIDTH] : words_i[0 +: WIDTH];

    assign word_o = !high_i ? left : (left & words_i[3*WIDTH +: WIDTH])
                                     | (~left & words_i[2*WIDTH +: WIDTH]);

endmodule

`default_nettype wire
