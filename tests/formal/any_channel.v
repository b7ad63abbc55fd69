// any_channel.v - a valid/ready source that begins any word at any time and holds it until ready.

`default_nettype none

module any_channel #(
    parameter WIDTH = 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             go_i,
    input  wire [WIDTH-1:0] word_i,
    output wire             valid_o,
    output wire [WIDTH-1:0] word_o,
    input  wire             ready_i
);

    reg             held_q;
    reg [WIDTH-1:0] word_q;

    assign valid_o = !rst_i && (held_q || go_i);
    assign word_o  = held_q ? word_q : word_i;

    always @(posedge clk_i) begin
        held_q <= valid_o && !ready_i && !rst_i;
        word_q <= word_o;
    end

endmodule

`default_nettype wire
