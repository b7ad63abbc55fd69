// message_context.v - the context of the message that the current task handles, and its change by
// the data of a packet.
//
// Contexts lie in context_memory, a word for each stream of each source. IDLE and CLAIM read a
// word, which stays on the memory's output; OPEN, DATA and CLAIM_WRITE write it. CLEAR writes zero
// to all words, one a cycle. More than 30 ports: fields of the packet, of the receive and of the
// context, each by its name.
// docs/timing.md, sections 8.5 and 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module message_context #(
    parameter DIMENSIONS = 6,  // 1 .. 12
    parameter BUFFER_W   = 4,  // number of a system buffer, bits
    parameter ENTRY_W    = 3,  // number of a comparator pair, bits
    // Derived, do not override.
    parameter PORTS      = DIMENSIONS + 1,
    parameter CHANNEL_W  = $clog2(PORTS),
    parameter INDEX_W    = CHANNEL_W + DIMENSIONS
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                enable_i,

    // Control
    input  wire [4:0]          state_i,
    input  wire [1:0]          step_i,
    input  wire                done_i,
    input  wire                take_packet_i,
    input  wire [INDEX_W-1:0]  taken_index_i,   // {stream, source}, in the cycle of take_packet_i
    input  wire [INDEX_W-1:0]  packet_index_i,  // after it
    input  wire [INDEX_W-1:0]  claim_index_i,
    output wire                cleared_o,

    // A message begins, or is claimed
    input  wire [3:0]          result_i,        // of ALLOT: matched, buffered, watched, too long
    input  wire [BUFFER_W-1:0] slot_i,
    input  wire [ENTRY_W-1:0]  entry_i,
    input  wire [28:0]         fetched_i,       // receive of a packet
    input  wire [31:0]         start_i,
    input  wire [31:0]         length_i,
    input  wire [31:0]         room_i,
    input  wire [28:0]         block_i,         // receive that claims
    input  wire                own_i,

    // The context
    output wire                open_o,
    output wire                matched_o,
    output wire                buffered_o,
    output wire                copy_o,
    output wire                watched_o,
    output wire                too_long_o,
    output wire [BUFFER_W-1:0] slot_o,
    output wire [ENTRY_W-1:0]  entry_o,
    output wire [28:0]         block_o,

    // The data of the packet
    input  wire [159:0]        packet_i,
    output wire                some_o,          // of it are written; only in an open context
    output wire                more_o,          // packets are to come
    output wire                write_last_o,
    output wire [28:0]         write_address_o,
    output wire [63:0]         write_data_o,
    output wire [7:0]          write_strobe_o,
    output wire [32:0]         advance_next_o
);

    `include "message_states.vh"

    localparam WORDS     = PORTS << DIMENSIONS;
    localparam CONTEXT_W = 10 + BUFFER_W + ENTRY_W + 29 + 3 * 32;

    localparam               LAST_INT = WORDS - 1;
    localparam [INDEX_W-1:0] LAST     = LAST_INT[INDEX_W-1:0];

    reg  [INDEX_W-1:0]   clear_at_q;
    reg  [CONTEXT_W-1:0] changed;

    wire [CONTEXT_W-1:0] context_word;
    wire                 fresh;
    wire [31:0]          next, next_after;
    wire [31:0]          left, left_after;
    wire [31:0]          room, room_after;

    // What DATA asks of left and room at once is stored beside them, because the word comes out of
    // memory late in the cycle: they are 32 or more, and the next packet has data to write.
    wire                 left_large, left_large_after;
    wire                 room_large, room_large_after;
    wire                 some, some_after;

    wire                 claims  = state_i == CLAIM || state_i == CLAIM_WRITE;
    wire                 is_open = enable_i && state_i == DATA && open_o;
    wire                 begins  = state_i == OPEN;
    wire                 clears  = enable_i && state_i == CLEAR;
    wire                 writes  = (is_open && done_i) || clears
                                   || (enable_i && (begins || state_i == CLAIM_WRITE));

    assign {open_o, fresh, matched_o, buffered_o, watched_o, too_long_o, copy_o, slot_o, entry_o,
            block_o, next, left, room, left_large, room_large, some} = context_word;

    always @* begin
        changed = context_word;
        if (writes) begin
            changed = {open_o, fresh, 1'b1, buffered_o, watched_o, too_long_o, own_i, slot_o,
                       entry_o, block_i, next, left, room, left_large, room_large, some};
            if (clears) changed = {CONTEXT_W{1'b0}};
            if (begins) begin
                changed = {2'b11, result_i, 1'b0, slot_i, entry_i, fetched_i, start_i, length_i,
                           room_i, |length_i[31:5], |room_i[31:5], (|length_i) && (|room_i)};
            end
            if (is_open) begin
                changed = {more_o, 1'b0, matched_o, buffered_o, watched_o, too_long_o, copy_o,
                           slot_o, entry_o, block_o, next_after, left_after, room_after,
                           left_large_after, room_large_after, some_after};
            end
        end
    end

    context_memory #(
        .WORDS  (WORDS),
        .WORD_W (CONTEXT_W)
    ) u_context_memory (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .read_i  (take_packet_i || (enable_i && state_i == CLAIM)),
        .write_i (writes),
        .index_i (clears ? clear_at_q : claims ? claim_index_i
                  : take_packet_i ? taken_index_i : packet_index_i),
        .word_i  (changed),
        .word_o  (context_word)
    );

    packet_writer u_packet_writer (
        .active_i     (is_open),
        .packet_i     (packet_i),
        .step_i       (step_i),
        .fresh_i      (fresh),
        .next_i       (next),
        .left_i       (left),
        .room_i       (room),
        .left_large_i (left_large),
        .room_large_i (room_large),
        .last_o       (write_last_o),
        .address_o    (write_address_o),
        .data_o       (write_data_o),
        .strobe_o     (write_strobe_o),
        .more_o       (more_o),
        .next_o       (next_after),
        .advance_o    (advance_next_o),
        .left_o       (left_after),
        .room_o       (room_after),
        .left_large_o (left_large_after),
        .room_large_o (room_large_after),
        .writes_o     (some_after)
    );

    always @(posedge clk_i) begin
        if (rst_i)       clear_at_q <= {INDEX_W{1'b0}};
        else if (clears) clear_at_q <= clear_at_q + 1'b1;
    end

    assign some_o    = some;
    assign cleared_o = clears && clear_at_q == LAST;

endmodule

`default_nettype wire
