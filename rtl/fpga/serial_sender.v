// serial_sender.v - sends bytes on a serial line: 8 data bits, no parity, one stop bit.
//
// The sender takes a byte in a clock with valid_i and ready_o high. No mirror: a bus.

`default_nettype none

module serial_sender #(
    parameter CLOCKS = 434  // of a bit, 4 .. 65535: clock rate over bit rate
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    input  wire [7:0] byte_i,
    output wire       ready_o,
    output wire       tx_o
);

    localparam [15:0] WHOLE = CLOCKS[15:0] - 16'd1;

    generate
        if (CLOCKS < 4 || CLOCKS > 65535) begin : g_bad_clocks
            ERROR_serial_sender_CLOCKS_must_be_4_to_65535 u_error ();
        end
    endgenerate

    reg                     tx_q;

    reg [8:0]  bits_q;   // that come next, the lowest first
    reg [3:0]  rest_q;   // how many, that on the line included
    reg [15:0] clocks_q;

    assign ready_o = (rest_q == 4'd0);

    always @(posedge clk_i) begin
        if (rst_i) begin
            rest_q <= 4'd0;
            tx_q   <= 1'b1;
        end else if (ready_o) begin
            if (valid_i) begin
                bits_q   <= {1'b1, byte_i};
                rest_q   <= 4'd10;
                clocks_q <= WHOLE;
                tx_q     <= 1'b0;
            end
        end else if (clocks_q != 16'd0) begin
            clocks_q <= clocks_q - 16'd1;
        end else begin
            clocks_q <= WHOLE;
            rest_q   <= rest_q - 4'd1;
            bits_q   <= {1'b1, bits_q[8:1]};
            tx_q     <= bits_q[0];
        end
    end
    assign tx_o        = tx_q;

endmodule

`default_nettype wire
