// axi4_room.v - reserves room for the beats of a read before the read is sent.
//
// A read of n beats takes n of the BEATS places, and each beat that the manager takes frees one.
// The network therefore never holds a beat without a place. A read of more than BEATS beats starts
// only when all places are free, and no other read starts before its surplus beats are gone
// (docs/axi.md, 4). may_o is combinational; an event in cycle t is counted from t + 1 on.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none
`include "check.vh"

module axi4_room #(
    parameter BEATS = 256  // places, 1 .. 1024
) (
    input  wire       clk_i,
    input  wire       rst_i,

    input  wire [7:0] len_i,   // beats less one, of a read that would start
    output wire       may_o,
    input  wire       start_i, // it does, not without may_o
    input  wire       beat_i   // a beat has gone
);

    generate
        if (BEATS < 1 || BEATS > 1024) begin : g_bad_beats
            ERROR_axi4_room_BEATS_must_be_1_to_1024 u_error ();
        end
    endgenerate

    localparam         ROOM_W    = $clog2(BEATS + 1);
    localparam         W         = (ROOM_W > 9) ? ROOM_W : 9;
    localparam         BEATS_INT = BEATS;
    localparam [W-1:0] ALL       = BEATS_INT[W-1:0];

    reg  [W-1:0] room_q;   // places, but for
    reg          freed_q;  // one that was freed in the cycle before
    wire         all     = (BEATS < 256) && room_q + {{(W-1){1'b0}}, freed_q} == ALL;
    wire [W-1:0] len     = {{(W-8){1'b0}}, len_i};
    wire         is_long = (BEATS < 256) && len >= ALL;
    wire         frees;
    // Places after the read: those now, less len and 1, in one addition. Below 0: no room.
    wire [W+1:0] left    = {1'b0, room_q, 1'b1} + {1'b1, ~len, freed_q};

    assign may_o = !left[W+1] || all;

    always @(posedge clk_i) begin
        if (rst_i)        room_q <= ALL;
        else if (start_i) room_q <= is_long ? {W{1'b0}} : left[W:1];
        else if (freed_q) room_q <= room_q + 1'b1;
        freed_q <= !rst_i && frees;
    end

`ifdef FORMAL
    // Beats that reads in flight still await. Each beyond the surplus has a place reserved.
    reg [15:0] f_beats_q;
    always @(posedge clk_i) begin
        if (rst_i) f_beats_q <= 16'd0;
        else       f_beats_q <= f_beats_q + (start_i ? len + 16'd1 : 16'd0) - beat_i;
    end
    `ENSURE(no_more_places_than_there_are, room_q <= ALL - freed_q)
`endif

    generate
        if (BEATS < 256) begin : g_long
            reg  [8:0] surplus_q;  // beats to go before a beat gives a place back
            assign frees = beat_i && surplus_q == 9'd0;
            always @(posedge clk_i) begin
                if (rst_i)                 surplus_q <= 9'd0;
                else if (start_i)          surplus_q <= is_long ? len[8:0] - ALL[8:0] + 9'd1 : 9'd0;
                else if (beat_i && !frees) surplus_q <= surplus_q - 9'd1;
            end
`ifdef FORMAL
            `ENSURE(a_place_for_each_beat, room_q + freed_q + f_beats_q == ALL + surplus_q)
            `ENSURE(a_long_read_is_alone, surplus_q == 9'd0 || (room_q == {W{1'b0}} && !freed_q))
`endif
        end else begin : g_none_long
            assign frees = beat_i;
        end
    endgenerate

    wire unused = &{1'b0, left[0]};

    `REQUIRE(a_read_starts_when_it_may, !(start_i && !may_o))
    `REQUIRE(a_beat_that_goes_had_a_place, !(frees && all))

endmodule

`default_nettype wire
