// front_routes.v - outputs of the heads at the fronts of one input port, found on arrival.
//
// SEVERAL: more than one may be legal. A head on the pins takes the first one, from START up, to
// which it may go; one that waits looks for another in every cycle. The packet keeps the output by
// which its head left. docs/timing.md sections 2.11 and 2.12.
// Mirrored by model/router/router_step.h.

`default_nettype none

module front_routes #(
    parameter             PORTS    = 5,  // 2 .. 32
    parameter             VCS      = 4,  // 1 .. 16
    parameter             SEVERAL  = 1,  // 0: one is legal, or none
    parameter             START    = 0,  // the input port
    parameter             GROUPS   = 1,                      // of VCs (output_unit.v)
    parameter             DATELINE = 0,                      // vc_groups.vh
    parameter             LAYERS   = 1,                      // of VCs in a message class
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}},
    // Derived, do not override.
    parameter             ROUTE_W  = PORTS + DATELINE % 2 + ((LAYERS > 1) ? LAYERS : 0),
    parameter             VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                    clk_i,
    input  wire                    enable_i,

    // The flit on the pins
    input  wire                    in_head_i,
    input  wire [VC_W-1:0]         in_vc_i,
    input  wire [ROUTE_W-1:0]      in_legal_i,   // {layers, outputs} that are legal for it, a head
    input  wire                    crossed_i,

    // Buffers and packets under way of the VCs
    input  wire [VCS-1:0]          nonempty_i,
    input  wire [VCS-1:0]          last_i,
    input  wire [ROUTE_W-1:0]      behind_i,     // legal for the flit behind the presented one
    input  wire [VCS-1:0]          held_i,
    input  wire [VCS-1:0]          privileged_i,

    // The flit that is presented
    input  wire [VCS-1:0]          shown_i,      // its VC; zero: none
    input  wire                    tail_i,
    input  wire [VCS-1:0]          leave_i,      // its VC, if it is sent: late

    // Outputs (input_unit.v)
    input  wire [PORTS*GROUPS-1:0] head_may_i,
    input  wire [PORTS-1:0]        credit_i,     // VCS 1: there is a credit
    input  wire [PORTS*GROUPS-1:0] head_soon_i,
    input  wire [PORTS*GROUPS-1:0] closed_i,
    input  wire [PORTS-1:0]        pausing_i,

    output wire [ROUTE_W-1:0]      in_route_o,   // output of the flit on the pins; one-hot or zero
    output wire [VCS*ROUTE_W-1:0]  route_o,      // of the front flit, or of the packet under way
    output wire [VCS*PORTS-1:0]    stay_o,       // in the next cycle, if it is not sent
    output wire [ROUTE_W-1:0]      next_o,       // of the head behind the presented tail, then
    output wire [VCS-1:0]          soon_o        // a legal output will have an offer for the head
);

    `include "vc_groups.vh"

    localparam [PORTS-1:0] FROM_START = {PORTS{1'b1}} << START;

    // The lowest output of those that count first; there is none: of all. There is none: zero.
    function automatic [PORTS-1:0] lowest_of;
        input [PORTS-1:0] outputs;
        input [PORTS-1:0] first;
        reg   [PORTS-1:0] some;
        begin
            some      = (|(outputs & first)) ? outputs & first : outputs;
            lowest_of = some & (~some + 1'b1);
        end
    endfunction

    // The first of the open legal outputs, cyclically from START up; none is open: of the legal.
    function automatic [PORTS-1:0] first_of;
        input [PORTS-1:0] legal;
        input [PORTS-1:0] open;
        begin
            first_of = (SEVERAL == 0) ? legal
                : lowest_of((|(legal & open)) ? legal & open : legal, FROM_START);
        end
    endfunction

    // The first open output behind the present one, cyclically, which comes last.
    function automatic [PORTS-1:0] next_of;
        input [PORTS-1:0] present;
        input [PORTS-1:0] open;
        begin  // above a bit its negative is all ones
            next_of = lowest_of(open, (~present + 1'b1) & ~present);
        end
    endfunction

    wire [VCS*ROUTE_W-1:0] stored;

    // The flit on the pins: a body flit takes the output of its head.
    wire [PORTS-1:0]      in_outputs = in_legal_i[PORTS-1:0];
    reg  [ROUTE_W-1:0]    held_route;
    reg  [ROUTE_W-1:0]    in_route;
    reg  [GROUPS-1:0]     in_group;
    integer               v;

    always @* begin
        held_route = {ROUTE_W{1'b0}};
        in_group   = {GROUPS{1'b0}};
        for (v = 0; v < VCS; v = v + 1) begin
            if (VCS == 1 || in_vc_i == v[VC_W-1:0]) begin
                held_route = held_route | stored[v*ROUTE_W +: ROUTE_W];
                in_group   = in_group
                           | groups_of(v, |(in_outputs & STRAIGHT), in_legal_i, crossed_i);
            end
        end
    end

    wire [PORTS-1:0]      may = any_of(head_may_i, in_group)
                              & ((VCS == 1) ? credit_i : {PORTS{1'b1}});

    always @* begin
        in_route = held_route;
        if (in_head_i) begin
            in_route             = in_legal_i;
            in_route[PORTS-1:0]  = first_of(in_outputs, may);
        end
    end

    assign in_route_o = in_route;

    // The head behind the presented tail
    wire [ROUTE_W-1:0]    next_legal   = (|(shown_i & ~last_i)) ? behind_i : in_legal_i;
    wire [PORTS-1:0]      next_outputs = next_legal[PORTS-1:0];
    reg  [ROUTE_W-1:0]    next_route;
    reg  [GROUPS-1:0]     next_group;
    integer               w;

    always @* begin
        next_group = {GROUPS{1'b0}};
        for (w = 0; w < VCS; w = w + 1) begin
            if (VCS == 1 || shown_i[w]) begin
                next_group = next_group
                           | groups_of(w, |(next_outputs & STRAIGHT), next_legal, crossed_i);
            end
        end
    end

    always @* begin
        next_route            = next_legal;
        next_route[PORTS-1:0] = first_of(next_outputs, any_of(head_soon_i & ~closed_i, next_group)
                                                       & ~pausing_i);
    end

    assign next_o = next_route;

    genvar g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            wire [ROUTE_W-1:0] legal;
            wire [PORTS-1:0]  outputs = legal[PORTS-1:0];
            wire [PORTS-1:0]  route = nonempty_i[g] ? stored[g*ROUTE_W +: PORTS]
                                                    : in_route_o[PORTS-1:0];
            wire [GROUPS-1:0] group = groups_of(g, |(outputs & STRAIGHT), legal, crossed_i);
            wire [PORTS-1:0]  open  = outputs & ~pausing_i
                                    & any_of(head_soon_i & ~closed_i, group);
            wire              stays = SEVERAL == 0 || held_i[g] || privileged_i[g] || !(|open)
                                    || (!shown_i[g] && (|(open & route)));
            wire [PORTS-1:0]  stay  = stays ? route : next_of(route, open);
            // A new front, or none yet: what is on the pins, or behind a tail.
            wire              loads = nonempty_i[g] ? leave_i[g] && tail_i : !held_i[g];

            if (SEVERAL != 0) begin : g_several
                reg  [ROUTE_W-1:0] legal_q;  // for the head at the front
                wire [PORTS-1:0]   first = nonempty_i[g] ? next_o[PORTS-1:0]
                                                         : in_route_o[PORTS-1:0];
                reg  [PORTS-1:0]   output_q;

                always @(posedge clk_i) begin
                    if (enable_i) begin
                        if (leave_i[g]) legal_q <= next_legal;
                        else legal_q <= legal;
                        if (loads && leave_i[g]) begin
                            output_q <= first;
                        end else if (nonempty_i[g] ? !leave_i[g] : loads) begin
                            output_q <= stay;
                        end
                    end
                end

                reg  [ROUTE_W-1:0] has;  // the layers that are legal, and the output of the moment

                always @* begin
                    has            = legal_q;
                    has[PORTS-1:0] = output_q;
                end

                assign stored[g*ROUTE_W +: ROUTE_W] = has;
                assign legal = nonempty_i[g] ? legal_q : in_legal_i;
            end else begin : g_one
                reg  [ROUTE_W-1:0] one_q;

                always @(posedge clk_i) begin
                    if (enable_i && loads) begin
                        one_q <= nonempty_i[g] ? next_legal : in_legal_i;
                    end
                end

                assign stored[g*ROUTE_W +: ROUTE_W] = one_q;
                assign legal = nonempty_i[g] ? one_q : in_route_o;
            end

            assign soon_o[g]                = |open;
            assign stay_o[g*PORTS +: PORTS] = stay;
        end
    endgenerate

    assign route_o = stored;

endmodule

`default_nettype wire
