// reset_synchroniser.v - synchronises the end of a reset with the clock.
//
// reset_i may change at any time. rst_o rises with reset_i at once, and falls four clocks after
// reset_i did, in step with the clock. It is also high when an FPGA starts.
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
