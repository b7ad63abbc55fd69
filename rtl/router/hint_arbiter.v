// hint_arbiter.v - the tree of switch_arbiter.v, with the order of its nodes from outside.
//
// A node at level l (the root is at 0) prefers its right side when bit l modulo 2 of turn_i is
// high. Combinational.
// Mirrored by model/router/arbiter_trees.h.

`default_nettype none

module hint_arbiter #(
    parameter INPUTS = 4,  // 1 .. 32
    // Derived, do not override.
    parameter SIZE   = (INPUTS > 1) ? 1 << $clog2(INPUTS) : 2
) (
    input  wire [INPUTS-1:0] req_i,
    input  wire [1:0]        turn_i,
    output wire [INPUTS-1:0] gnt_o  // one-hot, or zero when nobody asks
);

    reg  [2*SIZE-1:0] req;
    reg  [2*SIZE-1:0] on_way;
    reg  [INPUTS-1:0] gnt;
    reg               right;
    integer           k;
    integer           n;

    function automatic integer leaf;
        input integer input_k;
        leaf = SIZE + ((2*input_k < SIZE) ? 2*input_k : 2*SIZE - 1 - 2*input_k);
    endfunction

    always @* begin
        req    = {(2*SIZE){1'b0}};
        on_way = {{(2*SIZE-2){1'b0}}, 2'b10};
        right  = 1'b0;
        for (k = 0; k < INPUTS; k = k + 1) req[leaf(k)] = req_i[k];
        for (n = SIZE - 1; n >= 1; n = n - 1) req[n] = req[2*n] || req[2*n+1];
        for (n = 1; n < SIZE; n = n + 1) begin
            right         = req[2*n+1] && !(req[2*n] && !turn_i[($clog2(n+1) - 1) % 2]);
            on_way[2*n]   = on_way[n] && !right;
            on_way[2*n+1] = on_way[n] && right;
        end
        for (k = 0; k < INPUTS; k = k + 1) gnt[k] = on_way[leaf(k)] && req_i[k];
    end

    assign gnt_o = gnt;

endmodule

`default_nettype wire
