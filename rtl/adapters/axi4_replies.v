// axi4_replies.v - turns the B and R channels of a subordinate into packets, one after the other.
//
// A write response is a packet of one header. Beats of one ID form packets of up to PACKET_BEATS:
// a packet ends with the last beat of its burst, before a beat of another ID, or when it is full.
// The module holds back each beat until it knows whether the beat ends its packet, and sends only
// whole packets, so the network never waits for the subordinate. Responses and packets of beats
// take turns. A packet that starts in cycle t is in the packet register in t + 1. docs/axi.md, 5.
// Mirrored by model/adapters/axi4_target.h.

`default_nettype none
`include "check.vh"

module axi4_replies #(
    parameter ADDR_W       = 6,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ID_W     = 4,
    parameter USER_W       = 1,
    parameter PACKET_BEATS = 16,  // 1 .. 256
    parameter IN_ORDER     = 1,
    parameter LEVELS       = 1,   // 1 or 2
    // Derived, do not override.
    parameter BUS_ID_W     = ADDR_W + AXI_ID_W + LEVELS - 1,  // {level, initiator, ID}
    parameter HEADER_W     = 2 * ADDR_W + 3 + AXI_ID_W + 2 + USER_W,
    parameter BEAT_W       = AXI_DATA_W + 3 + USER_W,  // {user, last, response, data}
    parameter B_W          = BUS_ID_W + 2 + USER_W,  // {user, response, ID}
    parameter R_W          = BEAT_W + BUS_ID_W       // {ID, user, last, response, data}
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire [ADDR_W-1:0]   node_i,

    // From the subordinate
    input  wire                b_valid_i,
    input  wire [B_W-1:0]      b_i,
    output wire                b_ready_o,
    input  wire                r_valid_i,
    input  wire [R_W-1:0]      r_i,
    output wire                r_ready_o,

    // To the sender
    output wire                header_valid_o,
    output wire [HEADER_W-1:0] header_o,
    output wire                level_o,
    output wire                only_o,
    output wire                beat_valid_o,
    output wire [BEAT_W-1:0]   beat_o,
    output wire                last_o,
    input  wire                taken_i    // the word: a header alone, or one with a beat
);

    localparam       LAST_AT  = AXI_DATA_W + 2;
    localparam       FULL_INT = PACKET_BEATS - 1;
    localparam [7:0] FULL     = FULL_INT[7:0];

    generate
        if (PACKET_BEATS < 1 || PACKET_BEATS > 256) begin : g_bad_packet
            ERROR_axi4_replies_PACKET_BEATS_must_be_1_to_256 u_error ();
        end
        if (IN_ORDER == 0 && PACKET_BEATS != 256) begin : g_bad_order
            ERROR_axi4_replies_IN_ORDER_0_needs_PACKET_BEATS_256 u_error ();
        end
        if (IN_ORDER < 0 || IN_ORDER > 1) begin : g_bad_in_order
            ERROR_axi4_replies_IN_ORDER_must_be_0_or_1 u_error ();
        end
        if (LEVELS < 1 || LEVELS > 2) begin : g_bad_levels
            ERROR_axi4_replies_LEVELS_must_be_1_or_2 u_error ();
        end
    endgenerate

    wire           b_there;
    wire [B_W-1:0] b;
    wire           b_start;

    skid_buffer #(
        .WIDTH (B_W)
    ) u_b (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (b_valid_i),
        .in_data_i   (b_i),
        .in_ready_o  (b_ready_o),
        .out_valid_o (b_there),
        .out_data_o  (b),
        .out_ready_i (b_start)
    );

    // The last beat that came. It waits here until the next one tells whether it ends its packet.
    reg                 held_q;
    reg  [R_W-1:0]      beat_q;
    reg  [7:0]          count_q;  // beats before it in its packet
    wire                room;
    wire                take  = r_valid_i && room;
    wire [BUS_ID_W-1:0] id    = beat_q[R_W-1 -: BUS_ID_W];
    wire                last  = beat_q[LAST_AT];
    wire                other = (r_i[R_W-1 -: BUS_ID_W] != id);
    wire                move  = held_q && room && (last || take);
    wire                ends  = last || other || count_q == FULL;

    assign r_ready_o = room;

    wire                r_there;
    wire [R_W-1:0]      r;
    wire                r_end;
    wire                one;
    wire                two;
    wire                r_taken;
    wire                whole = (r_taken && r_end) ? two : one;  // without what leaves

    packet_store #(
        .WIDTH (R_W),
        .DEPTH (2 * PACKET_BEATS)
    ) u_store (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (move),
        .in_data_i   (beat_q),
        .in_end_i    (ends),
        .in_ready_o  (room),
        .out_valid_o (r_there),
        .out_data_o  (r),
        .out_end_o   (r_end),
        .out_ready_i (r_taken),
        .one_o       (one),
        .two_o       (two)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            held_q  <= 1'b0;
            count_q <= 8'd0;
        end else begin
            held_q <= take || (held_q && !move);
            if (move) count_q <= ends ? 8'd0 : count_q + 8'd1;
        end
    end
    always @(posedge clk_i) begin
        if (take) beat_q <= r_i;
    end

    // The packet register. Of beats it takes the ID alone: that of the front beat in the store,
    // once the packet before has left.
    reg                 busy_q;
    reg                 write_q;
    reg  [B_W-1:0]      packet_q;
    reg                 turn_q;    // of the responses
    wire                done    = taken_i && (write_q || r_end);
    wire                free    = !busy_q || done;
    wire                b_first = b_there && (!whole || turn_q);
    wire                r_start = free && whole && !b_first;

    assign b_start = free && b_first;
    assign r_taken = taken_i && !write_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q <= 1'b0;
            turn_q <= 1'b0;
        end else begin
            busy_q <= b_start || r_start || (busy_q && !done);
            if (b_start || r_start) turn_q <= r_start;
        end
    end
    always @(posedge clk_i) begin
        if (free) begin
            packet_q <= b;
            write_q  <= b_first;
        end
    end

    wire [BUS_ID_W-1:0] to   = write_q ? packet_q[BUS_ID_W-1:0] : r[R_W-1 -: BUS_ID_W];
    wire [USER_W+1:0]   rest = packet_q[B_W-1:BUS_ID_W] & {(USER_W+2){write_q}};

    assign header_valid_o = busy_q;
    assign header_o       = {rest, to[AXI_ID_W-1:0], write_q, node_i, 2'b00,
                             to[AXI_ID_W +: ADDR_W]};
    assign level_o        = (LEVELS == 2) && to[BUS_ID_W-1];
    assign only_o         = write_q;
    assign beat_valid_o   = r_there && busy_q && !write_q;
    assign beat_o         = r[BEAT_W-1:0];
    assign last_o         = r_end;

`ifdef FORMAL
    `REQUIRE(only_what_is_valid_is_taken, !(taken_i && !(only_o ? header_valid_o : beat_valid_o)))

    // Each beat that is taken goes to the store exactly once, before the next one comes.
    `ENSURE(no_beat_is_lost_or_made, !(take && held_q && !move) && !(move && !held_q))
    // All beats of a packet have one ID: a beat has the ID of the one before it unless that one
    // ended its packet.
    reg                f_open_q;
    reg [BUS_ID_W-1:0] f_id_q;
    always @(posedge clk_i) begin
        if (rst_i)     f_open_q <= 1'b0;
        else if (move) f_open_q <= !ends;
        if (move) f_id_q <= id;
    end
    `ENSURE(one_id_a_packet, !f_open_q || (held_q && id == f_id_q))
    `ENSURE(a_burst_s_last_beat_ends_its_packet, !(move && last) || ends)
    `ENSURE(a_packet_has_its_places, count_q <= FULL)

    // A packet that has started is offered until it is taken, and no other starts before that.
    reg            f_busy_q;
    reg            f_write_q;
    reg  [B_W-1:0] f_packet_q;
    always @(posedge clk_i) begin
        f_busy_q   <= !rst_i && busy_q && !done;
        f_write_q  <= write_q;
        f_packet_q <= packet_q;
    end
    `ENSURE(a_packet_stays_until_it_is_taken,
            !f_busy_q || (busy_q && write_q == f_write_q && packet_q == f_packet_q))
    `ENSURE(one_at_a_time, !(b_start && r_start) && !((b_start || r_start) && busy_q && !done))
    `ENSURE(beats_of_a_whole_packet_only, !(r_start && !whole))
    `ENSURE(a_response_goes_to_who_asked,
            !(header_valid_o && write_q) || (header_o[ADDR_W-1:0] == packet_q[AXI_ID_W +: ADDR_W]
            && header_o[2*ADDR_W+3 +: AXI_ID_W] == packet_q[AXI_ID_W-1:0]))
`endif

    `REQUIRE(no_beats_between_those_of_a_burst, IN_ORDER != 0 || !(move && !last && ends))

endmodule

`default_nettype wire
