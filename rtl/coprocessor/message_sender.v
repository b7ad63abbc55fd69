// message_sender.v - the sending side of the message unit: instructions, and messages to be sent.
//
// It has the block of the task, its fields and errors, the list of neighbours, the choice of the
// channel, the wait lists, and the blocks of the messages in the engines. Wiring, with registers
// that follow the states of message_control. More than 30 ports: those of four parts.
// docs/timing.md, section 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module message_sender #(
    parameter DIMENSIONS = 6,  // 1 .. 12
    parameter QUEUE_W    = 5,  // bits of an output's count of packets in the router
    // Derived, do not override.
    parameter PORTS      = DIMENSIONS + 1,
    parameter CHANNEL_W  = $clog2(PORTS)
) (
    input  wire                          clk_i,
    input  wire                          rst_i,
    input  wire                          enable_i,
    input  wire [DIMENSIONS-1:0]         node_i,

    // Control
    input  wire [4:0]                    state_i,
    input  wire                          done_i,
    input  wire                          take_instruction_i,
    input  wire [2:0]                    instruction_operation_i,
    input  wire [28:0]                   instruction_block_i,
    input  wire [PORTS-1:0]              done_gnt_i,   // one-hot: the engine that is taken up
    output wire                          bad_o,        // CHECK
    output wire                          list_done_o,
    output wire                          list_bad_o,
    output wire                          startable_o,  // CHOOSE

    // The fetched words
    input  wire [47:0]                   word0_i,
    input  wire [63:0]                   word1_i,
    input  wire [63:0]                   word2_i,

    // Memory, for the list of neighbours
    output wire                          read_valid_o,
    output wire [28:0]                   read_address_o,
    input  wire                          gnt_i,
    input  wire                          response_i,
    input  wire [63:0]                   data_i,

    // The task's block
    output wire [2:0]                    operation_o,
    output wire [28:0]                   block_o,
    output wire [113:0]                  task_o,       // message_records.vh
    output wire [3:0]                    error_o,
    output wire [15:0]                   halfword_o,

    // Wait list of the channel, and the message of its engine
    output wire                          waiting_o,
    output wire [28:0]                   waiting_head_o,
    output wire [28:0]                   waiting_tail_o,
    output wire                          sent_broadcast_o,
    output wire [28:0]                   sent_block_o,

    // Engines and router
    input  wire [PORTS-1:0]              free_i,
    output wire [PORTS-1:0]              load_o,
    input  wire [DIMENSIONS*QUEUE_W-1:0] queue_i
);

    `include "message_states.vh"
    `include "message_records.vh"

    localparam [2:0]           SEND            = 3'd0;
    localparam [2:0]           NEAR_NEIGHBOURS = 3'd2;
    localparam                 LAST_INT        = DIMENSIONS;
    localparam [CHANNEL_W-1:0] BROADCASTS      = LAST_INT[CHANNEL_W-1:0];
    localparam [PORTS-1:0]     PORT_0          = 1;

    reg  [2:0]            operation_q;
    reg  [28:0]           block_q;
    reg  [3:0]            code_q;
    reg  [CHANNEL_W-1:0]  port_q;                 // of the message or the engine
    reg  [15:0]           route_q;
    reg  [28:0]           current_mem_q [0:PORTS-1]; // not reset: written before an engine is done

    reg  [DIMENSIONS+1:0] halfword;                  // of an instruction
    reg  [CHANNEL_W-1:0]  done_channel;
    integer               i;

    wire [31:0]           peer;
    wire [17:0]           kind;
    wire [31:0]           length;
    wire [31:0]           buffer;
    wire                  adaptive;
    wire [3:0]            check_error;
    wire [3:0]            list_error;
    wire [DIMENSIONS-1:0] neighbours;
    wire [CHANNEL_W-1:0]  choice;
    wire [31:0]           head;
    wire [DIMENSIONS*16-1:0] counts;
    wire [PORTS-1:0]      nonempty;               // wait lists

    wire                  chooses   = enable_i && state_i == CHOOSE;
    wire                  pops      = enable_i && state_i == POP;
    wire                  starts    = state_i == START && done_i;
    wire                  is_send   = operation_q == SEND;
    wire [PORTS-1:0]      startable = free_i & ~nonempty;  // streams: the engine can start at once

    always @* begin
        i            = 0;
        done_channel = {CHANNEL_W{1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
            if (done_gnt_i[i]) done_channel = done_channel | i[CHANNEL_W-1:0];
        end
    end

    always @* begin
        halfword = {2'd1, {DIMENSIONS{1'b0}}};
        if (is_send)                        halfword = {2'd0, peer[DIMENSIONS-1:0]};
        if (operation_q == NEAR_NEIGHBOURS) halfword = {2'd2, neighbours};
    end

    instruction_check #(
        .DIMENSIONS (DIMENSIONS)
    ) u_instruction_check (
        .node_i      (node_i),
        .operation_i (operation_q),
        .word1_i     (word1_i),
        .word2_i     (word2_i),
        .peer_o      (peer),
        .type_o      (kind),
        .adaptive_o  (adaptive),
        .length_o    (length),
        .buffer_o    (buffer),
        .error_o     (check_error)
    );

    neighbour_list #(
        .DIMENSIONS (DIMENSIONS)
    ) u_neighbour_list (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .node_i         (node_i),
        .start_i        (enable_i && state_i == CHECK),
        .block_i        (block_q),
        .active_i       (enable_i && state_i == LIST),
        .read_valid_o   (read_valid_o),
        .read_address_o (read_address_o),
        .gnt_i          (gnt_i),
        .response_i     (response_i),
        .data_i         (data_i),
        .done_o         (list_done_o),
        .error_o        (list_error),
        .set_o          (neighbours)
    );

    stream_choice #(
        .DIMENSIONS (DIMENSIONS),
        .QUEUE_W    (QUEUE_W)
    ) u_stream_choice (
        .clk_i       (clk_i),
        .active_i    (chooses),
        .broadcast_i (!is_send),
        .adaptive_i  (adaptive),
        .across_i    (peer[DIMENSIONS-1:0] ^ node_i),
        .counts_i    (counts),
        .free_i      (free_i[DIMENSIONS-1:0]),
        .queue_i     (queue_i),
        .channel_o   (choice)
    );

    wait_lists #(
        .STREAMS (PORTS)
    ) u_wait_lists (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .stream_i    (port_q),
        .append_i    (state_i == LINK && done_i),
        .block_i     (block_q),
        .operation_i (operation_q),
        .remove_i    (pops),
        .next_i      (word0_i[31:0]),
        .nonempty_o  (nonempty),
        .head_o      (head),
        .tail_o      (waiting_tail_o),
        .counts_o    (counts)
    );

    always @(posedge clk_i) begin
        if (take_instruction_i) begin
            operation_q <= instruction_operation_i;
            block_q     <= instruction_block_i;
        end else if (pops) begin
            operation_q <= head[2:0];
            block_q     <= head[31:3];
        end
        if (|done_gnt_i)  port_q <= done_channel;
        else if (chooses) port_q <= choice;
        if (chooses)      route_q <= {{(14-DIMENSIONS){1'b0}}, halfword};
        else if (pops)    route_q <= word0_i[47:32];
        if (enable_i && state_i == CHECK) code_q <= check_error;
        if (list_bad_o)                   code_q <= list_error;
        if (starts) current_mem_q[port_q] <= block_q;
    end

    assign bad_o            = check_error != 4'd0;
    assign list_bad_o       = list_error != 4'd0;
    assign startable_o      = |(startable & (PORT_0 << choice));
    assign operation_o      = operation_q;
    assign block_o          = block_q;
    assign task_o           = {buffer, length, kind, peer};
    assign error_o          = code_q;
    assign halfword_o       = route_q;
    assign waiting_o        = |(nonempty & (PORT_0 << port_q));
    assign waiting_head_o   = head[31:3];
    assign sent_broadcast_o = port_q == BROADCASTS;
    assign sent_block_o     = current_mem_q[port_q];
    assign load_o           = starts ? PORT_0 << port_q : {PORTS{1'b0}};

endmodule

`default_nettype wire
