// tag_ahead.v - which output a packet will take at the next router of a butterfly.
//
// Destination tag: a router of the stage with node_i = s sends a packet to the output that is
// the destination's digit number s, so the next one takes digit s - 1. Combinational, beside the
// switch. Behind stage 0 there is no router: the route is zero. docs/timing.md section 3.
// Mirrored by model/common/routing.h.

`default_nettype none

module tag_ahead #(
    parameter PORTS   = 4,  // 2 .. 32
    parameter DIGITS  = 3,  // of an address
    parameter DIGIT_W = 2,  // bits of a digit
    // Derived, do not override.
    parameter ADDR_W  = DIGITS * DIGIT_W
) (
    input  wire               clk_i,
    input  wire [ADDR_W-1:0]  node_i,         // number of this router's digit
    input  wire [DIGIT_W-1:0] limit_i,        // highest digit
    input  wire [ADDR_W-1:0]  destination_i,
    output wire [PORTS-1:0]   route_o         // one-hot or zero
);

    reg  [DIGITS-1:0]  digit_q;  // one-hot, of the next router; constant: a register to be early

    reg  [DIGIT_W-1:0] digit;
    reg  [PORTS-1:0]   route;
    integer            d;
    integer            p;
    integer            n;

    always @(posedge clk_i) begin
        for (n = 0; n < DIGITS; n = n + 1) digit_q[n] <= (node_i == n[ADDR_W-1:0] + 1'b1);
    end

    always @* begin
        digit = {DIGIT_W{1'b0}};
        for (d = 0; d < DIGITS; d = d + 1) begin
            digit = digit | (destination_i[d*DIGIT_W +: DIGIT_W] & {DIGIT_W{digit_q[d]}});
        end
        for (p = 0; p < PORTS; p = p + 1) begin
            route[p] = (p < (1 << DIGIT_W)) && digit == p[DIGIT_W-1:0] && digit <= limit_i
                     && (|digit_q);
        end
    end

    assign route_o = route;

endmodule

`default_nettype wire
