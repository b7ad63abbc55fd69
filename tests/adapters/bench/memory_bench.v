// memory_bench.v - axi4_memory under cocotb: pins under the names that bus models know.

`timescale 1ns / 1ps

module memory_bench #(
    parameter READS  = 8,
    parameter WRITES = 8,
    parameter ID_W   = 4
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            enable,
    input  wire            memory_valid,
    input  wire            memory_write,
    input  wire            memory_fence,
    input  wire [31:0]     memory_address,
    input  wire [63:0]     memory_data,
    input  wire [7:0]      memory_strobe,
    output wire            memory_ready,
    output wire            memory_response,
    output wire [63:0]     memory_read_data,
    `include "axi_ports.vh"
    output wire            read_error,
    output wire            write_error,
    output wire [31:0]     error_address,
    output wire            idle
);

    axi4_memory #(
        .READS (READS),
        .WRITES(WRITES),
        .ID_W  (ID_W),
        .ID    (5)
    ) u_memory (
        .clk_i            (clk),
        .rst_i            (rst),
        .enable_i         (enable),
        .memory_valid_i   (memory_valid),
        .memory_write_i   (memory_write),
        .memory_fence_i   (memory_fence),
        .memory_address_i (memory_address),
        .memory_data_i    (memory_data),
        .memory_strobe_i  (memory_strobe),
        .memory_ready_o   (memory_ready),
        .memory_response_o(memory_response),
        .memory_data_o    (memory_read_data),
        `include "axi_pins.vh"
        .read_error_o     (read_error),
        .write_error_o    (write_error),
        .error_address_o  (error_address),
        .idle_o           (idle)
    );

endmodule
