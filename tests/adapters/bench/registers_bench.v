// registers_bench.v - axi4_lite_registers under cocotb: pins under the names that bus models know.

`timescale 1ns / 1ps

module registers_bench #(
    parameter DIMENSIONS = 6
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  enable,
    `include "axil_ports.vh"
    output wire                  interrupt,
    output wire                  instruction_valid,
    output wire [2:0]            operation,
    output wire [31:0]           pointer,
    input  wire                  instruction_ready,
    input  wire [DIMENSIONS-1:0] node_strap,
    output wire [DIMENSIONS-1:0] node,
    output wire [31:0]           system_base,
    output wire [4:0]            system_size_log2,
    input  wire                  sent,
    input  wire                  received,
    input  wire                  error_valid,
    input  wire [7:0]            error_code,
    input  wire [31:0]           error_pointer,
    input  wire                  idle,
    input  wire                  read_error,
    input  wire                  write_error,
    input  wire [31:0]           error_address
);

    axi4_lite_registers #(
        .DIMENSIONS    (DIMENSIONS),
        .DATA_W        (32),
        .SYSTEM_BUFFERS(24),
        .VERSION       (32'h0001_0203)
    ) u_registers (
        .clk_i              (clk),
        .rst_i              (rst),
        .enable_i           (enable),
        `include "axil_pins.vh"
        .interrupt_o        (interrupt),
        .instruction_valid_o(instruction_valid),
        .operation_o        (operation),
        .pointer_o          (pointer),
        .instruction_ready_i(instruction_ready),
        .node_i             (node_strap),
        .node_o             (node),
        .system_base_o      (system_base),
        .system_size_log2_o (system_size_log2),
        .sent_i             (sent),
        .received_i         (received),
        .error_valid_i      (error_valid),
        .error_code_i       (error_code),
        .error_pointer_i    (error_pointer),
        .idle_i             (idle),
        .read_error_i       (read_error),
        .write_error_i      (write_error),
        .error_address_i    (error_address)
    );

endmodule
