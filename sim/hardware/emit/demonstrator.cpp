// demonstrator.cpp - network_demonstrator.v.

#include "sim/hardware/emit/demonstrator.h"

#include <fmt/format.h>

namespace turnpike::sim {

std::string demonstrator_module(const EmittedNames& names) {
  return fmt::format(
      R"(// network_demonstrator.v - {0} under a serial line, for a board or a simulator.
// client.py speaks its commands, which demonstrator.v tells.

`default_nettype none

module network_demonstrator #(
    parameter CLOCKS = 434  // of a bit on the line: clock rate over bit rate
) (
    input  wire clk_i,
    input  wire reset_i,    // asynchronous
    input  wire rx_i,
    output wire tx_o,
    output wire running_o,
    output wire alarm_o,
    output wire alive_o
);

    wire        rst;
    wire        network_rst;
    wire        enable;
    wire        measured;
    wire [15:0] cycle;
    wire [47:0] request;
    wire [47:0] answer;
    wire        error;
    wire        idle;

    reset_synchroniser u_reset (
        .clk_i   (clk_i),
        .reset_i (reset_i),
        .rst_o   (rst)
    );

    demonstrator #(
        .CLOCKS (CLOCKS)
    ) u_demonstrator (
        .clk_i      (clk_i),
        .rst_i      (rst),
        .rx_i       (rx_i),
        .tx_o       (tx_o),
        .reset_o    (network_rst),
        .enable_o   (enable),
        .measured_o (measured),
        .time_o     (cycle),
        .ring_o     (request),
        .ring_i     (answer),
        .error_i    (error),
        .running_o  (running_o),
        .alarm_o    (alarm_o),
        .alive_o    (alive_o)
    );

    {0} u_network (
        .clk_i      (clk_i),
        .rst_i      (network_rst),
        .enable_i   (enable),
        .measured_i (measured),
        .time_i     (cycle),
        .ring_i     (request),
        .ring_o     (answer),
        .error_o    (error),
        .idle_o     (idle)
    );

    wire unused = &{{1'b0, idle}};

endmodule

`default_nettype wire
)",
      names.top);
}

}  // namespace turnpike::sim
