// message_unit.v - the centre of the co-processor, which runs one task after the other.
//
// An instruction, a packet or a finished engine starts a task. The task passes through the states
// of message_control. message_sender and message_receiver hold the data of the states,
// message_writes makes their writes, and block_reader reads blocks and descriptors. Wiring. More
// than 30 ports: instructions, memory, collectors, engines and the comparator cache meet here.
// docs/timing.md, section 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module message_unit #(
    parameter DIMENSIONS     = 6,   // 1 .. 12
    parameter SYSTEM_BUFFERS = 16,  // 1 .. 64
    parameter QUEUE_W        = 5,   // bits of an output's count of packets in the router
    // Derived, do not override.
    parameter PORTS          = DIMENSIONS + 1,
    parameter BUFFER_W       = (SYSTEM_BUFFERS > 1) ? $clog2(SYSTEM_BUFFERS) : 1,
    parameter ENTRY_W        = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1
) (
    input  wire                          clk_i,
    input  wire                          rst_i,
    input  wire                          enable_i,
    input  wire [DIMENSIONS-1:0]         node_i,
    input  wire [31:0]                   system_base_i,
    input  wire [4:0]                    system_size_log2_i,

    // Instructions
    input  wire                          instruction_valid_i,
    input  wire [2:0]                    operation_i,
    input  wire [31:0]                   pointer_i,
    output wire                          instruction_ready_o,
    output wire                          error_valid_o,
    output wire [7:0]                    error_code_o,
    output wire [31:0]                   error_pointer_o,

    // Memory
    output wire                          request_valid_o,
    output wire                          request_write_o,
    output wire                          request_fence_o,
    output wire                          request_sent_o,      // tags
    output wire                          request_received_o,
    output wire                          request_advance_o,
    output wire [28:0]                   request_address_o,
    output wire [63:0]                   request_data_o,
    output wire [7:0]                    request_strobe_o,
    input  wire                          gnt_i,
    input  wire                          response_i,
    input  wire [63:0]                   data_i,

    // Collectors
    input  wire [PORTS-1:0]              packet_valid_i,
    input  wire [PORTS*160-1:0]          packets_i,
    output wire [PORTS-1:0]              take_o,

    // Send engines and router
    input  wire [PORTS-1:0]              free_i,
    input  wire [PORTS-1:0]              done_i,
    output wire [PORTS-1:0]              load_o,
    output wire [PORTS-1:0]              take_up_o,
    output wire [15:0]                   load_halfword_o,
    output wire [15:0]                   load_type_o,
    output wire [31:0]                   load_length_o,
    output wire [31:0]                   load_buffer_o,
    input  wire [DIMENSIONS*QUEUE_W-1:0] queue_i,

    // Comparator cache
    input  wire                          pair_i,
    input  wire [ENTRY_W-1:0]            pair_entry_i,
    output wire                          pair_load_o,
    output wire [31:0]                   pair_start_o,
    output wire [31:0]                   pair_room_o,
    output wire                          invalidate_o,
    output wire [ENTRY_W-1:0]            entry_o,           // to invalidate, or of the tag
    output wire [32:0]                   advance_next_o,

    // Copy engine
    output wire                          push_o,
    output wire [BUFFER_W-1:0]           push_buffer_o,
    input  wire                          copied_i,          // a buffer is free
    input  wire [BUFFER_W-1:0]           copied_buffer_i,

    // Status, from registers
    output wire                          idle_o
);

    `include "message_states.vh"
    `include "message_records.vh"

    wire [4:0]           state;
    wire [1:0]           step;
    wire                 is_packet;
    wire                 done;

    // Instructions and work
    wire                 held;
    wire                 is_block;
    wire [2:0]           instruction_operation;
    wire [28:0]          instruction_block;
    wire [BUFFER_W-1:0]  release_buffer;
    wire                 given;
    wire                 releases;
    wire                 take_instruction;
    wire [PORTS-1:0]     packet_gnt;
    wire [PORTS-1:0]     done_gnt;
    wire [PORTS-1:0]     packet_ready;

    instruction_port #(
        .BUFFERS (SYSTEM_BUFFERS)
    ) u_instruction_port (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .enable_i            (enable_i),
        .system_base_i       (system_base_i),
        .system_size_log2_i  (system_size_log2_i),
        .instruction_valid_i (instruction_valid_i),
        .operation_i         (operation_i),
        .pointer_i           (pointer_i),
        .instruction_ready_o (instruction_ready_o),
        .error_valid_o       (error_valid_o),
        .error_code_o        (error_code_o),
        .error_pointer_o     (error_pointer_o),
        .held_o              (held),
        .take_i              (take_instruction),
        .is_block_o          (is_block),
        .operation_o         (instruction_operation),
        .block_o             (instruction_block),
        .buffer_o            (release_buffer),
        .given_i             (given),
        .release_o           (releases)
    );

    work_ring #(
        .PORTS (PORTS)
    ) u_work_ring (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .idle_i             (enable_i && state == IDLE),
        .packets_i          (packet_ready),
        .done_i             (done_i),
        .held_i             (held),
        .take_instruction_o (take_instruction),
        .packet_gnt_o       (packet_gnt),
        .done_gnt_o         (done_gnt)
    );

    // States
    wire                 bad;
    wire                 list_done;
    wire                 list_bad;
    wire                 startable;
    wire                 waiting;
    wire [28:0]          waiting_head;
    wire [28:0]          waiting_tail;
    wire [2:0]           operation;
    wire [SEES_W-1:0]    sees;
    wire                 is_open     = sees[SEES_OPEN];
    wire                 packet_writes;   // DATA
    wire [28:0]          posted_head;
    wire [28:0]          posted_tail;
    wire [28:0]          unexpected_head;
    wire [28:0]          unexpected_tail;
    wire                 fetch;
    wire                 fetch_skip;
    wire [28:0]          fetch_block;
    wire                 fetched_last;
    wire [28:0]          fetched;
    wire [63:0]          word0;
    wire [63:0]          word1;
    wire [63:0]          word2;
    wire                 writes_data = enable_i && state == DATA && is_open;
    wire                 data_done;
    wire                 write_valid;
    wire                 write_last;
    wire                 write_none;
    wire                 reads_block;
    wire                 reads_list;
    wire                 reads  = reads_block || reads_list;
    wire                 writes = write_valid || packet_writes;

    message_control u_message_control (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .enable_i            (enable_i),
        .take_instruction_i  (take_instruction),
        .is_block_i          (is_block),
        .instruction_block_i (instruction_block),
        .take_packet_i       (|packet_gnt),
        .take_done_i         (|done_gnt),
        .gnt_i               (gnt_i),
        .last_write_i        (write_last),
        .no_write_i          (write_none),
        .data_done_i         (data_done),
        .writes_i            (writes),
        .fetched_i           (fetched_last),
        .operation_i         (operation),
        .bad_i               (bad),
        .list_done_i         (list_done),
        .list_bad_i          (list_bad),
        .startable_i         (startable),
        .waiting_i           (waiting),
        .waiting_block_i     (waiting_head),
        .next_i              (word0[31:3]),
        .posted_i            (posted_head),
        .unexpected_i        (unexpected_head),
        .sees_i              (sees),
        .state_o             (state),
        .step_o              (step),
        .is_packet_o         (is_packet),
        .done_o              (done),
        .fetch_o             (fetch),
        .fetch_skip_o        (fetch_skip),
        .fetch_block_o       (fetch_block)
    );

    wire [28:0]          read_block;
    wire [28:0]          read_list;

    block_reader u_block_reader (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .start_i        (fetch),
        .skip_i         (fetch_skip),
        .block_i        (fetch_block),
        .active_i       (enable_i && state == FETCH),
        .read_valid_o   (reads_block),
        .read_address_o (read_block),
        .gnt_i          (gnt_i),
        .response_i     (response_i),
        .data_i         (data_i),
        .done_o         (fetched_last),
        .block_o        (fetched),
        .word0_o        (word0),
        .word1_o        (word1),
        .word2_o        (word2)
    );

    wire [28:0]          block;
    wire [TASK_W-1:0]    fields;          // of the task's instruction
    wire [3:0]           error;
    wire [15:0]          halfword;
    wire                 sent_broadcast;
    wire [28:0]          sent_block;

    message_sender #(
        .DIMENSIONS (DIMENSIONS),
        .QUEUE_W    (QUEUE_W)
    ) u_message_sender (
        .clk_i                   (clk_i),
        .rst_i                   (rst_i),
        .enable_i                (enable_i),
        .node_i                  (node_i),
        .state_i                 (state),
        .done_i                  (done),
        .take_instruction_i      (take_instruction),
        .instruction_operation_i (instruction_operation),
        .instruction_block_i     (instruction_block),
        .done_gnt_i              (done_gnt),
        .bad_o                   (bad),
        .list_done_o             (list_done),
        .list_bad_o              (list_bad),
        .startable_o             (startable),
        .word0_i                 (word0[47:0]),
        .word1_i                 (word1),
        .word2_i                 (word2),
        .read_valid_o            (reads_list),
        .read_address_o          (read_list),
        .gnt_i                   (gnt_i),
        .response_i              (response_i),
        .data_i                  (data_i),
        .operation_o             (operation),
        .block_o                 (block),
        .task_o                  (fields),
        .error_o                 (error),
        .halfword_o              (halfword),
        .waiting_o               (waiting),
        .waiting_head_o          (waiting_head),
        .waiting_tail_o          (waiting_tail),
        .sent_broadcast_o        (sent_broadcast),
        .sent_block_o            (sent_block),
        .free_i                  (free_i),
        .load_o                  (load_o),
        .queue_i                 (queue_i)
    );

    wire [28:0]          data_address;
    wire [63:0]          data;
    wire [7:0]           data_strobe;
    wire [MESSAGE_W-1:0] message;
    wire [FINISHED_W-1:0] finished;
    wire [BUFFER_W-1:0]  slot;
    wire [3:0]           stream;
    wire                 advances;

    message_receiver #(
        .DIMENSIONS     (DIMENSIONS),
        .SYSTEM_BUFFERS (SYSTEM_BUFFERS)
    ) u_message_receiver (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .enable_i           (enable_i),
        .system_base_i      (system_base_i[31:3]),
        .system_size_log2_i (system_size_log2_i),
        .state_i            (state),
        .step_i             (step),
        .done_i             (done),
        .is_packet_i        (is_packet),
        .packet_gnt_i       (packet_gnt),
        .sees_o             (sees),
        .writes_o           (packet_writes),
        .fetched_i          (fetched),
        .previous_i         (word0[63:35]),
        .next_i             (word0[31:3]),
        .word1_i            ({word1[63], word1[48:0]}),
        .word2_i            (word2),
        .block_i            (block),
        .task_i             (fields),
        .packet_valid_i     (packet_valid_i),
        .packets_i          (packets_i),
        .packet_ready_o     (packet_ready),
        .take_o             (take_o),
        .gnt_i              (gnt_i),
        .data_done_o        (data_done),
        .write_address_o    (data_address),
        .write_data_o       (data),
        .write_strobe_o     (data_strobe),
        .advance_o          (advances),
        .advance_next_o     (advance_next_o),
        .message_o          (message),
        .slot_o             (slot),
        .stream_o           (stream),
        .posted_head_o      (posted_head),
        .posted_tail_o      (posted_tail),
        .unexpected_head_o  (unexpected_head),
        .unexpected_tail_o  (unexpected_tail),
        .finished_o         (finished),
        .pair_i             (pair_i),
        .pair_entry_i       (pair_entry_i),
        .invalidate_o       (invalidate_o),
        .entry_o            (entry_o),
        .release_i          (releases),
        .release_buffer_i   (release_buffer),
        .given_o            (given),
        .free_i             (copied_i),
        .free_buffer_i      (copied_buffer_i),
        .push_o             (push_o),
        .push_buffer_o      (push_buffer_o)
    );

    // Requests
    wire                 write_fence;
    wire                 write_sent;
    wire                 write_received;
    wire [28:0]          write_address;
    wire [63:0]          write_data;
    wire [7:0]           write_strobe;

    message_writes u_message_writes (
        .state_i           (state),
        .step_i            (step),
        .operation_i       (operation),
        .block_i           (block),
        .error_i           (error),
        .halfword_i        (halfword),
        .waiting_i         (waiting),
        .waiting_tail_i    (waiting_tail),
        .sent_broadcast_i  (sent_broadcast),
        .sent_block_i      (sent_block),
        .is_packet_i       (is_packet),
        .fetched_i         (fetched),
        .previous_i        (word0[63:35]),
        .next_i            (word0[31:3]),
        .message_i         (message),
        .slot_i            ({{(6-BUFFER_W){1'b0}}, slot}),
        .stream_i          (stream),
        .posted_tail_i     (posted_tail),
        .unexpected_tail_i (unexpected_tail),
        .finished_i        (finished),
        .valid_o           (write_valid),
        .last_o            (write_last),
        .none_o            (write_none),
        .fence_o           (write_fence),
        .sent_o            (write_sent),
        .received_o        (write_received),
        .address_o         (write_address),
        .data_o            (write_data),
        .strobe_o          (write_strobe)
    );


    assign request_write_o    = !reads;
    assign request_valid_o    = enable_i && (reads || writes);
    assign request_fence_o    = writes_data ? advances : write_fence && !reads;
    assign request_sent_o     = !writes_data && write_sent;
    assign request_received_o = !writes_data && write_received;
    assign request_advance_o  = advances;
    assign request_address_o  = reads_block ? read_block : reads_list ? read_list
                                : writes_data ? data_address : write_address;
    assign request_data_o     = writes_data ? data : write_data;
    assign request_strobe_o   = writes_data ? data_strobe : write_strobe;

    assign take_up_o          = done_gnt;
    assign load_halfword_o    = halfword;
    assign load_type_o        = fields[TASK_TYPE +: 16];
    assign load_length_o      = fields[TASK_LENGTH +: 32];
    assign load_buffer_o      = fields[TASK_BUFFER +: 32];
    assign pair_load_o        = state == ONE && done;
    assign pair_start_o       = message[MESSAGE_START +: 32];
    assign pair_room_o        = message[MESSAGE_ROOM +: 32];
    assign idle_o             = state == IDLE && !held;

endmodule

`default_nettype wire
