// input_lane.v - one lane of an input port: the buffers of its VCs, and the flit that it presents.
//
// An input port has one or two lanes into the switch, each with its own VCs. In each cycle a lane
// presents one flit: the front flit of the selected VC or, if the buffer of that VC is empty, the
// flit on the pins (PIPELINE 1 only). The outputs arbitrate among all lanes.
// More than 20 parameters: what switch_core.v knows of the port.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 and 17 (input speedup).
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"
`include "settled.vh"

module input_lane #(
    parameter             PORTS    = 5,   // 2 .. 32
    parameter             VCS      = 4,   // of the router, 1 .. 16
    parameter             FIRST    = 0,   // the lowest VC of the lane
    parameter             COUNT    = 2,   // VCs of the lane
    parameter             DEPTH    = 4,   // flits per VC, 1 .. 64
    parameter             DATA_W   = 32,  // 8 .. 512
    parameter [PORTS-1:0] TURNS    = {PORTS{1'b1}},  // outputs that a packet can take from here
    parameter             LOOKUP   = 0,              // 1: body flits bring no route
    parameter             SEVERAL  = 0,              // 1: a head may have several legal outputs,
    parameter             START    = 0,              // looked at from this one up, cyclically
    parameter             GROUPS   = 1,              // of VCs, with an offer each (output_vcs.v)
    parameter             PIPELINE = 1,              // 2: flits on the pins are not presented
    parameter             DATELINE = 0,              // dateline classes (vc_groups.vh)
    parameter             LAYERS   = 1,              // of VCs in a message class, with LOOKUP
    parameter             ESCAPE   = 0,              // of two the upper one is an escape
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}},  // the output that goes on in its direction
    parameter             STRAYS   = 0,              // 1: heads without a legal output can come
    parameter             YIELDS   = 0,              // 1: some heads go last at their output (2.4)
    parameter             ROUTE_W  = (ESCAPE != 0) ? 2 * PORTS
                                   : PORTS + DATELINE % 2 + ((LAYERS > 1) ? LAYERS : 0),
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

    // The flit on the pins, its route here, and the route of a head at the next router
    input  wire                    in_valid_i,
    input  wire [VC_W-1:0]         in_vc_i,
    input  wire [FLIT_W-1:0]       in_flit_i,
    input  wire [ROUTE_W-1:0]      in_route_i,
    input  wire [NEXT_W-1:0]       next_i,
    input  wire                    crossed_i,     // what goes straight on came over the dateline

    // Outputs: groups with an offer for heads of this input, and for its privileged head
    input  wire [PORTS*GROUPS-1:0] head_may_i,
    input  wire [PORTS*GROUPS-1:0] head_offer_i,
    input  wire [VC_W*PORTS*GROUPS-1:0] offer_vc_i,  // row b: bit b of the VC of each offer
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
    output wire                    yields_o,      // a head that goes last if it turns
    input  wire                    grant_i,

    output wire [COUNT-1:0]        nonempty_o,
    output wire [COUNT-1:0]        leave_o        // one-hot or zero: a flit of this VC leaves
);

    `include "vc_groups.vh"

    localparam SEL_W = (COUNT > 1) ? $clog2(COUNT) : 1;
    localparam TAIL  = DATA_W + 1;
    localparam HEAD  = DATA_W;

    localparam [ROUTE_W-1:0] BITS = route_bits(TURNS);

    // VCs of the lane
    wire [COUNT-1:0]         nonempty;
    wire [COUNT-1:0]         last;
    wire [COUNT-1:0]         active;
    wire [COUNT-1:0]         credit;
    wire [COUNT-1:0]         tails;
    wire [COUNT-1:0]         privileged;
    wire [COUNT-1:0]         stray;      // the front flit has no way: it is discarded
    wire [COUNT*ROUTE_W-1:0] route;
    wire [COUNT*VC_W-1:0]    out_vc;
    wire [SEL_W-1:0]         select;
    wire [WORD_W-1:0]        front;
    wire [COUNT*GROUPS-1:0]  allows;     // groups that the head of each may take

    // Values of registers for logic that also reads pins
    reg  [COUNT*NEXT_W-1:0]  next_q;
    `SETTLED(SEL_W, select_s, select)
    `SETTLED(WORD_W, front_s, front)
    `SETTLED(COUNT, nonempty_s, nonempty)
    `SETTLED(COUNT, last_s, last)
    `SETTLED(COUNT, active_s, active)
    `SETTLED(COUNT, credit_s, credit)
    `SETTLED(COUNT, tails_s, tails)
    `SETTLED(COUNT, privileged_s, privileged)
    `SETTLED(COUNT, stray_s, stray)
    `SETTLED(COUNT*ROUTE_W, held_route_s, route)
    `SETTLED(COUNT*VC_W, out_vc_s, out_vc)
    `SETTLED(COUNT*GROUPS, allows_s, allows)
    `SETTLED(COUNT*NEXT_W, next_s, next_q)
    `SETTLED(PORTS*GROUPS, head_may_s, head_may_i)
    `SETTLED(PORTS*GROUPS, head_offer_s, head_offer_i)
    `SETTLED(VC_W*PORTS*GROUPS, offer_vc_s, offer_vc_i)

    // The flit on the pins. A body flit takes the route of its head.
    wire [COUNT-1:0]         arrive;
    wire [SEL_W-1:0]         in_vc;      // counted from the lowest of the lane
    wire [NEXT_W-1:0]        next     = in_flit_i[HEAD] ? next_i : next_s[in_vc*NEXT_W +: NEXT_W];
    wire [WORD_W-1:0]        pin_word = {NEXT & next, in_flit_i};
    wire [ROUTE_W-1:0]       pin_route = BITS & in_route_i;

    // The presented flit
    `SETTLED(1, stored, nonempty[select])
    wire                     passes  = PIPELINE == 1 && !stored && (|(arrive & ~nonempty_s));
    wire [SEL_W-1:0]         vc      = (stored || PIPELINE == 2) ? select_s : in_vc;
    wire [COUNT-1:0]         shown   = (({COUNT{1'b1}} >> (COUNT - 1)) << vc)
                                     & {COUNT{stored || passes}};
    wire [ROUTE_W-1:0]       behind_route;
    wire                     behind_tail;
    wire                     is_body = active_s[vc];
    wire                     tail    = stored ? tails_s[vc] : in_flit_i[TAIL];
    wire [ROUTE_W-1:0]       brought = stored ? held_route_s[select_s*ROUTE_W +: ROUTE_W]
                                              : pin_route & {ROUTE_W{passes}};
    // Of a packet under way
    wire [PORTS-1:0]         kept    = held_route_s[vc*ROUTE_W +: PORTS];
    wire [VC_W-1:0]          body_vc = out_vc_s[vc*VC_W +: VC_W];

    // Outputs that the front flit of each VC may take if its buffer presents it (2.3)
    wire [COUNT*GROUPS-1:0]  pin_allows; // groups, of a head on the pins
    wire [COUNT-1:0]         may_go;
    wire [COUNT-1:0]         favoured;
    wire [COUNT*PORTS*GROUPS-1:0] closes;
    wire                     unused  = &{1'b0, brought, crossed_i};
    wire [GROUPS-1:0]        allow   = stored ? allows_s[select_s*GROUPS +: GROUPS]
                                              : pin_allows[in_vc*GROUPS +: GROUPS];
    wire [PORTS*GROUPS-1:0]  offers  = (privileged_s[vc] ? head_offer_s : head_may_s)
                                     & named_by(brought, privileged_s[vc]);
    wire [PORTS-1:0]         may     = any_of(offers, allow);
    wire [PORTS-1:0]         legal   = (LOOKUP != 0 && is_body) ? kept & {PORTS{stored || passes}}
                                     : wished_of(brought, offers, allow, privileged_s[vc]);
    wire [PORTS-1:0]         chosen  = (SEVERAL == 0) ? legal
                                     : first_of(privileged_s[vc] ? legal : legal & may);
    assign req_o = is_body ? legal & {PORTS{credit_s[vc]}} : chosen & may;
    wire                     leaves  = grant_i || stray_s[select_s];

    // The output VC that a head takes: the offer of the lowest group that it may take
    wire [PORTS*GROUPS-1:0] taken    = lowest_at(offers & {PORTS{allow}})
                                       & groups_at(chosen & TURNS);
    wire                    head_two = |(taken & offer_two_i);
    wire [VC_W-1:0]         head_vc;
    wire [GROUPS-1:0]       takes;

    // A privileged head that must be selected keeps its offer from other heads (2.7).
    wire [COUNT-1:0]        closing = {COUNT{VCS > 2}} & nonempty & privileged & ~active;
    reg  [PORTS*GROUPS-1:0] close;
    integer                 n;

    always @* begin
        close = {(PORTS*GROUPS){1'b0}};
        n     = 0;
        if (|closing) begin
            for (n = 0; n < COUNT; n = n + 1) begin
                if (closing[n]) close = close | closes[n*PORTS*GROUPS +: PORTS*GROUPS];
            end
        end
    end

    assign word_o     = stored ? front_s & {NEXT, {FLIT_W{1'b1}}} : pin_word;
    assign vc_o       = is_body ? body_vc : head_vc;
    assign takes_o    = takes & {GROUPS{!is_body}};
    assign yields_o   = YIELDS != 0 && !is_body && !privileged_s[vc];
    assign nonempty_o = nonempty;
    assign leave_o    = shown & {COUNT{leaves}};
    assign close_o    = close;
    genvar g;

    generate
        for (g = 0; g < VC_W; g = g + 1) begin : g_vc_bit
            assign head_vc[g] = |(taken & offer_vc_s[g*PORTS*GROUPS +: PORTS*GROUPS]);
        end
        for (g = 0; g < GROUPS; g = g + 1) begin : g_group
            localparam [GROUPS-1:0] GROUP = {{(GROUPS-1){1'b0}}, 1'b1} << g;
            assign takes[g] = |(taken & {PORTS{GROUP}});
        end

        if (COUNT == 1) begin : g_one
            assign in_vc  = 1'b0;
            assign arrive = in_valid_i && (VCS == 1 || in_vc_i == FIRST[VC_W-1:0]);
        end else begin : g_several
            wire [VC_W-1:0] above = in_vc_i - FIRST[VC_W-1:0];
            assign in_vc = above[SEL_W-1:0];
            wire unused_above = &{1'b0, above};
            wire [VCS-1:0]  comes = ({VCS{1'b1}} >> (VCS - 1)) << in_vc_i;
            assign arrive = comes[FIRST +: COUNT] & {COUNT{in_valid_i}};
            wire unused_comes = &{1'b0, comes};
        end

        for (g = 0; g < COUNT; g = g + 1) begin : g_vc
            wire [ROUTE_W-1:0]      way   = route[g*ROUTE_W +: ROUTE_W];
            wire [GROUPS-1:0]       own;
            wire [GROUPS-1:0]       pin_own;
            wire [PORTS*GROUPS-1:0] named = named_by(way, privileged[g]);
            wire [PORTS-1:0]        to    = TURNS & ((ESCAPE == 0 || active[g]) ? way[PORTS-1:0]
                                                   : way[PORTS-1:0] | way[ROUTE_W-1 -: PORTS]);
            wire [PORTS-1:0]        wish  = (SEVERAL == 0) ? to
                                     : first_of(TURNS & wished_of(way, named, own, 1'b1));
            wire [PORTS-1:0]        heads = any_of(head_may_i & named, own);
            wire [PORTS-1:0]        first = any_of(head_offer_i & named, own);

            if (GROUPS == 1) begin : g_one_group
                assign own     = 1'b1;
                assign pin_own = 1'b1;
            end else begin : g_groups
                assign own     = groups_of(FIRST + g, |(way[PORTS-1:0] & STRAIGHT), way, crossed_i);
                assign pin_own = groups_of(FIRST + g, |(pin_route[PORTS-1:0] & STRAIGHT), pin_route,
                                           crossed_i);
            end
            assign allows[g*GROUPS +: GROUPS]     = own;
            assign pin_allows[g*GROUPS +: GROUPS] = pin_own;
            assign closes[g*PORTS*GROUPS +: PORTS*GROUPS] = {PORTS{own}} & named & groups_at(wish);
            assign stray[g]    = STRAYS != 0 && nonempty[g] && !(|to);
            assign may_go[g]   = stray[g] || nonempty[g]
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
        .leave_i     (shown & {COUNT{leaves}}),
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
        .SEVERAL (SEVERAL),
        .ROUTE_W (ROUTE_W),
        .BITS    (BITS)
    ) u_state (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .arrive_i       (arrive),
        .in_route_i     (pin_route),
        .in_tail_i      (in_flit_i[TAIL]),
        .nonempty_i     (nonempty_s),
        .last_i         (last_s),
        .behind_route_i (behind_route),
        .behind_tail_i  (behind_tail),
        .shown_i        (shown),
        .leaves_i       (leaves),
        .tail_i         (tail),
        .output_i       (is_body ? kept : chosen),
        .body_output_i  (kept),
        .body_vc_i      (body_vc),
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

endmodule

`default_nettype wire
