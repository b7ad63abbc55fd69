// message_context.v - the packet of the task, the context of its message, and the writes of its
// data.
//
// Contexts lie in context_memory, a word for each stream of each source. IDLE and CLAIM read a
// word, which stays on the memory's output; OPEN, DATA and CLAIM_WRITE write it. CLEAR writes zero
// to all words, one a cycle. More than 30 ports: collectors, a write of memory, and fields of the
// context, each by its name.
// docs/timing.md, sections 8.5 and 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module message_context #(
    parameter DIMENSIONS = 6,  // 1 .. 12
    parameter BUFFER_W   = 4,  // number of a system buffer, bits
    parameter ENTRY_W    = 3,  // number of a comparator pair, bits
    // Derived, do not override.
    parameter PORTS      = DIMENSIONS + 1,
    parameter CHANNEL_W  = $clog2(PORTS),
    parameter INDEX_W    = CHANNEL_W + DIMENSIONS
) (
    input  wire                 clk_i,
    input  wire                 rst_i,
    input  wire                 enable_i,

    // Control
    input  wire [4:0]           state_i,
    output wire                 cleared_o,

    // Collectors, and the packet of the task
    input  wire [PORTS-1:0]     packet_valid_i,
    input  wire [PORTS*160-1:0] packets_i,
    output wire [PORTS-1:0]     packet_ready_o,  // a packet that is not waiting
    input  wire [PORTS-1:0]     packet_gnt_i,    // one-hot: the packet that is taken
    input  wire                 wait_i,          // the packet could not be placed
    input  wire                 wake_i,          // those that could not can be tried again
    output wire [PORTS-1:0]     take_o,
    input  wire                 is_packet_i,     // the task began with a packet
    output wire [63:0]          packet_o,        // its bytes 2 .. 9

    // A message begins, or is claimed
    input  wire [3:0]           result_i,        // of ALLOT: matched, buffered, watched, too long
    input  wire [BUFFER_W-1:0]  slot_i,
    input  wire [ENTRY_W-1:0]   entry_i,
    input  wire [28:0]          fetched_i,       // receive of a packet
    input  wire [157:0]         message_i,       // message_records.vh
    input  wire [28:0]          block_i,         // receive that claims
    input  wire [INDEX_W-1:0]   claim_index_i,   // {stream, source}

    // The context
    output wire                 open_o,
    output wire                 copy_o,
    output wire                 more_o,          // packets are to come
    output wire                 buffered_o,
    output wire                 watched_o,
    output wire [BUFFER_W-1:0]  slot_o,
    output wire [ENTRY_W-1:0]   entry_o,
    output wire [30:0]          finished_o,      // message_records.vh

    // The writes of the packet's data, in DATA
    output wire                 write_valid_o,
    output wire [28:0]          write_block_o,
    output wire [1:0]           write_word_o,    // behind it
    output wire [76:0]          write_o,         // message_records.vh; zero without one
    output wire [32:0]          advance_next_o,
    input  wire                 gnt_i,
    output wire                 done_o           // all of them are granted
);

    `include "message_states.vh"
    `include "message_records.vh"

    localparam WORDS     = PORTS << DIMENSIONS;
    localparam CONTEXT_W = 10 + BUFFER_W + ENTRY_W + 29 + 3 * 32;

    localparam               LAST_INT = WORDS - 1;
    localparam [INDEX_W-1:0] LAST     = LAST_INT[INDEX_W-1:0];

    reg  [PORTS-1:0]     waiting_q;    // packets that could not be placed
    reg  [PORTS-1:0]     port_q;       // of the packet, one-hot
    reg  [1:0]           step_q;       // writes of DATA that were granted
    reg  [INDEX_W-1:0]   clear_at_q;
    reg  [159:0]         packet;
    reg  [15:0]          taken_origin; // stream and source of the packet taken in this cycle
    reg  [CONTEXT_W-1:0] changed;
    integer              i;
    integer              j;

    wire [31:0]          start  = message_i[MESSAGE_START +: 32];
    wire [31:0]          length = message_i[MESSAGE_LENGTH +: 32];
    wire [31:0]          fits   = message_i[MESSAGE_ROOM +: 32];

    wire [CONTEXT_W-1:0] context_word;
    wire                 matched;
    wire                 too_long;
    wire [28:0]          block;
    wire                 fresh;
    wire [31:0]          next, next_after;
    wire [31:0]          left, left_after;
    wire [31:0]          room, room_after;

    // What DATA asks of left and room at once is stored beside them, because the word comes out of
    // memory late in the cycle: they are 32 or more, and the next packet has data to write.
    wire                 left_large, left_large_after;
    wire                 room_large, room_large_after;
    wire                 some, some_after;

    wire                 last;       // write of the packet's data
    wire [63:0]          data;
    wire [7:0]           strobe;

    wire                 take    = |packet_gnt_i;
    wire                 claims  = state_i == CLAIM || state_i == CLAIM_WRITE;
    wire                 is_open = enable_i && state_i == DATA && open_o;
    wire                 begins  = state_i == OPEN;
    wire                 clears  = enable_i && state_i == CLEAR;
    wire                 done    = is_open && (!some || (gnt_i && last));
    wire                 advance = is_open && watched_o && last;
    wire                 writes  = done || clears
                                   || (enable_i && (begins || state_i == CLAIM_WRITE));

    assign {open_o, fresh, matched, buffered_o, watched_o, too_long, copy_o, slot_o, entry_o,
            block, next, left, room, left_large, room_large, some} = context_word;

    always @* begin
        i      = 0;
        packet = 160'd0;
        if (is_packet_i) begin
            for (i = 0; i < PORTS; i = i + 1) begin
                if (port_q[i]) packet = packet | packets_i[160*i +: 160];
            end
        end
    end

    // port_q is the packet's only from the next cycle on, but its context is read in this one.
    always @* begin
        j            = 0;
        taken_origin = 16'd0;
        for (j = 0; j < PORTS; j = j + 1) begin
            if (packet_gnt_i[j]) taken_origin = taken_origin | packets_i[160*j+16 +: 16];
        end
    end

    always @* begin
        changed = context_word;
        if (writes) begin
            changed = {open_o, fresh, 1'b1, buffered_o, watched_o, too_long,
                       message_i[MESSAGE_OWN], slot_o, entry_o, block_i, next, left, room,
                       left_large, room_large, some};
            if (clears) changed = {CONTEXT_W{1'b0}};
            if (begins) begin
                changed = {2'b11, result_i, 1'b0, slot_i, entry_i, fetched_i, start, length, fits,
                           |length[31:5], |fits[31:5], (|length) && (|fits)};
            end
            if (is_open) begin
                changed = {more_o, 1'b0, matched, buffered_o, watched_o, too_long, copy_o,
                           slot_o, entry_o, block, next_after, left_after, room_after,
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
        .read_i  (take || (enable_i && state_i == CLAIM)),
        .write_i (writes),
        .index_i (clears ? clear_at_q : claims ? claim_index_i
                  : take ? {taken_origin[12 +: CHANNEL_W], taken_origin[DIMENSIONS-1:0]}
                  : {packet[28 +: CHANNEL_W], packet[16 +: DIMENSIONS]}),
        .word_i  (changed),
        .word_o  (context_word)
    );

    packet_writer u_packet_writer (
        .active_i     (is_open),
        .packet_i     (packet),
        .step_i       (step_q),
        .fresh_i      (fresh),
        .next_i       (next),
        .left_i       (left),
        .room_i       (room),
        .left_large_i (left_large),
        .room_large_i (room_large),
        .last_o       (last),
        .data_o       (data),
        .strobe_o     (strobe),
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
        if (rst_i || wake_i) waiting_q <= {PORTS{1'b0}};
        else if (wait_i)     waiting_q <= waiting_q | port_q;
        if (rst_i || done)         step_q <= 2'd0;
        else if (is_open && gnt_i) step_q <= step_q + 2'd1;
    end
    always @(posedge clk_i) begin
        if (take) port_q <= packet_gnt_i;
    end

    `REQUIRE(a_packet_of_a_node_that_exists,
            !(take && {20'd0, taken_origin[11:0]} >= 1 << DIMENSIONS))
    `REQUIRE(a_packet_of_a_stream_that_exists,
            !(take && {1'b0, taken_origin[15:12]} >= PORTS[4:0]))

    assign cleared_o      = clears && clear_at_q == LAST;
    assign packet_ready_o = packet_valid_i & ~waiting_q;
    assign take_o         = done ? port_q : {PORTS{1'b0}};
    assign packet_o       = packet[79:16];
    assign finished_o     = {block, too_long, matched};
    assign write_valid_o  = state_i == DATA && some;
    assign write_block_o  = next[31:3];
    assign write_word_o   = step_q;
    assign write_o        = {advance, 2'd0, advance, is_open, strobe, data};
    assign done_o         = done;

endmodule

`default_nettype wire
