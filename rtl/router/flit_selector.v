// flit_selector.v - what one input port of a router presents in the next cycle, and asks for now.
//
// A flit is presented again, or the one behind it, or another VC is selected for the next
// cycle: all that can be known before the switch has decided is prepared, and whether the flit
// was sent chooses between two answers at the end. What was selected lies in registers, so that
// requests are a gate or two behind them; a body flit is selected only with a credit.
//
// docs/timing.md section 2, Selection.

`default_nettype none
`include "check.vh"

module flit_selector #(
    parameter             PORTS = 5,  // 2 .. 32
    parameter             VCS   = 4,  // 2 .. 16
    parameter [PORTS-1:0] TURNS = {PORTS{1'b1}},
    parameter             GROUPS   = 1,              // of VCs (output_unit.v)
    parameter             DATELINE = 0,              // 1: dateline classes
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}},  // the output that goes on in its direction
    // Derived, do not override.
    parameter             ROUTE_W  = PORTS + DATELINE,
    parameter             VC_W     = $clog2(VCS)
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  enable_i,

    // Pins
    input  wire [VCS-1:0]        arrive_i,
    input  wire [VC_W-1:0]       in_vc_i,
    input  wire [ROUTE_W-1:0]    in_route_i,

    // Buffers
    input  wire [VCS-1:0]        nonempty_i,
    input  wire [VCS-1:0]        last_i,
    input  wire [VCS-1:0]        held_i,
    input  wire [VCS*ROUTE_W-1:0] route_i,
    input  wire [ROUTE_W-1:0]    behind_i,     // route of the flit behind the presented one

    // The flit that is presented
    input  wire [VCS-1:0]        shown_i,      // its VC; zero: none
    input  wire                  pin_body_i,   // the flit on the pins is a body flit
    input  wire                  tail_i,
    output wire                  body_o,

    // Outputs (input_unit.v)
    input  wire [PORTS*GROUPS-1:0]      head_may_i,
    input  wire [PORTS*GROUPS*VC_W-1:0] head_vc_i,
    input  wire [PORTS*GROUPS-1:0]      head_two_i,
    input  wire [PORTS*GROUPS-1:0]      head_soon_i,
    input  wire                  crossed_i,
    input  wire [PORTS*VCS-1:0]  credit_i,
    input  wire [PORTS*VCS-1:0]  two_i,

    input  wire [VCS-1:0]        hint_i,
    output wire [VCS*PORTS-1:0]  vc_req_o,

    output wire [PORTS-1:0]      req_o,
    output wire [VC_W-1:0]       body_vc_o,
    output wire [GROUPS-1:0]     allow_o,      // groups that a head may take
    input  wire                  sent_i,

    output wire                  present_o,    // a VC is selected
    output wire [VCS-1:0]        select_o,
    output wire [VC_W-1:0]       select_vc_o
);

    // What is presented from a buffer
    reg                   present_q;
    reg  [VCS-1:0]        select_q;     // one-hot; not present: anything
    reg  [VC_W-1:0]       select_vc_q;
    reg  [PORTS-1:0]      wants_q;      // its route; not present: zero
    reg                   sure_q;       // it is a body flit: it has a credit
    reg  [GROUPS-1:0]     allow_q;      // it is a head: groups that it may take

    // What a flit on the pins may do, if it is for this VC and no VC is selected
    reg  [VCS-1:0]        body_pass_q;  // buffer empty, packet under way, credit
    reg  [VCS-1:0]        head_pass_q;  // buffer empty, no packet under way

    reg  [VCS*VC_W-1:0]   held_vc_q;    // output VC of the packet under way
    reg  [VCS-1:0]        body_ready_q; // which has a credit

    // Groups that a head on VC v may take: its message class is that of the VC; class 1 of a ring
    // if its route says so, class 0 unless it goes straight on and was in class 1 or came over
    // the dateline.
    function [GROUPS-1:0] groups_of;
        input integer v;
        input         straight;
        input         late;
        input         crossed;
        integer       c;
        integer       size;
        begin
            groups_of = {GROUPS{1'b0}};
            size      = (DATELINE != 0) ? 2 * VCS / GROUPS : VCS / GROUPS;
            c         = (v / size) * (1 + DATELINE);
            if (DATELINE == 0) begin
                groups_of[c] = 1'b1;
            end else begin
                groups_of[c]              = !(straight && (crossed || v % size >= size / 2));
                groups_of[c+DATELINE]     = late;
            end
        end
    endfunction

    // Some group that is allowed, of each output
    function [PORTS-1:0] any_of;
        input [PORTS*GROUPS-1:0] groups;
        input [GROUPS-1:0]       allow;
        integer                  n;
        for (n = 0; n < PORTS; n = n + 1) any_of[n] = |(groups[n*GROUPS +: GROUPS] & allow);
    endfunction

    wire [PORTS-1:0]      in_output = in_route_i[PORTS-1:0];
    wire                  in_straight = |(in_output & STRAIGHT);
    wire                  in_late = in_route_i[ROUTE_W-1];
    reg  [GROUPS-1:0]     in_allow;
    integer               a;

    always @* begin
        in_allow = {GROUPS{1'b0}};
        for (a = 0; a < VCS; a = a + 1) begin
            if (GROUPS == 1 || in_vc_i == a[VC_W-1:0]) begin
                in_allow = in_allow | groups_of(a, in_straight, in_late, crossed_i);
            end
        end
    end

    // Requests
    wire                  body_pass = body_pass_q[in_vc_i];
    wire                  head_pass = head_pass_q[in_vc_i];

    assign req_o = TURNS & ((wants_q & ({PORTS{sure_q}} | any_of(head_may_i, allow_q)))
                            | ({PORTS{!present_q}} & in_output
                               & ({PORTS{body_pass}}
                                  | ({PORTS{head_pass}} & any_of(head_may_i, in_allow)))));

    wire [GROUPS-1:0]     allow = present_q ? allow_q : in_allow;

    assign allow_o = allow;

    // The presented flit
    wire                  body    = present_q ? sure_q : pin_body_i;
    wire [PORTS-1:0]      route   = present_q ? wants_q : in_output;
    wire [VC_W-1:0]       vc      = present_q ? select_vc_q : in_vc_i;
    wire [VC_W-1:0]       body_vc = held_vc_q[vc*VC_W +: VC_W];
    wire                  more    = |(shown_i & nonempty_i & (~last_i | arrive_i));
    wire                  behind_buffered = |(shown_i & ~last_i);
    wire [ROUTE_W-1:0]    next_full  = behind_buffered ? behind_i : in_route_i;
    wire [PORTS-1:0]      next_route = next_full[PORTS-1:0] & TURNS;
    reg                   two;         // its output VC will have a credit after it
    reg  [VC_W-1:0]       head_vc;
    integer               o;
    integer               c;
    integer               chosen;

    always @* begin
        c       = 0;
        chosen  = 0;
        two     = 1'b0;
        head_vc = {VC_W{1'b0}};
        for (o = 0; o < PORTS; o = o + 1) begin
            if (TURNS[o]) begin
                chosen = GROUPS - 1;  // the lowest group with an offer
                for (c = GROUPS - 2; c >= 0; c = c - 1) begin
                    if (allow[c] && head_may_i[o*GROUPS + c]) chosen = c;
                end
                two     = two || (route[o] && (body ? two_i[o*VCS + body_vc]
                                                    : head_two_i[o*GROUPS + chosen]));
                head_vc = head_vc | (head_vc_i[(o*GROUPS + chosen)*VC_W +: VC_W]
                                     & {VC_W{route[o]}});
            end
        end
    end

    assign body_vc_o = body_vc;
    assign body_o    = body;

    // Each VC, if it is not sent now
    wire [VCS-1:0]        credit;      // its packet under way has one
    wire [VCS-1:0]        ready;       // its front can be expected to go
    wire [VCS*PORTS-1:0]  fronts;
    wire [VCS*GROUPS-1:0] allows;
    wire [VCS-1:0]        empty = ~nonempty_i & ~arrive_i;

    genvar g;
    genvar p;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            wire [ROUTE_W-1:0] full   = nonempty_i[g] ? route_i[g*ROUTE_W +: ROUTE_W]
                                                      : in_route_i;
            wire [PORTS-1:0]   front = full[PORTS-1:0];
            wire [PORTS-1:0]   stored = route_i[g*ROUTE_W +: PORTS];
            wire [GROUPS-1:0]  front_allow = groups_of(g, |(front & STRAIGHT), full[ROUTE_W-1],
                                                       crossed_i);
            wire [GROUPS-1:0]  stored_allow = groups_of(g, |(stored & STRAIGHT),
                                                        route_i[(g+1)*ROUTE_W - 1], crossed_i);
            wire [VC_W-1:0]  held_vc = held_vc_q[g*VC_W +: VC_W];
            wire [PORTS-1:0] has;
            for (p = 0; p < PORTS; p = p + 1) begin : g_output
                assign has[p] = TURNS[p] && stored[p] && credit_i[p*VCS + held_vc];
            end
            assign credit[g] = body_ready_q[g] || (|has);
            wire [PORTS-1:0] soon = front & any_of(head_soon_i, front_allow) & TURNS;
            assign ready[g]  = !empty[g] && (held_i[g] ? credit[g] : |soon);
            assign fronts[g*PORTS +: PORTS]   = front & TURNS;
            assign allows[g*GROUPS +: GROUPS] = front_allow;
            assign vc_req_o[g*PORTS +: PORTS] = stored & TURNS
                & {PORTS{nonempty_i[g]}}
                & (held_i[g] ? {PORTS{body_ready_q[g]}} : any_of(head_may_i, stored_allow));
        end
    endgenerate

    // The other VC to select: the hinted one, or the first one behind the one presented now
    wire [VCS-1:0]        others  = ready & ~shown_i;
    wire                  hinted  = |(hint_i & others);
    reg  [VCS-1:0]        first;
    reg                   found;
    integer               b;
    integer               s;

    always @* begin
        first = {VCS{1'b0}};
        for (b = 0; b < VCS; b = b + 1) begin
            found = shown_i[b] || (b == VCS - 1 && shown_i == {VCS{1'b0}});
            for (s = 1; s <= VCS; s = s + 1) begin
                first[(b+s) % VCS] = first[(b+s) % VCS] || (found && others[(b+s) % VCS]);
                found              = found && !others[(b+s) % VCS];
            end
        end
    end

    wire [VCS-1:0]        other     = hinted ? hint_i : first;
    wire                  any_other = |others;
    reg  [PORTS-1:0]      other_route;
    reg                   other_body;
    reg  [GROUPS-1:0]     other_allow;
    reg  [GROUPS-1:0]     next_allow;
    reg  [VC_W-1:0]       other_vc;
    reg  [VC_W-1:0]       shown_vc;
    integer               v;

    always @* begin
        other_route = {PORTS{1'b0}};
        other_body  = 1'b0;
        other_allow = {GROUPS{1'b0}};
        next_allow  = {GROUPS{1'b0}};
        other_vc    = {VC_W{1'b0}};
        for (v = 0; v < VCS; v = v + 1) begin
            other_route = other_route | (fronts[v*PORTS +: PORTS] & {PORTS{other[v] && any_other}});
            other_body  = other_body || (other[v] && held_i[v]);
            other_allow = other_allow | (allows[v*GROUPS +: GROUPS] & {GROUPS{other[v]}});
            if (shown_i[v]) begin
                next_allow = next_allow | groups_of(v, |(next_route & STRAIGHT),
                                                    next_full[ROUTE_W-1], crossed_i);
            end
            other_vc    = other_vc | ({VC_W{other[v]}} & v[VC_W-1:0]);
        end
    end

    // The two answers: the VC stays (a), or the other one is selected
    wire stream    = more && !tail_i && two;
    wire next_head = more && tail_i;
    wire stay_sent = (stream && !hinted) || (next_head && !any_other);
    wire stay_here = (|(shown_i & ready)) && ((|(shown_i & hint_i)) || !any_other);

    wire [PORTS-1:0] wants_sent = !stay_sent ? other_route : tail_i ? next_route : route & TURNS;
    wire [PORTS-1:0] wants_here = !stay_here ? other_route : route & TURNS;

    localparam CHOICE_W = 2 + PORTS + GROUPS + VCS + VC_W;

    wire [CHOICE_W-1:0] sent_choice = {
        stay_sent || any_other, stay_sent ? !tail_i : other_body, wants_sent,
        stay_sent ? next_allow : other_allow, stay_sent ? {shown_i, vc} : {other, other_vc}};
    wire [CHOICE_W-1:0] here_choice = {
        stay_here || any_other, stay_here ? body : other_body, wants_here,
        stay_here ? allow : other_allow, stay_here ? {shown_i, vc} : {other, other_vc}};
    wire [CHOICE_W-1:0] choice;

    late_choice #(
        .WIDTH (CHOICE_W)
    ) u_choice (
        .late_i    (sent_i),
        .if_high_i (sent_choice),
        .if_low_i  (here_choice),
        .word_o    (choice)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            {present_q, sure_q, wants_q, allow_q, select_q, select_vc_q} <= {CHOICE_W{1'b0}};
        end else if (enable_i) begin
            {present_q, sure_q, wants_q, allow_q, select_q, select_vc_q} <= choice;
        end
    end

    assign present_o   = present_q;
    assign select_o    = select_q;
    assign select_vc_o = select_vc_q;

    // VCs after this cycle

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_pass
            wire body_here = empty[g] && held_i[g] && credit[g];
            wire head_here = empty[g] && !held_i[g];
            wire body_sent = shown_i[g] ? !more && !tail_i && two : body_here;
            wire head_sent = shown_i[g] ? !more && tail_i : head_here;
            wire body_pass_d;
            wire head_pass_d;
            wire ready_d;

            late_choice #(
                .WIDTH (3)
            ) u_pass (
                .late_i    (sent_i),
                .if_high_i ({body_sent, head_sent, shown_i[g] ? two : credit[g]}),
                .if_low_i  ({body_here, head_here, credit[g]}),
                .word_o    ({body_pass_d, head_pass_d, ready_d})
            );

            always @(posedge clk_i) begin
                if (rst_i) begin
                    body_pass_q[g] <= 1'b0;
                    head_pass_q[g] <= 1'b1;
                end else if (enable_i) begin
                    body_pass_q[g] <= body_pass_d;
                    head_pass_q[g] <= head_pass_d;
                end
            end

            always @(posedge clk_i) begin
                if (enable_i) begin
                    body_ready_q[g] <= ready_d;
                    if (shown_i[g] && !body) held_vc_q[g*VC_W +: VC_W] <= head_vc;  // may leave
                end
            end
        end
    endgenerate

    `ENSURE(!present_q || (|(select_q & nonempty_i)), "what is selected is there")
    `ENSURE((req_o & (req_o - 1'b1)) == {PORTS{1'b0}}, "one request")

endmodule

`default_nettype wire
