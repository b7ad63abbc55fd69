// output_vcs.v - the virtual channels of one output: credits, packets under way, and offers.
//
// The output register holds the flit that was granted in the previous cycle. This module counts
// credits and busy VCs from that register, so no grant of this cycle is on the path to them. Each
// group of VCs offers one VC to heads. All vectors have a bit or a field for each VC.
//
// docs/timing.md sections 2.2 and 2.5. Dally & Towles, chapter 13 (credit-based flow control).
// Mirrored by model/router/router_step.h and lane_counters.h.

`default_nettype none
`include "check.vh"
`include "settled.vh"

module output_vcs #(
    parameter VCS    = 4,  // 1 .. 16
    parameter DEPTH  = 4,  // credits per VC after reset, 1 .. 64
    parameter ROOM   = 4,  // of these a head needs that enters the network here, 1 .. DEPTH
    parameter GROUPS = 1,  // of VCs, with an offer each
    // Derived, do not override.
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   enable_i,

    input  wire [VCS-1:0]         credit_i,      // on the pins
    input  wire [VCS-1:0]         sent_i,        // a flit of the VC is in the output register,
    input  wire                   sent_tail_i,   // and is a tail
    input  wire [GROUPS-1:0]      taken_i,       // a head takes the offer: late

    output wire [GROUPS-1:0]      offer_o,       // there is one, from registers
    output wire [GROUPS-1:0]      room_o,        // and its VC is empty enough for a new packet
    output wire [GROUPS*VC_W-1:0] offer_vc_o,
    output wire [GROUPS-1:0]      offer_two_o,   // as two_o
    output wire [VCS-1:0]         two_o,         // two credits or more, with those on the pins
    output wire [VCS-1:0]         credit_avail_o // one at the beginning of the cycle
);

    generate
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_output_vcs_DEPTH_must_be_1_to_64 u_error ();
        end
        if (ROOM < 1 || ROOM > DEPTH) begin : g_bad_room
            ERROR_output_vcs_ROOM_must_be_1_to_DEPTH u_error ();
        end
    endgenerate

    reg  [VCS-1:0] busy_q;       // but for the flit in the output register
    wire [VCS-1:0] busy = (sent_i & {VCS{!sent_tail_i}}) | (busy_q & ~sent_i);

    `SETTLED(VCS, sent_s, sent_i)
    `SETTLED(VCS, busy_s, busy)

    wire [VCS-1:0] credit_avail; // at least one credit at the beginning of the cycle,
    wire [VCS-1:0] one;          // and with those on the pins: one, two, ROOM
    wire [VCS-1:0] two;
    wire [VCS-1:0] room;
    wire [VCS-1:0] vc_free = ~busy_s & one;

    always @(posedge clk_i) begin
        if (rst_i) busy_q <= {VCS{1'b0}};
        else if (enable_i) busy_q <= busy;
    end

    genvar g;

    generate
        if (DEPTH <= 8) begin : g_ones
            // Level d, 1 .. DEPTH: VCs with at least d credits. Level 0 has all VCs, level DEPTH +
            // 1 none.
            reg  [DEPTH*VCS-1:0]     level_q;
            `SETTLED(DEPTH*VCS, level_s, level_q)
            wire [(DEPTH+1)*VCS-1:0] above = {{VCS{1'b0}}, level_q};
            wire [(DEPTH+2)*VCS-1:0] level = {{VCS{1'b0}}, level_s, {VCS{1'b1}}};
            wire [VCS-1:0]           up    = credit_i & ~sent_s;
            wire [VCS-1:0]           down  = sent_s & ~credit_i;
            wire [DEPTH*VCS-1:0]     next  =
                ({DEPTH{up}} & level[0 +: DEPTH*VCS]) | ({DEPTH{down}} & level[2*VCS +: DEPTH*VCS])
                | ({DEPTH{~(up | down)}} & level[VCS +: DEPTH*VCS]);

            always @(posedge clk_i) begin
                if (rst_i) level_q <= {(DEPTH*VCS){1'b1}};
                else if (enable_i) level_q <= next;
            end

            assign credit_avail = (sent_i & above[VCS +: VCS]) | (~sent_i & above[0 +: VCS]);
            wire unused_above = &{1'b0, above};
            assign one          = next[0 +: VCS];
            assign room         = next[(ROOM-1)*VCS +: VCS];
            if (DEPTH > 1) begin : g_two
                assign two = next[VCS +: VCS];
            end else begin : g_no_two
                assign two = {VCS{1'b0}};
            end
            `REQUIRE(no_credit_too_many, !enable_i || (up & level[DEPTH*VCS +: VCS]) == {VCS{1'b0}})
        end else begin : g_binary
            localparam W = $clog2(DEPTH + 1);
            for (g = 0; g < VCS; g = g + 1) begin : g_vc
                reg  [W-1:0]       count_q;
                `SETTLED(W, count_s, count_q)
                wire [W-1:0]       next  = count_s + {{(W-1){1'b0}}, credit_i[g]}
                                         - {{(W-1){1'b0}}, sent_s[g]};
                wire signed [31:0] count = $signed({{(32-W){1'b0}}, next});

                always @(posedge clk_i) begin
                    if (rst_i) count_q <= DEPTH[W-1:0];
                    else if (enable_i) count_q <= next;
                end

                assign credit_avail[g] = count_q != {{(W-1){1'b0}}, sent_i[g]};
                assign one[g]          = count >= 1;
                assign two[g]          = count >= 2;
                assign room[g]         = count >= ROOM;
                `REQUIRE(no_credit_too_many,
                        !(enable_i && credit_i[g] && !sent_i[g] && count_q == DEPTH[W-1:0]))
            end
        end

        for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            localparam            FIRST = g * VCS / GROUPS;
            localparam            COUNT = (g + 1) * VCS / GROUPS - FIRST;
            localparam [VC_W-1:0] BASE  = FIRST[VC_W-1:0];

            if (COUNT == 1) begin : g_one  // the offer follows from the state of the VC
                reg room_q;
                always @(posedge clk_i) begin
                    if (rst_i) room_q <= 1'b1;
                    else if (enable_i) room_q <= room[FIRST];
                end
                assign offer_o[g]                 = !busy[FIRST] && credit_avail[FIRST];
                assign room_o[g]                  = room_q;
                assign offer_vc_o[g*VC_W +: VC_W] = BASE;
                assign offer_two_o[g]             = two[FIRST];
                wire unused_taken = &{1'b0, taken_i[g]};
            end else begin : g_several
                reg  [COUNT-1:0] offer_q;  // one-hot or zero
                reg              may_q;    // not zero
                reg              room_q;
                reg  [VC_W-1:0]  vc_q;     // its number
                `SETTLED(COUNT, offer_s, offer_q)
                `SETTLED(1, may_s, may_q)
                wire [COUNT-1:0] free = vc_free[FIRST +: COUNT] & ~offer_s;
                wire [COUNT-1:0] pick = free & ~(free - 1'b1);
                wire             keep = may_s && !taken_i[g];
                reg  [VC_W-1:0]  pick_vc;
                integer          v;

                always @* begin
                    pick_vc = BASE;
                    for (v = COUNT - 1; v >= 0; v = v - 1) begin
                        if (free[v]) pick_vc = BASE + v[VC_W-1:0];
                    end
                end

                always @(posedge clk_i) begin
                    if (rst_i) begin
                        offer_q <= {COUNT{1'b1}} >> (COUNT - 1);
                        may_q   <= 1'b1;
                        room_q  <= 1'b1;
                        vc_q    <= BASE;
                    end else if (enable_i) begin
                        offer_q <= keep ? offer_q : pick;
                        may_q   <= keep || (|free);
                        room_q  <= |((keep ? offer_q : pick) & room[FIRST +: COUNT]);
                        vc_q    <= keep ? vc_q : pick_vc;
                    end
                end

                assign offer_o[g]                 = may_q;
                assign room_o[g]                  = room_q;
                assign offer_vc_o[g*VC_W +: VC_W] = vc_q;
                assign offer_two_o[g]             = |(offer_s & two[FIRST +: COUNT]);

                `REQUIRE(a_head_takes_what_is_offered, !(enable_i && taken_i[g] && !may_q))
                `ENSURE(one_offer, (offer_q & (offer_q - 1'b1)) == {COUNT{1'b0}})
                `ENSURE(what_is_offered_is_free_with_a_credit,
                        (offer_q & (busy[FIRST +: COUNT] | ~credit_avail[FIRST +: COUNT]))
                        == {COUNT{1'b0}})
            end
        end
    endgenerate

    wire unused = &{1'b0, vc_free};

    assign two_o          = two;
    assign credit_avail_o = credit_avail;

    `REQUIRE(one_flit_is_sent, (sent_i & (sent_i - 1'b1)) == {VCS{1'b0}})

`ifdef FORMAL
    // Credits as in docs/timing.md: flits sent before this cycle count, also the one in the
    // register.
    wire [VCS*8-1:0]   f_credits;      // at the beginning of the cycle
    wire [VCS-1:0]     f_busy;
    reg  [VCS-1:0]     f_open_q;       // a packet holds the VC, but for the flit in the register
    reg                f_counts_q;     // the cycle before counted; what was so in it:
    reg                f_held_q;       // or did not
    reg  [VCS-1:0]     f_sent_q;
    reg                f_tail_q;
    reg  [VCS-1:0]     f_free_q;       // free, with a credit when the cycle ends
    reg  [VCS-1:0]     f_room_q;       // ROOM credits when it ends
    reg  [GROUPS-1:0]  f_offer_q;      // an offer,
    reg  [GROUPS*VC_W-1:0] f_offer_vc_q;
    reg  [GROUPS-1:0]  f_taken_q;      // which a head took
    reg  [GROUPS-1:0]  f_goes_q;       // that head is in the register now
    reg  [GROUPS*VC_W-1:0] f_goes_vc_q;
    reg  [VCS-1:0]     f_offered;      // VCs on offer
    reg  [VCS-1:0]     f_headed;       // to which a head goes that is in the register now
    integer            f_g, f_v;

    always @* begin
        f_offered = {VCS{1'b0}};
        f_headed  = {VCS{1'b0}};
        for (f_g = 0; f_g < GROUPS; f_g = f_g + 1) begin
            for (f_v = f_g * VCS / GROUPS; f_v < (f_g + 1) * VCS / GROUPS; f_v = f_v + 1) begin
                if (offer_o[f_g] && offer_vc_o[f_g*VC_W +: VC_W] == f_v) f_offered[f_v] = 1'b1;
                if (f_goes_q[f_g] && f_goes_vc_q[f_g*VC_W +: VC_W] == f_v) f_headed[f_v] = 1'b1;
            end
        end
    end

    always @(posedge clk_i) begin
        f_counts_q   <= !rst_i && enable_i;
        f_held_q     <= !rst_i && !enable_i;
        f_sent_q     <= sent_i;
        f_tail_q     <= sent_tail_i;
        f_offer_q    <= offer_o;
        f_offer_vc_q <= offer_vc_o;
        f_taken_q    <= taken_i;
        f_free_q     <= ~f_busy & one & ~f_offered;
        f_room_q     <= room;
        if (rst_i) begin
            f_open_q <= {VCS{1'b0}};
            f_goes_q <= {GROUPS{1'b0}};
        end else if (enable_i) begin
            f_open_q    <= f_busy;
            f_goes_q    <= taken_i;
            f_goes_vc_q <= offer_vc_o;
        end
    end
    `REQUIRE(one_head_takes_one_offer,
            (taken_i & ~offer_o) == {GROUPS{1'b0}}
            && (taken_i & (taken_i - 1'b1)) == {GROUPS{1'b0}})
    `REQUIRE(the_output_register_holds_where_a_cycle_does_not_count,
            !f_held_q || {sent_tail_i, sent_i} == {f_tail_q, f_sent_q})
    `REQUIRE(a_head_that_took_an_offer_is_sent_there, (f_headed & ~sent_i) == {VCS{1'b0}})
    `REQUIRE(a_body_flit_is_of_a_packet_under_way, (sent_i & ~(f_headed | f_open_q)) == {VCS{1'b0}})
    `ENSURE(an_offered_vc_is_held_by_no_packet, (f_offered & f_busy) == {VCS{1'b0}})
    `ENSURE(a_vc_is_held_from_the_head_to_the_tail, busy_q == f_open_q)

    genvar f;
    genvar f_level;
    generate
        for (f = 0; f < VCS; f = f + 1) begin : g_count
            reg  [7:0] f_count_q;
            wire [7:0] f_now = f_count_q - sent_i[f];
            always @(posedge clk_i) begin
                if (rst_i) f_count_q <= DEPTH;
                else if (enable_i) f_count_q <= f_count_q + credit_i[f] - sent_i[f];
            end
            assign f_credits[f*8 +: 8] = f_now;
            assign f_busy[f] = sent_i[f] ? !sent_tail_i : f_open_q[f];
            `REQUIRE(a_flit_has_a_credit, !sent_i[f] || f_count_q != 8'd0)
            `REQUIRE(a_credit_has_a_flit, !(credit_i[f] && f_now >= DEPTH))
            `ENSURE(no_more_credits_than_places, f_count_q <= DEPTH)
            `ENSURE(tells_of_a_credit, credit_avail_o[f] == (f_now != 8'd0))
            `ENSURE(tells_of_two_credits, two_o[f] == (f_now + credit_i[f] >= 8'd2))
            `ENSURE(tells_of_one_credit, one[f] == (f_now + credit_i[f] >= 8'd1))
            `ENSURE(tells_of_room_credits, room[f] == (f_now + credit_i[f] >= ROOM))
            `ENSURE(an_offered_vc_has_a_credit, !f_offered[f] || f_now != 8'd0)
            if (DEPTH <= 8) begin : g_f_ones
                for (f_level = 1; f_level <= DEPTH; f_level = f_level + 1) begin : g_level
                    `ENSURE(levels_count_credits,
                            g_ones.level_q[(f_level-1)*VCS + f] == (f_count_q >= f_level))
                end
            end else begin : g_f_binary
                `ENSURE(counts_credits, g_binary.g_vc[f].count_q == f_count_q)
            end
        end

        for (f = 0; f < GROUPS; f = f + 1) begin : g_promise
            localparam FIRST = f * VCS / GROUPS;
            localparam COUNT = (f + 1) * VCS / GROUPS - FIRST;
            localparam [VCS-1:0] OWN = (({VCS{1'b1}} >> (VCS - COUNT)) << FIRST);
            wire [VCS-1:0] f_mine = f_offered & OWN;
            wire           f_kept = f_counts_q && f_offer_q[f] && !f_taken_q[f];
            wire           f_made = f_counts_q && COUNT > 1 && !(f_offer_q[f] && !f_taken_q[f]);
            `ENSURE(what_is_offered_is_a_vc_of_the_group, offer_o[f] == (|f_mine))
            `ENSURE(two_credits_of_the_offered_vc,
                    offer_two_o[f] == (|(f_mine & two)) || (COUNT == 1 && !offer_o[f]))
            if (COUNT > 1) begin : g_several
                `ENSURE(offer_and_its_number_agree,
                        {{(VCS-COUNT){1'b0}}, g_group[f].g_several.offer_q} << FIRST == f_mine)
                `ENSURE(a_taken_vc_is_not_on_offer_at_once, (f_mine & f_headed) == {VCS{1'b0}})
                `ENSURE(an_offer_that_no_head_takes_stays,
                        !f_kept || (offer_o[f] && offer_vc_o[f*VC_W +: VC_W]
                                                  == f_offer_vc_q[f*VC_W +: VC_W]))
                `ENSURE(a_new_offer_is_the_lowest_free_vc,
                        !f_made || f_mine == (f_free_q & OWN & (~(f_free_q & OWN) + 1'b1)))
                `ENSURE(room_tells_of_the_offered_vc,
                        !f_counts_q || room_o[f] == (|(f_mine & f_room_q)))
            end else begin : g_one
                `ENSURE(the_only_vc_is_on_offer_while_free,
                        f_mine == (OWN & ~f_busy & {VCS{f_credits[FIRST*8 +: 8] != 8'd0}}))
                `ENSURE(room_tells_of_the_offered_vc,
                        !f_counts_q || room_o[f] == (|(OWN & f_room_q)))
            end
        end
    endgenerate
`endif

endmodule

`default_nettype wire
