// message_sender.v - the sending states of the message unit: instructions, and messages to be sent.
//
// It decides what follows each of its states, and makes their writes; a state that writes lasts
// until its last write is granted. It has the block of the task, its fields and errors, the choice
// of the channel, and the blocks of the messages in the engines.
// docs/timing.md, section 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

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

    // States
    input  wire [4:0]                    state_i,
    output wire [4:0]                    next_o,           // behind a fetch, if fetch_o
    output wire                          fetch_o,
    output wire [28:0]                   fetch_block_o,
    input  wire [28:0]                   unexpected_i,     // the first unexpected message, 0: none

    // What IDLE takes
    input  wire                          take_instruction_i,
    input  wire [2:0]                    operation_i,
    input  wire [28:0]                   block_i,
    input  wire [PORTS-1:0]              done_gnt_i,       // one-hot: the engine that is done

    // The fetched words
    input  wire [47:0]                   word0_i,
    input  wire [63:0]                   word1_i,
    input  wire [63:0]                   word2_i,

    // Memory
    output wire                          request_valid_o,
    output wire [28:0]                   request_block_o,
    output wire [1:0]                    request_word_o,   // of it
    output wire [76:0]                   request_write_o,  // message_records.vh; 0 in other states
    input  wire                          gnt_i,
    input  wire                          response_i,
    input  wire [63:0]                   data_i,

    // The task's block
    output wire [28:0]                   block_o,
    output wire [113:0]                  task_o,           // message_records.vh

    // Engines and router
    input  wire [PORTS-1:0]              free_i,
    output wire [PORTS-1:0]              load_o,
    output wire [95:0]                   load_message_o,   // message_records.vh
    input  wire [DIMENSIONS*QUEUE_W-1:0] queue_i
);

    `include "message_states.vh"
    `include "message_records.vh"

    localparam [2:0]           SEND            = 3'd0;
    localparam [2:0]           BROADCAST       = 3'd1;
    localparam [2:0]           NEAR_NEIGHBOURS = 3'd2;
    localparam [2:0]           RECEIVE         = 3'd3;
    localparam                 LAST_INT        = DIMENSIONS;
    localparam [CHANNEL_W-1:0] BROADCASTS      = LAST_INT[CHANNEL_W-1:0];
    localparam [PORTS-1:0]     PORT_0          = 1;

    reg  [2:0]            operation_q;
    reg  [28:0]           block_q;
    reg  [3:0]            code_q;
    reg  [CHANNEL_W-1:0]  port_q;                 // of the message or the engine
    reg  [15:0]           route_q;
    reg  [28:0]           current_mem_q [0:PORTS-1]; // not reset: written before an engine is done
    reg                   linked_q;               // LINK: the first write was granted

    reg  [4:0]            next;
    reg  [31:0]           flag;
    reg                   high;                   // it lies in the high half of word 2
    reg  [28:0]           target;                 // block that is written
    reg  [7:0]            strobe;
    reg  [63:0]           data;
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
    wire [31:0]           head;                   // wait list of the channel
    wire [28:0]           tail;
    wire [DIMENSIONS*16-1:0] counts;
    wire [PORTS-1:0]      nonempty;               // wait lists
    wire                  reads;                  // the list of neighbours
    wire [28:0]           read_address;
    wire                  list_done;

    wire                  chooses   = enable_i && state_i == CHOOSE;
    wire                  pops      = enable_i && state_i == POP;
    wire                  is_flag   = state_i == START || state_i == SENT || state_i == ERROR;
    wire                  is_end    = state_i == SENT || state_i == ERROR;
    wire                  failed    = state_i == ERROR && operation_q == RECEIVE;
    wire                  links     = state_i == LINK;
    wire                  waiting   = |(nonempty & (PORT_0 << port_q));
    wire                  done      = gnt_i && (is_flag || (links && (linked_q || !waiting)));
    wire                  starts    = state_i == START && done;
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
        .read_valid_o   (reads),
        .read_address_o (read_address),
        .gnt_i          (gnt_i),
        .response_i     (response_i),
        .data_i         (data_i),
        .done_o         (list_done),
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
        .append_i    (links && done),
        .block_i     (block_q),
        .operation_i (operation_q),
        .remove_i    (pops),
        .next_i      (word0_i[31:0]),
        .nonempty_o  (nonempty),
        .head_o      (head),
        .tail_o      (tail),
        .counts_o    (counts)
    );

    always @(posedge clk_i) begin
        if (take_instruction_i) begin
            operation_q <= operation_i;
            block_q     <= block_i;
        end else if (pops) begin
            operation_q <= head[2:0];
            block_q     <= head[31:3];
        end
        if (|done_gnt_i)  port_q <= done_channel;
        else if (chooses) port_q <= choice;
        if (chooses)      route_q <= {{(14-DIMENSIONS){1'b0}}, halfword};
        else if (pops)    route_q <= word0_i[47:32];
        if (enable_i && state_i == CHECK) code_q <= check_error;
        if (list_error != 4'd0)           code_q <= list_error;
        if (starts) current_mem_q[port_q] <= block_q;
        if (enable_i) linked_q <= links && !done && (linked_q || gnt_i);
    end

    always @* begin
        next = state_i;
        case (state_i)
            CHECK: begin
                if (check_error != 4'd0)                 next = ERROR;
                else if (operation_q == NEAR_NEIGHBOURS) next = LIST;
                else if (operation_q != RECEIVE)         next = CHOOSE;
                else if (unexpected_i == 29'd0)          next = POST;
                else                                     next = COMPARE;
            end
            LIST: begin
                if (list_error != 4'd0) next = ERROR;
                else if (list_done)     next = CHOOSE;
            end
            CHOOSE: next = (|(startable & (PORT_0 << choice))) ? START : LINK;
            SENT:   if (done) next = waiting ? POP : IDLE;
            POP:    next = START;
            START, LINK, ERROR: if (done) next = IDLE;
            default: next = state_i;
        endcase
    end

    // START, SENT and ERROR write a flag; LINK writes the block, then the tail of the wait list.
    always @* begin
        high   = operation_q == BROADCAST || operation_q == NEAR_NEIGHBOURS;
        flag   = 32'd3;
        target = block_q;
        strobe = 8'd0;
        data   = 64'd0;
        if (state_i == START) flag = 32'd1;
        if (state_i == ERROR) flag = {20'h80000, code_q, 8'h03};
        if (state_i == SENT) begin
            high   = port_q == BROADCASTS;
            target = current_mem_q[port_q];
        end
        if (is_flag) begin
            strobe = high ? 8'hf0 : 8'h0f;
            data   = high ? {flag, 32'd0} : {32'd0, flag};
        end
        if (links) begin
            if (linked_q) target = tail;
            strobe = linked_q ? 8'h0f : 8'hff;
            data   = linked_q ? {32'd0, block_q, operation_q} : {16'd0, route_q, 32'd0};
        end
    end

`ifdef FORMAL
    `ENSURE(stays_until_its_writes_are_granted,
            !(state_i == START || state_i == LINK || state_i == SENT || state_i == ERROR) || done
            || (next == state_i && !fetch_o))
`endif

    assign next_o            = next;
    assign fetch_o           = next == COMPARE || next == POP;
    assign fetch_block_o     = (state_i == SENT) ? head[31:3] : unexpected_i;
    assign request_valid_o   = reads || is_flag || links;
    assign request_block_o   = reads ? read_address : target;
    assign request_word_o    = !is_flag ? 2'd0 : high ? 2'd2 : 2'd3;
    assign request_write_o   = {1'b0, failed, is_end && !failed, is_flag, is_flag || links,
                                strobe, data};
    assign block_o           = block_q;
    assign task_o            = {buffer, length, kind, peer};
    assign load_o            = starts ? PORT_0 << port_q : {PORTS{1'b0}};
    assign load_message_o    = {buffer, length, kind[15:0], route_q};

endmodule

`default_nettype wire
