// message_writes.v - the message unit's writes in each state: flags, links, descriptors, data.
//
// Combinational. Strobes select one half of a word or both; a half that is not written is 0.
// docs/timing.md, section 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module message_writes (
    input  wire [4:0]  state_i,
    input  wire [1:0]  step_i,

    // Messages to be sent
    input  wire [2:0]  operation_i,
    input  wire [28:0] block_i,            // of the instruction, or from a wait list
    input  wire [3:0]  error_i,
    input  wire [15:0] halfword_i,
    input  wire        waiting_i,          // the wait list is not empty
    input  wire [28:0] waiting_tail_i,
    input  wire        sent_broadcast_i,   // the engine that is done sends broadcasts
    input  wire [28:0] sent_block_i,

    // A receive and a message
    input  wire        is_packet_i,
    input  wire [28:0] fetched_i,          // receive or descriptor
    input  wire [28:0] previous_i,         // in its list
    input  wire [28:0] next_i,
    input  wire [157:0] message_i,         // message_records.vh
    input  wire [5:0]  slot_i,
    input  wire [3:0]  stream_i,
    input  wire [28:0] posted_tail_i,
    input  wire [28:0] unexpected_tail_i,

    // A message that is complete
    input  wire [59:0] finished_i,         // message_records.vh

    // The write
    output wire        valid_o,
    output wire        last_o,             // of this state
    output wire        none_o,             // this state has no write
    output wire        fence_o,
    output wire        sent_o,
    output wire        received_o,
    output wire [28:0] address_o,
    output wire [63:0] data_o,
    output wire [7:0]  strobe_o
);

    `include "message_states.vh"
    `include "message_records.vh"

    localparam [2:0]  RECEIVE  = 3'd3;
    localparam [31:0] TOO_LONG = 32'h80000603;
    localparam [1:0]  LOW      = 2'b01;
    localparam [1:0]  HIGH     = 2'b10;
    localparam [1:0]  BOTH     = 2'b11;

    reg         valid;
    reg         last;
    reg         none;
    reg         is_flag;
    reg         for_send;    // the flag is that of a message sent
    reg         high;        // it lies in the high half of word 2
    reg  [31:0] flag;
    reg  [28:0] block;
    reg  [1:0]  word;        // of the block
    reg  [31:0] hi;
    reg  [31:0] lo;
    reg  [1:0]  halves;
    reg  [7:0]  strobe;

    wire [11:0] source    = message_i[MESSAGE_SOURCE +: 12];
    wire [15:0] kind      = message_i[MESSAGE_TYPE +: 16];
    wire [31:0] length    = message_i[MESSAGE_LENGTH +: 32];
    wire        own       = message_i[MESSAGE_OWN];
    wire [31:0] buffer    = message_i[MESSAGE_BUFFER +: 32];
    wire        too_long  = message_i[MESSAGE_TOO_LONG];
    wire [31:0] start     = message_i[MESSAGE_START +: 32];
    wire [31:0] room      = message_i[MESSAGE_ROOM +: 32];
    wire        matched   = finished_i[FINISHED_MATCHED];
    wire [28:0] receive   = is_packet_i ? fetched_i : block_i;
    wire        broadcast = operation_i == 3'd1 || operation_i == 3'd2;
    wire [28:0] place     = start[31:3] - 29'd4;  // of a new message's system buffer

    always @* begin
        valid    = 1'b1;
        last     = 1'b1;
        none     = 1'b0;
        is_flag  = 1'b0;
        for_send = 1'b0;
        high     = broadcast;
        flag     = 32'd3;
        block    = block_i;
        word     = 2'd0;
        hi       = 32'd0;
        lo       = 32'd0;
        halves   = BOTH;
        case (state_i)
            START: begin
                is_flag  = 1'b1;
                flag     = 32'd1;
            end
            LINK: begin
                last     = !waiting_i || step_i[0];
                hi       = {16'd0, halfword_i};
                if (step_i[0]) begin
                    block  = waiting_tail_i;
                    lo     = {block_i, operation_i};
                    halves = LOW;
                end
            end
            SENT: begin
                is_flag  = 1'b1;
                for_send = 1'b1;
                high     = sent_broadcast_i;
                block    = sent_block_i;
            end
            ERROR: begin
                is_flag  = 1'b1;
                for_send = operation_i != RECEIVE;
                flag     = {20'h80000, error_i, 8'h03};
            end
            UNLINK: begin
                none     = previous_i == 29'd0 && next_i == 29'd0;
                valid    = !none;
                last     = step_i[0] || previous_i == 29'd0 || next_i == 29'd0;
                if (step_i[0] || previous_i == 29'd0) begin
                    block  = next_i;
                    hi     = {previous_i, 3'd0};
                    halves = HIGH;
                end else begin
                    block  = previous_i;
                    lo     = {next_i, 3'd0};
                    halves = LOW;
                end
            end
            DESCRIBE: begin
                block    = receive;
                last     = step_i[0];
                if (step_i[0]) begin
                    word   = 2'd2;
                    lo     = length;
                    hi     = start;
                    halves = (own || too_long) ? LOW : BOTH;
                end else begin
                    word   = 2'd1;
                    lo     = {20'd0, source};
                    hi     = {16'd0, kind};
                end
            end
            ONE: begin
                is_flag  = 1'b1;
                high     = 1'b0;
                flag     = 32'd1;
                block    = receive;
            end
            DESCRIPTOR: begin
                block    = place;
                word     = step_i;
                last     = step_i == 2'd3 || (step_i == 2'd2 && unexpected_tail_i == 29'd0);
                case (step_i)
                    2'd0: hi = {unexpected_tail_i, 3'd0};
                    2'd1: begin
                        lo = {20'd0, source};
                        hi = {16'd0, kind};
                    end
                    2'd2: begin
                        lo = length;
                        hi = {10'd0, slot_i, 4'd0, stream_i, 8'd0};
                    end
                    default: begin
                        block  = unexpected_tail_i;
                        word   = 2'd0;
                        lo     = {place, 3'd0};
                        halves = LOW;
                    end
                endcase
            end
            FINISH: begin
                is_flag  = matched;
                high     = 1'b0;
                flag     = finished_i[FINISHED_FAILED] ? TOO_LONG : 32'd3;
                block    = matched ? finished_i[FINISHED_BLOCK +: 29]
                                   : finished_i[FINISHED_PLACE +: 29];
                word     = 2'd2;
                hi       = 32'd1;
                halves   = 2'b00;  // a byte alone, below
            end
            JOB: begin
                block    = fetched_i;
                last     = step_i[0];
                word     = {1'b0, step_i[0]};
                lo       = step_i[0] ? {block_i, 3'd0} : room;
                hi       = !step_i[0] ? buffer : too_long ? TOO_LONG : 32'd3;
            end
            THREE: begin
                is_flag  = 1'b1;
                high     = 1'b0;
            end
            POST: begin
                last     = posted_tail_i == 29'd0 || step_i[0];
                hi       = {posted_tail_i, 3'd0};
                if (step_i[0]) begin
                    block  = posted_tail_i;
                    lo     = {block_i, 3'd0};
                    hi     = 32'd0;
                    halves = LOW;
                end
            end
            default: begin
                valid    = 1'b0;
                last     = 1'b0;
                halves   = 2'b00;
            end
        endcase
        if (is_flag) begin
            word   = high ? 2'd2 : 2'd3;
            lo     = flag;
            hi     = flag;
            halves = high ? HIGH : LOW;
        end
        if (!halves[0]) lo = 32'd0;
        if (!halves[1] && (is_flag || state_i != FINISH)) hi = 32'd0;
        strobe = {{4{halves[1]}}, {4{halves[0]}}};
        if (state_i == FINISH && !is_flag) strobe = 8'h10;
    end

    assign valid_o    = valid;
    assign last_o     = last;
    assign none_o     = none;
    assign fence_o    = is_flag;
    assign sent_o     = is_flag && flag[1] && for_send;
    assign received_o = is_flag && flag[1] && !for_send;
    assign address_o  = block + {27'd0, word};
    assign data_o     = {hi, lo};
    assign strobe_o   = strobe;

endmodule

`default_nettype wire
