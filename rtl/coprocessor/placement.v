// placement.v - decides whether a receive and a message match, and where the message's data go.
//
// Registers or the packet hold one side: the receive of an instruction, or the message of a first
// packet. The other side was fetched: the descriptor of an unexpected message, or the block of a
// posted receive. ALLOT decides in one cycle and leaves the result in registers.
// docs/timing.md, section 8.7 (COMPARE, ALLOT). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module placement #(
    parameter BUFFERS  = 16,  // system buffers, 1 .. 64
    parameter ENTRY_W  = 3,   // number of a comparator pair, bits
    // Derived, do not override.
    parameter BUFFER_W = (BUFFERS > 1) ? $clog2(BUFFERS) : 1
) (
    input  wire                clk_i,
    input  wire [4:0]          system_size_log2_i,

    // The receive of an instruction
    input  wire                note_i,
    input  wire [113:0]        task_i,         // message_records.vh

    // The message of a first packet
    input  wire                is_packet_i,
    input  wire [59:0]         packet_i,       // type, length, source

    // The fetched words
    input  wire [28:0]         block_i,
    input  wire [49:0]         word1_i,        // node; no overrun checking, any, type
    input  wire [63:0]         word2_i,

    // COMPARE
    input  wire                forget_i,       // a new task
    input  wire                compare_i,
    output wire                match_o,

    // ALLOT
    input  wire                allot_i,
    input  wire                unused_i,       // a system buffer is
    input  wire [BUFFER_W-1:0] unused_slot_i,
    input  wire [28:0]         unused_data_i,  // where its data begin
    input  wire                pair_i,         // a comparator pair is free
    input  wire [ENTRY_W-1:0]  entry_i,
    output wire                placed_o,
    output wire                take_o,         // the system buffer

    // Message and receive, from registers; the packet and the fetched words
    output wire [157:0]        message_o,      // message_records.vh

    // Results of ALLOT; {found, buffered, watched, too long}
    output wire [3:0]          result_o,
    output wire [BUFFER_W-1:0] slot_o,
    output wire [ENTRY_W-1:0]  entry_o
);

    `include "message_records.vh"

    localparam [31:0] ANY     = 32'hffffffff;
    localparam [31:0] SHORTER = 32'd10;  // is finished with its first packet

    // Buffers from this one on are reserved for receives with a null pointer.
    localparam              LAST_INT  = BUFFERS - BUFFERS / 2 - 1;
    localparam [BUFFER_W:0] LAST_OPEN = LAST_INT[BUFFER_W:0];

    reg  [31:0]         want_source_q;
    reg  [17:0]         want_type_q;
    reg  [31:0]         capacity_q;
    reg  [31:0]         buffer_q;
    reg                 matched_q;
    reg                 fits_q;      // the message fits in a system buffer
    reg                 longer_q;    // the message is longer than the receive
    reg                 buffered_q;
    reg                 watched_q;
    reg                 too_long_q;
    reg  [BUFFER_W-1:0] slot_q;
    reg  [ENTRY_W-1:0]  entry_q;
    reg  [31:0]         start_q;
    reg  [31:0]         room_q;

    reg                 match;
    reg                 placed;
    reg                 buffered;
    reg                 too_long;
    reg  [31:0]         start;
    reg  [31:0]         room;

    wire [31:0]         receive_source = is_packet_i ? word1_i[31:0]   : want_source_q;
    wire [17:0]         receive_type   = is_packet_i ? word1_i[49:32]  : want_type_q;
    wire [31:0]         receive_length = is_packet_i ? word2_i[31:0]   : capacity_q;
    wire [31:0]         receive_buffer = is_packet_i ? word2_i[63:32]  : buffer_q;
    wire [11:0]         source         = is_packet_i ? packet_i[11:0]  : word1_i[11:0];
    wire [15:0]         kind           = is_packet_i ? packet_i[59:44] : word1_i[47:32];
    wire [31:0]         length         = is_packet_i ? packet_i[43:12] : word2_i[31:0];
    wire                own            = receive_buffer != 32'd0;
    wire [32:0]         room_needed    = {1'b0, length} + 33'd32;

    always @* begin
        match = 1'b0;
        if (compare_i) begin
            match = (receive_source == ANY || receive_source == {20'd0, source})
                    && (receive_type[16] || receive_type[15:0] == kind);
        end
    end

    always @* begin
        placed   = 1'b0;
        buffered = 1'b0;
        too_long = 1'b0;
        start    = 32'd0;
        room     = 32'd0;
        if (allot_i) begin
            if (matched_q && own) begin
                placed   = 1'b1;
                too_long = longer_q;
                start    = receive_buffer;
                room     = too_long ? receive_length : length;
            end else if (!is_packet_i) begin
                placed   = 1'b1;
                start    = {block_i + 29'd4, 3'd0};
                room     = length;
            end else if (matched_q && !fits_q) begin
                placed   = 1'b1;
                too_long = 1'b1;
            end else begin
                placed   = fits_q && unused_i
                           && (matched_q || {1'b0, unused_slot_i} <= LAST_OPEN);
                buffered = 1'b1;
                start    = {unused_data_i, 3'd0};
                room     = length;
            end
        end
    end

    always @(posedge clk_i) begin
        if (note_i) begin
            want_source_q <= task_i[TASK_PEER +: 32];
            want_type_q   <= task_i[TASK_TYPE +: 18];
            capacity_q    <= task_i[TASK_LENGTH +: 32];
            buffer_q      <= task_i[TASK_BUFFER +: 32];
        end
        if (forget_i)       matched_q <= 1'b0;
        else if (compare_i) matched_q <= match;
        // Message and receive are the same since the cycle before ALLOT, which is COMPARE or DATA.
        fits_q   <= room_needed <= 33'd1 << system_size_log2_i;
        longer_q <= length > receive_length;
        if (allot_i) begin
            buffered_q <= buffered;
            too_long_q <= too_long;
            watched_q  <= is_packet_i && matched_q && !receive_type[17] && room > SHORTER && pair_i;
            slot_q     <= is_packet_i ? unused_slot_i : word2_i[48 +: BUFFER_W];
            entry_q    <= entry_i;
            start_q    <= start;
            room_q     <= room;
        end
    end

    assign match_o   = match;
    assign placed_o  = placed;
    assign take_o    = placed && buffered;
    assign result_o  = {matched_q, buffered_q, watched_q, too_long_q};
    assign slot_o    = slot_q;
    assign entry_o   = entry_q;
    assign message_o = {room_q, start_q, too_long_q, receive_buffer, own, length, kind, source};

endmodule

`default_nettype wire
