// router.v - input-buffered virtual-channel wormhole router.
//
// A flit that finds nothing in its way is on the input pins in cycle t and on the output pins
// in cycle t + PIPELINE. All outputs are registers. The output that a packet takes comes with its
// flits (lookahead routing), computed by the router before, or from a table here.
// docs/timing.md section 2 says what happens in which cycle. This file is wiring.
//
// Dally 1992; Dally & Towles, chapters 16 to 19. Mirrored by model/router/.

`default_nettype none

module router #(
    parameter PORTS         = 5,    // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,    // terminals, the last ports, 0 .. PORTS; at least 1 below 4
    parameter VCS           = 4,    // virtual channels, 1 .. 16
    parameter DEPTH         = 4,    // flits per VC, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,    // address width in bits, 1 .. DATA_W
    parameter ROUTING       = 0,    // 0 mesh, 1 torus up, 2 torus, 3 hypercube, 4 tag, 5 table
    parameter DIMENSIONS    = 2,    // at least 1; ROUTING 5 does not use it
    parameter COORD_W       = 3,    // bits of one coordinate; ROUTING 5 does not use it
    parameter HIGHEST_FIRST = 1,    // 1: highest dimension first, 0: lowest first
    parameter LOOPBACK      = 0,    // 1: packets go from local ports to local ports too
    parameter MESSAGE_CLASSES = 1,  // 1 .. 4; they share the VCs out evenly
    parameter ROOM          = (VCS > 1) ? DEPTH : (3 * DEPTH + 3) / 4,  // injection; 1: fair
    parameter PIPELINE      = 1,    // cycles per hop, 1 or 2
    parameter PATIENCE      = 256,  // active cycles before a waiting flit is privileged
    parameter LOADED        = 1,    // ROUTING 5, 0: in_route_i is what a table says; none is here
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > MESSAGE_CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // Address
    input  wire [ADDR_W-1:0]       node_i,
    input  wire [ADDR_W-1:0]       limit_i,

    // Route table, ROUTING 5 only
    input  wire                    table_we_i,
    input  wire [PORT_W-1:0]       table_port_i,
    input  wire [ADDR_W-1:0]       table_dest_i,
    input  wire [PORTS-1:0]        table_mask_i,

    // Upstream
    input  wire [PORTS-1:0]        in_valid_i,
    input  wire [PORTS*VC_W-1:0]   in_vc_i,
    input  wire [PORTS*ROUTE_W-1:0] in_route_i,  // {class 1 allowed, output that it takes here}
    input  wire [PORTS*FLIT_W-1:0] in_flit_i,
    output wire [PORTS*VCS-1:0]    in_credit_o,

    // Downstream
    output wire [PORTS-1:0]        out_valid_o,
    output wire [PORTS*VC_W-1:0]   out_vc_o,
    output wire [PORTS*ROUTE_W-1:0] out_route_o,
    output wire [PORTS*FLIT_W-1:0] out_flit_o,
    input  wire [PORTS*VCS-1:0]    out_credit_i,

    // Status
    output wire                    error_o,  // a head that can never leave came in; sticky
    output wire                    idle_o    // nothing stored, nothing on the outputs
);

    `include "turns.vh"
    localparam [PORTS*PORTS-1:0] TURNS = all_turns(PORTS);
    `include "turn_lists.vh"

    localparam WORD_W        = FLIT_W + ROUTE_W;
    localparam GROUPS        = MESSAGE_CLASSES * (1 + DATELINE);  // of VCs
    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;
    localparam LOOKUP        = (ROUTING == 5) ? 1 : 0;
    localparam FRONT_W       = PORTS + GROUPS + 2;
    localparam BIDIRECTIONAL = (ROUTING == 0 || ROUTING == 2) ? 1 : 0;

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_router_PORTS_must_be_2_to_32 u_error ();
        end
        if (LOCAL_PORTS < 0 || LOCAL_PORTS > PORTS) begin : g_bad_local_ports
            ERROR_router_LOCAL_PORTS_must_be_0_to_PORTS u_error ();
        end
        if (ROUTING < 0 || ROUTING > 5) begin : g_bad_routing
            ERROR_router_ROUTING_must_be_0_to_5 u_error ();
        end
        if (ROUTING < 4 && LOCAL_PORTS < 1) begin : g_bad_no_local
            ERROR_router_LOCAL_PORTS_must_be_at_least_1_for_this_ROUTING u_error ();
        end
        if (ROUTING < 4 && NETWORK_PORTS < (1 + BIDIRECTIONAL) * DIMENSIONS) begin : g_bad_network
            ERROR_router_too_few_network_ports_for_DIMENSIONS u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_router_VCS_must_be_1_to_16 u_error ();
        end
        if (MESSAGE_CLASSES < 1 || MESSAGE_CLASSES > 4
            || VCS % MESSAGE_CLASSES != 0) begin : g_bad_classes
            ERROR_router_MESSAGE_CLASSES_must_be_1_to_4_and_divide_VCS u_error ();
        end
        if (DATA_W < 8 || DATA_W > 256) begin : g_bad_data_w
            ERROR_router_DATA_W_must_be_8_to_256 u_error ();
        end
        if (ADDR_W < 1 || ADDR_W > DATA_W) begin : g_bad_addr_w
            ERROR_router_ADDR_W_must_be_1_to_DATA_W u_error ();
        end
        if (ROUTING != 5 && (DIMENSIONS < 1 || COORD_W < 1
                             || ADDR_W != DIMENSIONS * COORD_W)) begin : g_bad_address
            ERROR_router_ADDR_W_must_be_DIMENSIONS_times_COORD_W u_error ();
        end
        if (PIPELINE < 1 || PIPELINE > 2) begin : g_bad_pipeline
            ERROR_router_PIPELINE_must_be_1_or_2 u_error ();
        end
    endgenerate

    reg                         error_q;
    reg  [PORTS*VCS-1:0]        in_credit_q;

    // Routes: of a head on the pins at the next router, or, from a table, here
    wire [PORTS*ROUTE_W-1:0]    ip_next;
    wire [PORTS-1:0]            ip_crossed;   // what goes straight on came over the dateline

    // Input VCs
    wire [PORTS*VCS*PORTS-1:0]  ivc_req;
    wire [PORTS*VCS-1:0]        ivc_hint;
    wire [PORTS*VCS-1:0]        ivc_due;
    wire [PORTS*VCS-1:0]        ivc_nonempty;
    wire [PORTS*VCS-1:0]        ivc_shown;
    wire [PORTS*VCS-1:0]        ivc_leave;
    wire                        active = (|ivc_nonempty) || (|in_valid_i);

    // Presented flits
    wire [PORTS-1:0]            ip_sent;
    wire [PORTS*PORTS-1:0]      ip_op_req;
    wire [PORTS*PORTS-1:0]      ip_op_gnt;
    wire [PORTS*WORD_W-1:0]     ip_word;
    wire [PORTS*WORD_W-1:0]     ip_switch_word;  // in the cycle in which they pass the crossbar
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
    wire [PORTS*GROUPS-1:0]     op_head_two;
    wire [PORTS*PORTS-1:0]      op_ip_hint;

    route_units #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .DATELINE      (DATELINE),
        .LOADED        (LOADED),
        .TURNS         (TURNS)
    ) u_routes (
        .clk_i        (clk_i),
        .enable_i     (enable_i),
        .node_i       (node_i),
        .limit_i      (limit_i),
        .table_we_i   (table_we_i),
        .table_port_i (table_port_i),
        .table_dest_i (table_dest_i),
        .table_mask_i (table_mask_i),
        .in_valid_i   (in_valid_i),
        .in_route_i   (in_route_i),
        .in_flit_i    (in_flit_i),
        .next_o       (ip_next),
        .crossed_o    (ip_crossed)
    );

    genvar i;
    genvar o;
    genvar k;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            localparam LOCAL = (i >= NETWORK_PORTS) ? 1 : 0;

            input_unit #(
                .PORTS    (PORTS),
                .VCS      (VCS),
                .DEPTH    (DEPTH),
                .DATA_W   (DATA_W),
                .TURNS    (TURNS[i*PORTS +: PORTS]),
                .LOOKUP   (LOOKUP),
                .SEVERAL  (LOOKUP),
                .START    (i),
                .GROUPS   (GROUPS),
                .DATELINE (DATELINE),
                .STRAIGHT (straight(i)),
                .NEXT     (all_next(TURNS[i*PORTS +: PORTS]))
            ) u_input (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .in_valid_i   (in_valid_i[i]),
                .in_vc_i      (in_vc_i[i*VC_W +: VC_W]),
                .in_route_i   (in_route_i[i*ROUTE_W +: ROUTE_W]),
                .in_flit_i    (in_flit_i[i*FLIT_W +: FLIT_W]),
                .next_i       (ip_next[i*ROUTE_W +: ROUTE_W]),
                .here_i       (ip_next[i*ROUTE_W +: ROUTE_W]),
                .crossed_i    (ip_crossed[i]),
                .head_may_i   ((LOCAL != 0) ? op_local_may : op_head_may),
                .head_offer_i (op_head_offer),
                .head_vc_i    (op_head_vc),
                .head_soon_i  (op_head_soon),
                .closed_i     (op_closed),
                .credit_i     (ovc_credit),
                .two_i        (ovc_two),
                .head_two_i   (op_head_two),
                .paced_i      ({PORTS{1'b0}}),
                .pausing_i    ({PORTS{1'b0}}),
                .due_i        (ivc_due[i*VCS +: VCS]),
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
            localparam [PORTS-1:0] LOCALS = locals_of(o);

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
                    assign reqs[k]                    = ip_op_req[IP*PORTS + o];
                    assign hints[k]                   = op_ip_hint[o*PORTS + IP];
                    assign words[k*WORD_W +: WORD_W]  = ip_switch_word[IP*WORD_W +: WORD_W];
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
                    .DEPTH    (DEPTH),
                    .ROOM     (ROOM),
                    .DATA_W   (DATA_W),
                    .ROUTE_W  (ROUTE_W),
                    .GROUPS   (GROUPS),
                    .PIPELINE (PIPELINE),
                    .LOCALS   (LOCALS[INPUTS-1:0]),
                    .NEXT     (next_turns(o))
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
                    .head_two_o   (op_head_two[o*GROUPS +: GROUPS]),
                    .out_valid_o  (out_valid_o[o]),
                    .out_vc_o     (out_vc_o[o*VC_W +: VC_W]),
                    .out_route_o  (out_route_o[o*ROUTE_W +: ROUTE_W]),
                    .out_flit_o   (out_flit_o[o*FLIT_W +: FLIT_W]),
                    .out_credit_i (out_credit_i[o*VCS +: VCS])
                );
            end else begin : g_no_unit
                assign op_head_may[o*GROUPS +: GROUPS]           = {GROUPS{1'b0}};
                assign op_local_may[o*GROUPS +: GROUPS]          = {GROUPS{1'b0}};
                assign op_head_offer[o*GROUPS +: GROUPS]         = {GROUPS{1'b0}};
                assign op_head_vc[o*VCS +: VCS]                  = {VCS{1'b0}};
                assign op_head_soon[o*GROUPS +: GROUPS]          = {GROUPS{1'b0}};
                assign ovc_credit[o*VCS +: VCS]                  = {VCS{1'b0}};
                assign ovc_two[o*VCS +: VCS]                     = {VCS{1'b0}};
                assign op_head_two[o*GROUPS +: GROUPS]           = {GROUPS{1'b0}};
                assign out_valid_o[o]                            = 1'b0;
                assign out_vc_o[o*VC_W +: VC_W]                  = {VC_W{1'b0}};
                assign out_route_o[o*ROUTE_W +: ROUTE_W]         = {ROUTE_W{1'b0}};
                assign out_flit_o[o*FLIT_W +: FLIT_W]            = {FLIT_W{1'b0}};
            end

            for (k = 0; k < PORTS; k = k + 1) begin : g_grant
                if (!TURNS[k*PORTS + o]) begin : g_never
                    assign gnt[k] = 1'b0;
                end
                assign ip_op_gnt[k*PORTS + o] = gnt[k];
            end
        end

        if (PIPELINE == 2) begin : g_words
            reg [PORTS*WORD_W-1:0] word_q;
            always @(posedge clk_i) begin
                if (enable_i) word_q <= ip_word;
            end
            assign ip_switch_word = word_q;
        end else begin : g_no_words
            assign ip_switch_word = ip_word;
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
                .ivc_req_i    (ivc_req),
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

    starvation_guard #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .PATIENCE (PATIENCE)
    ) u_guard (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .active_i       (enable_i && active),
        .ivc_nonempty_i (ivc_nonempty),
        .ivc_shown_i    (ivc_shown),
        .ip_sent_i      (ip_sent),
        .ivc_due_o      (ivc_due)
    );

    // Only sources can give a head no output: routers compute one for each. Tables may have holes.
    reg     unroutable;
    integer p;

    always @* begin
        unroutable = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            if (in_valid_i[p] && in_flit_i[p*FLIT_W + DATA_W]) begin
                if (LOOKUP != 0) begin
                    if (ip_next[p*ROUTE_W +: PORTS] == {PORTS{1'b0}}) unroutable = 1'b1;
                end else if (p >= NETWORK_PORTS) begin
                    if ((in_route_i[p*ROUTE_W +: PORTS] & TURNS[p*PORTS +: PORTS])
                        == {PORTS{1'b0}}) unroutable = 1'b1;
                end
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            in_credit_q <= {(PORTS*VCS){1'b0}};
            error_q     <= 1'b0;
        end else if (enable_i) begin
            in_credit_q <= ivc_leave;
            if (unroutable) error_q <= 1'b1;
        end
    end

    assign in_credit_o = in_credit_q;
    assign error_o     = error_q;

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
    // - PIPELINE 2: a flit between the grant and the output pins shows as a credit, then as valid.
    // Words behind a low valid bit may change; nobody looks at them.
    assign idle_o = !((|ivc_nonempty) || (|out_valid_o) || (|in_credit_q));

endmodule

`default_nettype wire
