// input_lane.v - one lane of an input port: buffers of a few VCs, and the flit that they present.
//
// An input port has one or two lanes into the switch, each with its own VCs. In each cycle a lane
// presents one flit: the front flit of the selected VC, or, if the buffer of that is empty, the flit
// on the pins (not with PIPELINE 2). The outputs arbitrate among all lanes.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 and 17 (input speedup).
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module input_lane #(
    parameter             PORTS    = 5,   // 2 .. 32
    parameter             VCS      = 4,   // of the router, 1 .. 16
    parameter             FIRST    = 0,   // the lowest VC of the lane
    parameter             COUNT    = 2,   // VCs of the lane
    parameter             DEPTH    = 4,   // flits per VC, 1 .. 64
    parameter             DATA_W   = 32,  // 8 .. 256
    parameter [PORTS-1:0] TURNS    = {PORTS{1'b1}},  // outputs that a packet can take from here
    parameter             LOOKUP   = 0,              // 1: body flits bring no route
    parameter             SEVERAL  = 0,              // 1: a head may have several legal outputs,
    parameter             START    = 0,              // looked at from this one up, cyclically
    parameter             GROUPS   = 1,              // of VCs, with an offer each (output_vcs.v)
    parameter             PIPELINE = 1,              // 2: flits on the pins are not presented
    parameter             DATELINE = 0,              // dateline classes (vc_groups.vh)
    parameter             LAYERS   = 1,              // of VCs in a message class, with LOOKUP
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}},  // the output that goes on in its direction
    parameter             ROUTE_W  = PORTS + DATELINE % 2 + ((LAYERS > 1) ? LAYERS : 0),
    parameter             NEXT_W   = ROUTE_W,        // of a route at the next router
    parameter [NEXT_W-1:0] NEXT    = {NEXT_W{1'b1}}, // bits of it that can be high
    // Derived, do not override.
    parameter             FLIT_W   = DATA_W + 2,
    parameter             WORD_W   = FLIT_W + NEXT_W,
    parameter             VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // The flit on the pins; the route here, and of a head that at the next router
    input  wire                    in_valid_i,
    input  wire [VC_W-1:0]         in_vc_i,
    input  wire [FLIT_W-1:0]       in_flit_i,
    input  wire [ROUTE_W-1:0]      in_route_i,
    input  wire [NEXT_W-1:0]       next_i,
    input  wire                    crossed_i,     // what goes straight on came over the dateline

    // Outputs: groups with an offer for heads of this input, and for its privileged head
    input  wire [PORTS*GROUPS-1:0] head_may_i,
    input  wire [PORTS*GROUPS-1:0] head_offer_i,
    input  wire [PORTS*GROUPS*VC_W-1:0] offer_vc_i,
    input  wire [PORTS*GROUPS-1:0] offer_two_i,   // the offered VC has two credits or more
    input  wire [PORTS*VCS-1:0]    credit_i,
    input  wire [PORTS*VCS-1:0]    two_i,
    input  wire [PORTS-1:0]        pausing_i,
    input  wire [COUNT-1:0]        due_i,
    output wire [PORTS*GROUPS-1:0] close_o,       // groups that it wants to itself

    // The presented flit
    output wire [PORTS-1:0]        req_o,         // one-hot or zero
    output wire [WORD_W-1:0]       word_o,        // {route at the next router, flit}
    output wire [VC_W-1:0]         vc_o,          // the output VC on which it goes,
    output wire [GROUPS-1:0]       takes_o,       // of a head: the group whose offer it takes
    input  wire                    grant_i,

    output wire [COUNT-1:0]        nonempty_o,
    output wire [COUNT-1:0]        leave_o        // one-hot or zero: a flit of this VC leaves
);

    `include "vc_groups.vh"

    localparam SEL_W = (COUNT > 1) ? $clog2(COUNT) : 1;
    localparam TAIL  = DATA_W + 1;
    localparam HEAD  = DATA_W;

    function automatic [ROUTE_W-1:0] route_bits;  // bits of a route here that can be high
        input [PORTS-1:0] outputs;
        begin
            route_bits            = {ROUTE_W{1'b1}};
            route_bits[PORTS-1:0] = outputs;
        end
    endfunction
    localparam [ROUTE_W-1:0] BITS = route_bits(TURNS);

    // Of several legal outputs the first one from START up, cyclically
    function automatic [PORTS-1:0] first_of;
        input [PORTS-1:0] outputs;
        integer           step;
        reg               found;
        begin
            first_of = {PORTS{1'b0}};
            found    = 1'b0;
            for (step = 0; step < PORTS; step = step + 1) begin
                first_of[(START + step) % PORTS] = outputs[(START + step) % PORTS] && !found;
                found = found || outputs[(START + step) % PORTS];
            end
        end
    endfunction

    // VCs of the lane
    wire [COUNT-1:0]         nonempty;
    wire [COUNT-1:0]         last;
    wire [COUNT-1:0]         active;
    wire [COUNT-1:0]         credit;
    wire [COUNT-1:0]         tails;
    wire [COUNT-1:0]         privileged;
    wire [COUNT*ROUTE_W-1:0] route;
    wire [COUNT*VC_W-1:0]    out_vc;

    // The flit on the pins. A body flit takes the route of its head.
    reg  [COUNT*NEXT_W-1:0]  next_q;
    wire [COUNT-1:0]         arrive;
    wire [SEL_W-1:0]         in_vc;      // counted from the lowest of the lane
    wire [NEXT_W-1:0]        next     = in_flit_i[HEAD] ? next_i : next_q[in_vc*NEXT_W +: NEXT_W];
    wire [WORD_W-1:0]        pin_word = {NEXT & next, in_flit_i};
    wire [ROUTE_W-1:0]       pin_route = BITS & in_route_i;

    // The presented flit
    wire [SEL_W-1:0]         select;
    wire                     stored  = nonempty[select];
    wire                     passes  = PIPELINE == 1 && !stored && (|(arrive & ~nonempty));
    wire [SEL_W-1:0]         vc      = (stored || PIPELINE == 2) ? select : in_vc;
    wire [COUNT-1:0]         shown   = (({COUNT{1'b1}} >> (COUNT - 1)) << vc)
                                     & {COUNT{stored || passes}};
    wire [WORD_W-1:0]        front;
    wire [ROUTE_W-1:0]       behind_route;
    wire                     behind_tail;
    wire                     is_body = active[vc];
    wire                     tail    = stored ? tails[vc] : in_flit_i[TAIL];
    wire [ROUTE_W-1:0]       brought = stored ? route[select*ROUTE_W +: ROUTE_W]
                                              : pin_route & {ROUTE_W{passes}};
    wire [PORTS-1:0]         kept    = route[vc*ROUTE_W +: PORTS];  // of a packet under way
    wire [PORTS-1:0]         legal   = (LOOKUP != 0 && is_body) ? kept & {PORTS{stored || passes}}
                                                                : brought[PORTS-1:0];

    // What the front flit of each VC may take (2.3): outputs, were it presented from its buffer
    wire [COUNT*GROUPS-1:0]  allows;     // groups,
    wire [COUNT*GROUPS-1:0]  pin_allows; // of a head on the pins
    wire [COUNT-1:0]         may_go;
    wire [COUNT-1:0]         favoured;
    wire [COUNT*PORTS*GROUPS-1:0] closes;

    wire                     unused  = &{1'b0, brought};

    wire [GROUPS-1:0]        allow   = stored ? allows[select*GROUPS +: GROUPS]
                                              : pin_allows[in_vc*GROUPS +: GROUPS];
    wire [PORTS*GROUPS-1:0]  offers  = privileged[vc] ? head_offer_i : head_may_i;
    wire [PORTS-1:0]         may     = any_of(offers, allow);
    wire [PORTS-1:0]         chosen  = (SEVERAL == 0) ? legal
                                     : first_of(privileged[vc] ? legal : legal & may);

    assign req_o = is_body ? legal & {PORTS{credit[vc]}} : chosen & may;

    // The output VC that a head takes: the offer of the lowest group of those that it may take
    reg  [VC_W-1:0]   head_vc;
    reg  [GROUPS-1:0] takes;
    reg               head_two;
    reg  [GROUPS-1:0] group;     // at one output
    integer           o;
    integer           c;

    always @* begin
        head_vc  = {VC_W{1'b0}};
        takes    = {GROUPS{1'b0}};
        head_two = 1'b0;
        group    = {GROUPS{1'b0}};
        for (o = 0; o < PORTS; o = o + 1) begin
            if (TURNS[o]) begin
                for (c = GROUPS - 1; c >= 0; c = c - 1) begin
                    if (c == GROUPS - 1 || (allow[c] && offers[o*GROUPS + c])) begin
                        group    = {GROUPS{1'b0}};
                        group[c] = 1'b1;
                    end
                end
                takes = takes | (group & {GROUPS{chosen[o]}});
                for (c = 0; c < GROUPS; c = c + 1) begin
                    head_vc = head_vc | (offer_vc_i[(o*GROUPS + c)*VC_W +: VC_W]
                                         & {VC_W{chosen[o] && group[c]}});
                    head_two = head_two | (chosen[o] && group[c] && offer_two_i[o*GROUPS + c]);
                end
            end
        end
    end

    assign word_o     = stored ? front & {NEXT, {FLIT_W{1'b1}}} : pin_word;
    assign vc_o       = is_body ? out_vc[vc*VC_W +: VC_W] : head_vc;
    assign takes_o    = takes & {GROUPS{!is_body}};
    assign nonempty_o = nonempty;
    assign leave_o    = shown & {COUNT{grant_i}};

    genvar g;
    genvar p;

    generate
        if (COUNT == 1) begin : g_one
            assign in_vc  = 1'b0;
            assign arrive = in_valid_i && (VCS == 1 || in_vc_i == FIRST[VC_W-1:0]);
        end else begin : g_several
            wire [VC_W-1:0] above = in_vc_i - FIRST[VC_W-1:0];
            assign in_vc = above[SEL_W-1:0];
            wire unused_above = &{1'b0, above};
            for (g = 0; g < COUNT; g = g + 1) begin : g_arrive
                localparam            VC_INT = FIRST + g;
                localparam [VC_W-1:0] VC     = VC_INT[VC_W-1:0];
                assign arrive[g] = in_valid_i && in_vc_i == VC;
            end
        end

        for (g = 0; g < COUNT; g = g + 1) begin : g_vc
            wire [ROUTE_W-1:0]      way   = route[g*ROUTE_W +: ROUTE_W];
            wire [GROUPS-1:0]       own   = groups_of(FIRST + g, |(way[PORTS-1:0] & STRAIGHT),
                                                      way, crossed_i);
            wire [PORTS-1:0]        to    = way[PORTS-1:0] & TURNS;
            wire [PORTS-1:0]        wish  = (SEVERAL == 0) ? to : first_of(to);
            wire [PORTS-1:0]        heads = any_of(head_may_i, own);
            wire [PORTS-1:0]        first = any_of(head_offer_i, own);

            assign allows[g*GROUPS +: GROUPS]     = own;
            assign pin_allows[g*GROUPS +: GROUPS] =
                groups_of(FIRST + g, |(pin_route[PORTS-1:0] & STRAIGHT), pin_route, crossed_i);
            // A privileged head that must be selected keeps other heads from its offer (2.7).
            for (p = 0; p < PORTS; p = p + 1) begin : g_close
                assign closes[(g*PORTS + p)*GROUPS +: GROUPS] = own
                    & {GROUPS{VCS > 2 && nonempty[g] && privileged[g] && !active[g] && wish[p]}};
            end
            assign may_go[g]   = nonempty[g]
                & (active[g] ? credit[g] && (privileged[g] || !(|(to & pausing_i)))
                             : |(privileged[g] ? wish & first : to & heads));
            assign favoured[g] = may_go[g] && privileged[g];
            always @(posedge clk_i) begin
                if (enable_i && arrive[g] && in_flit_i[HEAD]) begin
                    next_q[g*NEXT_W +: NEXT_W] <= next_i;
                end
            end
        end
    endgenerate

    reg [PORTS*GROUPS-1:0] close;
    integer                n;

    always @* begin
        close = {(PORTS*GROUPS){1'b0}};
        for (n = 0; n < COUNT; n = n + 1) begin
            close = close | closes[n*PORTS*GROUPS +: PORTS*GROUPS];
        end
    end

    assign close_o = close;

    flit_buffer #(
        .VCS    (COUNT),
        .DEPTH  (DEPTH),
        .WORD_W (WORD_W),
        .SIDE_W (ROUTE_W + 1)
    ) u_buffer (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .arrive_i    (arrive),
        .arrive_vc_i (in_vc),
        .word_i      (pin_word),
        .side_i      ({in_flit_i[TAIL], pin_route}),
        .read_vc_i   (select),
        .front_o     (front),
        .behind_o    ({behind_tail, behind_route}),
        .leave_i     (shown & {COUNT{grant_i}}),
        .nonempty_o  (nonempty),
        .last_o      (last)
    );

    vc_select #(
        .COUNT (COUNT)
    ) u_select (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .enable_i   (enable_i),
        .arrive_i   (arrive),
        .nonempty_i (nonempty),
        .may_go_i   (may_go),
        .streams_i  (may_go & active & ~tails),
        .favoured_i (favoured),
        .select_o   (select)
    );

    vc_state #(
        .PORTS   (PORTS),
        .VCS     (VCS),
        .COUNT   (COUNT),
        .LOOKUP  (LOOKUP),
        .ROUTE_W (ROUTE_W),
        .BITS    (BITS)
    ) u_state (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .arrive_i       (arrive),
        .in_route_i     (pin_route),
        .in_tail_i      (in_flit_i[TAIL]),
        .nonempty_i     (nonempty),
        .last_i         (last),
        .behind_route_i (behind_route),
        .behind_tail_i  (behind_tail),
        .shown_i        (shown),
        .grant_i        (grant_i),
        .tail_i         (tail),
        .output_i       (is_body ? kept : chosen),
        .head_vc_i      (head_vc),
        .head_two_i     (head_two),
        .credit_i       (credit_i),
        .two_i          (two_i),
        .due_i          (due_i),
        .active_o       (active),
        .credit_o       (credit),
        .tail_o         (tails),
        .privileged_o   (privileged),
        .route_o        (route),
        .out_vc_o       (out_vc)
    );

`ifdef FORMAL
`ifndef REQUIRE_IS_PROVED  // alone: what is around it is made up here
    // What the source owes: whole packets, with one route each, not more than there is room for;
    // what the outputs owe: offers of VCs that are free, with a credit.
    localparam OVCS = PORTS * VCS;
    (* anyseq *) wire [OVCS-1:0] f_elsewhere;  // others send on this output VC
    (* anyseq *) wire            f_pick;       // this flit is followed
    reg  [OVCS*3-1:0]       f_credits_q;
    reg  [OVCS-1:0]         f_own_q;      // output VCs that packets of this lane hold
    reg  [COUNT*8-1:0]      f_count_q;    // flits in each buffer
    reg  [COUNT-1:0]        f_in_open_q;  // packets that come in: route, and at the next router
    reg  [COUNT*ROUTE_W-1:0] f_in_route_q;
    reg  [COUNT*NEXT_W-1:0] f_in_next_q;
    reg  [COUNT-1:0]        f_open_q;     // packets that go out: output, and output VC
    reg  [COUNT*PORTS-1:0]  f_output_q;
    reg  [COUNT*VC_W-1:0]   f_out_vc_q;
    reg                     f_follows_q;  // a flit that waits
    reg  [SEL_W-1:0]        f_vc_q;
    reg  [7:0]              f_ahead_q;    // flits before it
    reg  [WORD_W-1:0]       f_word_q;
    reg  [ROUTE_W-1:0]      f_route_q;

    wire                    f_head  = in_flit_i[HEAD];
    wire                    f_comes = |arrive;
    wire [NEXT_W-1:0]       f_next  = NEXT & (f_head ? next_i
                                                     : f_in_next_q[in_vc*NEXT_W +: NEXT_W]);
    wire                    f_goes  = |leave_o;
    wire [7:0]              f_before = f_count_q[in_vc*8 +: 8];
    wire                    f_through = f_goes && f_comes && vc == in_vc && f_before == 8'd0;
    wire                    f_its_turn = f_follows_q && leave_o[f_vc_q] && f_ahead_q == 8'd0;
    reg                     f_bad_offer;
    reg                     f_bad_credit;
    reg                     f_bad_two;
    reg                     f_has_credit;  // the output VC of the flit that goes
    reg                     f_is_offer;    // of the output and group that it takes
    integer                 f_o;
    integer                 f_v;
    integer                 f_n;

    always @* begin
        f_bad_offer  = 1'b0;
        f_bad_credit = 1'b0;
        f_bad_two    = 1'b0;
        f_has_credit = 1'b0;
        f_is_offer   = 1'b0;
        for (f_o = 0; f_o < PORTS; f_o = f_o + 1) begin
            for (f_v = 0; f_v < VCS; f_v = f_v + 1) begin
                f_n = f_o * VCS + f_v;
                if (two_i[f_n] != ({1'b0, f_credits_q[f_n*3 +: 3]} + credit_i[f_n] >= 4'd2)) begin
                    f_bad_two = 1'b1;
                end
                if ((credit_i[f_n] && f_credits_q[f_n*3 +: 3] == 3'd3)
                    || (f_elsewhere[f_n] && (f_credits_q[f_n*3 +: 3] == 3'd0 || f_own_q[f_n]
                                             || (f_goes && req_o[f_o])))) f_bad_credit = 1'b1;
                if (req_o[f_o] && vc_o == f_v && f_credits_q[f_n*3 +: 3] != 3'd0) begin
                    f_has_credit = 1'b1;
                end
                for (f_n = 0; f_n < GROUPS; f_n = f_n + 1) begin
                    if (head_offer_i[f_o*GROUPS + f_n]
                        && offer_vc_i[(f_o*GROUPS + f_n)*VC_W +: VC_W] == f_v
                        && (f_own_q[f_o*VCS + f_v] || f_credits_q[(f_o*VCS + f_v)*3 +: 3] == 3'd0
                            || offer_two_i[f_o*GROUPS + f_n] != two_i[f_o*VCS + f_v])) begin
                        f_bad_offer = 1'b1;
                    end
                end
            end
            for (f_n = 0; f_n < GROUPS; f_n = f_n + 1) begin
                if (head_offer_i[f_o*GROUPS + f_n]
                    && (offer_vc_i[(f_o*GROUPS + f_n)*VC_W +: VC_W] < f_n * VCS / GROUPS
                        || offer_vc_i[(f_o*GROUPS + f_n)*VC_W +: VC_W]
                           >= (f_n + 1) * VCS / GROUPS)) f_bad_offer = 1'b1;
                if (head_may_i[f_o*GROUPS + f_n] && !head_offer_i[f_o*GROUPS + f_n]) begin
                    f_bad_offer = 1'b1;
                end
                if (req_o[f_o] && takes_o == 1 << f_n && head_offer_i[f_o*GROUPS + f_n]
                    && offer_vc_i[(f_o*GROUPS + f_n)*VC_W +: VC_W] == vc_o) f_is_offer = 1'b1;
            end
        end
    end

    integer f_c;
    integer f_m;

    always @(posedge clk_i) begin
        if (rst_i) begin
            f_credits_q <= {OVCS{3'd2}};
            f_own_q     <= {OVCS{1'b0}};
            f_count_q   <= {(COUNT*8){1'b0}};
            f_in_open_q <= {COUNT{1'b0}};
            f_open_q    <= {COUNT{1'b0}};
            f_follows_q <= 1'b0;
        end else if (enable_i) begin
            for (f_m = 0; f_m < OVCS; f_m = f_m + 1) begin
                f_credits_q[f_m*3 +: 3] <= f_credits_q[f_m*3 +: 3] + credit_i[f_m] - f_elsewhere[f_m]
                    - (f_goes && req_o[f_m / VCS] && vc_o == f_m % VCS);
                if (f_goes && req_o[f_m / VCS] && vc_o == f_m % VCS) begin
                    f_own_q[f_m] <= !word_o[TAIL];
                end
            end
            for (f_c = 0; f_c < COUNT; f_c = f_c + 1) begin
                f_count_q[f_c*8 +: 8] <= f_count_q[f_c*8 +: 8] + arrive[f_c] - leave_o[f_c];
                if (arrive[f_c]) f_in_open_q[f_c] <= !in_flit_i[TAIL];
                if (arrive[f_c] && f_head) begin
                    f_in_route_q[f_c*ROUTE_W +: ROUTE_W] <= in_route_i;
                    f_in_next_q[f_c*NEXT_W +: NEXT_W]    <= next_i;
                end
                if (leave_o[f_c]) f_open_q[f_c] <= !word_o[TAIL];
                if (leave_o[f_c] && !f_open_q[f_c]) begin
                    f_output_q[f_c*PORTS +: PORTS] <= req_o;
                    f_out_vc_q[f_c*VC_W +: VC_W]   <= vc_o;
                end
            end
            if (f_its_turn) f_follows_q <= 1'b0;
            else if (f_follows_q && leave_o[f_vc_q]) f_ahead_q <= f_ahead_q - 8'd1;
            if (!f_follows_q && f_pick && f_comes && !f_through) begin
                f_follows_q <= 1'b1;
                f_vc_q      <= in_vc;
                f_ahead_q   <= f_before - (f_goes && vc == in_vc);
                f_word_q    <= {f_next, in_flit_i};
                f_route_q   <= in_route_i;
            end
        end
    end
    `REQUIRE(!in_valid_i || in_vc_i < VCS, "a VC that exists")
    `REQUIRE(!f_comes || f_before < DEPTH, "a flit comes only while there is room")
    `REQUIRE(!f_comes || f_head != f_in_open_q[in_vc], "packets are whole")
    `REQUIRE(!f_comes || LOOKUP != 0 || (in_route_i[PORTS-1:0] & (in_route_i[PORTS-1:0] - 1'b1))
                                        == {PORTS{1'b0}}, "one output")
    `REQUIRE(!f_comes || LOOKUP != 0 || f_head
             || in_route_i == f_in_route_q[in_vc*ROUTE_W +: ROUTE_W], "that of its head")
    `REQUIRE(!grant_i || (|req_o), "who is granted has asked")
    `REQUIRE((due_i & (due_i - 1'b1)) == {COUNT{1'b0}}, "one VC is watched")
    `REQUIRE(!f_bad_offer, "what is on offer is free, with a credit")
    `REQUIRE(!f_bad_two, "two_i tells of two credits")
    `REQUIRE(!f_bad_credit, "credits of others")

    `ENSURE((req_o & (req_o - 1'b1)) == {PORTS{1'b0}} && (req_o & ~TURNS) == {PORTS{1'b0}},
            "one request, for a legal turn")
    `ENSURE(f_goes == grant_i && (leave_o & (leave_o - 1'b1)) == {COUNT{1'b0}}, "one flit a grant")
    `ENSURE(!f_goes || word_o[HEAD] != f_open_q[vc], "packets go out whole")
    `ENSURE(!(|req_o) || f_has_credit, "no request without a credit")
    `ENSURE(!(f_goes && word_o[HEAD]) || f_is_offer, "a head takes what is on offer")
    `ENSURE(!(f_goes && !word_o[HEAD]) || (takes_o == {GROUPS{1'b0}}
            && req_o == f_output_q[vc*PORTS +: PORTS] && vc_o == f_out_vc_q[vc*VC_W +: VC_W]),
            "a body flit follows its head")
    `ENSURE(!f_its_turn || word_o == f_word_q, "a flit that waits leaves unchanged, in its turn")
    `ENSURE(!f_its_turn || !f_word_q[HEAD] || (req_o & ~f_route_q[PORTS-1:0]) == {PORTS{1'b0}},
            "by an output of its route")
    `ENSURE(!f_through || word_o == {f_next, in_flit_i}, "so does one that passes by")
    `ENSURE(!f_through || PIPELINE == 1, "no flit passes by with two cycles a hop")
    `ENSURE(COUNT > 1 || !(is_body && (stored || passes) && credit[0]) || (|req_o),
            "a body flit with a credit asks")
    genvar f;
    generate
        for (f = 0; f < COUNT; f = f + 1) begin : g_promise
            `ENSURE(nonempty_o[f] == (f_count_q[f*8 +: 8] != 8'd0), "tells where flits are")
            `ENSURE(f_count_q[f*8 +: 8] <= DEPTH, "no more than there are places")
            `ENSURE(!leave_o[f] || nonempty[f] || arrive[f], "what leaves is there")
        end
    endgenerate
`endif
`endif

endmodule

`default_nettype wire
