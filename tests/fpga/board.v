// board.v - what a simulator has in place of a board: a bit of the serial line has four clocks.

`default_nettype none

module board (
    input  wire clk_i,
    input  wire reset_i,
    input  wire rx_i,
    output wire tx_o,
    output wire running_o,
    output wire alarm_o,
    output wire alive_o
);

    network_demonstrator #(
        .CLOCKS (4)
    ) u_demonstrator (
        .clk_i     (clk_i),
        .reset_i   (reset_i),
        .rx_i      (rx_i),
        .tx_o      (tx_o),
        .running_o (running_o),
        .alarm_o   (alarm_o),
        .alive_o   (alive_o)
    );

endmodule

`default_nettype wire
