// copy_engine.v - copies messages from system buffers to the buffers of their receives.
//
// The message unit puts the number of a system buffer into the queue. The first two words of the
// buffer are the job: bytes to copy and destination, header block and completion flag. The engine
// reads one word of the source at a time and writes it with one or two strobed writes. Then it
// writes the flag, and the buffer is free.
// docs/timing.md, section 8.6. Mirrored by model/coprocessor/copy_engine.h.

`default_nettype none
`include "check.vh"

module copy_engine #(
    parameter BUFFERS  = 16,  // system buffers, 1 .. 64
    // Derived, do not override.
    parameter BUFFER_W = (BUFFERS > 1) ? $clog2(BUFFERS) : 1
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                enable_i,
    input  wire [28:0]         system_base_i,       // words
    input  wire [4:0]          system_size_log2_i,

    // The queue
    input  wire                push_i,
    input  wire [BUFFER_W-1:0] push_buffer_i,

    // Memory
    output wire                request_valid_o,
    output wire [28:0]         request_address_o,
    output wire [76:0]         request_write_o,    // message_records.vh
    input  wire                gnt_i,
    input  wire                response_i,
    input  wire [63:0]         data_i,

    // A buffer is free
    output wire                free_o,
    output wire [BUFFER_W-1:0] free_buffer_o,

    // Status, from registers
    output wire                idle_o
);

    generate
        if (BUFFERS < 1 || BUFFERS > 64) begin : g_bad_buffers
            ERROR_copy_engine_BUFFERS_must_be_1_to_64 u_error ();
        end
    endgenerate

    localparam [2:0] WAIT  = 3'd0;  // for a job
    localparam [2:0] JOB   = 3'd1;  // reads the first two words of the buffer
    localparam [2:0] READ  = 3'd2;  // the next word of the source
    localparam [2:0] WRITE = 3'd3;  // it, with one or two writes
    localparam [2:0] FLAG  = 3'd4;  // the completion flag

    localparam                COUNT_W  = $clog2(BUFFERS + 1);
    localparam [COUNT_W-1:0]  NONE     = {COUNT_W{1'b0}};
    localparam                LAST_INT = BUFFERS - 1;
    localparam [BUFFER_W-1:0] LAST     = LAST_INT[BUFFER_W-1:0];

    reg  [2:0]          state_q, state_d;
    reg  [BUFFER_W-1:0] queue_mem_q [0:BUFFERS-1];  // not reset: count_q guards it
    reg  [BUFFER_W-1:0] front_q;
    reg  [BUFFER_W-1:0] back_q;
    reg  [COUNT_W-1:0]  count_q;

    reg  [BUFFER_W-1:0] slot_q;         // the buffer of the job
    reg  [1:0]          asked_q;    // words of the job; in READ, whether the word is requested
    reg                 come_q;      // the first word of the job
    reg                 step_q;         // the second write of a word
    reg  [28:0]         source_q;       // word to be read next
    reg  [63:0]         word_q;
    reg  [31:0]         left_q;         // bytes
    reg  [31:0]         destination_q;
    reg  [28:0]         block_q;
    reg  [31:0]         flag_q;

    reg  [3:0]          bytes;          // of this word
    reg  [4:0]          last_byte;      // of both words that it touches, plus one
    reg  [127:0]        shifted;
    reg  [15:0]         strobes;
    reg                 last_write;
    reg                 requests;
    reg  [28:0]         address;
    integer             i;

    wire [28:0]         base     = system_base_i + ({{(29-BUFFER_W){1'b0}}, slot_q}
                                                    << (system_size_log2_i - 5'd3));
    wire                is_write = state_q == WRITE;
    wire                is_flag  = state_q == FLAG;
    wire                starts   = enable_i && state_q == WAIT && count_q != NONE;
    wire                written  = is_write && gnt_i && last_write;

    always @* begin
        i          = 0;
        bytes      = 4'd0;
        shifted    = 128'd0;
        last_byte  = 5'd0;
        strobes    = 16'd0;
        last_write = 1'b0;
        if (is_write) begin
            bytes     = (|left_q[31:3]) ? 4'd8 : left_q[3:0];
            last_byte = {1'b0, bytes} + {2'd0, destination_q[2:0]};
            strobes   = ({16{1'b1}} << destination_q[2:0]) & ~({16{1'b1}} << last_byte);
            shifted   = {64'd0, word_q} << {destination_q[2:0], 3'b000};
            for (i = 0; i < 16; i = i + 1) begin
                if (!strobes[i]) shifted[8*i +: 8] = 8'd0;
            end
            last_write = step_q || last_byte <= 5'd8;
        end
    end

    always @* begin
        requests = 1'b0;
        address  = source_q;
        if (enable_i) begin
            case (state_q)
                JOB: begin
                    requests = asked_q != 2'd2;
                    address  = base + {27'd0, asked_q};
                end
                READ: begin
                    requests = asked_q == 2'd0;
                end
                WRITE: begin
                    requests = 1'b1;
                    address  = destination_q[31:3] + {28'd0, step_q};
                end
                FLAG: begin
                    requests = 1'b1;
                    address  = block_q + 29'd3;
                end
                default: requests = 1'b0;
            endcase
        end
    end

    always @* begin
        state_d = state_q;
        case (state_q)
            WAIT:    if (starts) state_d = JOB;
            JOB:     if (response_i && come_q) state_d = (left_q == 32'd0) ? FLAG : READ;
            READ:    if (response_i) state_d = WRITE;
            WRITE:   if (written) state_d = (left_q <= 32'd8) ? FLAG : READ;
            FLAG:    if (gnt_i) state_d = WAIT;
            default: state_d = WAIT;
        endcase
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            state_q <= WAIT;
            front_q <= {BUFFER_W{1'b0}};
            back_q   <= {BUFFER_W{1'b0}};
            count_q <= NONE;
        end else if (enable_i) begin
            state_q <= state_d;
            if (push_i) back_q   <= (back_q == LAST) ? {BUFFER_W{1'b0}} : back_q + 1'b1;
            if (starts) front_q <= (front_q == LAST) ? {BUFFER_W{1'b0}} : front_q + 1'b1;
            if (push_i != starts) count_q <= push_i ? count_q + 1'b1 : count_q - 1'b1;
        end
    end
    always @(posedge clk_i) begin
        if (push_i) queue_mem_q[back_q] <= push_buffer_i;
        if (starts) slot_q <= queue_mem_q[front_q];
        // WAIT comes before JOB, and WAIT, JOB or WRITE before READ.
        if (state_q == WAIT || is_write || (response_i && come_q)) asked_q <= 2'd0;
        else if (gnt_i)                                            asked_q <= asked_q + 2'd1;
        if (state_q == WAIT) come_q <= 1'b0;
        else if (response_i) come_q <= 1'b1;
        step_q <= is_write && !written && (gnt_i || step_q);
        if (state_q == JOB) begin
            source_q <= base + 29'd4;
            if (response_i && !come_q) {destination_q, left_q} <= data_i;
            if (response_i && come_q)  {flag_q, block_q}       <= data_i[63:3];
        end
        if (state_q == READ && gnt_i) source_q <= source_q + 29'd1;
        if (response_i) word_q <= data_i;
        if (written) begin
            destination_q <= destination_q + {28'd0, bytes};
            left_q        <= left_q - {28'd0, bytes};
        end
    end

    assign request_valid_o   = requests;
    assign request_address_o = address;
    assign request_write_o   = {1'b0, is_flag, 1'b0, is_flag, is_write || is_flag,
                                is_flag ? 8'h0f : step_q ? strobes[15:8] : strobes[7:0],
                                is_flag ? {32'd0, flag_q}
                                : step_q ? shifted[127:64] : shifted[63:0]};
    assign free_o            = is_flag && gnt_i;
    assign free_buffer_o     = slot_q;
    assign idle_o            = state_q == WAIT && count_q == NONE;

    `REQUIRE(a_buffer_is_queued_once, !(push_i && count_q == BUFFERS[COUNT_W-1:0]))

endmodule

`default_nettype wire
