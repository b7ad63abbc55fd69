// message_unit.v - the centre of the co-processor, which runs one task after the other.
//
// An instruction, a packet or a finished engine starts a task. This module has the state, takes
// the task in IDLE and fetches blocks and descriptors in FETCH. message_sender has the states of
// messages to be sent, and message_receiver those of receives and arriving messages. All effects
// are at the end of a cycle with enable_i. More than 30 ports: processor, memory port, collectors,
// engines, copy engine and comparator cache meet here.
// docs/timing.md, section 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

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
    output wire [28:0]                   request_address_o,
    output wire [76:0]                   request_write_o,     // message_records.vh
    output wire [32:0]                   advance_next_o,
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
    output wire [PORTS-1:0]              take_up_o,
    output wire [PORTS-1:0]              load_o,
    output wire [95:0]                   load_message_o,      // message_records.vh
    input  wire [DIMENSIONS*QUEUE_W-1:0] queue_i,

    // Comparator cache
    input  wire                          pair_i,
    input  wire [ENTRY_W-1:0]            pair_entry_i,
    output wire                          pair_load_o,
    output wire [31:0]                   pair_start_o,
    output wire [31:0]                   pair_room_o,
    output wire                          invalidate_o,
    output wire [ENTRY_W-1:0]            entry_o,             // to invalidate, or of the tag

    // Copy engine
    output wire                          push_o,
    output wire [BUFFER_W-1:0]           push_buffer_o,
    input  wire                          copied_i,            // a buffer is free
    input  wire [BUFFER_W-1:0]           copied_buffer_i,

    // Status, from registers
    output wire                          idle_o
);

    `include "message_states.vh"
    `include "message_records.vh"

    reg  [4:0]          state_q;
    reg  [4:0]          then_q;       // the state behind FETCH
    reg  [4:0]          next;         // what follows this state, or the fetch behind it
    reg                 fetch;
    reg  [28:0]         fetch_block;
    reg                 is_packet_q;  // the task began with a packet

    // IDLE
    wire                held;
    wire                is_block;
    wire [2:0]          operation;
    wire [28:0]         instruction;
    wire [BUFFER_W-1:0] release_buffer;
    wire                given;
    wire                releases;
    wire                take_instruction;
    wire [PORTS-1:0]    packet_ready;
    wire [PORTS-1:0]    packet_gnt;

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
        .operation_o         (operation),
        .block_o             (instruction),
        .buffer_o            (release_buffer),
        .given_i             (given),
        .release_o           (releases)
    );

    work_ring #(
        .PORTS (PORTS)
    ) u_work_ring (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .idle_i             (enable_i && state_q == IDLE),
        .packets_i          (packet_ready),
        .done_i             (done_i),
        .held_i             (held),
        .take_instruction_o (take_instruction),
        .packet_gnt_o       (packet_gnt),
        .done_gnt_o         (take_up_o)
    );

    // FETCH
    wire                reads;
    wire [1:0]          read_word;
    wire                fetched_last;
    wire [28:0]         fetched;
    wire [63:0]         word0, word1, word2;

    block_reader u_block_reader (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .start_i        (enable_i && fetch),
        .skip_i         (state_q == IDLE),
        .block_i        (fetch_block),
        .active_i       (enable_i && state_q == FETCH),
        .read_valid_o   (reads),
        .read_word_o    (read_word),
        .gnt_i          (gnt_i),
        .response_i     (response_i),
        .data_i         (data_i),
        .done_o         (fetched_last),
        .block_o        (fetched),
        .word0_o        (word0),
        .word1_o        (word1),
        .word2_o        (word2)
    );

    // The other states
    wire [4:0]          sender_next, receiver_next;
    wire                sender_fetch, receiver_fetch;
    wire [28:0]         sender_block, receiver_block;
    wire                sender_valid, receiver_valid;
    wire [28:0]         sender_target, receiver_target;
    wire [1:0]          sender_word, receiver_word;
    wire [WRITE_W-1:0]  sender_write, receiver_write;
    wire [28:0]         unexpected;
    wire [28:0]         block;
    wire [TASK_W-1:0]   fields;      // of the task's instruction

    message_sender #(
        .DIMENSIONS (DIMENSIONS),
        .QUEUE_W    (QUEUE_W)
    ) u_message_sender (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .enable_i           (enable_i),
        .node_i             (node_i),
        .state_i            (state_q),
        .next_o             (sender_next),
        .fetch_o            (sender_fetch),
        .fetch_block_o      (sender_block),
        .unexpected_i       (unexpected),
        .take_instruction_i (take_instruction),
        .operation_i        (operation),
        .block_i            (instruction),
        .done_gnt_i         (take_up_o),
        .word0_i            (word0[47:0]),
        .word1_i            (word1),
        .word2_i            (word2),
        .request_valid_o    (sender_valid),
        .request_block_o    (sender_target),
        .request_word_o     (sender_word),
        .request_write_o    (sender_write),
        .gnt_i              (gnt_i),
        .response_i         (response_i),
        .data_i             (data_i),
        .block_o            (block),
        .task_o             (fields),
        .free_i             (free_i),
        .load_o             (load_o),
        .load_message_o     (load_message_o),
        .queue_i            (queue_i)
    );

    message_receiver #(
        .DIMENSIONS     (DIMENSIONS),
        .SYSTEM_BUFFERS (SYSTEM_BUFFERS)
    ) u_message_receiver (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .enable_i           (enable_i),
        .system_base_i      (system_base_i[31:3]),
        .system_size_log2_i (system_size_log2_i),
        .state_i            (state_q),
        .is_packet_i        (is_packet_q),
        .next_o             (receiver_next),
        .fetch_o            (receiver_fetch),
        .fetch_block_o      (receiver_block),
        .fetched_i          (fetched),
        .links_i            ({word0[63:35], word0[31:3]}),
        .word1_i            ({word1[63], word1[48:0]}),
        .word2_i            (word2),
        .block_i            (block),
        .task_i             (fields),
        .unexpected_o       (unexpected),
        .packet_valid_i     (packet_valid_i),
        .packets_i          (packets_i),
        .packet_ready_o     (packet_ready),
        .packet_gnt_i       (packet_gnt),
        .take_o             (take_o),
        .request_valid_o    (receiver_valid),
        .request_block_o    (receiver_target),
        .request_word_o     (receiver_word),
        .request_write_o    (receiver_write),
        .advance_next_o     (advance_next_o),
        .gnt_i              (gnt_i),
        .pair_i             (pair_i),
        .pair_entry_i       (pair_entry_i),
        .pair_load_o        (pair_load_o),
        .pair_start_o       (pair_start_o),
        .pair_room_o        (pair_room_o),
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

    always @* begin
        next        = receiver_next;
        fetch       = receiver_fetch;
        fetch_block = receiver_block;
        case (state_q)
            IDLE: begin
                next        = IDLE;
                fetch       = take_instruction && is_block;
                fetch_block = instruction;
                if (fetch)       next = CHECK;
                if (|packet_gnt) next = DATA;
                if (|take_up_o)  next = SENT;
            end
            FETCH: begin
                next  = fetched_last ? then_q : FETCH;
                fetch = 1'b0;
            end
            CHECK, LIST, CHOOSE, START, LINK, SENT, POP, ERROR: begin
                next        = sender_next;
                fetch       = sender_fetch;
                fetch_block = sender_block;
            end
            default: ;  // The receiver's, as above.
        endcase
    end

    always @(posedge clk_i) begin
        if (rst_i)         state_q <= CLEAR;
        else if (enable_i) state_q <= fetch ? FETCH : next;
    end
    always @(posedge clk_i) begin
        if (enable_i && fetch)           then_q      <= next;
        if (enable_i && state_q == IDLE) is_packet_q <= |packet_gnt;
    end

`ifdef FORMAL
    `REQUIRE(a_grant_of_a_request, !gnt_i || request_valid_o)
    `ENSURE(the_states_are_never_left, state_q <= POST)
    `ENSURE(who_fetched_goes_on,
            state_q != FETCH || then_q == CHECK || then_q == POP || then_q == COMPARE)
    `ENSURE(data_comes_with_packets,
            is_packet_q || !(state_q == DATA || state_q == OPEN || state_q == ONE
            || state_q == DESCRIPTOR))
    `ENSURE(an_instruction_does_not_become_a_packet,
            !is_packet_q || !(state_q == CHECK || state_q == LIST || state_q == CHOOSE
            || state_q == LINK || state_q == ERROR || state_q == POST || state_q == JOB
            || state_q == THREE || state_q == CLAIM || state_q == CLAIM_WRITE
            || (state_q == FETCH && then_q == CHECK)))

    // Without enable_i, or the grant of a write that is shown, the state stays.
    reg       f_stays_q;
    reg [4:0] f_state_q;
    wire      f_shown = request_valid_o && request_write_o[WRITE_VALID];
    always @(posedge clk_i) begin
        f_stays_q <= !rst_i && (!enable_i || (f_shown && !gnt_i));
        f_state_q <= state_q;
    end
    `ENSURE(stays_without_a_grant, !f_stays_q || state_q == f_state_q)
`endif

    assign request_valid_o   = enable_i && (reads || sender_valid || receiver_valid);
    assign request_address_o = (reads ? fetched : sender_valid ? sender_target : receiver_target)
                               + {27'd0, reads ? read_word : sender_valid ? sender_word
                                         : receiver_word};
    assign request_write_o   = sender_write | receiver_write;
    assign idle_o            = state_q == IDLE && !held;

endmodule

`default_nettype wire
