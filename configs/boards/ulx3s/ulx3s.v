// ulx3s.v - a network with traffic on a ULX3S board: Lattice ECP5-85F, 25 MHz oscillator.
//
// Lamps: 0 alive, 1 a run is on, 2 something was wrong. Button 1 (FIRE 1) resets. The USB port is
// the serial line, 1 Mbit/s. A PLL makes the clock, 50 MHz: VCO 600 MHz, divided by 12.
// No mirror: a board.

`default_nettype none

module ulx3s (
    input  wire       clk_25mhz_i,
    input  wire       ftdi_txd_i,    // from the host
    output wire       ftdi_rxd_o,    // to the host
    input  wire       btn_fire1_i,
    output wire [2:0] led_o,
    output wire       wifi_gpio0_o   // high: the board stays on
);

    wire clk;
    wire locked;
    wire [5:0] unused;  // outputs of the PLL

    (* FREQUENCY_PIN_CLKI="25" *)
    (* FREQUENCY_PIN_CLKOP="50" *)
    (* ICP_CURRENT="12" *)
    (* LPF_RESISTOR="8" *)
    (* MFG_ENABLE_FILTEROPAMP="1" *)
    (* MFG_GMCREF_SEL="2" *)
    EHXPLLL #(
        .CLKI_DIV      (1),
        .CLKFB_DIV     (2),
        .CLKOP_DIV     (12),
        .CLKOP_CPHASE  (5),
        .CLKOP_FPHASE  (0),
        .CLKOP_ENABLE  ("ENABLED"),
        .FEEDBK_PATH   ("CLKOP"),
        .OUTDIVIDER_MUXA ("DIVA"),
        .PLLRST_ENA    ("DISABLED"),
        .STDBY_ENABLE  ("DISABLED"),
        .DPHASE_SOURCE ("DISABLED")
    ) u_pll (
        .RST          (1'b0),
        .STDBY        (1'b0),
        .CLKI         (clk_25mhz_i),
        .CLKOP        (clk),
        .CLKFB        (clk),
        .CLKINTFB     (unused[0]),
        .CLKOS        (unused[1]),
        .CLKOS2       (unused[2]),
        .CLKOS3       (unused[3]),
        .INTLOCK      (unused[4]),
        .REFCLK       (unused[5]),
        .PHASESEL0    (1'b0),
        .PHASESEL1    (1'b0),
        .PHASEDIR     (1'b1),
        .PHASESTEP    (1'b1),
        .PHASELOADREG (1'b1),
        .PLLWAKESYNC  (1'b0),
        .ENCLKOP      (1'b0),
        .ENCLKOS      (1'b0),
        .ENCLKOS2     (1'b0),
        .ENCLKOS3     (1'b0),
        .LOCK         (locked)
    );

    network_demonstrator #(
        .CLOCKS (50)
    ) u_demonstrator (
        .clk_i     (clk),
        .reset_i   (btn_fire1_i || !locked),
        .rx_i      (ftdi_txd_i),
        .tx_o      (ftdi_rxd_o),
        .running_o (led_o[1]),
        .alarm_o   (led_o[2]),
        .alive_o   (led_o[0])
    );

    assign wifi_gpio0_o = 1'b1;

endmodule

`default_nettype wire
