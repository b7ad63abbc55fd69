// wait_lists.v - the ends and lengths of the lists of messages that wait for a send engine. Each
// stream has a list; the lists themselves are in memory.
//
// Two small memories, read without a clock, hold heads and tails; nonempty_q says which are valid.
// docs/timing.md, section 8.7 (lists). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module wait_lists #(
    parameter STREAMS   = 7,  // 2 .. 13
    // Derived, do not override.
    parameter CHANNEL_W = $clog2(STREAMS),
    parameter COUNTS_W  = 16 * (STREAMS - 1)
) (
    input  wire                  clk_i,
    input  wire                  rst_i,

    input  wire [CHANNEL_W-1:0]  stream_i,
    input  wire                  append_i,   // this block becomes the last
    input  wire [28:0]           block_i,
    input  wire [2:0]            operation_i,
    input  wire                  remove_i,   // the first one, next_i comes after it
    input  wire [31:0]           next_i,     // 0: none

    output wire [STREAMS-1:0]    nonempty_o, // lists that hold a message
    output wire [31:0]           head_o,     // of stream_i: block, and operation in the low bits
    output wire [28:0]           tail_o,
    output wire [COUNTS_W-1:0]   counts_o    // modulo 2^16; of all streams but the last
);

    localparam [STREAMS-1:0]    STREAM_0 = 1;
    localparam [COUNTS_W-1:0]   COUNT_0  = {COUNTS_W{1'b1}} >> (COUNTS_W - 16);

    reg  [31:0]           head_mem_q [0:STREAMS-1];  // not reset: nonempty_q guards them
    reg  [28:0]           tail_mem_q [0:STREAMS-1];
    reg  [STREAMS-1:0]    nonempty_q;
    reg  [COUNTS_W-1:0]   waits_q;

    wire [STREAMS-1:0]    stream   = STREAM_0 << stream_i;
    wire                  nonempty = |(nonempty_q & stream);
    wire [COUNTS_W-1:0]   mask     = COUNT_0 << {stream_i, 4'd0};
    reg  [15:0]           count;
    wire [15:0]           changed  = append_i ? count + 16'd1 : count - 16'd1;
    integer               i;

    always @* begin
        count = 16'd0;
        for (i = 0; i < STREAMS - 1; i = i + 1) begin
            if (stream[i]) count = waits_q[16*i +: 16];
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            nonempty_q <= {STREAMS{1'b0}};
            waits_q    <= {COUNTS_W{1'b0}};
        end else if (append_i || remove_i) begin
            waits_q <= (waits_q & ~mask) | ({(STREAMS-1){changed}} & mask);
            if (append_i)             nonempty_q <= nonempty_q | stream;
            else if (next_i == 32'd0) nonempty_q <= nonempty_q & ~stream;
        end
    end
    always @(posedge clk_i) begin
        if (append_i) tail_mem_q[stream_i] <= block_i;
        if (append_i && !nonempty) head_mem_q[stream_i] <= {block_i, operation_i};
        else if (remove_i)         head_mem_q[stream_i] <= next_i;
    end

    assign nonempty_o = nonempty_q;
    assign head_o     = head_mem_q[stream_i];
    assign tail_o     = tail_mem_q[stream_i];
    assign counts_o   = waits_q;

    `REQUIRE(one_at_a_time, !(append_i && remove_i))
    `REQUIRE(remove_only_what_is_there, !(remove_i && !nonempty))

endmodule

`default_nettype wire
