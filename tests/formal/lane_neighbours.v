// lane_neighbours.v - a lane of an input port between neighbours that keep their duties, for the
// proofs.
//
// The source sends whole packets with one route each, and not more than there is room for; the
// outputs offer VCs that are free, with a credit; others send to them, too. One flit that waits,
// any, is followed. docs/timing.md, 2.3 to 2.6.

`default_nettype none
`include "check.vh"

module lane_neighbours #(
    parameter PORTS    = 2,
    parameter VCS      = 3,
    parameter FIRST    = 0,
    parameter COUNT    = 2,
    parameter DEPTH    = 2,
    parameter LOOKUP   = 0,
    parameter SEVERAL  = 0,
    parameter START    = 0,
    parameter PIPELINE = 1,
    // Derived, do not override.
    parameter GROUPS   = 1,
    parameter DATA_W   = 1,
    parameter ROUTE_W  = PORTS,
    parameter NEXT_W   = ROUTE_W,
    parameter FLIT_W   = DATA_W + 2,
    parameter WORD_W   = FLIT_W + NEXT_W,
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1,
    parameter SEL_W    = (COUNT > 1) ? $clog2(COUNT) : 1,
    parameter OVCS     = PORTS * VCS
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire                   enable_i,
    input wire                   in_valid_i,
    input wire [VC_W-1:0]        in_vc_i,
    input wire [FLIT_W-1:0]      in_flit_i,
    input wire [ROUTE_W-1:0]     in_route_i,
    input wire [NEXT_W-1:0]      next_i,
    input wire [PORTS*GROUPS-1:0] head_may_i,
    input wire [PORTS*GROUPS-1:0] head_offer_i,
    input wire [PORTS*GROUPS*VC_W-1:0] offer_vc_i,
    input wire [PORTS*GROUPS-1:0] offer_two_i,
    input wire [OVCS-1:0]        credit_i,
    input wire [OVCS-1:0]        two_i,
    input wire [PORTS-1:0]       pausing_i,
    input wire [COUNT-1:0]       due_i,
    input wire                   grant_i,
    input wire [OVCS-1:0]        elsewhere,  // others send on this output VC
    input wire                   pick        // this flit is followed
);

    localparam TAIL = DATA_W + 1;
    localparam HEAD = DATA_W;

    wire [PORTS-1:0]  req_o;
    wire [WORD_W-1:0] word_o;
    wire [VC_W-1:0]   vc_o;
    wire [GROUPS-1:0] takes_o;
    wire [COUNT-1:0]  nonempty_o;
    wire [COUNT-1:0]  leave_o;

    input_lane #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .FIRST    (FIRST),
        .COUNT    (COUNT),
        .DEPTH    (DEPTH),
        .DATA_W   (DATA_W),
        .LOOKUP   (LOOKUP),
        .SEVERAL  (SEVERAL),
        .START    (START),
        .GROUPS   (GROUPS),
        .PIPELINE (PIPELINE),
        .STRAYS   (1)
    ) u_lane (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_flit_i    (in_flit_i),
        .in_route_i   (in_route_i),
        .next_i       (next_i),
        .crossed_i    (1'b0),
        .head_may_i   (head_may_i),
        .head_offer_i (head_offer_i),
        .offer_vc_i   (offer_vc_i),
        .offer_two_i  (offer_two_i),
        .credit_i     (credit_i),
        .two_i        (two_i),
        .pausing_i    (pausing_i),
        .due_i        (due_i),
        .close_o      (),
        .req_o        (req_o),
        .word_o       (word_o),
        .vc_o         (vc_o),
        .takes_o      (takes_o),
        .grant_i      (grant_i),
        .nonempty_o   (nonempty_o),
        .leave_o      (leave_o)
    );

    // The VC of the lane on the pins, and that of which a flit leaves
    reg  [COUNT-1:0] arrive;
    reg  [SEL_W-1:0] in_vc;
    reg  [SEL_W-1:0] vc;
    integer          a;

    always @* begin
        arrive = {COUNT{1'b0}};
        in_vc  = {SEL_W{1'b0}};
        vc     = {SEL_W{1'b0}};
        for (a = 0; a < COUNT; a = a + 1) begin
            arrive[a] = in_valid_i && (VCS == 1 || in_vc_i == FIRST + a);
            if (arrive[a]) in_vc = a;
            if (leave_o[a]) vc = a;
        end
    end

    reg     [OVCS*3-1:0]          credits_q;
    reg     [OVCS-1:0]            own_q;      // output VCs that packets of this lane hold
    reg     [COUNT*8-1:0]         count_q;    // flits in each buffer
    reg     [COUNT-1:0]           in_open_q;  // packets that come in: route, and at the next router
    reg     [COUNT*ROUTE_W-1:0]   in_route_q;
    reg     [COUNT*NEXT_W-1:0]    in_next_q;
    reg     [COUNT-1:0]           open_q;     // packets that go out: output, and output VC
    reg     [COUNT*PORTS-1:0]     output_q;
    reg     [COUNT*VC_W-1:0]      out_vc_q;
    reg                           follows_q;  // a flit that waits
    reg     [SEL_W-1:0]           its_vc_q;
    reg     [7:0]                 ahead_q;    // flits before it
    reg     [WORD_W-1:0]          word_q;
    reg     [ROUTE_W-1:0]         route_q;

    wire                          head  = in_flit_i[HEAD];
    wire                          comes = |arrive;
    wire    [NEXT_W-1:0]          next  = head ? next_i : in_next_q[in_vc*NEXT_W +: NEXT_W];
    wire                          goes  = |leave_o;
    wire                          discards = goes && !grant_i;
    wire    [7:0]                 before = count_q[in_vc*8 +: 8];
    wire                          through = goes && comes && vc == in_vc && before == 8'd0;
    wire                          its_turn = follows_q && leave_o[its_vc_q] && ahead_q == 8'd0;
    reg                           bad_offer;
    reg                           bad_credit;
    reg                           bad_two;
    reg                           has_credit;  // the output VC of the flit that goes
    reg                           holds_credit;  // that of the packet under way on the lowest VC
    reg                           is_offer;    // of the output and group that it takes
    integer                       o;
    integer                       v;
    integer                       n;

    always @* begin
        bad_offer    = 1'b0;
        bad_credit   = 1'b0;
        bad_two      = 1'b0;
        has_credit   = 1'b0;
        holds_credit = 1'b0;
        is_offer     = 1'b0;
        for (o = 0; o < PORTS; o = o + 1) begin
            for (v = 0; v < VCS; v = v + 1) begin
                n = o * VCS + v;
                if (two_i[n] != ({1'b0, credits_q[n*3 +: 3]} + credit_i[n] >= 4'd2)) begin
                    bad_two = 1'b1;
                end
                if ((credit_i[n] && credits_q[n*3 +: 3] == 3'd3)
                    || (elsewhere[n] && (credits_q[n*3 +: 3] == 3'd0 || own_q[n]
                                             || (goes && req_o[o])))) bad_credit = 1'b1;
                if (output_q[o] && out_vc_q[0 +: VC_W] == v && credits_q[n*3 +: 3] != 3'd0) begin
                    holds_credit = 1'b1;
                end
                if (req_o[o] && vc_o == v && credits_q[n*3 +: 3] != 3'd0) begin
                    has_credit = 1'b1;
                end
                for (n = 0; n < GROUPS; n = n + 1) begin
                    if (head_offer_i[o*GROUPS + n]
                        && offer_vc_i[(o*GROUPS + n)*VC_W +: VC_W] == v
                        && (own_q[o*VCS + v] || credits_q[(o*VCS + v)*3 +: 3] == 3'd0
                            || offer_two_i[o*GROUPS + n] != two_i[o*VCS + v])) begin
                        bad_offer = 1'b1;
                    end
                end
            end
            for (n = 0; n < GROUPS; n = n + 1) begin
                if (head_offer_i[o*GROUPS + n]
                    && (offer_vc_i[(o*GROUPS + n)*VC_W +: VC_W] < n * VCS / GROUPS
                        || offer_vc_i[(o*GROUPS + n)*VC_W +: VC_W]
                           >= (n + 1) * VCS / GROUPS)) bad_offer = 1'b1;
                if (head_may_i[o*GROUPS + n] && !head_offer_i[o*GROUPS + n]) begin
                    bad_offer = 1'b1;
                end
                if (req_o[o] && takes_o == 1 << n && head_offer_i[o*GROUPS + n]
                    && offer_vc_i[(o*GROUPS + n)*VC_W +: VC_W] == vc_o) is_offer = 1'b1;
            end
        end
    end

    integer c;
    integer m;

    always @(posedge clk_i) begin
        if (rst_i) begin
            credits_q <= {OVCS{3'd2}};
            own_q     <= {OVCS{1'b0}};
            count_q   <= {(COUNT*8){1'b0}};
            in_open_q <= {COUNT{1'b0}};
            open_q    <= {COUNT{1'b0}};
            follows_q <= 1'b0;
        end else if (enable_i) begin
            for (m = 0; m < OVCS; m = m + 1) begin
                credits_q[m*3 +: 3] <= credits_q[m*3 +: 3] + credit_i[m] - elsewhere[m]
                    - (goes && req_o[m / VCS] && vc_o == m % VCS);
                if (goes && req_o[m / VCS] && vc_o == m % VCS) begin
                    own_q[m] <= !word_o[TAIL];
                end
            end
            for (c = 0; c < COUNT; c = c + 1) begin
                count_q[c*8 +: 8] <= count_q[c*8 +: 8] + arrive[c] - leave_o[c];
                if (arrive[c]) in_open_q[c] <= !in_flit_i[TAIL];
                if (arrive[c] && head) begin
                    in_route_q[c*ROUTE_W +: ROUTE_W] <= in_route_i;
                    in_next_q[c*NEXT_W +: NEXT_W]    <= next_i;
                end
                if (leave_o[c]) open_q[c] <= !word_o[TAIL];
                if (leave_o[c] && !open_q[c]) begin
                    output_q[c*PORTS +: PORTS] <= req_o;
                    out_vc_q[c*VC_W +: VC_W]   <= vc_o;
                end
            end
            if (its_turn) follows_q <= 1'b0;
            else if (follows_q && leave_o[its_vc_q]) ahead_q <= ahead_q - 8'd1;
            if (!follows_q && pick && comes && !through) begin
                follows_q <= 1'b1;
                its_vc_q  <= in_vc;
                ahead_q   <= before - (goes && vc == in_vc);
                word_q    <= {next, in_flit_i};
                route_q   <= in_route_i;
            end
        end
    end
    `REQUIRE(a_vc_that_exists, !in_valid_i || in_vc_i < VCS)
    `REQUIRE(a_flit_comes_only_while_there_is_room, !comes || before < DEPTH)
    `REQUIRE(packets_are_whole, !comes || head != in_open_q[in_vc])
    `REQUIRE(a_route_names_one_output,
            !comes || LOOKUP != 0 || (in_route_i[PORTS-1:0] & (in_route_i[PORTS-1:0] - 1'b1))
                                       == {PORTS{1'b0}})
    `REQUIRE(a_body_flit_has_the_route_of_its_head,
            !comes || LOOKUP != 0 || head
            || in_route_i == in_route_q[in_vc*ROUTE_W +: ROUTE_W])
    `REQUIRE(who_is_granted_has_asked, !grant_i || (|req_o))
    `REQUIRE(one_vc_is_watched, (due_i & (due_i - 1'b1)) == {COUNT{1'b0}})
    `REQUIRE(what_is_on_offer_is_free_with_a_credit, !bad_offer)
    `REQUIRE(two_i_tells_of_two_credits, !bad_two)
    `REQUIRE(others_have_credits, !bad_credit)

    `ENSURE(one_request, (req_o & (req_o - 1'b1)) == {PORTS{1'b0}})
    `ENSURE(one_flit_a_grant, (!grant_i || goes) && (leave_o & (leave_o - 1'b1)) == {COUNT{1'b0}})
    `ENSURE(none_is_discarded_from_the_pins, !discards || nonempty_o[vc])
    `ENSURE(what_is_discarded_asks_for_nothing, !discards || !(|req_o))
    `ENSURE(a_body_flit_is_discarded_if_its_head_was,
            !(discards && open_q[vc]) || output_q[vc*PORTS +: PORTS] == {PORTS{1'b0}})
    `ENSURE(a_head_is_discarded_if_it_has_no_way,
            !(discards && its_turn && word_q[HEAD]) || !(|route_q[PORTS-1:0]))
    `ENSURE(a_head_without_a_way_does_not_stay_in_front,
            COUNT > 1 || !(follows_q && ahead_q == 8'd0 && word_q[HEAD] && !(|route_q[PORTS-1:0]))
            || discards)
    `ENSURE(a_body_flit_without_a_way_does_not_stay_in_front,
            COUNT > 1 || !(open_q[0] && !(|output_q) && nonempty_o[0]) || discards)
    `ENSURE(packets_go_out_whole, !goes || word_o[HEAD] != open_q[vc])
    `ENSURE(no_request_without_a_credit, !(|req_o) || has_credit)
    `ENSURE(a_head_takes_what_is_on_offer, !(grant_i && word_o[HEAD]) || is_offer)
    `ENSURE(a_body_flit_follows_its_head,
            !(grant_i && !word_o[HEAD]) || (takes_o == {GROUPS{1'b0}}
            && req_o == output_q[vc*PORTS +: PORTS] && vc_o == out_vc_q[vc*VC_W +: VC_W]))
    `ENSURE(a_flit_that_waits_leaves_unchanged_in_its_turn, !its_turn || word_o == word_q)
    `ENSURE(a_flit_leaves_by_an_output_of_its_route,
            !its_turn || !word_q[HEAD] || (req_o & ~route_q[PORTS-1:0]) == {PORTS{1'b0}})
    `ENSURE(a_flit_that_passes_by_is_unchanged, !through || word_o == {next, in_flit_i})
    `ENSURE(no_flit_passes_by_with_two_cycles_a_hop, !through || PIPELINE == 1)
    `ENSURE(a_body_flit_with_a_credit_asks,
            COUNT > 1 || !(open_q[0] && (nonempty_o[0] || (PIPELINE == 1 && comes))
                           && holds_credit) || (|req_o))
    genvar g;
    generate
        for (g = 0; g < COUNT; g = g + 1) begin : g_promise
            `ENSURE(tells_where_flits_are, nonempty_o[g] == (count_q[g*8 +: 8] != 8'd0))
            `ENSURE(no_more_than_there_are_places, count_q[g*8 +: 8] <= DEPTH)
            `ENSURE(what_leaves_is_there, !leave_o[g] || nonempty_o[g] || arrive[g])
        end
    endgenerate

endmodule

`default_nettype wire
