// address_ranges.v - says whether a terminal has a given address.
//
// The module compares the address with a list of ranges, each from a first to a last address. One
// range is enough where the terminals are numbered. Where some values of a coordinate belong to no
// terminal, each row of the network has its own range. Combinational. No mirror: a comparison.

`default_nettype none

module address_ranges #(
    parameter ADDR_W = 6,
    parameter RANGES = 1,
    // A row for each range; range 0 is the lowest.
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
