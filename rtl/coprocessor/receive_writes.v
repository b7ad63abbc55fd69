// receive_writes.v - the receiver's writes in each state but DATA: flags, links, descriptors. It
// also has the ends of the lists that the links make: posted receives and unexpected messages.
//
// A state shows each write until its grant; step_q counts its writes. Strobes select one half of a
// word or both; a half that is not written is 0.
// docs/timing.md, section 8.7. Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module receive_writes (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         enable_i,
    input  wire [4:0]   state_i,

    // A receive and a message
    input  wire         is_packet_i,
    input  wire [28:0]  block_i,            // of the instruction
    input  wire [28:0]  fetched_i,          // receive or descriptor
    input  wire [57:0]  links_i,            // of it: previous and next in the list
    input  wire [157:0] message_i,          // message_records.vh
    input  wire [5:0]   slot_i,
    input  wire [3:0]   stream_i,

    // A message that is complete
    input  wire [30:0]  finished_i,         // message_records.vh
    input  wire [28:0]  place_i,            // its system buffer

    // The first of each list, 0: none
    output wire [28:0]  posted_o,
    output wire [28:0]  unexpected_o,

    // The writes
    output wire         valid_o,
    output wire [28:0]  target_o,           // block
    output wire [1:0]   word_o,             // of it
    output wire [76:0]  write_o,            // message_records.vh; zero in other states
    input  wire         gnt_i,
    output wire         done_o              // all of this state are granted
);

    `include "message_states.vh"
    `include "message_records.vh"

    localparam [31:0] TOO_LONG = 32'h80000603;
    localparam [1:0]  LOW      = 2'b01;
    localparam [1:0]  HIGH     = 2'b10;
    localparam [1:0]  BOTH     = 2'b11;

    reg  [1:0]  step_q;
    reg         valid;
    reg         last;        // write of this state
    reg         none;        // this state has no write
    reg         is_flag;
    reg  [31:0] flag;
    reg  [28:0] block;
    reg  [1:0]  word;        // of the block
    reg  [31:0] hi;
    reg  [31:0] lo;
    reg  [1:0]  halves;
    reg  [7:0]  strobe;

    wire [11:0] source   = message_i[MESSAGE_SOURCE +: 12];
    wire [15:0] kind     = message_i[MESSAGE_TYPE +: 16];
    wire [31:0] length   = message_i[MESSAGE_LENGTH +: 32];
    wire        own      = message_i[MESSAGE_OWN];
    wire [31:0] buffer   = message_i[MESSAGE_BUFFER +: 32];
    wire        too_long = message_i[MESSAGE_TOO_LONG];
    wire [31:0] start    = message_i[MESSAGE_START +: 32];
    wire [31:0] room     = message_i[MESSAGE_ROOM +: 32];
    wire        matched  = finished_i[FINISHED_MATCHED];
    wire [28:0] previous = links_i[57:29];
    wire [28:0] next     = links_i[28:0];
    wire [28:0] receive  = is_packet_i ? fetched_i : block_i;
    wire [28:0] place    = start[31:3] - 29'd4;  // of a new message's system buffer
    wire        done     = enable_i && (none || (gnt_i && last));
    wire        unlinks  = state_i == UNLINK && done;
    wire [28:0] posted_tail;
    wire [28:0] unexpected_tail;

    always @* begin
        valid    = 1'b1;
        last     = 1'b1;
        none     = 1'b0;
        is_flag  = 1'b0;
        flag     = 32'd3;
        block    = block_i;
        word     = 2'd0;
        hi       = 32'd0;
        lo       = 32'd0;
        halves   = BOTH;
        case (state_i)
            UNLINK: begin
                none     = previous == 29'd0 && next == 29'd0;
                valid    = !none;
                last     = step_q[0] || previous == 29'd0 || next == 29'd0;
                if (step_q[0] || previous == 29'd0) begin
                    block  = next;
                    hi     = {previous, 3'd0};
                    halves = HIGH;
                end else begin
                    block  = previous;
                    lo     = {next, 3'd0};
                    halves = LOW;
                end
            end
            DESCRIBE: begin
                block    = receive;
                last     = step_q[0];
                if (step_q[0]) begin
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
                flag     = 32'd1;
                block    = receive;
            end
            DESCRIPTOR: begin
                block    = place;
                word     = step_q;
                last     = step_q == 2'd3 || (step_q == 2'd2 && unexpected_tail == 29'd0);
                case (step_q)
                    2'd0: hi = {unexpected_tail, 3'd0};
                    2'd1: begin
                        lo = {20'd0, source};
                        hi = {16'd0, kind};
                    end
                    2'd2: begin
                        lo = length;
                        hi = {10'd0, slot_i, 4'd0, stream_i, 8'd0};
                    end
                    default: begin
                        block  = unexpected_tail;
                        word   = 2'd0;
                        lo     = {place, 3'd0};
                        halves = LOW;
                    end
                endcase
            end
            FINISH: begin
                is_flag  = matched;
                flag     = finished_i[FINISHED_FAILED] ? TOO_LONG : 32'd3;
                block    = matched ? finished_i[FINISHED_BLOCK +: 29] : place_i;
                word     = 2'd2;
                hi       = 32'd1;
                halves   = HIGH;   // of which a byte alone, below
            end
            JOB: begin
                block    = fetched_i;
                last     = step_q[0];
                word     = {1'b0, step_q[0]};
                lo       = step_q[0] ? {block_i, 3'd0} : room;
                hi       = !step_q[0] ? buffer : too_long ? TOO_LONG : 32'd3;
            end
            THREE: is_flag = 1'b1;
            POST: begin
                last     = posted_tail == 29'd0 || step_q[0];
                hi       = {posted_tail, 3'd0};
                if (step_q[0]) begin
                    block  = posted_tail;
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
            word   = 2'd3;
            lo     = flag;
            halves = LOW;
        end
        if (!halves[0]) lo = 32'd0;
        if (!halves[1]) hi = 32'd0;
        strobe = {{4{halves[1]}}, {4{halves[0]}}};
        if (state_i == FINISH && !is_flag) strobe = 8'h10;
    end

    list_ends u_posted (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .append_i   (state_i == POST && done),
        .block_i    (block_i),
        .remove_i   (unlinks && is_packet_i),
        .previous_i (previous),
        .next_i     (next),
        .head_o     (posted_o),
        .tail_o     (posted_tail)
    );
    list_ends u_unexpected (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .append_i   (state_i == DESCRIPTOR && done),
        .block_i    (place),
        .remove_i   (unlinks && !is_packet_i),
        .previous_i (previous),
        .next_i     (next),
        .head_o     (unexpected_o),
        .tail_o     (unexpected_tail)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            step_q <= 2'd0;
        end else if (enable_i) begin
            if (done || !valid) step_q <= 2'd0;
            else if (gnt_i)     step_q <= step_q + 2'd1;
        end
    end

    assign valid_o   = valid;
    assign target_o  = block;
    assign word_o    = word;
    assign done_o    = done;
    assign write_o   = {1'b0, is_flag && flag[1], 1'b0, is_flag, valid, strobe, hi, lo};

endmodule

`default_nettype wire
