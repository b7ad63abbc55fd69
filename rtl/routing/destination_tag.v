// destination_tag.v - routing unit of a router: a digit of the destination names the output.
//
// For the head on the pins of each input port the unit computes the route at the next router of a
// butterfly. A router of stage node_i = s sends a packet to the output that digit s of the
// destination names, so the next router uses digit s - 1. Behind stage 0 there is no router, and
// the route is zero. Combinational. All routing units have the same pins (rtl/README.md).
// docs/timing.md section 3. Mirrored by model/routing/destination_tag.cpp.

`default_nettype none

module destination_tag #(
    parameter PORTS         = 4,  // 2 .. 32
    parameter LOCAL_PORTS   = 0,
    parameter DIMENSIONS    = 3,  // digits of an address
    parameter COORD_W       = 2,  // bits of a digit
    parameter PAIRS         = 0,
    parameter RINGS         = 0,
    parameter HIGHEST_FIRST = 1,
    parameter DATELINE      = 0,
    parameter [PORTS*PORTS-1:0] TURNS = {(PORTS*PORTS){1'b1}},
    // Derived, do not override.
    parameter ADDR_W        = DIMENSIONS * COORD_W,
    parameter ROUTE_W       = PORTS + DATELINE
) (
    input  wire                     clk_i,
    input  wire [ADDR_W-1:0]        node_i,         // number of this router's digit
    input  wire [ADDR_W-1:0]        limit_i,        // highest digit
    input  wire [PORTS*ADDR_W-1:0]  destination_i,
    input  wire [PORTS*PORTS-1:0]   route_i,
    output wire [PORTS*ROUTE_W-1:0] next_o,         // one-hot or zero
    output wire [PORTS-1:0]         crossed_o
);

    localparam UNUSED = LOCAL_PORTS + PAIRS + RINGS + HIGHEST_FIRST;

    reg  [DIMENSIONS-1:0] digit_q;  // one-hot, of the next router; constant: a register to be early
    integer               n;

    always @(posedge clk_i) begin
        for (n = 0; n < DIMENSIONS; n = n + 1) digit_q[n] <= (node_i == n[ADDR_W-1:0] + 1'b1);
    end

    genvar i;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            reg  [COORD_W-1:0] digit;
            reg  [ROUTE_W-1:0] route;
            integer            d;
            integer            p;

            always @* begin
                digit = {COORD_W{1'b0}};
                for (d = 0; d < DIMENSIONS; d = d + 1) begin
                    digit = digit | (destination_i[i*ADDR_W + d*COORD_W +: COORD_W]
                                     & {COORD_W{digit_q[d]}});
                end
                route = {ROUTE_W{1'b0}};
                for (p = 0; p < PORTS; p = p + 1) begin
                    route[p] = (p < (1 << COORD_W)) && digit == p[COORD_W-1:0]
                             && digit <= limit_i[COORD_W-1:0] && (|digit_q);
                end
            end

            assign next_o[i*ROUTE_W +: ROUTE_W] = route;
        end
    endgenerate

    assign crossed_o = {PORTS{1'b0}};
    wire unused = &{1'b0, route_i, limit_i, TURNS, UNUSED[0]};

`ifdef FORMAL
`ifndef REQUIRE_IS_PROVED  // alone
    // The output at the next router is the digit of its stage, if there is one and a port for it.
    reg [ADDR_W-1:0] f_node_q;  // this stage, a cycle late as digit_q is
    integer          f_i;
    integer          f_p;
    integer          f_digit;
    always @(posedge clk_i) f_node_q <= node_i;
    always @* begin
        assert (crossed_o == {PORTS{1'b0}});
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1) begin
            f_digit = (destination_i[f_i*ADDR_W +: ADDR_W] >> ((f_node_q - 1) * COORD_W))
                    % (1 << COORD_W);
            for (f_p = 0; f_p < PORTS; f_p = f_p + 1) begin
                assert (next_o[f_i*ROUTE_W + f_p]
                        == (f_node_q >= 1 && f_node_q <= DIMENSIONS && f_digit == f_p
                            && f_digit <= limit_i[COORD_W-1:0]));
            end
        end
    end
`endif
`endif

endmodule

`default_nettype wire
