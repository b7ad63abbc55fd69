// message_receiver.v - the receiving side of the message unit: receives, and arriving messages.
//
// It has the packet of the task, the contexts, the posted receives and unexpected messages, the
// placement of data, and the system buffers. Wiring, with registers that follow the states of
// message_control. More than 30 ports: those of five parts, without records (message_records.vh).
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

    // Control
    input  wire [4:0]            state_i,
    input  wire [1:0]            step_i,
    input  wire                  done_i,
    input  wire                  is_packet_i,
    input  wire [PORTS-1:0]      packet_gnt_i,   // one-hot: the packet that is taken
    output wire [9:0]            sees_o,         // message_records.vh
    output wire                  writes_o,       // the packet's data, in DATA

    // The fetched words, and the fields of an instruction
    input  wire [28:0]           fetched_i,
    input  wire [28:0]           previous_i,     // in the list
    input  wire [28:0]           next_i,
    input  wire [49:0]           word1_i,        // node; no overrun checking, any, type
    input  wire [63:0]           word2_i,
    input  wire [28:0]           block_i,
    input  wire [113:0]          task_i,         // message_records.vh

    // Collectors
    input  wire [PORTS-1:0]      packet_valid_i,
    input  wire [PORTS*160-1:0]  packets_i,
    output wire [PORTS-1:0]      packet_ready_o, // a packet that is not waiting
    output wire [PORTS-1:0]      take_o,

    // The write of a packet's data
    input  wire                  gnt_i,
    output wire                  data_done_o,    // all of it is written
    output wire [28:0]           write_address_o,
    output wire [63:0]           write_data_o,
    output wire [7:0]            write_strobe_o,
    output wire                  advance_o,      // it moves a comparator pair
    output wire [32:0]           advance_next_o,

    // The message and the receive of the task; results
    output wire [157:0]          message_o,      // message_records.vh
    output wire [BUFFER_W-1:0]   slot_o,
    output wire [3:0]            stream_o,       // of a packet
    output wire [28:0]           posted_head_o,
    output wire [28:0]           posted_tail_o,
    output wire [28:0]           unexpected_head_o,
    output wire [28:0]           unexpected_tail_o,
    output wire [59:0]           finished_o,     // message_records.vh

    // Comparator cache
    input  wire                  pair_i,
    input  wire [ENTRY_W-1:0]    pair_entry_i,
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

    reg  [PORTS-1:0]     waiting_q;      // packets that could not be placed
    reg  [PORTS-1:0]     port_q;         // of the packet, one-hot
    reg  [28:0]          buffer_place_q; // where the system buffer of the context begins
    reg  [28:0]          data_base_q;    // where the data of system buffer 0 begin
    reg  [159:0]         packet;
    reg  [15:0]          taken_origin;   // stream and source of the packet taken in this cycle
    integer              i;
    integer              j;

    wire                 cleared;
    wire                 match;
    wire                 placed;
    wire                 opened;     // the message of the packet, or the one that is claimed
    wire                 more;
    wire                 copy;
    wire                 matched;
    wire                 failed;
    wire [28:0]          finished_block;
    wire [31:0]          start      = message_o[MESSAGE_START +: 32];
    wire                 own        = message_o[MESSAGE_OWN];
    wire                 complete   = word2_i[32];

    wire                 take_packet = |packet_gnt_i;
    wire                 allots   = enable_i && state_i == ALLOT;
    wire                 finishes = state_i == FINISH && done_i && matched;
    wire                 unlinks  = state_i == UNLINK && done_i;
    wire                 wakes    = (state_i == POST && done_i) || release_i || free_i;
    wire                 writes   = enable_i && state_i == DATA && opened;

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

    // The context of the packet, or of the message that is claimed
    wire [3:0]           result;
    wire [ENTRY_W-1:0]   found_entry;
    wire                 buffered;
    wire                 watched;
    wire                 some;       // data of the packet are written
    wire                 write_last; // this is the last write of them
    wire [BUFFER_W-1:0]  slot;

    message_context #(
        .DIMENSIONS (DIMENSIONS),
        .BUFFER_W   (BUFFER_W),
        .ENTRY_W    (ENTRY_W)
    ) u_message_context (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .enable_i        (enable_i),
        .state_i         (state_i),
        .step_i          (step_i),
        .done_i          (data_done_o),
        .take_packet_i   (take_packet),
        .taken_index_i   ({taken_origin[12 +: CHANNEL_W], taken_origin[DIMENSIONS-1:0]}),
        .packet_index_i  ({packet[28 +: CHANNEL_W], packet[16 +: DIMENSIONS]}),
        .claim_index_i   ({word2_i[40 +: CHANNEL_W], word1_i[DIMENSIONS-1:0]}),
        .cleared_o       (cleared),
        .result_i        (result),
        .slot_i          (slot_o),
        .entry_i         (found_entry),
        .fetched_i       (fetched_i),
        .start_i         (start),
        .length_i        (message_o[MESSAGE_LENGTH +: 32]),
        .room_i          (message_o[MESSAGE_ROOM +: 32]),
        .block_i         (block_i),
        .own_i           (own),
        .open_o          (opened),
        .matched_o       (matched),
        .buffered_o      (buffered),
        .copy_o          (copy),
        .watched_o       (watched),
        .too_long_o      (failed),
        .slot_o          (slot),
        .entry_o         (entry_o),
        .block_o         (finished_block),
        .packet_i        (packet),
        .some_o          (some),
        .more_o          (more),
        .write_last_o    (write_last),
        .write_address_o (write_address_o),
        .write_data_o    (write_data_o),
        .write_strobe_o  (write_strobe_o),
        .advance_next_o  (advance_next_o)
    );

    // Posted receives and unexpected messages
    list_ends u_posted (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .append_i   (state_i == POST && done_i),
        .block_i    (block_i),
        .remove_i   (unlinks && is_packet_i),
        .previous_i (previous_i),
        .next_i     (next_i),
        .head_o     (posted_head_o),
        .tail_o     (posted_tail_o)
    );
    list_ends u_unexpected (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .append_i   (state_i == DESCRIPTOR && done_i),
        .block_i    (start[31:3] - 29'd4),
        .remove_i   (unlinks && !is_packet_i),
        .previous_i (previous_i),
        .next_i     (next_i),
        .head_o     (unexpected_head_o),
        .tail_o     (unexpected_tail_o)
    );

    // System buffers
    wire                 unused;
    wire [BUFFER_W-1:0]  unused_slot;
    wire [BUFFER_W-1:0]  place_slot = (state_i == DATA) ? slot : unused_slot;
    wire [28:0]          offset     = {{(29-BUFFER_W){1'b0}}, place_slot}
                                      << (system_size_log2_i - 5'd3);
    wire                 takes_buffer;

    system_buffers #(
        .BUFFERS (SYSTEM_BUFFERS)
    ) u_system_buffers (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .available_o  (unused),
        .buffer_o     (unused_slot),
        .take_i       (takes_buffer),
        .give_i       ((finishes && buffered) || (state_i == THREE && done_i)),
        .give_which_i ((state_i == THREE) ? slot_o : slot),
        .which_i      (release_buffer_i),
        .given_o      (given_o),
        .release_i    (release_i),
        .free_i       (free_i),
        .free_which_i (free_buffer_i)
    );

    placement #(
        .BUFFERS (SYSTEM_BUFFERS),
        .ENTRY_W (ENTRY_W)
    ) u_placement (
        .clk_i              (clk_i),
        .system_size_log2_i (system_size_log2_i),
        .note_i             (enable_i && state_i == CHECK),
        .task_i             (task_i),
        .is_packet_i        (is_packet_i),
        .packet_source_i    (packet[27:16]),
        .packet_type_i      (packet[79:64]),
        .packet_length_i    (packet[63:32]),
        .block_i            (fetched_i),
        .fetched_peer_i     (word1_i[31:0]),
        .fetched_type_i     (word1_i[49:32]),
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
        .message_o          (message_o),
        .result_o           (result),
        .slot_o             (slot_o),
        .entry_o            (found_entry)
    );

    always @(posedge clk_i) begin
        if (rst_i || wakes)           waiting_q <= {PORTS{1'b0}};
        else if (allots && !placed) waiting_q <= waiting_q | port_q;
    end
    always @(posedge clk_i) begin
        data_base_q <= system_base_i + 29'd4;
        if (take_packet)     port_q         <= packet_gnt_i;
        if (state_i == DATA) buffer_place_q <= system_base_i + offset;  // for FINISH
    end

    `REQUIRE(a_packet_of_a_node_that_exists,
            !(take_packet && {20'd0, taken_origin[11:0]} >= 1 << DIMENSIONS))
    `REQUIRE(a_packet_of_a_stream_that_exists,
            !(take_packet && {1'b0, taken_origin[15:12]} >= PORTS[4:0]))

    assign sees_o           = {copy, more, opened, complete, own, result[1], result[3], placed,
                               match, cleared};
    assign finished_o       = {buffer_place_q, finished_block, failed, matched};
    assign packet_ready_o   = packet_valid_i & ~waiting_q;
    assign writes_o         = state_i == DATA && some;
    assign data_done_o      = writes && (!some || (gnt_i && write_last));
    assign take_o           = data_done_o ? port_q : {PORTS{1'b0}};
    assign advance_o        = writes && watched && write_last;
    assign stream_o         = packet[31:28];
    assign invalidate_o     = finishes && watched;
    assign push_o           = (data_done_o && !more && copy)
                              || (state_i == JOB && done_i && complete);
    assign push_buffer_o    = (state_i == JOB) ? slot_o : slot;

endmodule

`default_nettype wire
