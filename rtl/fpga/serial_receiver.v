// serial_receiver.v - receives bytes from a serial line: 8 data bits, no parity, one stop bit.
//
// The line may change at any time, so two registers synchronise it. Each bit is sampled in its
// middle. A byte with a low stop bit is dropped. No mirror: a bus.

`default_nettype none

module serial_receiver #(
    parameter CLOCKS = 434  // of a bit, 4 .. 65535: clock rate over bit rate
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       rx_i,
    output wire       valid_o,  // for one clock
    output wire [7:0] byte_o
);

    localparam [15:0] WHOLE = CLOCKS[15:0] - 16'd1;
    localparam [15:0] HALF  = {1'b0, CLOCKS[15:1]} - 16'd1;

    generate
        if (CLOCKS < 4 || CLOCKS > 65535) begin : g_bad_clocks
            ERROR_serial_receiver_CLOCKS_must_be_4_to_65535 u_error ();
        end
    endgenerate

    reg                     valid_q;
    reg  [7:0]              byte_q;

    reg [2:0]  line_q;   // the last one is what counts
    reg        busy_q;
    reg [15:0] clocks_q;
    reg [3:0]  bits_q;   // 0: the start bit

    always @(posedge clk_i) begin
        line_q  <= {line_q[1:0], rx_i};
        valid_q <= 1'b0;
        if (rst_i) begin
            line_q <= 3'b111;
            busy_q <= 1'b0;
        end else if (!busy_q) begin
            busy_q   <= !line_q[2];
            clocks_q <= HALF;
            bits_q   <= 4'd0;
        end else if (clocks_q != 16'd0) begin
            clocks_q <= clocks_q - 16'd1;
        end else begin
            clocks_q <= WHOLE;
            bits_q   <= bits_q + 4'd1;
            if (bits_q == 4'd0) begin
                busy_q <= !line_q[2];  // else it was a spike
            end else if (bits_q == 4'd9) begin
                busy_q  <= 1'b0;
                valid_q <= line_q[2];
            end else begin
                byte_q <= {line_q[2], byte_q[7:1]};
            end
        end
    end
    assign valid_o     = valid_q;
    assign byte_o      = byte_q;

endmodule

`default_nettype wire
