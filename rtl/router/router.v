// router.v - input-buffered virtual-channel wormhole router, one cycle a hop.
//
// A flit that finds nothing in its way is on the input pins in cycle t and on the output pins
// in cycle t + 1. All outputs are registers. The output that a packet takes comes with its
// flits (lookahead routing), computed by the router before; docs/timing.md section 2 says what
// happens in which cycle. This file is wiring.
//
// Dally 1992; Dally & Towles, chapters 16 to 19.

`default_nettype none

module router #(
    parameter PORTS         = 5,    // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,    // terminals, the last ports, 1 .. PORTS
    parameter VCS           = 4,    // virtual channels, 1 .. 16
    parameter DEPTH         = 4,    // flits per VC, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,    // address width in bits, 1 .. DATA_W
    parameter ROUTING       = 0,    // 0 mesh, 1 torus up, 2 torus, 3 hypercube
    parameter DIMENSIONS    = 2,    // at least 1
    parameter COORD_W       = 3,    // bits of one coordinate
    parameter HIGHEST_FIRST = 1,    // 1: highest dimension first, 0: lowest first
    parameter LOOPBACK      = 0,    // 1: packets go from local ports to local ports too
    parameter MESSAGE_CLASSES = 1,  // 1 .. 4; they share the VCs out evenly
    parameter ROOM          = (VCS > 1) ? DEPTH : (DEPTH + 1) / 2,  // injection; 1: fair
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > MESSAGE_CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // Address
    input  wire [ADDR_W-1:0]       node_i,
    input  wire [ADDR_W-1:0]       limit_i,

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
    localparam [PORTS*PORTS-1:0] TURNS = all_turns(0);
    `include "turn_lists.vh"

    localparam WORD_W        = FLIT_W + ROUTE_W;
    localparam GROUPS        = MESSAGE_CLASSES * (1 + DATELINE);  // of VCs
    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;

    reg                         error_q;

    wire [ADDR_W-1:0]           above;
    wire [ADDR_W-1:0]           below;
    wire [ADDR_W-1:0]           far;
    wire [ADDR_W-1:0]           here;

    wire [PORTS*PORTS-1:0]      ip_op_req;
    wire [PORTS*PORTS-1:0]      ip_op_gnt;
    wire [PORTS*WORD_W-1:0]     ip_word;
    wire [PORTS-1:0]            ip_body;
    wire [PORTS*VC_W-1:0]       ip_body_vc;
    wire [PORTS*VCS*PORTS-1:0]  ivc_req;
    wire [PORTS*VCS-1:0]        ivc_hint;
    wire [PORTS*VCS-1:0]        ivc_nonempty;
    wire [PORTS*VCS-1:0]        ivc_leave;
    wire [PORTS-1:0]            ip_unroutable;

    wire [PORTS*GROUPS-1:0]     op_head_may;
    wire [PORTS*GROUPS-1:0]     op_local_may;
    wire [PORTS*GROUPS*VC_W-1:0] op_head_vc;
    wire [PORTS*GROUPS-1:0]     op_head_two;
    wire [PORTS*GROUPS-1:0]     op_head_soon;
    wire [PORTS*GROUPS-1:0]     ip_allow;
    wire [DIMENSIONS-1:0]       at_top;
    wire [DIMENSIONS-1:0]       at_bottom;
    wire [DIMENSIONS-1:0]       near_top;
    wire [DIMENSIONS-1:0]       near_bottom;
    wire [PORTS*VCS-1:0]        ovc_credit;
    wire [PORTS*VCS-1:0]        ovc_two;
    wire [PORTS*PORTS-1:0]      op_ip_hint;

    genvar i;
    genvar o;
    genvar k;

    neighbours #(
        .ROUTING    (ROUTING),
        .DIMENSIONS (DIMENSIONS),
        .COORD_W    (COORD_W)
    ) u_neighbours (
        .clk_i   (clk_i),
        .node_i  (node_i),
        .limit_i (limit_i),
        .here_o  (here),
        .above_o (above),
        .below_o (below),
        .far_o   (far),
        .at_top_o      (at_top),
        .at_bottom_o   (at_bottom),
        .near_top_o    (near_top),
        .near_bottom_o (near_bottom)
    );

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            localparam LOCAL = (i >= NETWORK_PORTS) ? 1 : 0;

            wire [FLIT_W-1:0] flit  = in_flit_i[i*FLIT_W +: FLIT_W];
            wire [ROUTE_W-1:0] route = in_route_i[i*ROUTE_W +: ROUTE_W];
            wire [PORTS-1:0]  output_here = route[PORTS-1:0] & TURNS[i*PORTS +: PORTS];
            wire [PORTS:0]    next;  // {class 1 allowed, output} at the next router
            localparam        D = (ROUTING == 2) ? (i / 2) % DIMENSIONS : i % DIMENSIONS;
            // What comes in by this port and goes straight on came over the dateline.
            wire              crossed = (ROUTING == 2 && i % 2 == 0) ? at_top[D] : at_bottom[D];

            route_ahead #(
                .PORTS         (PORTS),
                .LOCAL_PORTS   (LOCAL_PORTS),
                .ROUTING       (ROUTING),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .DATELINE      (DATELINE),
                .TURNS         (TURNS[i*PORTS +: PORTS])
            ) u_route (
                .node_i        (here),
                .above_i       (above),
                .below_i       (below),
                .far_i         (far),
                .destination_i (flit[ADDR_W-1:0]),
                .at_top_i      (at_top),
                .at_bottom_i   (at_bottom),
                .near_top_i    (near_top),
                .near_bottom_i (near_bottom),
                .route_i       (output_here),
                .route_o       (next[PORTS-1:0]),
                .late_o        (next[PORTS])
            );

            input_unit #(
                .PORTS  (PORTS),
                .VCS    (VCS),
                .DEPTH  (DEPTH),
                .DATA_W (DATA_W),
                .TURNS  (TURNS[i*PORTS +: PORTS]),
                .GROUPS   (GROUPS),
                .DATELINE (DATELINE),
                .STRAIGHT (straight(i)),
                .NEXT     (all_next(TURNS[i*PORTS +: PORTS]) | ({ROUTE_W{1'b1}} << PORTS))
            ) u_input (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .enable_i    (enable_i),
                .in_valid_i  (in_valid_i[i]),
                .in_vc_i     (in_vc_i[i*VC_W +: VC_W]),
                .in_route_i  (route),
                .in_flit_i   (flit),
                .next_i      (next[ROUTE_W-1:0]),
                .crossed_i   (crossed),
                .in_credit_o (in_credit_o[i*VCS +: VCS]),
                .allow_o     (ip_allow[i*GROUPS +: GROUPS]),
                .head_may_i  ((LOCAL != 0) ? op_local_may : op_head_may),
                .head_vc_i   (op_head_vc),
                .head_two_i  (op_head_two),
                .head_soon_i (op_head_soon),
                .credit_i    (ovc_credit),
                .two_i       (ovc_two),
                .req_o       (ip_op_req[i*PORTS +: PORTS]),
                .word_o      (ip_word[i*WORD_W +: WORD_W]),
                .body_o      (ip_body[i]),
                .body_vc_o   (ip_body_vc[i*VC_W +: VC_W]),
                .sent_i      (|ip_op_gnt[i*PORTS +: PORTS]),
                .hint_i      (ivc_hint[i*VCS +: VCS]),
                .vc_req_o    (ivc_req[i*VCS*PORTS +: VCS*PORTS]),
                .nonempty_o  (ivc_nonempty[i*VCS +: VCS]),
                .leave_o     (ivc_leave[i*VCS +: VCS])
            );

            // Only sources can give a head no output: routers compute one for each.
            assign ip_unroutable[i] = (LOCAL != 0) && in_valid_i[i] && flit[DATA_W]
                                    && output_here == {PORTS{1'b0}};
        end

        for (o = 0; o < PORTS; o = o + 1) begin : g_output
            localparam INPUTS = inputs_of(o);

            wire [PORTS-1:0] gnt;

            if (INPUTS > 0) begin : g_unit
                wire [INPUTS-1:0]        reqs;
                wire [INPUTS-1:0]        gnts;
                wire [INPUTS-1:0]        hints;
                wire [INPUTS*WORD_W-1:0] words;
                wire [INPUTS-1:0]        bodies;
                wire [INPUTS*GROUPS-1:0] allows;
                wire [INPUTS*VC_W-1:0]   body_vcs;

                for (k = 0; k < INPUTS; k = k + 1) begin : g_in
                    localparam IP = input_of(o, k);
                    assign reqs[k]                   = ip_op_req[IP*PORTS + o];
                    assign hints[k]                  = op_ip_hint[o*PORTS + IP];
                    assign words[k*WORD_W +: WORD_W] = ip_word[IP*WORD_W +: WORD_W];
                    assign bodies[k]                 = ip_body[IP];
                    assign allows[k*GROUPS +: GROUPS] = ip_allow[IP*GROUPS +: GROUPS];
                    assign body_vcs[k*VC_W +: VC_W]  = ip_body_vc[IP*VC_W +: VC_W];
                    assign gnt[IP]                   = gnts[k];
                end

                output_unit #(
                    .INPUTS (INPUTS),
                    .PORTS  (PORTS),
                    .VCS    (VCS),
                    .DEPTH  (DEPTH),
                    .ROOM   (ROOM),
                    .DATA_W (DATA_W),
                    .ROUTE_W (ROUTE_W),
                    .GROUPS (GROUPS),
                    .LOCALS (({INPUTS{1'b1}} << networks_of(o))),
                    .NEXT   (next_turns(o) | ({ROUTE_W{1'b1}} << PORTS))
                ) u_output (
                    .clk_i        (clk_i),
                    .rst_i        (rst_i),
                    .enable_i     (enable_i),
                    .req_i        (reqs),
                    .words_i      (words),
                    .bodies_i     (bodies),
                    .allows_i     (allows),
                    .body_vcs_i   (body_vcs),
                    .hint_i       (hints),
                    .gnt_o        (gnts),
                    .head_may_o   (op_head_may[o*GROUPS +: GROUPS]),
                    .local_may_o  (op_local_may[o*GROUPS +: GROUPS]),
                    .head_vc_o    (op_head_vc[o*GROUPS*VC_W +: GROUPS*VC_W]),
                    .head_two_o   (op_head_two[o*GROUPS +: GROUPS]),
                    .head_soon_o  (op_head_soon[o*GROUPS +: GROUPS]),
                    .credit_o     (ovc_credit[o*VCS +: VCS]),
                    .two_o        (ovc_two[o*VCS +: VCS]),
                    .out_valid_o  (out_valid_o[o]),
                    .out_vc_o     (out_vc_o[o*VC_W +: VC_W]),
                    .out_route_o  (out_route_o[o*ROUTE_W +: ROUTE_W]),
                    .out_flit_o   (out_flit_o[o*FLIT_W +: FLIT_W]),
                    .out_credit_i (out_credit_i[o*VCS +: VCS])
                );
            end else begin : g_no_unit
                assign out_valid_o[o]                 = 1'b0;
                assign out_vc_o[o*VC_W +: VC_W]       = {VC_W{1'b0}};
                assign out_route_o[o*ROUTE_W +: ROUTE_W] = {ROUTE_W{1'b0}};
                assign out_flit_o[o*FLIT_W +: FLIT_W] = {FLIT_W{1'b0}};
            end

            for (k = 0; k < PORTS; k = k + 1) begin : g_grant
                if (!TURNS[k*PORTS + o]) begin : g_never
                    assign gnt[k] = 1'b0;
                end
                assign ip_op_gnt[k*PORTS + o] = gnt[k];
            end
        end

        if (VCS > 1) begin : g_hints
            match_hints #(
                .PORTS (PORTS),
                .VCS   (VCS),
                .TURNS (TURNS)
            ) u_hints (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .ivc_req_i    (ivc_req),
                .ivc_hint_o   (ivc_hint),
                .op_ip_hint_o (op_ip_hint)
            );
        end else begin : g_no_hints
            assign ivc_hint   = {(PORTS*VCS){1'b0}};
            assign op_ip_hint = {(PORTS*PORTS){1'b0}};
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) error_q <= 1'b0;
        else if (enable_i && (|ip_unroutable)) error_q <= 1'b1;
    end

    assign error_o = error_q;
    assign idle_o  = !((|ivc_nonempty) || (|out_valid_o) || (|in_credit_o));

    wire unused = &{1'b0, ivc_leave};

endmodule

`default_nettype wire
