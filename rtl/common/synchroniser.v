// synchroniser.v - bits of another clock, behind two registers.
//
// A bit that changes while clk_i samples it may come as it was or as it is, or a cycle later; two
// registers give it a cycle to settle. So only a word of which one bit changes at a time (a Gray
// code) may pass: it comes as it was or as it is. data_i comes from registers without gates behind.
// A proof (FORMAL) lets every bit that has just changed come as it was or as it is.
// No mirror: a clock domain.

`default_nettype none

module synchroniser #(
    parameter WIDTH = 1  // bits, at least 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             enable_i,  // low: this cycle does not count
    input  wire [WIDTH-1:0] data_i,    // of another clock; zero in reset
    output wire [WIDTH-1:0] data_o
);

    generate
        if (WIDTH < 1) begin : g_bad_width
            ERROR_synchroniser_WIDTH_must_be_at_least_1 u_error ();
        end
    endgenerate

    (* ASYNC_REG = "TRUE", keep *)
    reg  [WIDTH-1:0] first_q;
    (* ASYNC_REG = "TRUE", keep *)
    reg  [WIDTH-1:0] second_q;

`ifdef FORMAL
    (* anyseq, keep *) wire [WIDTH-1:0] f_late;
    reg  [WIDTH-1:0] f_before;
    always @($global_clock) f_before <= data_i;
    wire [WIDTH-1:0] seen = (f_before & f_late) | (data_i & ~f_late);
`else
    wire [WIDTH-1:0] seen = data_i;
`endif

    always @(posedge clk_i) begin
        if (rst_i) begin
            first_q  <= {WIDTH{1'b0}};
            second_q <= {WIDTH{1'b0}};
        end else if (enable_i) begin
            first_q  <= seen;
            second_q <= first_q;
        end
    end

    assign data_o = second_q;

endmodule

`default_nettype wire
