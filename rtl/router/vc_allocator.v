// vc_allocator.v - what the VCs of one input port may ask of the switch, and which one sends.
//
// Combinational, around switch allocation. First, from the candidates: a packet that holds an
// output VC requests its output while that VC has a credit; a head requests every output of
// its route that has an eligible VC (free, with a credit, permitted). Then, for the output
// that the switch granted: the VC that sends (round-robin) and, for a head, the
// lowest-numbered eligible VC of that output, allocated in the same cycle
// (Becker & Dally 2009, combined allocation).
// A head from a terminal waits until half of the room behind the output is free.
//
// Mirrored by the allocation step of model/router/.

`default_nettype none
`include "check.vh"

module vc_allocator #(
    parameter PORTS    = 5,  // 2 .. 32
    parameter VCS      = 4,  // virtual channels, 1 .. 16
    parameter DATELINE = 0,  // 1: two dateline classes of VCs
    // Derived, do not override.
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W   = (PORTS > 1) ? $clog2(PORTS) : 1,
    parameter ROUTE_W  = PORTS + ((DATELINE != 0) ? 2 : 0),
    parameter OFFER_W  = PORT_W + VC_W + ROUTE_W
) (
    input  wire                   clk_i,
    input  wire                   rst_i,

    // From the input unit
    input  wire [VCS-1:0]         candidate_i,
    input  wire [VCS-1:0]         holding_i,
    input  wire [VCS*OFFER_W-1:0] offer_i,           // {held port, held VC, classes, outputs}
    input  wire                   local_i,           // this input belongs to a terminal

    // From the output unit
    input  wire [PORTS*VCS-1:0]   ovc_credit_i,      // the output VC has a credit
    input  wire [PORTS*VCS-1:0]   ovc_eligible_i,    // it has a credit and is free
    input  wire [PORTS-1:0]       op_class_0_i,      // an eligible VC of class 0 is there
    input  wire [PORTS-1:0]       op_class_1_i,
    input  wire [PORTS-1:0]       op_roomy_i,

    // From the starvation guard
    input  wire [VCS-1:0]         privileged_i,      // one-hot or zero

    // Switch allocation: what this input asks for, and what it gets in the same cycle
    output wire [PORTS-1:0]       op_req_o,
    output wire [PORTS-1:0]       op_privileged_req_o,
    input  wire [PORTS-1:0]       op_gnt_i,          // one-hot or zero
    input  wire                   gnt_privileged_i,

    // To the input unit and the crossbar
    output wire [VCS-1:0]         gnt_o,             // one-hot or zero: the VC that sends
    output wire [VC_W-1:0]        gnt_index_o,       // the same as a number
    output wire [PORT_W-1:0]      gnt_port_o,        // the output as a number
    output wire [VC_W-1:0]        gnt_vc_o           // the output VC
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_vc_allocator_PORTS_must_be_2_to_32 u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_vc_allocator_VCS_must_be_1_to_16 u_error ();
        end
        if (DATELINE != 0 && VCS < 2) begin : g_bad_dateline
            ERROR_vc_allocator_DATELINE_needs_VCS_of_at_least_2 u_error ();
        end
    endgenerate

    localparam             OVC_W        = $clog2(PORTS * VCS);
    localparam             CLASS_0_VCS  = (DATELINE != 0) ? VCS / 2 : VCS;
    localparam [VCS-1:0]   CLASS_0_MASK = {VCS{1'b1}} >> (VCS - CLASS_0_VCS);
    localparam [OVC_W-1:0] STRIDE       = VCS[OVC_W-1:0];

    // Requests
    reg [VCS*PORTS-1:0] vc_op_req;
    reg [PORTS-1:0]     op_req;
    reg [PORTS-1:0]     op_privileged_req;
    reg [PORTS-1:0]     op_open;     // outputs that a head may ask for
    reg [PORTS-1:0]     req;
    reg [OVC_W-1:0]     held;
    integer             v;

    // The choice
    reg  [VCS-1:0]      wanting;     // VCs that request the granted output
    wire [VCS-1:0]      gnt;
    reg  [VC_W-1:0]     gnt_index;
    reg  [PORT_W-1:0]   gnt_port;
    reg  [1:0]          classes;     // of the granted head
    reg  [VCS-1:0]      eligible;
    reg  [VCS-1:0]      lowest;
    reg  [VC_W-1:0]     gnt_vc;
    integer             w;
    integer             c;

    always @* begin
        v                 = 0;
        vc_op_req         = {(VCS*PORTS){1'b0}};
        op_req            = {PORTS{1'b0}};
        op_privileged_req = {PORTS{1'b0}};
        op_open           = {PORTS{1'b0}};
        req               = {PORTS{1'b0}};
        held              = {OVC_W{1'b0}};
        if (|candidate_i) begin
            for (v = 0; v < VCS; v = v + 1) begin
                if (candidate_i[v]) begin
                    held    = {{(OVC_W-VC_W){1'b0}}, offer_i[v*OFFER_W + ROUTE_W +: VC_W]}
                            + {{(OVC_W-PORT_W){1'b0}}, offer_i[(v+1)*OFFER_W - 1 -: PORT_W]}
                            * STRIDE;
                    op_open = op_class_0_i;
                    if (DATELINE != 0) begin
                        op_open = ({PORTS{offer_i[v*OFFER_W + ROUTE_W - 2]}} & op_class_0_i)
                                | ({PORTS{offer_i[v*OFFER_W + ROUTE_W - 1]}} & op_class_1_i);
                    end
                    if (local_i) op_open = op_open & (op_roomy_i | {PORTS{privileged_i[v]}});
                    req     = offer_i[v*OFFER_W +: PORTS]
                            & (holding_i[v] ? {PORTS{ovc_credit_i[held]}} : op_open);
                    op_req  = op_req | req;
                    vc_op_req[v*PORTS +: PORTS] = req;
                    if (privileged_i[v]) op_privileged_req = req;
                end
            end
        end
    end

    assign op_req_o            = op_req;
    assign op_privileged_req_o = op_privileged_req;

    always @* begin
        w       = 0;
        wanting = {VCS{1'b0}};
        if (|op_gnt_i) begin
            for (w = 0; w < VCS; w = w + 1) begin
                wanting[w] = |(vc_op_req[w*PORTS +: PORTS] & op_gnt_i);
            end
            if (gnt_privileged_i) wanting = privileged_i;
        end
    end

    rr_arbiter #(
        .N (VCS)
    ) u_vc_turn (
        .clk_i (clk_i),
        .rst_i (rst_i),
        .req_i (wanting),
        .gnt_o (gnt)
    );

    always @* begin
        c         = 0;
        gnt_index = {VC_W{1'b0}};
        gnt_port  = {PORT_W{1'b0}};
        classes   = 2'b00;
        eligible  = {VCS{1'b0}};
        lowest    = {VCS{1'b0}};
        gnt_vc    = {VC_W{1'b0}};
        if (|gnt) begin
            for (c = 0; c < VCS; c = c + 1) begin
                gnt_index = gnt_index | ({VC_W{gnt[c]}} & c[VC_W-1:0]);
            end
            for (c = 0; c < PORTS; c = c + 1) begin
                gnt_port = gnt_port | ({PORT_W{op_gnt_i[c]}} & c[PORT_W-1:0]);
            end
            if (holding_i[gnt_index]) begin
                gnt_vc = offer_i[gnt_index*OFFER_W + ROUTE_W +: VC_W];
            end else begin
                eligible = ovc_eligible_i[gnt_port*VCS +: VCS];
                if (DATELINE != 0) begin
                    classes  = offer_i[gnt_index*OFFER_W + ROUTE_W - 2 +: 2];
                    eligible = eligible & (({VCS{classes[0]}} & CLASS_0_MASK)
                                         | ({VCS{classes[1]}} & ~CLASS_0_MASK));
                end
                lowest = eligible & (~eligible + 1'b1);
                for (c = 0; c < VCS; c = c + 1) begin
                    gnt_vc = gnt_vc | ({VC_W{lowest[c]}} & c[VC_W-1:0]);
                end
            end
        end
    end

    assign gnt_o       = gnt;
    assign gnt_index_o = gnt_index;
    assign gnt_port_o  = gnt_port;
    assign gnt_vc_o    = gnt_vc;

    `ENSURE((|op_gnt_i) == (|gnt), "a VC sends when the switch has a way for it")
`ifdef FORMAL
    `REQUIRE((op_gnt_i & ~op_req) == {PORTS{1'b0}}, "the switch grants what was requested")
    `REQUIRE((op_gnt_i & (op_gnt_i - 1'b1)) == {PORTS{1'b0}}, "one output per input")
    `REQUIRE((ovc_eligible_i & ~ovc_credit_i) == {(PORTS*VCS){1'b0}}, "eligible: with a credit")
    `REQUIRE((privileged_i & (privileged_i - 1'b1)) == {VCS{1'b0}}, "one VC is privileged")
    `REQUIRE(gnt_privileged_i == (|op_privileged_req), "a privileged request wins")
    `REQUIRE(!gnt_privileged_i || op_gnt_i == (op_privileged_req & (~op_privileged_req + 1'b1)),
             "the lowest output that it asks for")
    genvar f;
    generate
        for (f = 0; f < PORTS; f = f + 1) begin : g_class
            wire [VCS-1:0] f_eligible = ovc_eligible_i[f*VCS +: VCS];
            `REQUIRE(op_class_0_i[f] == (|(f_eligible & CLASS_0_MASK)), "class 0")
            `REQUIRE(op_class_1_i[f] == (|(f_eligible & ~CLASS_0_MASK)), "class 1")
        end
        for (f = 0; f < VCS; f = f + 1) begin : g_vc
            wire [PORT_W-1:0] f_port = offer_i[(f+1)*OFFER_W - 1 -: PORT_W];
            wire [VC_W-1:0]   f_vc   = offer_i[f*OFFER_W + ROUTE_W +: VC_W];
            `REQUIRE(!holding_i[f] || (f_port < PORTS && f_vc < VCS
                     && offer_i[f*OFFER_W +: PORTS] == ({{(PORTS-1){1'b0}}, 1'b1} << f_port)),
                     "a packet that holds an output VC goes on to that output")
            `ENSURE(!(gnt[f] && holding_i[f]) || (op_gnt_i[f_port] && gnt_vc == f_vc),
                    "a body follows its head")
            `ENSURE(!(gnt[f] && !holding_i[f] && DATELINE != 0)
                    || offer_i[f*OFFER_W + PORTS + (CLASS_0_MASK[gnt_vc] ? 0 : 1)],
                    "a head takes a VC of a class that its route permits")
        end
    endgenerate
    wire [VCS-1:0] f_chosen = ovc_eligible_i[gnt_port*VCS +: VCS];
    `ENSURE((gnt & ~candidate_i) == {VCS{1'b0}}, "a VC sends a flit that it has")
    `ENSURE((gnt & (gnt - 1'b1)) == {VCS{1'b0}}, "one VC sends")
    `ENSURE(!(|gnt) || op_gnt_i[gnt_port], "to the granted output")
    `ENSURE(!(|gnt) || ovc_credit_i[gnt_port*VCS + gnt_vc], "on a VC with a credit")
    `ENSURE(!(|(gnt & ~holding_i)) || f_chosen[gnt_vc], "a head takes a VC that is free")
    `ENSURE(!gnt_privileged_i || gnt == privileged_i, "privilege wins")
`endif

endmodule

`default_nettype wire
