// message_receiver.v - the receiving states of the message unit: receives, and arriving messages.
//
// It decides what follows each of its states. message_context has the packet of the task, the
// contexts and the writes of data, receive_writes the lists and all other writes; placement decides
// where data go. More than 30 ports: collectors, memory, comparator cache and copy engine.
// docs/timing.md, sections 8.5 and 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module message_receiver #(
    parameter DIMENSIONS     = 6,   // 1 .. 12
    parameter SYSTEM_BUFFERS = 16,  // 1 .. 64
    // Derived, do not override.
    parameter PORTS          = DIMENSIONS + 1,
    parameter CHANNEL_W      = $clog2(PORTS),
    parameter BUFFER_W       = (SYSTEM_BUFFERS > 1) ? $clog2(SYSTEM_BUFFERS) : 1,
    parameter ENTRY_W        = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  enable_i,
    input  wire [28:0]           system_base_i,  // words
    input  wire [4:0]            system_size_log2_i,

    // States
    input  wire [4:0]            state_i,
    input  wire                  is_packet_i,    // the task began with a packet
    output wire [4:0]            next_o,         // behind a fetch, if fetch_o
    output wire                  fetch_o,
    output wire [28:0]           fetch_block_o,

    // The fetched words, and the fields of an instruction
    input  wire [28:0]           fetched_i,
    input  wire [57:0]           links_i,        // previous and next in the list
    input  wire [49:0]           word1_i,        // node; no overrun checking, any, type
    input  wire [63:0]           word2_i,
    input  wire [28:0]           block_i,
    input  wire [113:0]          task_i,         // message_records.vh
    output wire [28:0]           unexpected_o,   // the first unexpected message, 0: none

    // Collectors
    input  wire [PORTS-1:0]      packet_valid_i,
    input  wire [PORTS*160-1:0]  packets_i,
    output wire [PORTS-1:0]      packet_ready_o, // a packet that is not waiting
    input  wire [PORTS-1:0]      packet_gnt_i,   // one-hot: the packet that is taken
    output wire [PORTS-1:0]      take_o,

    // Memory
    output wire                  request_valid_o,
    output wire [28:0]           request_block_o,
    output wire [1:0]            request_word_o,  // of it
    output wire [76:0]           request_write_o, // message_records.vh; zero in other states
    output wire [32:0]           advance_next_o,
    input  wire                  gnt_i,

    // Comparator cache
    input  wire                  pair_i,
    input  wire [ENTRY_W-1:0]    pair_entry_i,
    output wire                  pair_load_o,
    output wire [31:0]           pair_start_o,
    output wire [31:0]           pair_room_o,
    output wire                  invalidate_o,
    output wire [ENTRY_W-1:0]    entry_o,

    // System buffers: releases, finished copies and copies to make
    input  wire                  release_i,
    input  wire [BUFFER_W-1:0]   release_buffer_i,
    output wire                  given_o,
    input  wire                  free_i,
    input  wire [BUFFER_W-1:0]   free_buffer_i,
    output wire                  push_o,
    output wire [BUFFER_W-1:0]   push_buffer_o
);

    `include "message_states.vh"
    `include "message_records.vh"

    reg  [28:0]           buffer_place_q; // where the system buffer of the context begins
    reg  [28:0]           data_base_q;    // where the data of system buffer 0 begin
    reg  [4:0]            next;

    wire                  done;           // the writes of receive_writes
    wire                  data_done;      // those of DATA
    wire                  allots   = enable_i && state_i == ALLOT;
    wire [28:0]           next_block = links_i[28:0];

    // The packet, and the context of its message or of the one that is claimed
    wire [63:0]           packet;         // origin, and of a first packet length and type
    wire [MESSAGE_W-1:0]  message;
    wire [FINISHED_W-1:0] finished;
    wire [31:0]           start    = message[MESSAGE_START +: 32];
    wire                  own      = message[MESSAGE_OWN];
    wire                  complete = word2_i[32];
    wire                  matched  = finished[FINISHED_MATCHED];
    wire                  placed;
    wire [3:0]            result;
    wire [BUFFER_W-1:0]   new_slot;
    wire [ENTRY_W-1:0]    new_entry;
    wire                  cleared;
    wire                  is_open;
    wire                  copy;
    wire                  more;
    wire                  buffered;
    wire                  watched;
    wire [BUFFER_W-1:0]   slot;
    wire                  data_valid;
    wire [28:0]           data_block;
    wire [1:0]            data_word;
    wire [WRITE_W-1:0]    data_write;
    wire                  finishes = state_i == FINISH && done && matched;

    message_context #(
        .DIMENSIONS (DIMENSIONS),
        .BUFFER_W   (BUFFER_W),
        .ENTRY_W    (ENTRY_W)
    ) u_message_context (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .enable_i        (enable_i),
        .state_i         (state_i),
        .cleared_o       (cleared),
        .packet_valid_i  (packet_valid_i),
        .packets_i       (packets_i),
        .packet_ready_o  (packet_ready_o),
        .packet_gnt_i    (packet_gnt_i),
        .wait_i          (allots && !placed),
        .wake_i          ((state_i == POST && done) || release_i || free_i),
        .take_o          (take_o),
        .is_packet_i     (is_packet_i),
        .packet_o        (packet),
        .result_i        (result),
        .slot_i          (new_slot),
        .entry_i         (new_entry),
        .fetched_i       (fetched_i),
        .message_i       (message),
        .block_i         (block_i),
        .claim_index_i   ({word2_i[40 +: CHANNEL_W], word1_i[DIMENSIONS-1:0]}),
        .open_o          (is_open),
        .copy_o          (copy),
        .more_o          (more),
        .buffered_o      (buffered),
        .watched_o       (watched),
        .slot_o          (slot),
        .entry_o         (entry_o),
        .finished_o      (finished),
        .write_valid_o   (data_valid),
        .write_block_o   (data_block),
        .write_word_o    (data_word),
        .write_o         (data_write),
        .advance_next_o  (advance_next_o),
        .gnt_i           (gnt_i),
        .done_o          (data_done)
    );

    // System buffers
    wire                  unused;
    wire [BUFFER_W-1:0]   unused_slot;
    wire [BUFFER_W-1:0]   place_slot = (state_i == DATA) ? slot : unused_slot;
    wire [28:0]           offset     = {{(29-BUFFER_W){1'b0}}, place_slot}
                                       << (system_size_log2_i - 5'd3);
    wire                  takes_buffer;

    system_buffers #(
        .BUFFERS (SYSTEM_BUFFERS)
    ) u_system_buffers (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .available_o  (unused),
        .buffer_o     (unused_slot),
        .take_i       (takes_buffer),
        .give_i       ((finishes && buffered) || (state_i == THREE && done)),
        .give_which_i ((state_i == THREE) ? new_slot : slot),
        .which_i      (release_buffer_i),
        .given_o      (given_o),
        .release_i    (release_i),
        .free_i       (free_i),
        .free_which_i (free_buffer_i)
    );

    wire                  match;

    placement #(
        .BUFFERS (SYSTEM_BUFFERS),
        .ENTRY_W (ENTRY_W)
    ) u_placement (
        .clk_i              (clk_i),
        .system_size_log2_i (system_size_log2_i),
        .note_i             (enable_i && state_i == CHECK),
        .task_i             (task_i),
        .is_packet_i        (is_packet_i),
        .packet_i           ({packet[63:16], packet[11:0]}),
        .block_i            (fetched_i),
        .word1_i            (word1_i),
        .word2_i            (word2_i),
        .forget_i           (enable_i && state_i == IDLE),
        .compare_i          (enable_i && state_i == COMPARE),
        .match_o            (match),
        .allot_i            (allots),
        .unused_i           (unused),
        .unused_slot_i      (unused_slot),
        .unused_data_i      (data_base_q + offset),
        .pair_i             (pair_i),
        .entry_i            (pair_entry_i),
        .placed_o           (placed),
        .take_o             (takes_buffer),
        .message_o          (message),
        .result_o           (result),
        .slot_o             (new_slot),
        .entry_o            (new_entry)
    );

    wire [28:0]           posted;
    wire                  write_valid;
    wire [28:0]           write_block;
    wire [1:0]            write_word;
    wire [WRITE_W-1:0]    write;

    receive_writes u_receive_writes (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .state_i      (state_i),
        .is_packet_i  (is_packet_i),
        .block_i      (block_i),
        .fetched_i    (fetched_i),
        .links_i      (links_i),
        .message_i    (message),
        .slot_i       ({{(6-BUFFER_W){1'b0}}, new_slot}),
        .stream_i     (packet[15:12]),
        .finished_i   (finished),
        .place_i      (buffer_place_q),
        .posted_o     (posted),
        .unexpected_o (unexpected_o),
        .valid_o      (write_valid),
        .target_o     (write_block),
        .word_o       (write_word),
        .write_o      (write),
        .gnt_i        (gnt_i),
        .done_o       (done)
    );

    always @* begin
        next = state_i;
        case (state_i)
            CLEAR:   if (cleared) next = IDLE;
            COMPARE: begin
                if (match)                    next = ALLOT;
                else if (next_block == 29'd0) next = is_packet_i ? ALLOT : POST;
            end
            ALLOT:   next = !placed ? IDLE : result[3] ? UNLINK : DESCRIPTOR;
            UNLINK:  if (done) next = DESCRIBE;
            DESCRIBE: if (done) begin
                if (is_packet_i)   next = result[1] ? ONE : OPEN;
                else if (own)      next = JOB;
                else if (complete) next = THREE;
                else               next = CLAIM;
            end
            ONE, DESCRIPTOR: if (done) next = OPEN;
            OPEN:    next = DATA;
            DATA: begin
                if (!is_open)       next = (posted != 29'd0) ? COMPARE : ALLOT;
                else if (data_done) next = (more || copy) ? IDLE : FINISH;
            end
            JOB:     if (done) next = complete ? IDLE : CLAIM;
            CLAIM:   next = CLAIM_WRITE;
            CLAIM_WRITE: next = IDLE;
            FINISH, THREE, POST: if (done) next = IDLE;
            default: next = CLEAR;
        endcase
    end

    always @(posedge clk_i) begin
        data_base_q <= system_base_i + 29'd4;
        if (state_i == DATA) buffer_place_q <= system_base_i + offset;  // for FINISH
    end

`ifdef FORMAL
    wire f_writes = state_i == UNLINK || state_i == DESCRIBE || state_i == ONE
                    || state_i == DESCRIPTOR || state_i == FINISH || state_i == JOB
                    || state_i == THREE || state_i == POST || (state_i == DATA && is_open);
    `REQUIRE(a_receive_comes_with_a_message, state_i != ALLOT || is_packet_i || result[3])
    `ENSURE(stays_until_its_writes_are_granted,
            !f_writes || done || data_done || (next == state_i && !fetch_o))
`endif

    assign next_o            = next;
    assign fetch_o           = (state_i == DATA) ? !is_open && posted != 29'd0
                               : state_i == COMPARE && !match && next_block != 29'd0;
    assign fetch_block_o     = (state_i == DATA) ? posted : next_block;
    assign request_valid_o   = write_valid || data_valid;
    assign request_block_o   = (state_i == DATA) ? data_block : write_block;
    assign request_word_o    = (state_i == DATA) ? data_word : write_word;
    assign request_write_o   = write | data_write;
    assign pair_load_o       = state_i == ONE && done;
    assign pair_start_o      = start;
    assign pair_room_o       = message[MESSAGE_ROOM +: 32];
    assign invalidate_o      = finishes && watched;
    assign push_o            = (data_done && !more && copy) || (state_i == JOB && done && complete);
    assign push_buffer_o     = (state_i == JOB) ? new_slot : slot;

endmodule

`default_nettype wire
