// address_ranges.v - is there a terminal with this address?
//
// The addresses of a network as ranges from a first to a last one: one range where they are
// numbered, and one for each row where a coordinate has values that no terminal has. A path from
// input to output. No mirror: a comparison.

`default_nettype none

module address_ranges #(
    parameter ADDR_W = 6,
    parameter RANGES = 1,
    // Of each range, range 0 lowest
    parameter [RANGES*ADDR_W-1:0] FIRSTS = {RANGES*ADDR_W{1'b0}},
    parameter [RANGES*ADDR_W-1:0] LASTS  = {RANGES*ADDR_W{1'b1}}
) (
    input  wire [ADDR_W-1:0] address_i,
    output wire              known_o
);

    generate
        if (RANGES < 1) begin : g_bad_ranges
            ERROR_address_ranges_RANGES_must_be_at_least_1 u_error ();
        end
    endgenerate

    reg     known;
    integer i;
    always @* begin
        known = 1'b0;
        for (i = 0; i < RANGES; i = i + 1) begin
            if (address_i >= FIRSTS[i*ADDR_W +: ADDR_W] &&
                address_i <= LASTS[i*ADDR_W +: ADDR_W]) known = 1'b1;
        end
    end

    assign known_o = known;

endmodule

`default_nettype wire
