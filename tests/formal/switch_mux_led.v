// switch_mux_led.v - switch_mux.v, led by an arbiter.
//
// While somebody asks it shows the word of who is granted. The registers of the arbiter may hold
// anything.

`default_nettype none
`include "check.vh"

module switch_mux_led #(
    parameter INPUTS  = 3,
    parameter LANES   = 2,
    parameter WIDTH   = 2,
    // Derived, do not override.
    parameter SENDERS = INPUTS * LANES,
    parameter SIZE    = LANES * ((INPUTS > 1) ? 1 << $clog2(INPUTS) : 2)
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire [SENDERS-1:0]       req_i,
    input wire [SENDERS*WIDTH-1:0] words_i
);

    wire [SENDERS-1:0] gnt;
    wire [SIZE-1:0]    right;
    wire [WIDTH-1:0]   word;

    switch_arbiter #(
        .INPUTS (INPUTS),
        .LANES  (LANES)
    ) u_arbiter (
        .clk_i    (clk_i),
        .rst_i    (rst_i),
        .enable_i (1'b1),
        .req_i    (req_i),
        .gnt_o    (gnt),
        .right_o  (right)
    );

    switch_mux #(
        .INPUTS (INPUTS),
        .LANES  (LANES),
        .WIDTH  (WIDTH)
    ) u_mux (
        .words_i (words_i),
        .right_i (right),
        .word_o  (word)
    );

    reg [WIDTH-1:0] granted;
    integer         k;

    always @* begin
        granted = {WIDTH{1'b0}};
        for (k = 0; k < SENDERS; k = k + 1) begin
            if (gnt[k]) granted = words_i[k*WIDTH +: WIDTH];
        end
    end

    `ENSURE(the_word_of_who_is_granted, !(|req_i) || word == granted)

endmodule

`default_nettype wire
