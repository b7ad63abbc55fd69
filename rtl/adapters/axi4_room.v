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

    localparam        BEATS_INT = BEATS;
    localparam [10:0] ALL       = BEATS_INT[10:0];

    reg  [10:0] room_q;
    reg  [8:0]  surplus_q;  // beats to go before a beat gives a place back

    wire [10:0] beats   = {3'd0, len_i} + 11'd1;
    wire        is_long = (beats > ALL);
    wire [10:0] needed  = is_long ? ALL : beats;
    wire [10:0] surplus = beats - ALL;
    wire        frees   = beat_i && surplus_q == 9'd0;

    assign may_o = (room_q >= needed);

    always @(posedge clk_i) begin
        if (rst_i) begin
            room_q    <= ALL;
            surplus_q <= 9'd0;
        end else begin
            room_q <= room_q - (start_i ? needed : 11'd0) + {10'd0, frees};
            if (start_i)     surplus_q <= is_long ? surplus[8:0] : 9'd0;
            else if (beat_i && !frees) surplus_q <= surplus_q - 9'd1;
        end
    end

    wire unused = &{1'b0, surplus[10:9]};

    `REQUIRE(!(start_i && !may_o), "a read starts when it may")
    `REQUIRE(!(frees && room_q == ALL), "a beat that goes had a place")

`ifdef FORMAL
    // Beats that reads in flight still await. Each beyond the surplus has a place reserved.
    reg [15:0] f_beats_q;
    always @(posedge clk_i) begin
        if (rst_i) f_beats_q <= 16'd0;
        else       f_beats_q <= f_beats_q + (start_i ? beats : 16'd0) - beat_i;
    end
    `ENSURE(room_q <= ALL && room_q + f_beats_q == ALL + surplus_q, "a place for each beat")
    `ENSURE(surplus_q == 9'd0 || room_q == 11'd0, "a long read is alone")
`endif

endmodule

`default_nettype wire
