// list_ends.v - the head and the tail of a doubly linked list in memory; 0 means no block.
//
// docs/timing.md, section 8.7 (lists). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module list_ends (
    input  wire        clk_i,
    input  wire        rst_i,

    input  wire        append_i,    // this block becomes the last
    input  wire [28:0] block_i,
    input  wire        remove_i,    // a block between these two, 0 being none
    input  wire [28:0] previous_i,
    input  wire [28:0] next_i,

    output wire [28:0] head_o,
    output wire [28:0] tail_o
);

    reg  [28:0] head_q;
    reg  [28:0] tail_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q <= 29'd0;
            tail_q <= 29'd0;
        end else if (append_i) begin
            if (head_q == 29'd0) head_q <= block_i;
            tail_q <= block_i;
        end else if (remove_i) begin
            if (previous_i == 29'd0) head_q <= next_i;
            if (next_i == 29'd0)     tail_q <= previous_i;
        end
    end

    assign head_o = head_q;
    assign tail_o = tail_q;

endmodule

`default_nettype wire
