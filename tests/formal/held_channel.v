// held_channel.v - a valid/ready channel keeps valid and its word until ready: what AXI4 wants.

`default_nettype none
`include "check.vh"

module held_channel #(
    parameter WIDTH = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             valid_i,
    input wire [WIDTH-1:0] word_i,
    input wire             ready_i
);

    reg             held_q;
    reg [WIDTH-1:0] word_q;

    always @(posedge clk_i) begin
        held_q <= !rst_i && valid_i && !ready_i;
        word_q <= word_i;
    end

    `ENSURE(valid_and_its_word_stay_until_ready, !held_q || (valid_i && word_i == word_q))

endmodule

`default_nettype wire
