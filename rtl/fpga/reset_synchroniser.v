// reset_synchroniser.v - a reset that may come at any time and goes in step with the clock.
//
// rst_o is high as soon as reset_i is, and until four clocks after it is low: only the end of a
// reset must meet the clock. High too when an FPGA begins.
// No mirror: a clock domain.

`default_nettype none

module reset_synchroniser (
    input  wire clk_i,
    input  wire reset_i,  // asynchronous
    output wire rst_o
);

    reg [3:0] steady_q = 4'd0;  // clocks without a reset, ones in a row

    always @(posedge clk_i or posedge reset_i) begin
        if (reset_i) steady_q <= 4'd0;
        else steady_q <= {steady_q[2:0], 1'b1};
    end

    assign rst_o = !steady_q[3];

endmodule

`default_nettype wire
