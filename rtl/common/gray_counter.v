// gray_counter.v - a counter whose value another clock may sample at any time.
//
// gray_o is a register, of which one bit changes with each count; binary_o is the same number.
// No mirror: a clock domain.

`default_nettype none

module gray_counter #(
    parameter WIDTH = 2  // bits, at least 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             count_i,
    output wire [WIDTH-1:0] binary_o,
    output wire [WIDTH-1:0] gray_o
);

    generate
        if (WIDTH < 1) begin : g_bad_width
            ERROR_gray_counter_WIDTH_must_be_at_least_1 u_error ();
        end
    endgenerate

    localparam [WIDTH-1:0] ONE = 1;

    reg  [WIDTH-1:0] binary_q;
    (* keep *)
    reg  [WIDTH-1:0] gray_q;
    wire [WIDTH-1:0] next = binary_q + ONE;
    wire [WIDTH:0]   wide = {1'b0, next};

    always @(posedge clk_i) begin
        if (rst_i) begin
            binary_q <= {WIDTH{1'b0}};
            gray_q   <= {WIDTH{1'b0}};
        end else if (count_i) begin
            binary_q <= next;
            gray_q   <= next ^ wide[WIDTH:1];
        end
    end

    assign binary_o = binary_q;
    assign gray_o   = gray_q;

    wire unused = &{1'b0, wide[0]};

`ifdef FORMAL
    reg  [WIDTH-1:0] f_before = {WIDTH{1'b0}};
    wire [WIDTH-1:0] f_changed = gray_q ^ f_before;
    always @($global_clock) f_before <= gray_q;
    always @* assert ((f_changed & (f_changed - ONE)) == {WIDTH{1'b0}});
    always @* assert (gray_q == (binary_q ^ (binary_q >> 1)));
`endif

endmodule

`default_nettype wire
