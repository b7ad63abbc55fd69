// vc_selector.v - what the VCs of one input of an interchange ask for, and which one sends.
//
// Combinational, around switch allocation. A packet goes on on its own VC, so an output VC is
// asked for, not chosen: a head requests every output of its route on which that VC is free and
// has a credit, a body its packet's output while the VC has a credit. For the output that the
// switch granted, one of the VCs that asked for it sends (round-robin).
// The exception: on the outputs of crossing_i, express channels over the dateline of a ring, VC
// v of class 0 goes on on VC v + floor(VCS/2), in class 1.
//
// docs/timing.md section 6. Mirrored by model/interchange/interchange_core.h.

`default_nettype none
`include "check.vh"

module vc_selector #(
    parameter OUTPUTS  = 2,  // outputs that a packet from here can take
    parameter VCS      = 4,  // virtual channels, 1 .. 16
    parameter DATELINE = 0,  // 1: two dateline classes of VCs, VCS at least 2
    // Derived, do not override.
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                   clk_i,
    input  wire                   rst_i,

    // From the input
    input  wire [VCS-1:0]         candidate_i,
    input  wire [VCS-1:0]         holding_i,
    input  wire [VCS*OUTPUTS-1:0] route_i,

    // From the outputs
    input  wire [OUTPUTS*VCS-1:0] ovc_credit_i,      // the output VC has a credit
    input  wire [OUTPUTS*VCS-1:0] ovc_eligible_i,    // it has a credit and is free
    input  wire [OUTPUTS-1:0]     crossing_i,        // class 0 goes on in class 1

    // From the starvation guard
    input  wire [VCS-1:0]         privileged_i,      // one-hot or zero

    // Switch allocation: what this input asks for, and what it gets in the same cycle
    output wire [OUTPUTS-1:0]     op_req_o,
    output wire [OUTPUTS-1:0]     op_privileged_req_o,
    input  wire [OUTPUTS-1:0]     op_gnt_i,          // one-hot or zero
    input  wire                   gnt_privileged_i,

    // To the input and the crossbar
    output wire [VCS-1:0]         gnt_o,             // one-hot or zero: the VC that sends
    output wire [VC_W-1:0]        gnt_index_o,       // the same as a number
    output wire [VC_W-1:0]        gnt_vc_o           // the output VC
);

    generate
        if (OUTPUTS < 1) begin : g_bad_outputs
            ERROR_vc_selector_OUTPUTS_must_be_at_least_1 u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_vc_selector_VCS_must_be_1_to_16 u_error ();
        end
        if (DATELINE != 0 && VCS < 2) begin : g_bad_dateline
            ERROR_vc_selector_DATELINE_needs_VCS_of_at_least_2 u_error ();
        end
    endgenerate

    localparam            CLASS_1_INT = VCS / 2;
    localparam [VC_W-1:0] CLASS_1     = CLASS_1_INT[VC_W-1:0];  // its first VC

    // Requests
    reg [VCS*OUTPUTS-1:0] vc_op_req;
    reg [OUTPUTS-1:0]     op_req;
    reg [OUTPUTS-1:0]     op_privileged_req;
    reg [OUTPUTS*VCS-1:0] room;       // of the output VCs, as this VC sees it
    reg [OUTPUTS-1:0]     req;
    integer               v;
    integer               o;

    // The choice
    reg  [VCS-1:0]        wanting;    // VCs that request the granted output
    wire [VCS-1:0]        gnt;
    reg  [VC_W-1:0]       gnt_index;
    reg  [VC_W-1:0]       gnt_vc;
    integer               w;
    integer               c;

    always @* begin
        v                 = 0;
        o                 = 0;
        vc_op_req         = {(VCS*OUTPUTS){1'b0}};
        op_req            = {OUTPUTS{1'b0}};
        op_privileged_req = {OUTPUTS{1'b0}};
        room              = {(OUTPUTS*VCS){1'b0}};
        req               = {OUTPUTS{1'b0}};
        if (|candidate_i) begin
            for (v = 0; v < VCS; v = v + 1) begin
                if (candidate_i[v]) begin
                    room = holding_i[v] ? ovc_credit_i : ovc_eligible_i;
                    for (o = 0; o < OUTPUTS; o = o + 1) begin
                        req[o] = room[o*VCS + v];
                        if (DATELINE != 0 && v < CLASS_1_INT && crossing_i[o]) begin
                            req[o] = room[o*VCS + (v + CLASS_1_INT) % VCS];
                        end
                    end
                    req    = req & route_i[v*OUTPUTS +: OUTPUTS];
                    op_req = op_req | req;
                    vc_op_req[v*OUTPUTS +: OUTPUTS] = req;
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
                wanting[w] = |(vc_op_req[w*OUTPUTS +: OUTPUTS] & op_gnt_i);
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
        gnt_vc    = {VC_W{1'b0}};
        if (|gnt) begin
            for (c = 0; c < VCS; c = c + 1) begin
                gnt_index = gnt_index | ({VC_W{gnt[c]}} & c[VC_W-1:0]);
            end
            gnt_vc = gnt_index;
            if (DATELINE != 0 && gnt_index < CLASS_1 && (|(op_gnt_i & crossing_i))) begin
                gnt_vc = gnt_index + CLASS_1;
            end
        end
    end

    assign gnt_o       = gnt;
    assign gnt_index_o = gnt_index;
    assign gnt_vc_o    = gnt_vc;

    `ENSURE((|op_gnt_i) == (|gnt), "a VC sends when the switch has a way for it")
`ifdef FORMAL
    `REQUIRE((op_gnt_i & ~op_req) == {OUTPUTS{1'b0}}, "the switch grants what was requested")
    `REQUIRE((op_gnt_i & (op_gnt_i - 1'b1)) == {OUTPUTS{1'b0}}, "one output per input")
    `REQUIRE((ovc_eligible_i & ~ovc_credit_i) == {(OUTPUTS*VCS){1'b0}}, "eligible: with a credit")
    `REQUIRE((privileged_i & (privileged_i - 1'b1)) == {VCS{1'b0}}, "one VC is privileged")
    `REQUIRE(gnt_privileged_i == (|op_privileged_req), "a privileged request wins")
    `REQUIRE(!gnt_privileged_i || op_gnt_i == (op_privileged_req & (~op_privileged_req + 1'b1)),
             "the lowest output that it asks for")
    `ENSURE((gnt & ~candidate_i) == {VCS{1'b0}}, "a VC sends a flit that it has")
    `ENSURE((gnt & (gnt - 1'b1)) == {VCS{1'b0}}, "one VC sends")
    `ENSURE(!gnt_privileged_i || gnt == privileged_i, "privilege wins")
    genvar f, fo;
    generate
        for (f = 0; f < VCS; f = f + 1) begin : g_vc
            localparam [VC_W-1:0] F_VC = f;
            wire f_crosses = (DATELINE != 0) && f < CLASS_1_INT && (|(op_gnt_i & crossing_i));
            `ENSURE(!gnt[f] || gnt_index == F_VC, "the number of the VC that sends")
            `ENSURE(!gnt[f] || gnt_vc == (f_crosses ? F_VC + CLASS_1 : F_VC),
                    "on its own VC, over the dateline on that of class 1")
            for (fo = 0; fo < OUTPUTS; fo = fo + 1) begin : g_output
                `ENSURE(!(gnt[f] && op_gnt_i[fo]) || route_i[f*OUTPUTS + fo], "on its route")
                `ENSURE(!(gnt[f] && op_gnt_i[fo]) || ovc_credit_i[fo*VCS + gnt_vc],
                        "on a VC with a credit")
                `ENSURE(!(gnt[f] && op_gnt_i[fo] && !holding_i[f])
                        || ovc_eligible_i[fo*VCS + gnt_vc], "a head takes a VC that is free")
            end
        end
    endgenerate
`endif

endmodule

`default_nettype wire
