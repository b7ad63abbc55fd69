// input_unit.v - one input port of a router: its buffers, and the flit that it presents.
//
// In each cycle an input presents one flit to the switch: the front one of the VC that was
// selected at the end of the cycle before, or, none being selected, the one on the pins (not with
// PIPELINE 2). The output that a packet takes comes with it, or, with LOOKUP, is found here
// (here_i); those of the packets at the fronts are kept in registers. docs/timing.md section 2.
//
// Dally & Towles, chapter 16.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module input_unit #(
    parameter             PORTS   = 5,   // 2 .. 32
    parameter             VCS     = 4,   // 1 .. 16
    parameter             DEPTH   = 4,   // flits per VC, 1 .. 64
    parameter             DATA_W  = 32,  // 8 .. 256
    parameter [PORTS-1:0] TURNS   = {PORTS{1'b1}},  // outputs that a packet can take from here
    parameter             LOOKUP  = 0,              // 1: the route here is here_i
    parameter             SEVERAL = 0,              // 1: that may name several outputs,
    parameter             START   = 0,              // to be looked at from this one up
    parameter             GROUPS  = 1,              // of VCs (output_unit.v)
    parameter             PIPELINE = 1,             // 2: flits on the pins are not presented
    parameter             DATELINE = 0,             // dateline classes (vc_groups.vh)
    parameter             LAYERS  = 1,              // of VCs in a message class
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}}, // the output that goes on in its direction
    parameter             ROUTE_W = PORTS + DATELINE % 2 + ((LAYERS > 1) ? LAYERS : 0),
    parameter             NEXT_W  = ROUTE_W,         // of a route at the next router
    parameter [NEXT_W-1:0] NEXT   = {NEXT_W{1'b1}},  // bits of it that can be high
    // Derived, do not override.
    parameter             FLIT_W  = DATA_W + 2,
    parameter             WORD_W  = FLIT_W + NEXT_W,
    parameter             VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  enable_i,

    // Upstream. The route of a head at the next router, and, LOOKUP, here
    input  wire                  in_valid_i,
    input  wire [VC_W-1:0]       in_vc_i,
    input  wire [ROUTE_W-1:0]    in_route_i,    // {class 1 is allowed, output}; the latter one-hot
    input  wire [FLIT_W-1:0]     in_flit_i,
    input  wire [NEXT_W-1:0]     next_i,
    input  wire [ROUTE_W-1:0]    here_i,        // {layers, outputs}
    input  wire                  crossed_i,     // what goes straight on came over the dateline

    // Outputs: what a flit may do in this cycle, and what it may do in the next one
    input  wire [PORTS*GROUPS-1:0]      head_may_i,   // a head has a VC of the group to take
    input  wire [PORTS*GROUPS-1:0]      head_offer_i, // a privileged one has
    input  wire [PORTS*VCS-1:0]         head_vc_i,    // these, one of a group
    input  wire [PORTS*GROUPS-1:0]      head_soon_i,  // it will have one, if nobody takes it
    input  wire [PORTS*GROUPS-1:0]      closed_i,     // but for the privileged one
    input  wire [PORTS*VCS-1:0]  credit_i,      // a credit comes; VCS 1: there is one
    input  wire [PORTS*VCS-1:0]  two_i,         // there are two
    input  wire [PORTS-1:0]      paced_i,       // it pauses after a flit
    input  wire [PORTS-1:0]      pausing_i,     // it will pause in the next cycle

    // Guard (starvation_guard.v, privilege.v)
    input  wire [VCS-1:0]        due_i,
    output wire [PORTS+GROUPS+1:0] front_o,

    // To the switch, and from it in the same cycle
    output wire [PORTS-1:0]      req_o,         // one-hot or zero
    output wire [WORD_W-1:0]     word_o,        // {route at the next router, flit}
    output wire                  body_o,        // it is a body flit
    output wire [VC_W-1:0]       body_vc_o,     // output VC of a body flit
    output wire [GROUPS-1:0]     allow_o,       // groups that a head may take
    output wire                  privileged_o,
    input  wire                  sent_i,

    // Hints: the VC to select for the next cycle, and what the VCs would ask for
    input  wire [VCS-1:0]        hint_i,        // one-hot or zero
    output wire [VCS*PORTS-1:0]  vc_req_o,

    output wire [VCS-1:0]        nonempty_o,
    output wire [VCS-1:0]        shown_o        // one-hot or zero: the VC of the presented flit
);

    localparam TAIL = DATA_W + 1;
    localparam HEAD = DATA_W;


    // Bits of a route here that can be high
    function automatic [ROUTE_W-1:0] route_bits;
        input [PORTS-1:0] outputs;
        integer           n;
        begin
            route_bits = {ROUTE_W{1'b1}};
            for (n = 0; n < PORTS; n = n + 1) route_bits[n] = outputs[n];
        end
    endfunction
    localparam [ROUTE_W-1:0] BITS = route_bits(TURNS);

    reg  [VCS-1:0]       held_q;        // the head has left, the tail has not
    reg  [VCS-1:0]       privileged_q;
    reg  [VCS-1:0]       tail_q;        // the flit at the front is a tail
    reg  [VCS*NEXT_W-1:0] next_q;       // next_i of the packet that comes in
    reg  [NEXT_W-1:0]    next_held;     // of the VC on the pins
    integer              v;

    // The flit on the pins. A body flit takes the route of its head.
    wire                 in_head = in_flit_i[HEAD];
    wire [VCS-1:0]       arrive;
    wire [NEXT_W-1:0]    next = in_head ? next_i : next_held;
    wire [ROUTE_W-1:0]   pin_route;   // output that it has
    wire [ROUTE_W-1:0]   pin_side;    // what is stored of it: all legal ones, or that one
    wire [WORD_W-1:0]    pin_word = {NEXT & next, in_flit_i};

    // Buffers
    wire [VCS-1:0]       nonempty;
    wire [VCS-1:0]       last;
    wire [WORD_W-1:0]    front;
    wire [ROUTE_W-1:0]   behind;      // pin_side of the flit behind the front one,
    wire                 behind_tail; // and whether it is a tail
    wire [VCS*ROUTE_W-1:0] route;     // of the packets at the fronts, or under way
    wire [VCS*PORTS-1:0] stay;        // outputs of front flits in the next cycle, if not sent,
    wire [VCS-1:0]       passes;      // or that of the flit on the pins
    wire [ROUTE_W-1:0]   next_route;  // of the flit behind the presented one, then
    wire [VCS-1:0]       several;     // a legal output will have an offer for the head

    // The flit that is presented
    wire                 present;     // it comes from a buffer,
    wire [VCS-1:0]       select;      // that of this VC
    wire [VC_W-1:0]      select_vc;
    wire                 passes_by = (PIPELINE == 1) && !present;  // it is the one on the pins
    wire [VCS-1:0]       shown = passes_by ? arrive & ~nonempty : select;  // its VC
    wire [WORD_W-1:0]    word = passes_by ? pin_word : front & {NEXT, {FLIT_W{1'b1}}};
    wire                 tail = passes_by ? in_flit_i[TAIL] : |(select & tail_q);
    wire [VCS-1:0]       leave = shown & {VCS{sent_i}};

    genvar g;

    flit_buffer #(
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .WORD_W (WORD_W),
        .SIDE_W (ROUTE_W + 1)
    ) u_buffer (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .arrive_i    (arrive),
        .arrive_vc_i ((VCS > 1) ? in_vc_i : {VC_W{1'b0}}),
        .word_i      (pin_word),
        .side_i      ({in_flit_i[TAIL], pin_side}),
        .read_vc_i   (select_vc),
        .front_o     (front),
        .behind_o    ({behind_tail, behind}),
        .leave_i     (leave),
        .nonempty_o  (nonempty),
        .last_o      (last)
    );

    always @* begin
        next_held = {NEXT_W{1'b0}};
        for (v = 0; v < VCS; v = v + 1) begin
            if (VCS == 1 || in_vc_i == v[VC_W-1:0]) begin
                next_held = next_held | next_q[v*NEXT_W +: NEXT_W];
            end
        end
    end

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            localparam            VC_INT = g;
            localparam [VC_W-1:0] VC     = VC_INT[VC_W-1:0];

            // Another flit is at the front in the next cycle.
            wire more = nonempty[g] && (!last[g] || arrive[g]);
            wire show = leave[g] && nonempty[g] ? more : arrive[g] && !nonempty[g];

            assign arrive[g] = in_valid_i && (VCS == 1 || in_vc_i == VC);

            always @(posedge clk_i) begin
                if (rst_i) begin
                    held_q[g]       <= 1'b0;
                    privileged_q[g] <= 1'b0;
                end else if (enable_i) begin
                    if (leave[g]) held_q[g] <= !tail;
                    privileged_q[g] <= due_i[g] && nonempty[g] && !leave[g];
                end
            end

            always @(posedge clk_i) begin
                if (enable_i && show) begin
                    tail_q[g] <= (nonempty[g] && !last[g]) ? behind_tail : in_flit_i[TAIL];
                end
                if (enable_i && arrive[g] && in_head) next_q[g*NEXT_W +: NEXT_W] <= next_i;
            end

            if (LOOKUP == 0) begin : g_route
                reg  [ROUTE_W-1:0] route_q;

                always @(posedge clk_i) begin
                    if (enable_i && show) begin
                        route_q <= BITS & ((nonempty[g] && !last[g]) ? behind : pin_route);
                    end
                end

                assign route[g*ROUTE_W +: ROUTE_W] = route_q;
                assign stay[g*PORTS +: PORTS]      = route_q[PORTS-1:0];
                assign several[g]                  = 1'b0;
            end
        end
    endgenerate

    generate
        if (LOOKUP != 0) begin : g_lookup
            wire [ROUTE_W-1:0] found;

            front_routes #(
                .PORTS    (PORTS),
                .VCS      (VCS),
                .SEVERAL  (SEVERAL),
                .START    (START),
                .GROUPS   (GROUPS),
                .DATELINE (DATELINE),
                .LAYERS   (LAYERS),
                .STRAIGHT (STRAIGHT)
            ) u_fronts (
                .clk_i        (clk_i),
                .enable_i     (enable_i),
                .in_head_i    (in_head),
                .in_vc_i      (in_vc_i),
                .in_legal_i   (pin_side),
                .crossed_i    (crossed_i),
                .nonempty_i   (nonempty),
                .last_i       (last),
                .behind_i     (behind),
                .held_i       (held_q),
                .privileged_i (privileged_q),
                .shown_i      (shown),
                .tail_i       (tail),
                .leave_i      (leave),
                .head_may_i   (head_may_i),
                .credit_i     (credit_i[PORTS-1:0]),
                .head_soon_i  (head_soon_i),
                .closed_i     (closed_i),
                .pausing_i    (pausing_i),
                .in_route_o   (found),
                .route_o      (route),
                .stay_o       (stay),
                .next_o       (next_route),
                .soon_o       (several)
            );

            assign passes    = {VCS{1'b0}};
            assign pin_side  = here_i & BITS;
            assign pin_route = found & {ROUTE_W{in_valid_i}};
            wire unused_route = &{1'b0, in_route_i};
        end else begin : g_no_lookup
            assign passes     = ~nonempty;
            assign pin_route  = BITS & in_route_i;
            assign pin_side   = pin_route;
            assign next_route = (|(shown & ~last)) ? behind : pin_route;
            wire unused_here = &{1'b0, here_i};
        end
    endgenerate

    assign word_o     = word;
    assign nonempty_o = nonempty;
    assign shown_o    = shown;

    generate
        if (VCS == 1) begin : g_one_vc
            wire [PORTS-1:0] may = privileged_q[0] ? head_offer_i : head_may_i;

            assign present      = nonempty[0];
            assign select       = (PIPELINE == 1) ? 1'b1 : nonempty[0];
            assign select_vc    = 1'b0;
            assign body_o       = held_q[0];
            assign body_vc_o    = 1'b0;
            assign allow_o      = {GROUPS{1'b1}};
            assign privileged_o = privileged_q[0];
            assign vc_req_o     = {PORTS{1'b0}};
            assign front_o      = {(PORTS+GROUPS+2){1'b0}};
            assign req_o        = TURNS & (passes_by ? pin_route[PORTS-1:0]
                                                     : route[PORTS-1:0] & {PORTS{present}})
                                & credit_i & (may | {PORTS{held_q[0]}});
            wire unused = &{1'b0, hint_i, crossed_i, head_vc_i, head_soon_i, two_i,
                            closed_i, in_vc_i, paced_i, pausing_i, stay, next_route, several,
                            passes};
        end else begin : g_vcs
            wire [VCS-1:0]        empty  = ~nonempty & ~arrive;
            wire [VCS-1:0]        due    = due_i & nonempty;
            wire [VCS-1:0]        hint   = (|privileged_q) ? privileged_q : hint_i;
            wire                  more   = |(shown & nonempty & (~last | arrive));
            wire                  two;
            wire [PORTS-1:0]      shown_to;    // output of the presented flit

            wire [VCS*VC_W-1:0]   held_vc;
            wire [VCS-1:0]        body_ready;
            wire [VCS-1:0]        credit;
            wire [VCS-1:0]        body_pass;
            wire [VCS-1:0]        head_pass;
            wire [VCS-1:0]        ready;
            wire [VCS*GROUPS-1:0] allows;
            wire                  block;
            wire [ROUTE_W-1:0]    behind_route;
            wire [VCS*PORTS-1:0]  outputs;     // of the packets under way
            wire [VCS-1:0]        pausing;     // of the front flits
            wire [PORTS+GROUPS+1:0] guarded;

            for (g = 0; g < VCS; g = g + 1) begin : g_output
                wire [PORTS-1:0] front_to = nonempty[g] ? route[g*ROUTE_W +: PORTS]
                                                        : pin_route[PORTS-1:0];
                assign outputs[g*PORTS +: PORTS] = route[g*ROUTE_W +: PORTS];
                assign pausing[g] = (SEVERAL == 0 || PIPELINE == 2 || held_q[g] || privileged_q[g])
                                    && (|(front_to & pausing_i));
            end

            // What was looked up for a body flit means nothing: it takes the output of its head.
            if (LOOKUP != 0) begin : g_behind
                reg  [ROUTE_W-1:0] own;

                always @* begin
                    own            = {ROUTE_W{1'b0}};
                    own[PORTS-1:0] = shown_to;
                end

                assign behind_route = tail ? next_route : own;
            end else begin : g_behind_known
                assign behind_route = next_route;
            end

            assign front_o = guarded & ~{1'b0, (|(privileged_q & leave)), {(PORTS+GROUPS){1'b0}}};

            vc_packets #(
                .PORTS  (PORTS),
                .VCS    (VCS),
                .TURNS  (TURNS),
                .GROUPS (GROUPS),
                .OWN_VC ((GROUPS == VCS && DATELINE == 0 && LAYERS == 1) ? 1 : 0)
            ) u_packets (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .empty_i      (empty),
                .held_i       (held_q),
                .output_i     (outputs),
                .shown_i      (shown),
                .route_i      (shown_to),
                .body_i       (body_o),
                .tail_i       (tail),
                .more_i       (more),
                .allow_i      (allow_o),
                .privileged_i (privileged_o),
                .body_vc_i    (body_vc_o),
                .leave_i      (leave),
                .block_i      (block),
                .two_o        (two),
                .head_may_i   (head_may_i),
                .head_offer_i (head_offer_i),
                .head_vc_i    (head_vc_i),
                .credit_i     (credit_i),
                .two_i        (two_i),
                .held_vc_o    (held_vc),
                .body_ready_o (body_ready),
                .credit_o     (credit),
                .body_pass_o  (body_pass),
                .head_pass_o  (head_pass)
            );

            vc_outlook #(
                .PORTS    (PORTS),
                .VCS      (VCS),
                .TURNS    (TURNS),
                .GROUPS   (GROUPS),
                .PIPELINE (PIPELINE),
                .DATELINE (DATELINE),
                .LAYERS   (LAYERS),
                .STRAIGHT (STRAIGHT),
                .SEVERAL  (SEVERAL)
            ) u_outlook (
                .nonempty_i   (nonempty),
                .empty_i      (empty),
                .held_i       (held_q),
                .route_i      (route),
                .body_ready_i (body_ready),
                .credit_i     (credit),
                .privileged_i (privileged_q),
                .several_i    (several),
                .in_route_i   (pin_route),
                .crossed_i    (crossed_i),
                .head_may_i   (head_may_i),
                .head_offer_i (head_offer_i),
                .head_soon_i  (head_soon_i),
                .closed_i     (closed_i),
                .ready_o      (ready),
                .allow_o      (allows),
                .vc_req_o     (vc_req_o),
                .front_o      (guarded)
            );

            flit_selector #(
                .PORTS    (PORTS),
                .VCS      (VCS),
                .TURNS    (TURNS),
                .GROUPS   (GROUPS),
                .PIPELINE (PIPELINE),
                .DATELINE (DATELINE),
                .LAYERS   (LAYERS),
                .STRAIGHT (STRAIGHT),
                .SEVERAL  (SEVERAL)
            ) u_selector (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .in_vc_i      (in_vc_i),
                .in_route_i   (pin_route),
                .in_body_i    (!in_head),
                .crossed_i    (crossed_i),
                .body_pass_i  (body_pass),
                .head_pass_i  (head_pass),
                .ready_i      (ready & ~pausing),
                .stay_i       (stay),
                .passes_i     (passes),
                .allows_i     (allows),
                .held_i       (held_q),
                .held_vc_i    (held_vc),
                .due_i        (due),
                .hint_i       (hint),
                .shown_i      (shown),
                .tail_i       (tail),
                .more_i       (more),
                .behind_i     (behind_route),
                .two_i        (two && !(|(shown_to & paced_i))),
                .sent_i       (sent_i),
                .head_may_i   (head_may_i),
                .head_offer_i (head_offer_i),
                .req_o        (req_o),
                .output_o     (shown_to),
                .body_o       (body_o),
                .body_vc_o    (body_vc_o),
                .allow_o      (allow_o),
                .privileged_o (privileged_o),
                .block_o      (block),
                .present_o    (present),
                .select_o     (select),
                .select_vc_o  (select_vc)
            );
        end
    endgenerate

    // What the checks must remember: VCs whose last flit that came was not a tail.
    reg [VCS-1:0] open_q;

    always @(posedge clk_i) begin
        if (rst_i) open_q <= {VCS{1'b0}};
        else if (enable_i) open_q <= in_flit_i[TAIL] ? open_q & ~arrive : open_q | arrive;
    end

    generate
        if (VCS > 1 && VCS != (1 << VC_W)) begin : g_check_vc
            `REQUIRE(!(enable_i && in_valid_i) || (|arrive), "a flit names a VC that exists")
        end
        if (LOOKUP == 0) begin : g_check_route
            wire [PORTS-1:0] out = in_route_i[PORTS-1:0];
            `REQUIRE(!enable_i || in_valid_i || out == {PORTS{1'b0}}, "no route without a flit")
            `REQUIRE(!enable_i || (out & (out - 1'b1)) == {PORTS{1'b0}}, "one output")
        end
    endgenerate
    `REQUIRE(!(enable_i && in_valid_i) || in_head != (|(open_q & arrive)), "a head after each tail")
    `ENSURE(!present || (|(select & nonempty)), "what is selected is there")

endmodule

`default_nettype wire
