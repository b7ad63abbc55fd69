// mux_first_half.v - the first of the two LUTs of a multiplexer of four words (switch_mux.v).
//
// Yosys would merge the two and find the tree of three LUTs, so the module keeps its borders there.
// A tool for LUTs of six inputs needs no border: one LUT holds all four words.
// No mirror: a multiplexer.

`default_nettype none

`ifdef YOSYS
`ifdef SYNTHESIS
(* keep_hierarchy *)
`endif
`endif
module mux_first_half #(
    parameter WIDTH = 40
) (
    input  wire [WIDTH-1:0] left_i,
    input  wire [WIDTH-1:0] right_i,
    input  wire             past_i,        // neither of them,
    input  wire             then_right_i,  // but this bit; else which of them
    output wire [WIDTH-1:0] word_o
);

    assign word_o = past_i ? {WIDTH{then_right_i}} : then_right_i ? right_i : left_i;

endmodule

`default_nettype wire
