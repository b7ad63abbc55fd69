// late_any.v - is any of some late signals high where it counts, or an early one?
//
// A module of its own, kept as one in synthesis: two gates lie behind the late signals of up to
// five ports. (Optimised together with the rest they were four.)
// No mirror: a gate.

`default_nettype none

(* keep_hierarchy *)
module late_any #(
    parameter WIDTH = 5
) (
    input  wire [WIDTH-1:0] late_i,
    input  wire [WIDTH-1:0] counts_i,
    input  wire             early_i,
    output wire             any_o
);

    assign any_o = early_i || (|(late_i & counts_i));

endmodule

`default_nettype wire
