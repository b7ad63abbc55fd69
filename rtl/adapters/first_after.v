// first_after.v - finds the first member of a set behind a given one, in cyclic order.
//
// Combinational. first_o is one-hot, or zero if the set is empty.
// No mirror: a choice.

`default_nettype none

module first_after #(
    parameter N = 4  // 1 .. 64
) (
    input  wire [N-1:0] set_i,
    input  wire [N-1:0] after_i,  // one-hot
    output wire [N-1:0] first_o
);

    generate
        if (N < 1 || N > 64) begin : g_bad_n
            ERROR_first_after_N_must_be_1_to_64 u_error ();
        end
    endgenerate

    reg  [N-1:0] above;  // those above the given one
    reg          passed;
    integer      i;

    always @* begin
        above  = {N{1'b0}};
        passed = 1'b0;
        for (i = 0; i < N; i = i + 1) begin
            above[i] = passed;
            if (after_i[i]) passed = 1'b1;
        end
    end

    wire [N-1:0] later = set_i & above;

    assign first_o = (|later) ? later & (~later + 1'b1) : set_i & (~set_i + 1'b1);

endmodule

`default_nettype wire
