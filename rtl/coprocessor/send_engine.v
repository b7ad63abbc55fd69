// send_engine.v - splits one message after another into packets and sends them on one channel.
//
// Assembly reads the one to three words of memory with the data of a packet, and places their bytes
// in data_q as in the packet. When the last word is there, and the sending register is empty or
// sends its last flit in this cycle, the packet moves to that register and assembly of the next one
// begins. After the last packet the engine is done; it can be loaded again when the message unit
// has noticed that. The sending register sends a flit in each cycle with a credit.
//
// Byte b of a packet lies in lane b mod 8. A rotation brings each byte of a read word to its lane.
// Its amount is constant for a whole message, and the rotation is outside of this module, which
// gives the amount.
// docs/timing.md, section 8.2. Mirrored by model/coprocessor/send_engine.h.

`default_nettype none
`include "check.vh"

module send_engine #(
    parameter DATA_W = 16,  // bits of a flit: 8, 16, 32 or 64
    parameter DEPTH  = 12,  // credits after reset, 1 .. 64
    // Derived, do not override.
    parameter FLIT_W = DATA_W + 2
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,
    input  wire [15:0]       origin_i,      // bytes 2 and 3: source node and stream

    // From the message unit
    input  wire              load_i,
    input  wire [95:0]       message_i,     // message_records.vh
    output wire              free_o,        // from registers, as is done_o
    output wire              done_o,        // the last packet of a message was assembled
    input  wire              take_up_i,     // done is taken up

    // Memory
    output wire              read_valid_o,
    output wire [28:0]       read_address_o,
    input  wire              read_gnt_i,
    input  wire              response_i,
    output wire [2:0]        turn_o,        // by so many bytes the word read is to be turned
    input  wire [63:0]       turned_i,      // byte m of it in lane (m + turn_o) mod 8

    // Downstream
    output wire              out_valid_o,
    output wire [FLIT_W-1:0] out_flit_o,
    input  wire              out_credit_i,

    // Status, from registers
    output wire              idle_o
);

    generate
        if (DATA_W != 8 && DATA_W != 16 && DATA_W != 32 && DATA_W != 64) begin : g_bad_data_w
            ERROR_send_engine_DATA_W_must_be_8_16_32_or_64 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_send_engine_DEPTH_must_be_1_to_64 u_error ();
        end
    endgenerate

    `include "message_records.vh"

    localparam                FLITS    = (160 + DATA_W - 1) / DATA_W;
    localparam                PADDED_W = FLITS * DATA_W;
    localparam                COUNT_W  = $clog2(FLITS + 1);
    localparam                LAST_INT = FLITS - 1;
    localparam [COUNT_W-1:0]  LAST     = LAST_INT[COUNT_W-1:0];
    localparam                CREDIT_W = $clog2(DEPTH + 1);
    localparam [CREDIT_W-1:0] FULL     = DEPTH[CREDIT_W-1:0];

    // Assembly
    reg                 busy_q;
    reg                 done_q;
    reg                 first_q;      // the first packet
    reg  [1:0]          requested_q;  // words of this packet
    reg  [1:0]          arrived_q;
    reg  [1:0]          words_q;      // of this packet; in its first cycle 0 or "1 at least"
    reg  [31:0]         left_q;       // bytes that are not yet assembled
    reg  [31:0]         address_q;    // of the first byte of this packet
    reg  [15:0]         halfword_q;
    reg  [15:0]         type_q;
    reg  [31:0]         length_q;
    reg  [127:0]        data_q;       // bytes 4 .. 19 of the packet

    // Sending register
    reg                 sending_q;
    reg  [COUNT_W-1:0]  flits_q;      // flits that were sent
    reg  [PADDED_W-1:0] packet_q;     // the next flit is lowest
    reg  [CREDIT_W-1:0] credits_q;
    reg                 out_valid_q;
    reg  [FLIT_W-1:0]   out_flit_q;

    reg  [4:0]          size;         // bytes of data of this packet
    reg  [1:0]          words;        // in which they lie
    // verilator lint_off UNUSEDSIGNAL
    reg  [4:0]          last_byte;    // and offset in its word, which nobody needs
    // verilator lint_on UNUSEDSIGNAL
    reg  [2:0]          row;          // of the packet, in which the word read begins, plus one
    reg  [15:0]         writes;       // bytes of data_q that it brings
    reg  [15:0]         filled;       // bytes 4 .. 19 of the packet, up to the end of its data
    reg  [159:0]        packet;
    reg  [2:0]          lane;
    integer             i;
    integer             j;
    integer             k;

    wire [4:0]          most     = first_q ? 5'd10 : 5'd16;
    wire [2:0]          turn     = (first_q ? 3'd2 : 3'd4) - address_q[2:0];
    wire                last     = left_q[31:5] == 27'd0 && left_q[4:0] <= most;
    wire                sends    = enable_i && sending_q && (out_credit_i || (|credits_q));
    wire                moves    = enable_i && busy_q && arrived_q == words_q
                                   && (!sending_q || (sends && flits_q == LAST));

    always @* begin
        size      = 5'd0;
        last_byte = 5'd0;
        words     = 2'd0;
        if (busy_q) begin
            size      = last ? left_q[4:0] : most;
            last_byte = {2'd0, address_q[2:0]} + size + 5'd7;
            words     = (size == 5'd0) ? 2'd0 : last_byte[4:3];
        end
    end

    // A word brings byte b of the packet if 8 * (row - 1) + turn <= b < 8 * row + turn.
    always @* begin
        i      = 0;
        row    = 3'd0;
        lane   = 3'd0;
        writes = 16'd0;
        if (response_i) begin
            row = {1'b0, arrived_q} + ((address_q[2:0] <= (first_q ? 3'd2 : 3'd4)) ? 3'd1 : 3'd0)
                  + {2'd0, first_q};
            for (i = 4; i < 20; i = i + 1) begin
                lane = i[2:0];
                writes[i-4] = row == {1'b0, i[4:3]} + ((lane >= turn) ? 3'd1 : 3'd0);
            end
        end
    end

    // The packet that is sent
    always @* begin
        j      = 0;
        filled = 16'd0;
        packet = 160'd0;
        if (moves) begin
            filled = ~({16{1'b1}} << (size + (first_q ? 5'd6 : 5'd0)));
            packet = {data_q, origin_i, halfword_q};
            for (j = 0; j < 16; j = j + 1) begin
                if (!filled[j]) packet[32+8*j +: 8] = 8'd0;
            end
            if (first_q) packet[79:32] = {type_q, length_q};
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q      <= 1'b0;
            done_q      <= 1'b0;
            sending_q   <= 1'b0;
            out_valid_q <= 1'b0;
            credits_q   <= FULL;
        end else if (enable_i) begin
            if (load_i)             busy_q <= 1'b1;
            else if (moves && last) busy_q <= 1'b0;
            if (moves && last)      done_q <= 1'b1;
            else if (take_up_i)     done_q <= 1'b0;
            if (moves)                             sending_q <= 1'b1;
            else if (sends && flits_q == LAST)     sending_q <= 1'b0;
            out_valid_q <= sends;
            if (sends != out_credit_i) credits_q <= sends ? credits_q - 1'b1 : credits_q + 1'b1;
        end
    end
    always @(posedge clk_i) begin
        if (load_i) begin
            first_q     <= 1'b1;
            requested_q <= 2'd0;
            arrived_q   <= 2'd0;
            words_q     <= {1'b0, message_i[LOAD_LENGTH +: 32] != 32'd0};
            left_q      <= message_i[LOAD_LENGTH +: 32];
            address_q   <= message_i[LOAD_BUFFER +: 32];
            halfword_q  <= message_i[LOAD_HALFWORD +: 16];
            type_q      <= message_i[LOAD_TYPE +: 16];
            length_q    <= message_i[LOAD_LENGTH +: 32];
        end else if (moves) begin
            first_q     <= 1'b0;
            requested_q <= 2'd0;
            arrived_q   <= 2'd0;
            words_q     <= {1'b0, !last};
            left_q      <= left_q - {27'd0, size};
            address_q   <= address_q + {27'd0, size};
        end else begin
            words_q <= words;  // In the first cycle of a packet no word of it can arrive.
            if (read_gnt_i) requested_q <= requested_q + 2'd1;
            if (response_i) arrived_q <= arrived_q + 2'd1;
        end
        if (response_i) begin
            for (k = 0; k < 16; k = k + 1) begin
                if (writes[k]) data_q[8*k +: 8] <= turned_i[8*((k+4)%8) +: 8];
            end
        end
    end

    generate
        if (PADDED_W == 160) begin : g_exact
            always @(posedge clk_i) begin
                if (moves)      packet_q <= packet;
                else if (sends) packet_q <= packet_q >> DATA_W;
            end
        end else begin : g_padded
            always @(posedge clk_i) begin
                if (moves)      packet_q <= {{(PADDED_W-160){1'b0}}, packet};
                else if (sends) packet_q <= packet_q >> DATA_W;
            end
        end
    endgenerate
    always @(posedge clk_i) begin
        if (moves)      flits_q <= {COUNT_W{1'b0}};
        else if (sends) flits_q <= flits_q + 1'b1;
        if (sends) begin
            out_flit_q <= {flits_q == LAST, flits_q == {COUNT_W{1'b0}}, packet_q[DATA_W-1:0]};
        end
    end

    assign free_o         = !busy_q && !done_q;
    assign done_o         = done_q;
    assign read_valid_o   = enable_i && busy_q && requested_q != words_q;
    assign read_address_o = address_q[31:3] + {27'd0, requested_q};
    assign turn_o         = turn;
    assign out_valid_o    = out_valid_q;
    assign out_flit_o     = out_flit_q;
    assign idle_o         = !busy_q && !done_q && !sending_q && !out_valid_q;

`ifdef FORMAL
    localparam F_FLITS = (20 * 8 + DATA_W - 1) / DATA_W;  // of a packet of 20 bytes
    `REQUIRE(rests_without_enable, enable_i || !(load_i || take_up_i || read_gnt_i || response_i))
    `REQUIRE(a_grant_of_a_request, !(read_gnt_i && !read_valid_o))
    `REQUIRE(a_response_to_a_request, !(response_i && arrived_q == requested_q))
    `REQUIRE(done_is_taken_up_once, !(take_up_i && !done_q))
    `ENSURE(busy_or_done, !(busy_q && done_q))
    `ENSURE(no_more_words_than_the_packet_has,
            !busy_q || (arrived_q <= requested_q && requested_q <= words_q && words_q <= words
                        && (words_q == 2'd0) == (words == 2'd0)))
    `REQUIRE(no_response_is_left_over, busy_q || !response_i)
    `ENSURE(a_packet_has_so_many_flits, !sending_q || flits_q < F_FLITS)

    // Credits, flits in flight, and the heads and tails of packets on the pins
    reg  [7:0]         f_owed_q;   // flits sent that no credit has come back for
    reg  [7:0]         f_place_q;  // in its packet, of the next flit on the pins
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_owed_q  <= 8'd0;
            f_place_q <= 8'd0;
        end else if (enable_i) begin
            f_owed_q <= f_owed_q + sends - out_credit_i;
            if (sends) f_place_q <= (f_place_q == F_FLITS - 1) ? 8'd0 : f_place_q + 8'd1;
        end
    end
    `REQUIRE(a_credit_for_each_flit, !(enable_i && out_credit_i && f_owed_q == 8'd0))
    `ENSURE(no_flit_without_a_credit, {24'd0, f_owed_q} + credits_q == DEPTH)
    `ENSURE(flits_of_a_packet_in_order, f_place_q == (sending_q ? flits_q : 8'd0))
    `ENSURE(packets_whole_and_one_after_the_other, !(sends && f_place_q != flits_q))
`endif
    `REQUIRE(load_only_a_free_engine, !(load_i && !free_o))
    `REQUIRE(a_credit_for_a_flit_sent, !(enable_i && out_credit_i && credits_q == FULL && !sends))

endmodule

`default_nettype wire
