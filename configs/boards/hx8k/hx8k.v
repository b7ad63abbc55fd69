// hx8k.v - a small network with traffic on Lattice's iCE40HX8K breakout board: 12 MHz oscillator.
//
// Lamps: 0 alive, 1 a run is on, 2 something was wrong. The USB port is the serial line, 115,200
// bit/s: 104 clocks a bit. The registers of an iCE40 begin as 0: that is the reset.
// No mirror: a board.

`default_nettype none

module hx8k (
    input  wire       clk_12mhz_i,
    input  wire       rx_i,
    output wire       tx_o,
    output wire [2:0] led_o
);

    network_demonstrator #(
        .CLOCKS (104)
    ) u_demonstrator (
        .clk_i     (clk_12mhz_i),
        .reset_i   (1'b0),
        .rx_i      (rx_i),
        .tx_o      (tx_o),
        .running_o (led_o[1]),
        .alarm_o   (led_o[2]),
        .alive_o   (led_o[0])
    );

endmodule

`default_nettype wire
