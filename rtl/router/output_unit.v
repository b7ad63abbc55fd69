// output_unit.v - one output port of a router: arbiter, crossbar, register, credits, offers.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 and 18.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module output_unit #(
    parameter INPUTS  = 4,   // that can send here
    parameter VCS     = 4,   // 1 .. 16
    parameter DEPTH   = 4,   // credits per VC after reset, 1 .. 64
    parameter ROOM    = 4,   // of these a head from a local port needs, 1 .. DEPTH
    parameter DATA_W  = 32,
    parameter ROUTE_W = 5,  // of the next router
    parameter GROUPS  = 1,      // of VCs: message classes, times two with dateline classes
    parameter OWN_VC   = 0,     // 1: a packet goes on on the VC on which it came
    parameter [INPUTS-1:0]  LOCALS = {INPUTS{1'b0}},   // inputs from which heads enter the network
    parameter [ROUTE_W-1:0] NEXT   = {ROUTE_W{1'b1}},  // route bits that can be high
    // Derived, do not override.
    parameter FLIT_W  = DATA_W + 2,
    parameter WORD_W  = FLIT_W + ROUTE_W,
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Inputs
    input  wire [INPUTS-1:0]        req_i,
    input  wire [INPUTS*WORD_W-1:0] words_i,
    input  wire [INPUTS-1:0]        tails_i,
    input  wire [INPUTS-1:0]        bodies_i,
    input  wire [INPUTS*GROUPS-1:0] allows_i,     // of a head: groups that it may take
    input  wire [INPUTS-1:0]        privileged_i, // of a head: nothing but an offer is needed
    input  wire [INPUTS*VC_W-1:0]   body_vcs_i,
    input  wire [INPUTS-1:0]        hint_i,
    output wire [INPUTS-1:0]        gnt_o,

    // What flits may do (input_unit.v)
    input  wire [GROUPS-1:0]        closed_i,     // to all heads but the privileged one
    output wire [GROUPS-1:0]        head_may_o,
    output wire [GROUPS-1:0]        local_may_o,  // a head from a local port
    output wire [GROUPS-1:0]        head_offer_o, // a privileged head
    output wire [VCS-1:0]           head_vc_o,    // VCs on offer, one of a group
    output wire [GROUPS-1:0]        head_soon_o,
    output wire [VCS-1:0]           credit_o,
    output wire [VCS-1:0]           two_o,

    // Downstream
    output wire                     out_valid_o,
    output wire [VC_W-1:0]          out_vc_o,
    output wire [ROUTE_W-1:0]             out_route_o,
    output wire [FLIT_W-1:0]        out_flit_o,
    input  wire [VCS-1:0]           out_credit_i
);

    localparam SIZE   = (INPUTS > 1) ? 1 << $clog2(INPUTS) : 2;
    localparam SEND_W = VCS + GROUPS + VC_W + 1;

    reg                      valid_q;    // a flit was granted in the cycle before,
    reg  [VC_W-1:0]          vc_q;       // on this VC

    wire [SIZE-1:0]          right;
    wire [INPUTS*SEND_W-1:0] sends;      // what each input would send, and what is sent:
    wire [VCS-1:0]           spend;      // a flit on this VC,
    wire [GROUPS-1:0]        head_takes; // a head of this group,
    wire [VC_W-1:0]          vc_sent;
    wire                     tail;
    reg  [SEND_W-1:0]        sent;
    reg  [SEND_W-1:0]        pair;       // of two inputs: one gate a bit
    integer                  k;
    wire                     any = |req_i;
    wire [INPUTS*ROUTE_W-1:0] routes;
    wire [INPUTS*FLIT_W-1:0] flits;
    wire [ROUTE_W-1:0]       route;
    wire [FLIT_W-1:0]        flit;
    reg  [ROUTE_W-1:0]       route_q;
    reg  [FLIT_W-1:0]        flit_q;

    genvar g;

    switch_arbiter #(
        .INPUTS (INPUTS),
        .HINTS  ((VCS > 1) ? 1 : 0)
    ) u_arbiter (
        .clk_i    (clk_i),
        .rst_i    (rst_i),
        .enable_i (enable_i),
        .req_i    (req_i),
        .hint_i   (hint_i),
        .gnt_o    (gnt_o),
        .right_o  (right)
    );

    generate
        for (g = 0; g < INPUTS; g = g + 1) begin : g_input
            assign {routes[g*ROUTE_W +: ROUTE_W], flits[g*FLIT_W +: FLIT_W]} =
                words_i[g*WORD_W +: WORD_W];

            // The lowest group that has an offer and is allowed
            wire [GROUPS-1:0] may = allows_i[g*GROUPS +: GROUPS]
                                  & (privileged_i[g] ? head_offer_o
                                     : LOCALS[g] ? local_may_o : head_may_o);
            reg  [VC_W-1:0]   vc;
            reg  [GROUPS-1:0] takes;
            integer           c;
            always @* begin
                takes = {GROUPS{1'b0}};
                for (c = GROUPS - 1; c >= 0; c = c - 1) begin
                    if (may[c] || c == GROUPS - 1) begin
                        takes    = {GROUPS{1'b0}};
                        takes[c] = 1'b1;
                    end
                end
                vc = {VC_W{1'b0}};
                for (c = 0; c < VCS; c = c + 1) begin
                    if (head_vc_o[c] && takes[((c + 1) * GROUPS - 1) / VCS]) vc = vc | c[VC_W-1:0];
                end
            end
            wire vc_known = (OWN_VC != 0) || bodies_i[g];
            wire [VC_W-1:0] vc_used = vc_known ? body_vcs_i[g*VC_W +: VC_W] : vc;
            reg  [VCS-1:0]  uses;
            always @* begin
                for (c = 0; c < VCS; c = c + 1) uses[c] = (VCS == 1) || vc_used == c[VC_W-1:0];
            end
            assign sends[g*SEND_W +: SEND_W] = {uses, takes & {GROUPS{!bodies_i[g]}}, vc_used,
                                                tails_i[g]};
        end
    endgenerate

    // Grants are one-hot, and earlier than the way through the tree.
    always @* begin
        sent = {SEND_W{1'b0}};
        pair = {SEND_W{1'b0}};
        for (k = 0; k < INPUTS; k = k + 2) begin
            pair = sends[k*SEND_W +: SEND_W] & {SEND_W{gnt_o[k]}};
            if (k + 1 < INPUTS) begin
                pair = pair | (sends[(k+1)*SEND_W +: SEND_W] & {SEND_W{gnt_o[k+1]}});
            end
            sent = sent | pair;
        end
    end

    assign {spend, head_takes, vc_sent, tail} = sent;

    switch_mux #(
        .INPUTS (INPUTS),
        .WIDTH  (ROUTE_W)
    ) u_route_mux (
        .words_i (routes),
        .right_i (right),
        .word_o  (route)
    );

    switch_mux #(
        .INPUTS (INPUTS),
        .WIDTH  (FLIT_W),
        .FLITS  (1)
    ) u_flit_mux (
        .words_i (flits),
        .right_i (right),
        .word_o  (flit)
    );

    // Payload: nobody looks at it without the valid bit, so it need not hold still at rest.
    always @(posedge clk_i) begin
        if (rst_i) valid_q <= 1'b0;
        else if (enable_i) valid_q <= any;
        if (enable_i) vc_q <= vc_sent;
    end

    // The route is zero while there is no flit: it is all that the next router looks at.
    always @(posedge clk_i) begin
        if (rst_i) begin
            route_q <= {ROUTE_W{1'b0}};
        end else if (enable_i) begin
            route_q <= NEXT & (any ? route : {ROUTE_W{1'b0}});
        end
        if (enable_i) flit_q <= flit;
    end

    assign out_valid_o = valid_q;
    assign out_vc_o    = vc_q;
    assign out_route_o = route_q;
    assign out_flit_o  = flit_q;

    generate
        if (VCS == 1) begin : g_one_vc
            reg  free_q;
            reg  room_q;
            wire at_room;
            wire below_room;

            credit_counter #(
                .DEPTH (DEPTH),
                .ROOM  (ROOM)
            ) u_credits (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .enable_i (enable_i),
                .credit_i (out_credit_i),
                .spend_i  (any),
                .one_o    (credit_o),
                .two_o    (two_o),
                .room_o   (at_room),
                .less_o   (below_room)
            );

            always @(posedge clk_i) begin
                if (rst_i) begin
                    free_q <= 1'b1;
                    room_q <= 1'b1;
                end else if (enable_i) begin
                    if (any) free_q <= tail;
                    room_q <= out_credit_i ? below_room : at_room;
                end
            end

            // credit_o counts for all flits, so heads need not know of it here.
            assign head_may_o   = free_q;
            assign local_may_o  = free_q && room_q;
            assign head_offer_o = free_q && credit_o;
            assign head_vc_o    = 1'b0;
            assign head_soon_o  = free_q && (credit_o || out_credit_i);
            wire unused = &{1'b0, closed_i, head_takes, two_o, spend};
        end else begin : g_vcs
            wire [GROUPS-1:0] room;

            assign credit_o    = out_credit_i;
            assign head_may_o  = head_offer_o & ~closed_i;
            assign local_may_o = head_offer_o & room & ~closed_i;

            for (g = 0; g < GROUPS; g = g + 1) begin : g_group
                localparam FIRST = g * VCS / GROUPS;
                localparam COUNT = (g + 1) * VCS / GROUPS - FIRST;

                vc_offer #(
                    .VCS   (COUNT),
                    .DEPTH (DEPTH),
                    .ROOM  (ROOM)
                ) u_offer (
                    .clk_i        (clk_i),
                    .rst_i        (rst_i),
                    .enable_i     (enable_i),
                    .out_credit_i (out_credit_i[FIRST +: COUNT]),
                    .spend_i      (spend[FIRST +: COUNT]),
                    .tail_i       (tail),
                    .taken_i      (head_takes[g]),
                    .offer_o      (head_offer_o[g]),
                    .room_o       (room[g]),
                    .offer_vc_o   (head_vc_o[FIRST +: COUNT]),
                    .head_soon_o  (head_soon_o[g]),
                    .two_o        (two_o[FIRST +: COUNT])
                );
            end
        end
    endgenerate

endmodule

`default_nettype wire
