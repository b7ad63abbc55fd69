// demonstrator.v - runs a network with traffic at its terminals, under commands of a serial line.
//
// serial_commands says what a command is. A node below 254, or 255 (all), means
// registers of traffic_terminal, over the ring. Node 254 means this module:
//
//   write                                       read
//   0  0: run; 1: reset of all but this module  0  0: running; 1: error of the network;
//                                                  2: a terminal found an error
//   1  cycles of warm-up                        1  0: warm-up, 1: measurement, 2: after it
//   2  cycles of the measurement                2  0x54504b31, "TPK1"
//                                               3  cycles of the run, modulo 2^32
//
// Each clock is a cycle of the network while `run` is 1. The measurement follows the warm-up, and
// counts the events of its own cycles only. docs/fpga.md. No mirror.

`default_nettype none

module demonstrator #(
    parameter CLOCKS = 434  // of a bit on the line, 4 .. 65535
) (
    input  wire        clk_i,
    input  wire        rst_i,      // synchronous
    input  wire        rx_i,
    output wire        tx_o,

    // The network
    output wire        reset_o,    // its rst_i
    output wire        enable_o,
    output wire        measured_o,
    output wire [15:0] time_o,
    output wire [47:0] ring_o,
    input  wire [47:0] ring_i,
    input  wire        error_i,

    // To LEDs
    output wire        running_o,
    output wire        alarm_o,    // error of the network or a terminal, until the next reset
    output wire        alive_o     // goes on and off about once a second at 25 to 50 MHz
);

    localparam [7:0] SELF = 8'd254;

    wire        request;
    wire        write;
    wire [7:0]  node;
    wire [7:0]  register;
    wire [31:0] data;
    wire        is_self = (node == SELF);

    // Run
    reg         running_q;
    reg  [9:0]  reset_q;     // clocks of reset that follow
    reg         reset_on_q = 1'b1;  // there are some; as an FPGA begins
    reg         begun_q;     // there was a cycle since the reset
    reg  [1:0]  phase_q;
    reg         measured_q;
    reg  [31:0] rest_q;      // cycles of the phase behind this one
    reg  [31:0] warmup_q;
    reg  [31:0] measurement_q;
    reg  [31:0] cycle_q;
    reg  [25:0] alive_q;
    reg  [31:0] value;

    always @* begin
        case (register)
            8'd0:    value = {29'd0, ring_i[47], error_i, running_q};
            8'd1:    value = {30'd0, phase_q};
            8'd2:    value = 32'h54504b31;
            8'd3:    value = cycle_q;
            default: value = 32'd0;
        endcase
    end

    serial_commands #(
        .CLOCKS (CLOCKS)
    ) u_commands (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .rx_i       (rx_i),
        .tx_o       (tx_o),
        .hold_i     (reset_o),
        .request_o  (request),
        .write_o    (write),
        .node_o     (node),
        .register_o (register),
        .data_o     (data),
        .done_i     (is_self ? request : ring_i[46]),
        .answer_i   (!is_self ? ring_i[31:0] : write ? data : value)
    );

    wire control = request && is_self && write;

    always @(posedge clk_i) begin
        alive_q    <= alive_q + 26'd1;
        reset_on_q <= rst_i || reset_q != 10'd0;
        if (rst_i) begin
            running_q <= 1'b0;
            reset_q   <= 10'h3ff;
            alive_q   <= 26'd0;
        end else begin
            if (reset_q != 10'd0) reset_q <= reset_q - 10'd1;
            if (control && register == 8'd0) begin
                running_q <= data[0];
                if (data[1]) reset_q <= 10'h3ff;
            end
            if (control && register == 8'd1) warmup_q <= data;
            if (control && register == 8'd2) measurement_q <= data;
        end
    end
    // Phases. The phase of a cycle is known before the cycle begins.
    always @(posedge clk_i) begin
        if (rst_i || reset_o) begin
            begun_q <= 1'b0;
            cycle_q <= 32'd0;
        end else if (running_q) begin
            begun_q <= 1'b1;
            cycle_q <= cycle_q + 32'd1;
        end
        if (running_q) begin
            rest_q <= rest_q - 32'd1;
            if (rest_q == 32'd0 && phase_q != 2'd2) begin
                phase_q    <= phase_q + 2'd1;
                measured_q <= (phase_q == 2'd0);
                rest_q     <= measurement_q - 32'd1;
            end
        end else if (!begun_q) begin
            phase_q    <= (warmup_q == 32'd0) ? 2'd1 : 2'd0;
            measured_q <= (warmup_q == 32'd0);
            rest_q     <= ((warmup_q == 32'd0) ? measurement_q : warmup_q) - 32'd1;
        end
    end

    assign reset_o    = reset_on_q;
    assign enable_o   = running_q;
    assign measured_o = measured_q;
    assign time_o     = cycle_q[15:0];
    assign ring_o     = {1'b0, request && !is_self, write, node, register[4:0], data};
    assign running_o  = running_q;
    assign alarm_o    = error_i || ring_i[47];
    assign alive_o    = alive_q[25];

    wire unused = &{1'b0, ring_i[45:32]};

endmodule

`default_nettype wire
