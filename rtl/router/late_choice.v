// late_choice.v - takes one of two prepared words, by a signal that comes last in its cycle.
//
// A module of its own, kept as one in synthesis: whatever was prepared stays prepared, and one gate
// lies behind the late signal. (Optimised together with the rest it was four.)
// No mirror: a multiplexer.

`default_nettype none

(* keep_hierarchy *)
module late_choice #(
    parameter WIDTH = 1
) (
    input  wire             late_i,
    input  wire [WIDTH-1:0] if_high_i,
    input  wire [WIDTH-1:0] if_low_i,
    output wire [WIDTH-1:0] word_o
);

    assign word_o = late_i ? if_high_i : if_low_i;

endmodule

`default_nettype wire
