// flit_selector.v - what one input port of a router presents in the next cycle, and asks for now.
//
// A flit is presented again, or the one behind it, or another VC is selected for the next
// cycle: all that can be known before the switch has decided is prepared, and whether the flit
// was sent chooses between two answers at the end. What was selected lies in registers, so that
// requests are a gate or two behind them; a body flit is selected only with a credit.
//
// docs/timing.md section 2, Selection.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module flit_selector #(
    parameter             PORTS = 5,  // 2 .. 32
    parameter             VCS   = 4,  // 2 .. 16
    parameter [PORTS-1:0] TURNS = {PORTS{1'b1}},
    parameter             GROUPS   = 1,              // of VCs (output_unit.v)
    parameter             PIPELINE = 1,              // 2: flits on the pins are not presented
    parameter             DATELINE = 0,              // dateline classes (vc_groups.vh)
    parameter             LAYERS   = 1,              // of VCs in a message class (vc_groups.vh)
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}},  // the output that goes on in its direction
    parameter             SEVERAL  = 0,              // heads may have several legal outputs
    // Derived, do not override.
    parameter             ROUTE_W  = PORTS + DATELINE % 2 + ((LAYERS > 1) ? LAYERS : 0),
    parameter             VC_W     = $clog2(VCS)
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  enable_i,

    // Pins
    input  wire [VC_W-1:0]       in_vc_i,
    input  wire [ROUTE_W-1:0]    in_route_i,
    input  wire                  in_body_i,    // the flit on the pins is a body flit
    input  wire                  crossed_i,
    input  wire [VCS-1:0]        body_pass_i,  // vc_packets.v
    input  wire [VCS-1:0]        head_pass_i,

    // Each VC: is its front flit ready (vc_outlook.v), with its output
    input  wire [VCS-1:0]        ready_i,
    input  wire [VCS*PORTS-1:0]  stay_i,       // in the next cycle, if the flit is not sent
    input  wire [VCS-1:0]        passes_i,     // that is the one on the pins, in place of stay_i
    input  wire [VCS*GROUPS-1:0] allows_i,
    input  wire [VCS-1:0]        held_i,
    input  wire [VCS*VC_W-1:0]   held_vc_i,
    input  wire [VCS-1:0]        due_i,        // privileged in the next cycle if not sent now
    input  wire [VCS-1:0]        hint_i,       // one-hot or zero

    // The flit that is presented
    input  wire [VCS-1:0]        shown_i,      // its VC; zero: none
    input  wire                  tail_i,
    input  wire                  more_i,       // another flit of its VC is there,
    input  wire [ROUTE_W-1:0]    behind_i,     // with this route
    input  wire                  two_i,        // no tail: its output VC has a credit left after it
    input  wire                  sent_i,       // late

    // Outputs (input_unit.v)
    input  wire [PORTS*GROUPS-1:0] head_may_i,
    input  wire [PORTS*GROUPS-1:0] head_offer_i,

    // The presented flit
    output wire [PORTS-1:0]      req_o,        // if it may go
    output wire [PORTS-1:0]      output_o,
    output wire                  body_o,
    output wire [VC_W-1:0]       body_vc_o,    // output VC of a body flit
    output wire [GROUPS-1:0]     allow_o,      // groups that a head may take
    output wire                  privileged_o, // it is privileged
    output wire                  block_o,      // no body flit passes by in the next cycle: late
    output wire                  present_o,    // it comes from a buffer
    output wire [VCS-1:0]        select_o,     // of this VC
    output wire [VC_W-1:0]       select_vc_o
);

    `include "vc_groups.vh"

    // A packet goes on on its VC.
    localparam OWN_VC = (GROUPS == VCS && DATELINE == 0 && LAYERS == 1);
    localparam TOLD   = (GROUPS > 1 && OWN_VC == 0);       // the groups are not known otherwise

    reg                   present_q;
    reg  [VCS-1:0]        select_q;     // one-hot; not present: zero
    wire [VC_W-1:0]       select_vc;
    reg  [PORTS-1:0]      wants_q;      // its output; not present: zero
    reg                   sure_q;       // it is a body flit: it has a credit
    reg                   privileged_q;
    wire [GROUPS-1:0]     told;         // it is a head: groups that it may take

    wire [PORTS-1:0]      in_output = in_route_i[PORTS-1:0] & TURNS;
    wire                  in_straight = |(in_output & STRAIGHT);
    reg  [GROUPS-1:0]     in_allow;
    integer               a;

    always @* begin
        in_allow = {GROUPS{1'b0}};
        for (a = 0; a < VCS; a = a + 1) begin
            if (GROUPS == 1 || in_vc_i == a[VC_W-1:0]) begin
                in_allow = in_allow | groups_of(a, in_straight, in_route_i, crossed_i);
            end
        end
    end

    // The presented flit
    wire                  by     = (PIPELINE == 1) && !present_q;  // the one on the pins
    wire [GROUPS-1:0]     allow  = by ? in_allow : told;
    wire                  body   = by ? in_body_i : sure_q;
    wire [PORTS-1:0]      route  = (wants_q & TURNS) | ({PORTS{by}} & in_output);
    wire [VC_W-1:0]       vc     = by ? in_vc_i : select_vc;

    // Requests: it is sure to go, or an output has something for a head. Compared, not indexed:
    // without a flit the VC on the pins is unknown, and then nothing may depend on it.
    reg                   passes_by;
    integer               q;

    always @* begin
        passes_by = 1'b0;
        for (q = 0; q < VCS; q = q + 1) begin
            passes_by = passes_by || (body_pass_i[q] && in_vc_i == q[VC_W-1:0]);
        end
    end

    wire                  sure   = sure_q || (PIPELINE == 1 && passes_by);
    wire                  may_be = present_q || PIPELINE == 2 || head_pass_i[in_vc_i];

    // (In this order: what a head needs is known a gate behind registers.)
    assign req_o = route & ({PORTS{sure}}
                            | (({PORTS{may_be}} & any_of(head_may_i, allow))
                               | ({PORTS{privileged_q}} & any_of(head_offer_i, allow))));

    assign output_o     = route;
    assign body_o       = body;
    assign body_vc_o    = (OWN_VC != 0) ? vc : held_vc_i[vc*VC_W +: VC_W];
    assign allow_o      = allow;
    assign privileged_o = privileged_q;

    // The other VC: the hinted one, or the first ready one behind the presented one, cyclically;
    // without a presented one from VC 0 up. The order is known early in the cycle.
    wire [VCS-1:0]        others = ready_i & ~shown_i;
    reg  [VCS-1:0]        other;        // one-hot or zero
    reg  [VCS*VCS-1:0]    goes_first;   // bit v * VCS + w: w goes before v
    reg                   between;
    integer               v;
    integer               w;
    integer               b;

    always @* begin
        goes_first = {(VCS*VCS){1'b0}};
        between    = 1'b0;
        for (v = 0; v < VCS; v = v + 1) begin
            for (w = 0; w < VCS; w = w + 1) begin
                between = 1'b0;  // the presented one is the lower one of the two, or between them
                for (b = 0; b < VCS; b = b + 1) begin
                    between = between || (shown_i[b] && b >= ((v < w) ? v : w)
                                          && b < ((v < w) ? w : v));
                end
                goes_first[v*VCS + w] = (v != w) && !shown_i[w]
                                        && (hint_i[w] || (!hint_i[v] && between == (v < w)));
            end
            other[v] = others[v] && !(|(ready_i & goes_first[v*VCS +: VCS]));
        end
    end

    // Does the presented VC stay? Sent: while its packet streams, unless another one is hinted;
    // behind a tail, if there is no other. Not sent: if it is ready, and hinted or without other.
    wire                  any_other  = |others;
    wire                  hinted     = |(hint_i & others);
    wire                  stays_sent = more_i && (tail_i ? !any_other : two_i && !hinted);
    wire                  stays_here = (|(ready_i & shown_i & hint_i))
                                     || ((|(ready_i & shown_i)) && !any_other);

    // What is known of the other VC, and of the presented one: of its flit, or of the one behind it
    wire [PORTS-1:0]      next_output = behind_i[PORTS-1:0] & TURNS;
    reg  [GROUPS-1:0]     next_allow;
    reg  [PORTS-1:0]      other_output;
    reg  [GROUPS-1:0]     other_allow;
    reg  [VC_W-1:0]       other_vc;
    reg  [PORTS-1:0]      own_output;
    integer               n;

    always @* begin
        next_allow   = {GROUPS{1'b0}};
        own_output   = (SEVERAL == 0) ? route : {PORTS{1'b0}};
        other_output = (VCS > 2 && (|(other & passes_i))) ? in_output : {PORTS{1'b0}};
        other_allow  = {GROUPS{1'b0}};
        other_vc     = {VC_W{1'b0}};
        for (n = 0; n < VCS; n = n + 1) begin
            next_allow   = next_allow | ({GROUPS{shown_i[n]}}
                & groups_of(n, |(next_output & STRAIGHT), behind_i, crossed_i));
            own_output   = own_output | (stay_i[n*PORTS +: PORTS]
                                         & {PORTS{SEVERAL != 0 && shown_i[n]}});
            other_output = other_output
                | (passes_i[n] ? in_output & {PORTS{VCS == 2 && other[n]}}
                               : stay_i[n*PORTS +: PORTS] & {PORTS{other[n]}});
            other_allow  = other_allow | (allows_i[n*GROUPS +: GROUPS] & {GROUPS{other[n]}});
            other_vc     = other_vc | ({VC_W{other[n]}} & n[VC_W-1:0]);
        end
    end

    // {no flit may pass by, it is there, it is a body flit, it is privileged, ...}
    localparam CHOICE_W = 4 + PORTS + VCS;

    wire                  present_sent = (more_i && (tail_i || two_i)) || any_other;
    wire                  present_here = |ready_i;
    wire [CHOICE_W-1:0]   sent_choice  = {
        rst_i || (enable_i && present_sent), present_sent,
        stays_sent ? !tail_i : |(other & held_i), !stays_sent && (|(other & due_i)),
        (stays_sent ? next_output : other_output) & TURNS, stays_sent ? shown_i : other};
    wire [CHOICE_W-1:0]   here_choice  = {
        rst_i || (enable_i && present_here), present_here,
        stays_here ? body : |(other & held_i), |((stays_here ? shown_i : other) & due_i),
        (stays_here ? own_output : other_output) & TURNS, stays_here ? shown_i : other};
    wire [CHOICE_W-1:0]   choice;

    late_choice #(
        .WIDTH (CHOICE_W)
    ) u_choice (
        .late_i    (sent_i),
        .if_high_i (sent_choice),
        .if_low_i  (here_choice),
        .word_o    (choice)
    );

    assign block_o = choice[CHOICE_W-1];

    always @(posedge clk_i) begin
        if (rst_i) begin
            {present_q, sure_q, privileged_q, wants_q, select_q} <= {(CHOICE_W-1){1'b0}};
        end else if (enable_i) begin
            {present_q, sure_q, privileged_q, wants_q, select_q} <= choice[CHOICE_W-2:0];
        end
    end

    generate
        if (TOLD) begin : g_told
            reg  [GROUPS-1:0] allow_q;
            wire [GROUPS-1:0] allow_d;

            late_choice #(
                .WIDTH (GROUPS)
            ) u_allow (
                .late_i    (sent_i),
                .if_high_i (stays_sent ? next_allow : other_allow),
                .if_low_i  (stays_here ? allow : other_allow),
                .word_o    (allow_d)
            );

            always @(posedge clk_i) begin
                if (enable_i) allow_q <= allow_d;
            end

            assign told = allow_q;
        end else if (OWN_VC != 0) begin : g_own
            assign told = select_q;
            wire unused_allow = &{1'b0, next_allow, other_allow};
        end else begin : g_one_group
            assign told = {GROUPS{1'b1}};
            wire unused_allow = &{1'b0, next_allow, other_allow};
        end

        // The number of the VC: with two it is a bit of the mask.
        if (VCS > 2) begin : g_number
            reg  [VC_W-1:0] vc_q;
            wire [VC_W-1:0] vc_d;

            late_choice #(
                .WIDTH (VC_W)
            ) u_number (
                .late_i    (sent_i),
                .if_high_i (stays_sent ? vc : other_vc),
                .if_low_i  (stays_here ? vc : other_vc),
                .word_o    (vc_d)
            );

            always @(posedge clk_i) begin
                if (rst_i) vc_q <= {VC_W{1'b0}};
                else if (enable_i) vc_q <= vc_d;
            end

            assign select_vc = vc_q;
        end else begin : g_bit
            assign select_vc = select_q[1];
            wire unused_vc = &{1'b0, other_vc};
        end
    endgenerate

    assign present_o   = present_q;
    assign select_o    = select_q;
    assign select_vc_o = select_vc;

    `ENSURE(!enable_i || (req_o & (req_o - 1'b1)) == {PORTS{1'b0}}, "one request")

endmodule

`default_nettype wire
