// serial_commands.v - takes commands from a serial line, and sends their answers.
//
// A command has 7 bytes: 0x57 (write) or 0x52 (read), node, register, data (lowest byte first). The
// answer has 5: the first byte of the command, and data. A command is on the pins from request_o
// until its answer; another one is read only when the answer has been sent. Bytes that begin no
// command are ignored.
// No mirror: a bus.

`default_nettype none

module serial_commands #(
    parameter CLOCKS = 434  // of a bit on the line, 4 .. 65535
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        rx_i,
    output wire        tx_o,

    input  wire        hold_i,      // a command that has come waits
    output wire        request_o,   // one cycle: a command begins
    output wire        write_o,
    output wire [7:0]  node_o,
    output wire [7:0]  register_o,
    output wire [31:0] data_o,
    input  wire        done_i,      // with request_o or later: this is the answer
    input  wire [31:0] answer_i
);

    localparam [7:0] WRITE = 8'h57;
    localparam [7:0] READ  = 8'h52;

    wire        got;
    wire [7:0]  got_byte;
    wire        can_send;
    reg  [47:0] command_q;  // bytes that came, the last one highest
    reg  [2:0]  count_q;    // how many
    reg         wait_q;     // a command waits until hold_i is low
    reg         issue_q;    // it goes out now
    reg         asked_q;    // there is one without an answer
    reg  [39:0] answer_q;
    reg  [2:0]  left_q;     // bytes of the answer
    reg  [31:0] data_q;
    wire [7:0]  first = command_q[7:0];

    serial_receiver #(
        .CLOCKS (CLOCKS)
    ) u_receiver (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .rx_i    (rx_i),
        .valid_o (got),
        .byte_o  (got_byte)
    );

    serial_sender #(
        .CLOCKS (CLOCKS)
    ) u_sender (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .valid_i (left_q != 3'd0),
        .byte_i  (answer_q[7:0]),
        .ready_o (can_send),
        .tx_o    (tx_o)
    );

    always @(posedge clk_i) begin
        issue_q <= wait_q && !hold_i;
        if (rst_i) begin
            count_q <= 3'd0;
            wait_q  <= 1'b0;
            asked_q <= 1'b0;
            left_q  <= 3'd0;
        end else begin
            if (!hold_i) wait_q <= 1'b0;
            if (asked_q && done_i) begin
                asked_q  <= 1'b0;
                answer_q <= {answer_i, first};
                left_q   <= 3'd5;
            end else if (left_q != 3'd0 && can_send) begin
                answer_q <= {8'd0, answer_q[39:8]};
                left_q   <= left_q - 3'd1;
            end else if (got && !asked_q && left_q == 3'd0) begin
                if (count_q == 3'd6) begin
                    count_q <= 3'd0;
                    asked_q <= 1'b1;
                    wait_q  <= 1'b1;
                    data_q  <= {got_byte, command_q[47:24]};
                end else if (count_q != 3'd0 || got_byte == WRITE || got_byte == READ) begin
                    count_q <= count_q + 3'd1;
                end
            end
        end
    end
    always @(posedge clk_i) begin
        if (got && !asked_q && left_q == 3'd0) begin
            if (count_q == 3'd0) command_q[7:0] <= got_byte;
            if (count_q == 3'd1) command_q[15:8] <= got_byte;
            if (count_q == 3'd2) command_q[23:16] <= got_byte;
            if (count_q == 3'd3) command_q[31:24] <= got_byte;
            if (count_q == 3'd4) command_q[39:32] <= got_byte;
            if (count_q == 3'd5) command_q[47:40] <= got_byte;
        end
    end

    assign request_o  = issue_q;
    assign write_o    = (first == WRITE);
    assign node_o     = command_q[15:8];
    assign register_o = command_q[23:16];
    assign data_o     = data_q;

endmodule

`default_nettype wire
