// less_than.v - says whether one number is less than another, with few gates.
//
// Combinational. A tree replaces a carry chain, because coordinates are short and arrive late in a
// cycle. No mirror: a comparison.

`default_nettype none

module less_than #(
    parameter WIDTH = 6
) (
    input  wire [WIDTH-1:0] a_i,
    input  wire [WIDTH-1:0] b_i,
    output wire             less_o
);

    localparam SIZE = 1 << $clog2(WIDTH);

    // Node 1 is the root, the children of n are 2n and 2n + 1; bit b is leaf SIZE + b.
    reg  [2*SIZE-1:0] less;
    reg  [2*SIZE-1:0] equal;
    integer           b;
    integer           n;

    always @* begin
        less  = {(2*SIZE){1'b0}};
        equal = {(2*SIZE){1'b1}};
        for (b = 0; b < WIDTH; b = b + 1) begin
            less[SIZE+b]  = !a_i[b] && b_i[b];
            equal[SIZE+b] = (a_i[b] == b_i[b]);
        end
        for (n = SIZE - 1; n >= 1; n = n - 1) begin
            less[n]  = less[2*n+1] || (equal[2*n+1] && less[2*n]);
            equal[n] = equal[2*n+1] && equal[2*n];
        end
    end

    assign less_o = less[1];

endmodule

`default_nettype wire
