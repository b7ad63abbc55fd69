// switch_core.v - what a router and an interchange have in common: all between their pins.
//
// Inputs, outputs, hints, the guard against starvation. Who has it says which turns there are and
// where a head goes. This file is wiring.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 to 19.
// Mirrored by model/router/router_core.h.

`default_nettype none

module switch_core #(
    parameter PORTS    = 5,   // 2 .. 32
    parameter VCS      = 4,   // virtual channels, 1 .. 16
    parameter DATA_W   = 32,  // flit data in bits, 8 .. 256
    parameter GROUPS   = 1,   // of VCs, with an offer each (output_unit.v)
    parameter DATELINE = 0,   // dateline classes (vc_groups.vh)
    parameter LAYERS   = 1,   // of VCs in a message class, with LOOKUP (vc_groups.vh)
    parameter OWN_VC   = 0,   // 1: a packet goes on on the VC on which it came
    parameter LOOKUP   = 0,   // 1: the route here is here_i, not in_route_i,
    parameter SEVERAL  = 0,   // 1: and may name several outputs
    parameter PIPELINE = 1,   // cycles per hop, 1 or 2
    parameter PATIENCE = 256, // active cycles before a waiting flit is privileged
    parameter ROUTE_W  = PORTS + DATELINE % 2 + ((LAYERS > 1) ? LAYERS : 0),
    parameter NEXT_W   = ROUTE_W,  // of a route at the next one
    // A row for each port. Depths, 1 .. 64, are those of the input, and of the buffer behind the
    // output; ROOMS, 1 .. the depth, what a head needs that enters there.
    parameter [PORTS*32-1:0]     DEPTHS    = {PORTS{32'd4}},
    parameter [PORTS*32-1:0]     ROOMS     = {PORTS{32'd4}},
    parameter [PORTS*PORTS-1:0]  TURNS     = {(PORTS*PORTS){1'b1}},  // outputs of each input,
    parameter [PORTS*PORTS-1:0]  ENTERS    = {(PORTS*PORTS){1'b0}},  // those at which heads enter,
    parameter [PORTS*PORTS-1:0]  STRAIGHT  = {(PORTS*PORTS){1'b0}},  // the one straight on, or none
    parameter [PORTS*NEXT_W-1:0] IN_NEXTS  = {(PORTS*NEXT_W){1'b1}}, // bits of next_i, and of
    parameter [PORTS*NEXT_W-1:0] OUT_NEXTS = {(PORTS*NEXT_W){1'b1}}, // out_route_o that can be high
    // Derived, do not override.
    parameter FLIT_W   = DATA_W + 2,
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire                      enable_i,

    // Upstream. Of a head: the route at the next one, and here
    input  wire [PORTS-1:0]          in_valid_i,
    input  wire [PORTS*VC_W-1:0]     in_vc_i,
    input  wire [PORTS*ROUTE_W-1:0]  in_route_i,
    input  wire [PORTS*FLIT_W-1:0]   in_flit_i,
    input  wire [PORTS*NEXT_W-1:0]   next_i,
    input  wire [PORTS*ROUTE_W-1:0]  here_i,
    input  wire [PORTS-1:0]          crossed_i,  // what goes straight on came over the dateline
    output wire [PORTS*VCS-1:0]      in_credit_o,

    // Downstream
    output wire [PORTS-1:0]          out_valid_o,
    output wire [PORTS*VC_W-1:0]     out_vc_o,
    output wire [PORTS*NEXT_W-1:0]   out_route_o,
    output wire [PORTS*FLIT_W-1:0]   out_flit_o,
    input  wire [PORTS*VCS-1:0]      out_credit_i,

    // Outputs that pause after a flit, do so in this cycle, and will in the next one
    input  wire [PORTS-1:0]          paced_i,
    input  wire [PORTS-1:0]          pausing_i,
    input  wire [PORTS-1:0]          still_i,
    output wire [PORTS-1:0]          sent_o,     // a flit goes there

    output wire                      idle_o      // nothing stored, nothing on the outputs
);

    `include "turn_lists.vh"

    localparam WORD_W  = FLIT_W + NEXT_W;
    localparam FRONT_W = PORTS + GROUPS + 2;

    // Of the inputs of an output, counted from the lowest up, those from which heads enter
    function automatic [PORTS-1:0] entering;
        input integer out_port;
        integer       place;
        begin
            entering = {PORTS{1'b0}};
            for (place = 0; place < PORTS; place = place + 1) begin
                if (place < inputs_of(out_port)) begin
                    entering[place] = ENTERS[input_of(out_port, place)*PORTS + out_port];
                end
            end
        end
    endfunction

    reg  [PORTS*VCS-1:0]        in_credit_q;

    // Input VCs
    wire [PORTS*VCS*PORTS-1:0]  ivc_req;
    wire [PORTS*VCS-1:0]        ivc_hint;
    wire [PORTS*VCS-1:0]        ivc_due;
    wire [PORTS*VCS-1:0]        ivc_nonempty;
    wire [PORTS*VCS-1:0]        ivc_shown;
    wire [PORTS*VCS-1:0]        ivc_leave;
    wire [PORTS*VCS-1:0]        ivc_before;  // PIPELINE 2: sent a flit in the cycle before
    wire                        active = (|ivc_nonempty) || (|in_valid_i);

    // Presented flits
    wire [PORTS-1:0]            ip_sent;
    wire [PORTS*PORTS-1:0]      ip_op_req;
    wire [PORTS*PORTS-1:0]      ip_op_gnt;
    wire [PORTS*WORD_W-1:0]     ip_word;
    wire [PORTS-1:0]            ip_body;
    wire [PORTS*VC_W-1:0]       ip_body_vc;
    wire [PORTS*GROUPS-1:0]     ip_allow;
    wire [PORTS-1:0]            ip_privileged;
    wire [PORTS*FRONT_W-1:0]    ip_front;

    // Outputs
    wire [PORTS*GROUPS-1:0]     op_head_may;
    wire [PORTS*GROUPS-1:0]     op_local_may;
    wire [PORTS*GROUPS-1:0]     op_head_offer;
    wire [PORTS*VCS-1:0]        op_head_vc;
    wire [PORTS*GROUPS-1:0]     op_head_soon;
    wire [PORTS*GROUPS-1:0]     op_closed;
    wire [PORTS*VCS-1:0]        ovc_credit;
    wire [PORTS*VCS-1:0]        ovc_two;
    wire [PORTS*PORTS-1:0]      op_ip_hint;

    genvar i;
    genvar o;
    genvar k;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            wire [PORTS*GROUPS-1:0] head_may;

            // A head may go where there is no pause, and room if it enters there.
            for (o = 0; o < PORTS; o = o + 1) begin : g_may
                assign head_may[o*GROUPS +: GROUPS] = {GROUPS{!pausing_i[o]}}
                    & (ENTERS[i*PORTS + o] ? op_local_may[o*GROUPS +: GROUPS]
                                           : op_head_may[o*GROUPS +: GROUPS]);
            end

            input_unit #(
                .PORTS    (PORTS),
                .VCS      (VCS),
                .DEPTH    ($signed(DEPTHS[i*32 +: 32])),
                .DATA_W   (DATA_W),
                .TURNS    (TURNS[i*PORTS +: PORTS]),
                .LOOKUP   (LOOKUP),
                .SEVERAL  (SEVERAL),
                .START    (i),
                .GROUPS   (GROUPS),
                .PIPELINE (PIPELINE),
                .DATELINE (DATELINE),
                .LAYERS   (LAYERS),
                .STRAIGHT (STRAIGHT[i*PORTS +: PORTS]),
                .NEXT_W   (NEXT_W),
                .NEXT     (IN_NEXTS[i*NEXT_W +: NEXT_W])
            ) u_input (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .in_valid_i   (in_valid_i[i]),
                .in_vc_i      (in_vc_i[i*VC_W +: VC_W]),
                .in_route_i   (in_route_i[i*ROUTE_W +: ROUTE_W]),
                .in_flit_i    (in_flit_i[i*FLIT_W +: FLIT_W]),
                .next_i       (next_i[i*NEXT_W +: NEXT_W]),
                .here_i       (here_i[i*ROUTE_W +: ROUTE_W]),
                .crossed_i    (crossed_i[i]),
                .head_may_i   (head_may),
                .head_offer_i (op_head_offer),
                .head_vc_i    (op_head_vc),
                .head_soon_i  (op_head_soon),
                .closed_i     (op_closed),
                .credit_i     (ovc_credit),
                .two_i        (ovc_two),
                .paced_i      (paced_i),
                .pausing_i    (still_i),
                .due_i        (ivc_due[i*VCS +: VCS] & ~ivc_before[i*VCS +: VCS]),
                .front_o      (ip_front[i*FRONT_W +: FRONT_W]),
                .req_o        (ip_op_req[i*PORTS +: PORTS]),
                .word_o       (ip_word[i*WORD_W +: WORD_W]),
                .body_o       (ip_body[i]),
                .body_vc_o    (ip_body_vc[i*VC_W +: VC_W]),
                .allow_o      (ip_allow[i*GROUPS +: GROUPS]),
                .privileged_o (ip_privileged[i]),
                .sent_i       (ip_sent[i]),
                .hint_i       (ivc_hint[i*VCS +: VCS]),
                .vc_req_o     (ivc_req[i*VCS*PORTS +: VCS*PORTS]),
                .nonempty_o   (ivc_nonempty[i*VCS +: VCS]),
                .shown_o      (ivc_shown[i*VCS +: VCS])
            );

            assign ip_sent[i]              = |ip_op_gnt[i*PORTS +: PORTS];
            assign ivc_leave[i*VCS +: VCS] = ivc_shown[i*VCS +: VCS] & {VCS{ip_sent[i]}};
        end

        for (o = 0; o < PORTS; o = o + 1) begin : g_output
            localparam             INPUTS = inputs_of(o);
            localparam [PORTS-1:0] LOCALS = entering(o);

            wire [PORTS-1:0] gnt;

            if (INPUTS > 0) begin : g_unit
                wire [INPUTS-1:0]        reqs;
                wire [INPUTS-1:0]        gnts;
                wire [INPUTS-1:0]        hints;
                wire [INPUTS*WORD_W-1:0] words;
                wire [INPUTS-1:0]        tails;
                wire [INPUTS-1:0]        bodies;
                wire [INPUTS-1:0]        privileged;
                wire [INPUTS*GROUPS-1:0] allows;
                wire [INPUTS*VC_W-1:0]   body_vcs;

                for (k = 0; k < INPUTS; k = k + 1) begin : g_in
                    localparam IP = input_of(o, k);
                    assign reqs[k]                    = ip_op_req[IP*PORTS + o] && !pausing_i[o];
                    assign hints[k]                   = op_ip_hint[o*PORTS + IP];
                    assign words[k*WORD_W +: WORD_W]  = ip_word[IP*WORD_W +: WORD_W];
                    assign tails[k]                   = ip_word[IP*WORD_W + DATA_W + 1];
                    assign bodies[k]                  = ip_body[IP];
                    assign privileged[k]              = ip_privileged[IP];
                    assign allows[k*GROUPS +: GROUPS] = ip_allow[IP*GROUPS +: GROUPS];
                    assign body_vcs[k*VC_W +: VC_W]   = ip_body_vc[IP*VC_W +: VC_W];
                    assign gnt[IP]                    = gnts[k];
                end

                output_unit #(
                    .INPUTS   (INPUTS),
                    .VCS      (VCS),
                    .DEPTH    ($signed(DEPTHS[o*32 +: 32])),
                    .ROOM     ($signed(ROOMS[o*32 +: 32])),
                    .DATA_W   (DATA_W),
                    .ROUTE_W  (NEXT_W),
                    .GROUPS   (GROUPS),
                    .OWN_VC   (OWN_VC),
                    .LOCALS   (LOCALS[INPUTS-1:0]),
                    .NEXT     (OUT_NEXTS[o*NEXT_W +: NEXT_W])
                ) u_output (
                    .clk_i        (clk_i),
                    .rst_i        (rst_i),
                    .enable_i     (enable_i),
                    .req_i        (reqs),
                    .words_i      (words),
                    .tails_i      (tails),
                    .bodies_i     (bodies),
                    .allows_i     (allows),
                    .privileged_i (privileged),
                    .body_vcs_i   (body_vcs),
                    .hint_i       (hints),
                    .gnt_o        (gnts),
                    .closed_i     (op_closed[o*GROUPS +: GROUPS]),
                    .head_may_o   (op_head_may[o*GROUPS +: GROUPS]),
                    .local_may_o  (op_local_may[o*GROUPS +: GROUPS]),
                    .head_offer_o (op_head_offer[o*GROUPS +: GROUPS]),
                    .head_vc_o    (op_head_vc[o*VCS +: VCS]),
                    .head_soon_o  (op_head_soon[o*GROUPS +: GROUPS]),
                    .credit_o     (ovc_credit[o*VCS +: VCS]),
                    .two_o        (ovc_two[o*VCS +: VCS]),
                    .out_valid_o  (out_valid_o[o]),
                    .out_vc_o     (out_vc_o[o*VC_W +: VC_W]),
                    .out_route_o  (out_route_o[o*NEXT_W +: NEXT_W]),
                    .out_flit_o   (out_flit_o[o*FLIT_W +: FLIT_W]),
                    .out_credit_i (out_credit_i[o*VCS +: VCS])
                );

                assign sent_o[o] = |reqs;
            end else begin : g_no_unit
                assign op_head_may[o*GROUPS +: GROUPS]   = {GROUPS{1'b0}};
                assign op_local_may[o*GROUPS +: GROUPS]  = {GROUPS{1'b0}};
                assign op_head_offer[o*GROUPS +: GROUPS] = {GROUPS{1'b0}};
                assign op_head_vc[o*VCS +: VCS]          = {VCS{1'b0}};
                assign op_head_soon[o*GROUPS +: GROUPS]  = {GROUPS{1'b0}};
                assign ovc_credit[o*VCS +: VCS]          = {VCS{1'b0}};
                assign ovc_two[o*VCS +: VCS]             = {VCS{1'b0}};
                assign out_valid_o[o]                    = 1'b0;
                assign out_vc_o[o*VC_W +: VC_W]          = {VC_W{1'b0}};
                assign out_route_o[o*NEXT_W +: NEXT_W]   = {NEXT_W{1'b0}};
                assign out_flit_o[o*FLIT_W +: FLIT_W]    = {FLIT_W{1'b0}};
                assign sent_o[o]                         = 1'b0;
            end

            for (k = 0; k < PORTS; k = k + 1) begin : g_grant
                if (!TURNS[k*PORTS + o]) begin : g_never
                    assign gnt[k] = 1'b0;
                end
                assign ip_op_gnt[k*PORTS + o] = gnt[k];
            end
        end

        if (VCS > 1) begin : g_hints
            wire [PORTS*PORTS-1:0] matched;

            match_hints #(
                .PORTS (PORTS),
                .VCS   (VCS),
                .TURNS (TURNS)
            ) u_hints (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .active_i     (active),
                .ivc_req_i    (ivc_req & ~{(PORTS*VCS){pausing_i}}),
                .ivc_hint_o   (ivc_hint),
                .op_ip_hint_o (matched)
            );

            privilege #(
                .PORTS  (PORTS),
                .GROUPS (GROUPS)
            ) u_privilege (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .ip_front_i   (ip_front),
                .op_ip_hint_i (matched),
                .op_ip_hint_o (op_ip_hint),
                .op_closed_o  (op_closed)
            );
        end else begin : g_no_hints
            assign ivc_hint   = {(PORTS*VCS){1'b0}};
            assign op_ip_hint = {(PORTS*PORTS){1'b0}};
            assign op_closed  = {(PORTS*GROUPS){1'b0}};
            wire unused = &{1'b0, ivc_req, ip_front};
        end
    endgenerate

    assign ivc_before = (PIPELINE == 2) ? in_credit_q : {(PORTS*VCS){1'b0}};

    starvation_guard #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .PATIENCE (PATIENCE)
    ) u_guard (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .active_i       (enable_i && active),
        .ivc_nonempty_i (ivc_nonempty),
        .ivc_shown_i    ((PIPELINE == 2) ? ivc_before : ivc_shown),
        .ip_sent_i      ((PIPELINE == 2) ? {PORTS{1'b1}} : ip_sent),
        .ivc_due_o      (ivc_due)
    );

    always @(posedge clk_i) begin
        if (rst_i) in_credit_q <= {(PORTS*VCS){1'b0}};
        else if (enable_i) in_credit_q <= ivc_leave;
    end

    assign in_credit_o = in_credit_q;

    // With idle_o high, and nothing on the input pins, no register changes; a simulator may leave
    // the router out. In such a cycle t nothing was sent in t - 1 (a flit sent shows as a credit),
    // and what is not empty stays so: in t - 1 all buffers were empty or sent their last flit, so
    // they were empty. Each register, then:
    // - buffers, routes, held packets, nodes of arbiters turned by grants, turn, guard: move with
    //   flits;
    // - credits, VCs in use: follow the flit in the output register by a cycle, in t at the latest
    //   that of t - 1, of which there is none;
    // - offers, room: made in t - 1 from credits and VCs as they are in t. An offer that was taken
    //   was taken by a flit that was sent, in t - 2 or before, and a VC that was not free then and
    //   is now, by a tail or a credit in t - 1, was seen so at the end of t - 1;
    // - selection, hints, closed outputs: there was nothing to select in t - 1. Nodes turned by
    //   hints: hints of t - 1 were made in t - 2, from flits in buffers; those of t from none. A
    //   hint of t - 1 turns its nodes at the end of t - 1;
    // Words behind a low valid bit may change; nobody looks at them.
    assign idle_o = !((|ivc_nonempty) || (|out_valid_o) || (|in_credit_q));

endmodule

`default_nettype wire
