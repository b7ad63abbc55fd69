// packet_writer.v - writes the data of a packet into memory, with one strobed write for each word
// that they touch.
//
// Byte b of a packet lies in lane b mod 8 of three rows. A word of memory takes one byte from each
// lane, of this row or the next, and a rotation puts each byte into its place. Combinational.
// docs/timing.md, section 8.7 (DATA). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none

module packet_writer (
    input  wire         active_i,
    input  wire [159:0] packet_i,
    input  wire [1:0]   step_i,       // number of the word

    // Of the message
    input  wire         fresh_i,      // this is its first packet
    input  wire [31:0]  next_i,       // address of the next byte
    input  wire [31:0]  left_i,       // bytes still to come
    input  wire [31:0]  room_i,       // bytes that still fit
    input  wire         left_large_i, // more than 31
    input  wire         room_large_i,

    // The write of word step_i behind the word of next_i, if left and room are not 0
    output wire         last_o,
    output wire [63:0]  data_o,
    output wire [7:0]   strobe_o,

    // After this packet
    output wire         more_o,       // packets are to come
    output wire [31:0]  next_o,
    output wire [32:0]  advance_o,    // next_o, with a carry
    output wire [31:0]  left_o,
    output wire [31:0]  room_o,
    output wire         left_large_o,
    output wire         room_large_o,
    output wire         writes_o
);

    // left_i and room_i, at most 31, which is more than a packet has
    wire [4:0]   left = left_i[4:0] | {5{left_large_i}};
    wire [4:0]   room = room_i[4:0] | {5{room_large_i}};

    reg  [4:0]   size;      // bytes of data
    reg  [4:0]   written;   // of which so many are written
    reg  [4:0]   upto;      // bytes that fit up to the end of the word
    reg  [5:0]   offset;    // of a byte of the word, in the data; negative before the data
    reg  [7:0]   strobe;
    reg  [2:0]   turn;      // the lane of the word's byte 0
    reg  [2:0]   row;       // of the packet in which the word begins, plus one
    reg  [2:0]   lane_row;  // of one byte, plus one
    reg  [63:0]  lanes;
    reg  [63:0]  data;
    reg          last;
    integer      i;
    integer      j;

    wire [4:0]   most = fresh_i ? 5'd10 : 5'd16;

    // Strobes and last ask left, room and most, each for itself: the smallest of the three is known
    // later.
    always @* begin
        j       = 0;
        size    = 5'd0;
        written = 5'd0;
        upto    = 5'd0;
        offset  = 6'd0;
        strobe  = 8'd0;
        last    = 1'b0;
        if (active_i) begin
            size    = (left < most) ? left : most;
            written = (room < size) ? room : size;
            upto    = {step_i + 2'd1, 3'd0} - {2'd0, next_i[2:0]};
            last    = left <= upto || room <= upto || most <= upto;
            for (j = 0; j < 8; j = j + 1) begin
                offset    = {1'b0, step_i, j[2:0]} - {3'd0, next_i[2:0]};
                strobe[j] = !offset[5] && offset[4:0] < left && offset[4:0] < room
                            && offset[4:0] < most;
            end
        end
    end

    // Byte m of the word is byte 8 * (row - 1) + turn + m of the packet.
    always @* begin
        i        = 0;
        turn     = 3'd0;
        row      = 3'd0;
        lane_row = 3'd0;
        lanes    = 64'd0;
        data     = 64'd0;
        if (active_i) begin
            turn = (fresh_i ? 3'd2 : 3'd4) - next_i[2:0];
            row  = {1'b0, step_i} + {2'd0, fresh_i}
                   + ((next_i[2:0] <= (fresh_i ? 3'd2 : 3'd4)) ? 3'd1 : 3'd0);
            for (i = 0; i < 8; i = i + 1) begin
                lane_row = row + ((i[2:0] >= turn) ? 3'd0 : 3'd1);
                case (lane_row)
                    3'd1:    lanes[8*i +: 8] = packet_i[8*i +: 8];
                    3'd2:    lanes[8*i +: 8] = packet_i[64+8*i +: 8];
                    default: lanes[8*i +: 8] = packet_i[128+8*(i%4) +: 8];
                endcase
            end
            if (turn[0]) lanes = {lanes[7:0], lanes[63:8]};
            if (turn[1]) lanes = {lanes[15:0], lanes[63:16]};
            if (turn[2]) lanes = {lanes[31:0], lanes[63:32]};
            for (i = 0; i < 8; i = i + 1) begin
                if (strobe[i]) data[8*i +: 8] = lanes[8*i +: 8];
            end
        end
    end

    assign last_o    = last;
    assign data_o    = data;
    assign strobe_o  = strobe;
    assign more_o    = left > most;
    assign next_o    = advance_o[31:0];
    assign advance_o = {1'b0, next_i} + {28'd0, written};
    assign left_o    = left_i - {27'd0, size};
    assign room_o    = room_i - {27'd0, written};

    // The same without waiting for the differences.
    assign left_large_o = (|left_i[31:6]) || (left_i[5] && left_i[4:0] >= size);
    assign room_large_o = (|room_i[31:6]) || (room_i[5] && room_i[4:0] >= written);
    assign writes_o     = more_o && room > size;

`ifdef FORMAL
    // Any byte of the packet's data that fits is written to its place in its word, and no other.
    (* anyseq, keep *) wire [4:0] f_pick;
    (* anyseq, keep *) wire [2:0] f_lane;
    wire [31:0] f_address = next_i + {27'd0, f_pick};
    wire [28:0] f_word    = f_address[31:3] - next_i[31:3];
    wire [4:0]  f_place   = f_pick + (fresh_i ? 5'd10 : 5'd4);
    wire [28:0] f_at      = next_i[31:3] + {27'd0, step_i};
    wire [31:0] f_offset  = {f_at, f_lane} - next_i;
    wire        f_fits    = active_i && f_pick < (fresh_i ? 5'd10 : 5'd16)
                            && {27'd0, f_pick} < left_i && {27'd0, f_pick} < room_i;
    always @* begin
        assume (left_large_i == |left_i[31:5] && room_large_i == |room_i[31:5]);
        if (active_i) begin
            assert (left_large_o == |left_o[31:5] && room_large_o == |room_o[31:5]);
            assert (writes_o == (left_o != 32'd0 && room_o != 32'd0));
        end
        if (f_fits) begin
            assert (f_word < 29'd3);
            if (f_word > {27'd0, step_i}) assert (!last_o);
            if (f_word == {27'd0, step_i}) begin
                assert (f_at == f_address[31:3]);
                assert (strobe_o[f_address[2:0]]);
                assert (data_o[8*f_address[2:0] +: 8] == packet_i[8*f_place +: 8]);
            end
        end
        if (active_i && step_i != 2'd3 && strobe_o[f_lane]) begin
            assert (f_offset < left_i && f_offset < room_i);
            assert (f_offset < (fresh_i ? 32'd10 : 32'd16));
        end
        if (!strobe_o[f_lane]) assert (data_o[8*f_lane +: 8] == 8'd0);
    end
`endif

endmodule

`default_nettype wire
