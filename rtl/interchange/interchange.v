// interchange.v - express interchange: a switch on the local channel before a node.
//
// It passes on what comes in on local and express channels, towards and never past the
// destination, on the same virtual channel. Ports are numbered by the direction in which the
// flits on them travel, inputs and outputs alike: for each dimension served first the lanes up,
// then the lanes down; lane 0 is the local channel, then come those of level 1, of level 2 ...
// A flit that finds nothing in its way is on the input pins in cycle t and on the output pins in
// cycle t + PIPELINE. All outputs are registers. This file is wiring: the inputs and outputs of a
// router, with routes made on arrival and every VC a group of its own.
//
// docs/timing.md section 6; Dally 1991, III and IV.
// Mirrored by model/interchange/interchange_core.h.

`default_nettype none

module interchange #(
    parameter VCS           = 4,    // virtual channels, 1 .. 16; a ring needs 2
    parameter DEPTH         = 4,    // flits per VC, local channels, 1 .. 64
    parameter EXPRESS_DEPTH = 4,    // flits per VC, express channels, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,    // address width in bits, DIMENSIONS * COORD_W, up to DATA_W
    parameter DIMENSIONS    = 1,    // of an address, at least 1
    parameter COORD_W       = 6,    // bits of one coordinate, 1 .. 30
    parameter BIDIRECTIONAL = 1,    // 1: both directions, 0: up only
    parameter RING          = 0,    // 1: the dimension wraps around, with dateline classes
    parameter JOINT         = 0,    // 1: serves all dimensions; needs BIDIRECTIONAL, no RING
    parameter HIGHEST_FIRST = 1,    // joint: highest dimension first, 0: lowest first
    parameter LEVELS        = 1,    // 0 .. 4; 0: passes on the local channel alone
    parameter CHANNELS_1    = 1,    // parallel channels of each level that is there, 1 .. 8
    parameter CHANNELS_2    = 1,
    parameter CHANNELS_3    = 1,
    parameter CHANNELS_4    = 1,
    parameter DISTANCE_1    = 4,    // the least way that takes them, 1 .. 2^COORD_W
    parameter DISTANCE_2    = 16,
    parameter DISTANCE_3    = 64,
    parameter DISTANCE_4    = 256,
    parameter ALIGNED       = 1,    // 1: distances are powers of two that divide the address
    parameter PIPELINE      = 1,    // cycles per hop, 1 or 2
    // Credits that a head from a local channel needs on an express one; 1: it is like others
    parameter ROOM          = (VCS > 1) ? EXPRESS_DEPTH : (3 * EXPRESS_DEPTH + 3) / 4,
    parameter PATIENCE      = 256,  // active cycles before a waiting flit is privileged
    parameter PACE          = 1,    // cycles from flit to flit at paced outputs, 1 .. 1024
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1,
    parameter LANES         = 1 + ((LEVELS > 0) ? CHANNELS_1 : 0)
                            + ((LEVELS > 1) ? CHANNELS_2 : 0)
                            + ((LEVELS > 2) ? CHANNELS_3 : 0)
                            + ((LEVELS > 3) ? CHANNELS_4 : 0),
    parameter PORTS         = ((JOINT != 0) ? DIMENSIONS : 1) * (BIDIRECTIONAL + 1) * LANES,
    // Of the routers on the local channels: their ports, and the width of a route there
    parameter ROUTER_PORTS  = ((RING != 0 && BIDIRECTIONAL == 0) ? 1 : 2) * DIMENSIONS + 1,
    parameter ROUTE_W       = ROUTER_PORTS + ((RING != 0) ? 1 : 0)
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // Place
    input  wire [ADDR_W-1:0]       node_i,       // the node that it stands before
    input  wire [ADDR_W-1:0]       limit_i,      // highest coordinate of each dimension
    input  wire [DIMENSION_W-1:0]  dimension_i,  // the one it serves; not used if JOINT
    input  wire [PORTS-1:0]        connected_i,  // outputs that lead somewhere
    input  wire [PORTS-1:0]        paced_i,      // outputs with a narrow channel behind them

    // Upstream
    input  wire [PORTS-1:0]        in_valid_i,
    input  wire [PORTS*VC_W-1:0]   in_vc_i,
    input  wire [PORTS*FLIT_W-1:0] in_flit_i,
    output wire [PORTS*VCS-1:0]    in_credit_o,

    // Downstream
    output wire [PORTS-1:0]        out_valid_o,
    output wire [PORTS*VC_W-1:0]   out_vc_o,
    output wire [PORTS*ROUTE_W-1:0] out_route_o,  // at the router behind; express channels: zero
    output wire [PORTS*FLIT_W-1:0] out_flit_o,
    input  wire [PORTS*VCS-1:0]    out_credit_i,

    // Status
    output wire                    error_o,      // a head that can never leave came in; sticky
    output wire                    idle_o        // nothing stored, nothing on the outputs, no pause
);

    localparam WORD_W   = FLIT_W + ROUTE_W;
    localparam GROUPS   = VCS;                            // each VC has an offer of its own
    localparam FRONT_W  = PORTS + GROUPS + 2;
    localparam OUTPUTS  = (JOINT != 0) ? PORTS : LANES;   // that a packet from one input can take
    localparam DATELINE = (RING != 0) ? 2 : 0;
    localparam SEVERAL  = ((LEVELS > 0 && CHANNELS_1 > 1) || (LEVELS > 1 && CHANNELS_2 > 1)
                           || (LEVELS > 2 && CHANNELS_3 > 1) || (LEVELS > 3 && CHANNELS_4 > 1));

    generate
        if (EXPRESS_DEPTH < 1 || EXPRESS_DEPTH > 64) begin : g_bad_express_depth
            ERROR_interchange_EXPRESS_DEPTH_must_be_1_to_64 u_error ();
        end
        if (ROOM < 1 || ROOM > EXPRESS_DEPTH) begin : g_bad_room
            ERROR_interchange_ROOM_must_be_1_to_EXPRESS_DEPTH u_error ();
        end
        if (DATA_W < 8 || DATA_W > 256) begin : g_bad_data_w
            ERROR_interchange_DATA_W_must_be_8_to_256 u_error ();
        end
        if (ADDR_W > DATA_W) begin : g_bad_addr_w
            ERROR_interchange_ADDR_W_must_be_1_to_DATA_W u_error ();
        end
        if (BIDIRECTIONAL < 0 || BIDIRECTIONAL > 1) begin : g_bad_bidirectional
            ERROR_interchange_BIDIRECTIONAL_must_be_0_or_1 u_error ();
        end
        if (RING != 0 && VCS < 2) begin : g_bad_ring
            ERROR_interchange_RING_needs_VCS_of_at_least_2 u_error ();
        end
        if (JOINT != 0 && BIDIRECTIONAL == 0) begin : g_bad_joint
            ERROR_interchange_JOINT_needs_BIDIRECTIONAL u_error ();
        end
        if ((LEVELS > 0 && (CHANNELS_1 < 1 || CHANNELS_1 > 8))
            || (LEVELS > 1 && (CHANNELS_2 < 1 || CHANNELS_2 > 8))
            || (LEVELS > 2 && (CHANNELS_3 < 1 || CHANNELS_3 > 8))
            || (LEVELS > 3 && (CHANNELS_4 < 1 || CHANNELS_4 > 8))) begin : g_bad_channels
            ERROR_interchange_CHANNELS_must_be_1_to_8 u_error ();
        end
        if (PORTS > 32) begin : g_bad_ports
            ERROR_interchange_PORTS_must_be_2_to_32 u_error ();
        end
        if (PIPELINE < 1 || PIPELINE > 2) begin : g_bad_pipeline
            ERROR_interchange_PIPELINE_must_be_1_or_2 u_error ();
        end
    endgenerate

    // Row i: the outputs of input i, those of its direction, or all.
    function automatic [PORTS*PORTS-1:0] all_turns;
        input integer ports;
        integer       in_port;
        integer       out_port;
        begin
            all_turns = {(PORTS*PORTS){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
                    all_turns[in_port*PORTS + out_port] = (JOINT != 0)
                        || in_port / LANES == out_port / LANES;
                end
            end
        end
    endfunction

    // Bits of a route at the router behind the local channel of a port's direction that can be high
    function automatic [ROUTE_W-1:0] next_turns;
        input integer port;
        integer       direction;
        integer       dimension;
        integer       other;
        begin
            next_turns = {ROUTE_W{1'b1}};
            direction  = port / LANES;
            dimension  = direction / (BIDIRECTIONAL + 1);
            if ((JOINT != 0 || DIMENSIONS == 1) && BIDIRECTIONAL != 0) begin
                for (other = 0; other < 2 * DIMENSIONS; other = other + 1) begin
                    next_turns[other] = (other / 2 == dimension) ? other == direction
                        : (other / 2 < dimension) == (HIGHEST_FIRST != 0);
                end
            end
        end
    endfunction

    localparam [PORTS*PORTS-1:0] TURNS = all_turns(PORTS);
    `include "turn_lists.vh"

    // Of the inputs of an output those from which heads enter: local channels, at express outputs
    function automatic [PORTS-1:0] entering;
        input integer out_port;
        integer       place;
        begin
            entering = {PORTS{1'b0}};
            for (place = 0; place < PORTS; place = place + 1) begin
                if (place < inputs_of(out_port) && out_port % LANES != 0) begin
                    entering[place] = input_of(out_port, place) % LANES == 0;
                end
            end
        end
    endfunction

    reg  [PORTS*VCS-1:0]        in_credit_q;
    reg                         error_q;

    // Routes of heads on the pins: here, and at the next router
    wire [PORTS*PORTS-1:0]      ip_here;
    wire [PORTS*ROUTE_W-1:0]    ip_next;
    wire [PORTS-1:0]            ip_crossed;

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

    // Pace: an output pauses in this cycle, and will in the next one
    wire [PORTS-1:0]            op_pausing;
    wire [PORTS-1:0]            op_still;
    wire [PORTS-1:0]            op_paced = (PACE > 1) ? paced_i : {PORTS{1'b0}};

    // A head may go where there is no pause.
    wire [PORTS*GROUPS-1:0]     op_head_open;
    wire [PORTS*GROUPS-1:0]     op_enter_open;  // from a local channel, with room on express ones

    wire unused = &{1'b0, op_local_may, op_enter_open, op_head_open, paced_i};

    interchange_routes #(
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .BIDIRECTIONAL (BIDIRECTIONAL),
        .RING          (RING),
        .JOINT         (JOINT),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .LEVELS        (LEVELS),
        .CHANNELS_1    (CHANNELS_1),
        .CHANNELS_2    (CHANNELS_2),
        .CHANNELS_3    (CHANNELS_3),
        .CHANNELS_4    (CHANNELS_4),
        .DISTANCE_1    (DISTANCE_1),
        .DISTANCE_2    (DISTANCE_2),
        .DISTANCE_3    (DISTANCE_3),
        .DISTANCE_4    (DISTANCE_4),
        .ALIGNED       (ALIGNED),
        .LANES         (LANES),
        .PORTS         (PORTS),
        .ROUTER_PORTS  (ROUTER_PORTS)
    ) u_routes (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .node_i      (node_i),
        .limit_i     (limit_i),
        .dimension_i (dimension_i),
        .connected_i (connected_i),
        .in_valid_i  (in_valid_i),
        .in_flit_i   (in_flit_i),
        .here_o      (ip_here),
        .next_o      (ip_next),
        .crossed_o   (ip_crossed)
    );

    genvar i;
    genvar o;
    genvar k;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            // Its outputs are those from FIRST on.
            localparam FIRST    = (JOINT != 0) ? 0 : i / LANES * LANES;
            localparam STRAIGHT = i / LANES * LANES - FIRST;

            wire [OUTPUTS-1:0]        req;
            wire [VCS*OUTPUTS-1:0]    vc_req;
            wire [OUTPUTS+GROUPS+1:0] front;

            input_unit #(
                .PORTS    (OUTPUTS),
                .VCS      (VCS),
                .DEPTH    ((i % LANES == 0) ? DEPTH : EXPRESS_DEPTH),
                .DATA_W   (DATA_W),
                .LOOKUP   (1),
                .SEVERAL  (SEVERAL),
                .START    (i - FIRST),
                .GROUPS   (GROUPS),
                .DATELINE (DATELINE),
                .STRAIGHT ({OUTPUTS{1'b1}} >> (OUTPUTS - 1) << STRAIGHT),
                .NEXT_W   (ROUTE_W),
                .NEXT     (next_turns(i))
            ) u_input (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .in_valid_i   (in_valid_i[i]),
                .in_vc_i      (in_vc_i[i*VC_W +: VC_W]),
                .in_route_i   ({OUTPUTS{1'b0}}),
                .in_flit_i    (in_flit_i[i*FLIT_W +: FLIT_W]),
                .next_i       (ip_next[i*ROUTE_W +: ROUTE_W]),
                .here_i       (ip_here[i*PORTS+FIRST +: OUTPUTS]),
                .crossed_i    (ip_crossed[i]),
                .head_may_i   ((i % LANES == 0) ? op_enter_open[FIRST*GROUPS +: OUTPUTS*GROUPS]
                                                : op_head_open[FIRST*GROUPS +: OUTPUTS*GROUPS]),
                .head_offer_i (op_head_offer[FIRST*GROUPS +: OUTPUTS*GROUPS]),
                .head_vc_i    (op_head_vc[FIRST*VCS +: OUTPUTS*VCS]),
                .head_soon_i  (op_head_soon[FIRST*GROUPS +: OUTPUTS*GROUPS]),
                .closed_i     (op_closed[FIRST*GROUPS +: OUTPUTS*GROUPS]),
                .credit_i     (ovc_credit[FIRST*VCS +: OUTPUTS*VCS]),
                .two_i        (ovc_two[FIRST*VCS +: OUTPUTS*VCS]),
                .head_two_i   (op_head_two[FIRST*GROUPS +: OUTPUTS*GROUPS]),
                .paced_i      (op_paced[FIRST +: OUTPUTS]),
                .pausing_i    (op_still[FIRST +: OUTPUTS]),
                .due_i        (ivc_due[i*VCS +: VCS]),
                .front_o      (front),
                .req_o        (req),
                .word_o       (ip_word[i*WORD_W +: WORD_W]),
                .body_o       (ip_body[i]),
                .body_vc_o    (ip_body_vc[i*VC_W +: VC_W]),
                .allow_o      (ip_allow[i*GROUPS +: GROUPS]),
                .privileged_o (ip_privileged[i]),
                .sent_i       (ip_sent[i]),
                .hint_i       (ivc_hint[i*VCS +: VCS]),
                .vc_req_o     (vc_req),
                .nonempty_o   (ivc_nonempty[i*VCS +: VCS]),
                .shown_o      (ivc_shown[i*VCS +: VCS])
            );

            for (o = 0; o < PORTS; o = o + 1) begin : g_turn
                if (o >= FIRST && o < FIRST + OUTPUTS) begin : g_legal
                    assign ip_op_req[i*PORTS + o]  = req[o-FIRST];
                    assign ip_front[i*FRONT_W + o] = front[o-FIRST];
                    for (k = 0; k < VCS; k = k + 1) begin : g_vc
                        assign ivc_req[(i*VCS + k)*PORTS + o] = vc_req[k*OUTPUTS + o - FIRST];
                    end
                end else begin : g_never
                    assign ip_op_req[i*PORTS + o]  = 1'b0;
                    assign ip_front[i*FRONT_W + o] = 1'b0;
                    for (k = 0; k < VCS; k = k + 1) begin : g_vc
                        assign ivc_req[(i*VCS + k)*PORTS + o] = 1'b0;
                    end
                end
            end

            assign ip_front[i*FRONT_W+PORTS +: GROUPS+2] = front[OUTPUTS +: GROUPS+2];
            assign ip_sent[i]              = |ip_op_gnt[i*PORTS +: PORTS];
            assign ivc_leave[i*VCS +: VCS] = ivc_shown[i*VCS +: VCS] & {VCS{ip_sent[i]}};
        end

        for (o = 0; o < PORTS; o = o + 1) begin : g_output
            localparam             INPUTS   = inputs_of(o);
            localparam [PORTS-1:0] ENTERING = entering(o);

            wire [PORTS-1:0]         gnt;
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
                assign reqs[k]                    = ip_op_req[IP*PORTS + o] && !op_pausing[o];
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
                .DEPTH    ((o % LANES == 0) ? DEPTH : EXPRESS_DEPTH),
                .ROOM     ((o % LANES == 0) ? 1 : ROOM),
                .DATA_W   (DATA_W),
                .ROUTE_W  (ROUTE_W),
                .GROUPS   (GROUPS),
                .PIPELINE (PIPELINE),
                .OWN_VC   ((RING == 0) ? 1 : 0),
                .LOCALS   (ENTERING[INPUTS-1:0]),
                .NEXT     ((o % LANES == 0) ? next_turns(o) : {ROUTE_W{1'b0}})
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

            assign op_head_open[o*GROUPS +: GROUPS]  = op_head_may[o*GROUPS +: GROUPS]
                                                     & {GROUPS{!op_pausing[o]}};
            assign op_enter_open[o*GROUPS +: GROUPS] = op_head_open[o*GROUPS +: GROUPS]
                                                     & ((o % LANES == 0) ? {GROUPS{1'b1}}
                                                        : op_local_may[o*GROUPS +: GROUPS]);

            pause_counter #(
                .PACE (PACE)
            ) u_pause (
                .clk_i     (clk_i),
                .rst_i     (rst_i),
                .enable_i  (enable_i),
                .paced_i   (paced_i[o]),
                .sent_i    (|reqs),
                .pausing_o (op_pausing[o]),
                .still_o   (op_still[o])
            );

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
                .ivc_req_i    (ivc_req & ~{(PORTS*VCS){op_pausing}}),
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
            wire unused_req = &{1'b0, ivc_req, ip_front};
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

    reg     unroutable;  // a head without an output is on the pins
    integer p;

    always @* begin
        unroutable = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            if (in_valid_i[p] && in_flit_i[p*FLIT_W + DATA_W]
                && ip_here[p*PORTS +: PORTS] == {PORTS{1'b0}}) unroutable = 1'b1;
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

    // As in a router; a pause counts on.
    assign idle_o      = !((|ivc_nonempty) || (|out_valid_o) || (|in_credit_q) || (|op_pausing));

endmodule

`default_nettype wire
