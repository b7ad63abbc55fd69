// output_port.v - an output port of a router: arbiter, multiplexer, output register, output VCs.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 and 18.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module output_port #(
    parameter INPUTS  = 4,   // input ports that can send here, 1 .. 32
    parameter LANES   = 2,   // of each, 1 or 2
    parameter VCS     = 4,   // 1 .. 16
    parameter DEPTH   = 4,   // credits per VC after reset, 1 .. 64
    parameter ROOM    = 4,   // of these a head from a local port needs, 1 .. DEPTH
    parameter GROUPS  = 1,   // of VCs, with an offer each
    parameter DATA_W  = 32,
    parameter ROUTE_W = 5,   // of the next router,
    parameter [ROUTE_W-1:0] NEXT = {ROUTE_W{1'b1}},  // with the bits that can be high
    // Derived, do not override.
    parameter FLIT_W  = DATA_W + 2,
    parameter WORD_W  = FLIT_W + ROUTE_W,
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1,
    parameter SENDERS = INPUTS * LANES
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire                      enable_i,

    // Lanes (input_lane.v)
    input  wire [SENDERS-1:0]        req_i,
    input  wire [SENDERS*WORD_W-1:0] words_i,
    input  wire [SENDERS*VC_W-1:0]   vcs_i,
    input  wire [SENDERS*GROUPS-1:0] takes_i,      // of a head: the group whose offer it takes
    output wire [SENDERS-1:0]        gnt_o,

    // Outputs and output VCs that flits may take (output_vcs.v)
    output wire [GROUPS-1:0]         offer_o,
    output wire [GROUPS-1:0]         room_o,
    output wire [GROUPS*VC_W-1:0]    offer_vc_o,
    output wire [GROUPS-1:0]         offer_two_o,
    output wire [VCS-1:0]            two_o,

    // Downstream
    output wire                      out_valid_o,
    output wire [VC_W-1:0]           out_vc_o,
    output wire [ROUTE_W-1:0]        out_route_o,
    output wire [FLIT_W-1:0]         out_flit_o,
    input  wire [VCS-1:0]            out_credit_i
);

    localparam SIZE = LANES * ((INPUTS > 1) ? 1 << $clog2(INPUTS) : 2);

    reg                valid_q;
    reg  [VC_W-1:0]    vc_q;
    reg  [ROUTE_W-1:0] route_q;
    reg  [FLIT_W-1:0]  flit_q;

    wire [SIZE-1:0]    right;
    wire [WORD_W-1:0]  word;
    wire [SENDERS-1:0] gnt;
    wire               any = |req_i;
    reg  [VC_W-1:0]    vc_sent;
    reg  [GROUPS-1:0]  taken;
    reg  [VCS-1:0]     sent;
    wire [VCS-1:0]     credit_avail;
    wire [VCS-1:0]     goes   = {VCS{any}} & (({VCS{1'b1}} >> (VCS - 1)) << vc_sent);
    wire               unused = &{1'b0, credit_avail, goes};
    integer            k;
    integer            v;

    switch_arbiter #(
        .INPUTS (INPUTS),
        .LANES  (LANES)
    ) u_arbiter (
        .clk_i    (clk_i),
        .rst_i    (rst_i),
        .enable_i (enable_i),
        .req_i    (req_i),
        .gnt_o    (gnt),
        .right_o  (right)
    );

    switch_mux #(
        .INPUTS (INPUTS),
        .LANES  (LANES),
        .WIDTH  (WORD_W)
    ) u_mux (
        .words_i (words_i),
        .right_i (right),
        .word_o  (word)
    );

    // Grants are one-hot, and come earlier than the result of the tree.
    always @* begin
        vc_sent = {VC_W{1'b0}};
        taken   = {GROUPS{1'b0}};
        for (k = 0; k < SENDERS; k = k + 1) begin
            vc_sent = vc_sent | (vcs_i[k*VC_W +: VC_W] & {VC_W{gnt[k]}});
            taken   = taken | (takes_i[k*GROUPS +: GROUPS] & {GROUPS{gnt[k]}});
        end
    end

    always @* begin
        for (v = 0; v < VCS; v = v + 1) sent[v] = valid_q && (VCS == 1 || vc_q == v[VC_W-1:0]);
    end

    // The route is zero without a flit, because the next router reads only the route. No module
    // reads the VC and the flit without the valid bit, so they may change at rest.
    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 1'b0;
            route_q <= {ROUTE_W{1'b0}};
        end else if (enable_i) begin
            valid_q <= any;
            route_q <= NEXT & word[FLIT_W +: ROUTE_W] & {ROUTE_W{any}};
        end
        if (enable_i) begin
            vc_q   <= vc_sent;
            flit_q <= word[FLIT_W-1:0];
        end
    end

    output_vcs #(
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .ROOM   (ROOM),
        .GROUPS (GROUPS)
    ) u_vcs (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .credit_i       (out_credit_i),
        .sent_i         (sent),
        .sent_tail_i    (flit_q[DATA_W+1]),
        .taken_i        (taken),
        .offer_o        (offer_o),
        .room_o         (room_o),
        .offer_vc_o     (offer_vc_o),
        .offer_two_o    (offer_two_o),
        .two_o          (two_o),
        .credit_avail_o (credit_avail)
    );

    assign gnt_o       = gnt;
    assign out_valid_o = valid_q;
    assign out_vc_o    = vc_q;
    assign out_route_o = route_q;
    assign out_flit_o  = flit_q;

    `REQUIRE(no_flit_without_a_credit, !enable_i || (goes & ~credit_avail) == {VCS{1'b0}})
    `ENSURE(no_route_without_a_flit, valid_q || route_q == {ROUTE_W{1'b0}})

`ifdef FORMAL
    // Duties of the lanes and of the receiver behind
    reg  [VCS*8-1:0]       f_behind_q;  // flits behind the pins without a credit
    reg  [VCS-1:0]         f_open_q;    // a packet holds the VC, from the grant of its head
    reg  [VCS*SENDERS-1:0] f_owner_q;   // the lane of that packet
    reg                    f_counts_q;  // the cycle before counted, and was no reset,
    reg                    f_held_q;    // or did not count
    reg                    f_any_q;     // somebody was granted,
    reg  [WORD_W-1:0]      f_word_q;    // with this word
    reg  [VC_W-1:0]        f_vc_q;
    reg  [WORD_W+VC_W:0]   f_pins_q;
    reg  [WORD_W-1:0]      f_word;
    reg                    f_bad_head;
    reg                    f_bad_body;
    reg                    f_bad_credit;
    reg                    f_too_many;
    reg                    f_two_packets;
    integer                f_k;
    integer                f_v;
    integer                f_g;

    always @* begin
        f_word        = {WORD_W{1'b0}};
        f_bad_head    = 1'b0;
        f_bad_body    = 1'b0;
        f_bad_credit  = 1'b0;
        f_too_many    = 1'b0;
        f_two_packets = 1'b0;
        for (f_v = 0; f_v < VCS; f_v = f_v + 1) begin
            if (out_credit_i[f_v] && f_behind_q[f_v*8 +: 8] == 8'd0) f_bad_credit = 1'b1;
            if (f_behind_q[f_v*8 +: 8] + sent[f_v] > DEPTH) f_too_many = 1'b1;
        end
        for (f_k = 0; f_k < SENDERS; f_k = f_k + 1) begin
            if (gnt[f_k]) f_word = words_i[f_k*WORD_W +: WORD_W];
            for (f_v = 0; f_v < VCS; f_v = f_v + 1) begin
                if (req_i[f_k] && vcs_i[f_k*VC_W +: VC_W] == f_v) begin
                    if (!(|takes_i[f_k*GROUPS +: GROUPS])) begin
                        if (!f_open_q[f_v] || !f_owner_q[f_v*SENDERS + f_k]
                            || f_behind_q[f_v*8 +: 8] + sent[f_v] >= DEPTH) f_bad_body = 1'b1;
                    end else if (gnt[f_k] && f_open_q[f_v]) f_two_packets = 1'b1;
                end
            end
            if (req_i[f_k]) begin
                if (words_i[f_k*WORD_W + DATA_W] != (|takes_i[f_k*GROUPS +: GROUPS])) begin
                    f_bad_head = 1'b1;
                end
                if (vcs_i[f_k*VC_W +: VC_W] >= VCS) f_bad_head = 1'b1;
                for (f_g = 0; f_g < GROUPS; f_g = f_g + 1) begin
                    if (takes_i[f_k*GROUPS + f_g]) begin
                        if (!offer_o[f_g] || takes_i[f_k*GROUPS +: GROUPS] != 1 << f_g
                            || vcs_i[f_k*VC_W +: VC_W] != offer_vc_o[f_g*VC_W +: VC_W]) begin
                            f_bad_head = 1'b1;
                        end
                    end
                end
            end
        end
    end

    always @(posedge clk_i) begin
        f_counts_q <= !rst_i && enable_i;
        f_held_q   <= !rst_i && !enable_i;
        f_any_q    <= any;
        f_word_q   <= f_word;
        f_vc_q     <= vc_sent;
        f_pins_q   <= {out_valid_o, out_vc_o, out_route_o, out_flit_o};
        if (rst_i) begin
            f_behind_q <= {(VCS*8){1'b0}};
            f_open_q   <= {VCS{1'b0}};
        end else if (enable_i) begin
            for (f_v = 0; f_v < VCS; f_v = f_v + 1) begin
                f_behind_q[f_v*8 +: 8] <= f_behind_q[f_v*8 +: 8] + sent[f_v] - out_credit_i[f_v];
                if (any && vc_sent == f_v) begin
                    f_open_q[f_v]                       <= !f_word[DATA_W+1];
                    f_owner_q[f_v*SENDERS +: SENDERS] <= gnt;
                end
            end
        end
    end
    `REQUIRE(a_head_takes_the_vc_on_offer, !f_bad_head)
    `REQUIRE(a_body_flit_goes_on_the_vc_of_its_packet_with_a_credit, !f_bad_body)
    `REQUIRE(a_credit_for_a_flit, !f_bad_credit)
    `ENSURE(never_more_flits_behind_than_places, !f_too_many)
    `ENSURE(a_vc_that_is_offered_is_held_by_no_packet, !f_two_packets)
    `ENSURE(a_grant_sends_a_flit, !f_counts_q || valid_q == f_any_q)
    `ENSURE(the_granted_flit_goes_out_on_its_vc,
            !(f_counts_q && f_any_q) || ({route_q, flit_q} == ({NEXT, {FLIT_W{1'b1}}} & f_word_q)
            && vc_q == f_vc_q))
    `ENSURE(pins_hold_where_a_cycle_does_not_count,
            !f_held_q || f_pins_q == {out_valid_o, out_vc_o, out_route_o, out_flit_o})
`endif

endmodule

`default_nettype wire
