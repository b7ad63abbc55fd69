// block_reader.v - fetches the first three words of a header block or descriptor.
//
// It reads the words 0, 1 and 2, or only 1 and 2, and requests each word in the cycle after the
// grant of the previous one. The outputs hold the words until the next fetch.
// docs/timing.md, section 8.7 (FETCH). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module block_reader (
    input  wire        clk_i,
    input  wire        rst_i,

    input  wire        start_i,
    input  wire        skip_i,         // word 0
    input  wire [28:0] block_i,

    // Memory, in the cycles after start_i
    input  wire        active_i,
    output wire        read_valid_o,
    output wire [1:0]  read_word_o,    // of the block
    input  wire        gnt_i,
    input  wire        response_i,
    input  wire [63:0] data_i,
    output wire        done_o,         // the last word arrives

    // The fetched words, and their address
    output wire [28:0] block_o,
    output wire [63:0] word0_o,
    output wire [63:0] word1_o,
    output wire [63:0] word2_o
);

    reg  [28:0] at_q;
    reg  [1:0]  asked_q;  // the next word
    reg  [1:0]  come_q;
    reg  [63:0] word0_q;
    reg  [63:0] word1_q;
    reg  [63:0] word2_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            asked_q <= 2'd3;
            come_q   <= 2'd3;
        end else if (start_i) begin
            asked_q <= {1'b0, skip_i};
            come_q   <= {1'b0, skip_i};
        end else if (active_i) begin
            if (gnt_i)      asked_q <= asked_q + 2'd1;
            if (response_i) come_q   <= come_q + 2'd1;
        end
    end
    always @(posedge clk_i) begin
        if (start_i) at_q <= block_i;
        if (active_i && response_i) begin
            if (come_q == 2'd0) word0_q <= data_i;
            if (come_q == 2'd1) word1_q <= data_i;
            if (come_q == 2'd2) word2_q <= data_i;
        end
    end

    assign read_valid_o = active_i && asked_q != 2'd3;
    assign read_word_o  = asked_q;
    assign done_o       = active_i && response_i && come_q == 2'd2;
    assign block_o      = at_q;
    assign word0_o      = word0_q;
    assign word1_o      = word1_q;
    assign word2_o      = word2_q;

    `REQUIRE(no_more_words_than_requested, !(active_i && response_i && come_q == 2'd3))

endmodule

`default_nettype wire
