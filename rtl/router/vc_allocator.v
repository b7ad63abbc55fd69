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
    parameter PORT_W   = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                  clk_i,
    input  wire                  rst_i,

    // From the input unit
    input  wire [VCS-1:0]        candidate_i,
    input  wire [VCS-1:0]        holding_i,
    input  wire [VCS*PORTS-1:0]  outputs_i,
    input  wire [VCS*2-1:0]      classes_i,
    input  wire [VCS*PORT_W-1:0] held_port_i,
    input  wire [VCS*VC_W-1:0]   held_vc_i,
    input  wire                  local_i,        // this input belongs to a terminal

    // From the output units
    input  wire [PORTS*VCS-1:0]  ovc_credit_i,   // the output VC has a credit
    input  wire [PORTS*VCS-1:0]  ovc_eligible_i, // it has a credit and is free
    input  wire [PORTS-1:0]      op_class_0_i,   // an eligible VC of class 0 is there
    input  wire [PORTS-1:0]      op_class_1_i,
    input  wire [PORTS-1:0]      op_roomy_i,

    // From the starvation guard
    input  wire [VCS-1:0]        privileged_i,   // one-hot or zero

    // Switch allocation: what this input asks for, and what it gets in the same cycle
    output wire [PORTS-1:0]      op_req_o,
    output wire [PORTS-1:0]      op_privileged_req_o,
    input  wire [PORTS-1:0]      op_gnt_i,       // one-hot or zero
    input  wire                  gnt_privileged_i,

    // To the input unit and the crossbar
    output wire [VCS-1:0]        gnt_o,          // one-hot or zero: the VC that sends
    output wire [PORT_W-1:0]     gnt_port_o,     // the output as a number
    output wire [VC_W-1:0]       gnt_vc_o        // the output VC
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

    localparam                 OVC_W        = $clog2(PORTS * VCS);
    localparam                 CLASS_0_VCS  = (DATELINE != 0) ? VCS / 2 : VCS;
    localparam [VCS-1:0]       ALL_VCS      = {VCS{1'b1}};
    localparam [VCS-1:0]       CLASS_1_MASK = (DATELINE != 0) ? ALL_VCS << CLASS_0_VCS
                                                              : {VCS{1'b0}};
    localparam [VCS-1:0]       CLASS_0_MASK = ~CLASS_1_MASK;
    localparam [OVC_W-1:0]     STRIDE       = VCS[OVC_W-1:0];

    // Requests
    reg [VCS*PORTS-1:0] vc_op_req;
    reg [PORTS-1:0]     op_req;
    reg [PORTS-1:0]     op_privileged_req;
    reg [PORTS-1:0]     req;
    reg [OVC_W-1:0]     held;

    // The choice
    reg  [VCS-1:0]      wanting;   // VCs that request the granted output
    wire [VCS-1:0]      gnt;
    reg  [PORT_W-1:0]   gnt_port;
    reg  [OVC_W-1:0]    gnt_base;  // first output VC of the granted output
    reg  [VCS-1:0]      permitted; // by the route of the granted head
    reg  [VCS-1:0]      eligible;
    reg  [VC_W-1:0]     gnt_vc;

    integer v;
    integer w;
    integer o;
    integer x;

    always @* begin
        v                 = 0;
        vc_op_req         = {(VCS*PORTS){1'b0}};
        op_req            = {PORTS{1'b0}};
        op_privileged_req = {PORTS{1'b0}};
        req               = {PORTS{1'b0}};
        held              = {OVC_W{1'b0}};
        if (|candidate_i) begin
            for (v = 0; v < VCS; v = v + 1) begin
                if (candidate_i[v]) begin
                    req = outputs_i[v*PORTS +: PORTS];
                    if (holding_i[v]) begin
                        held = held_port_i[v*PORT_W +: PORT_W] * STRIDE
                             + {{(OVC_W-VC_W){1'b0}}, held_vc_i[v*VC_W +: VC_W]};
                        if (!ovc_credit_i[held]) req = {PORTS{1'b0}};
                    end else begin
                        req = req & ((classes_i[2*v] ? op_class_0_i : {PORTS{1'b0}})
                                   | (classes_i[2*v+1] ? op_class_1_i : {PORTS{1'b0}}));
                        if (local_i && !privileged_i[v]) req = req & op_roomy_i;
                    end
                    vc_op_req[v*PORTS +: PORTS] = req;
                    op_req = op_req | req;
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

    assign gnt_o = gnt;

    always @* begin
        o         = 0;
        x         = 0;
        gnt_port  = {PORT_W{1'b0}};
        gnt_base  = {OVC_W{1'b0}};
        permitted = {VCS{1'b0}};
        eligible  = {VCS{1'b0}};
        gnt_vc    = {VC_W{1'b0}};
        if (|gnt) begin
            for (o = 0; o < PORTS; o = o + 1) begin
                if (op_gnt_i[o]) gnt_port = gnt_port | o[PORT_W-1:0];
            end
            if (|(gnt & holding_i)) begin
                for (x = 0; x < VCS; x = x + 1) begin
                    if (gnt[x]) gnt_vc = gnt_vc | held_vc_i[x*VC_W +: VC_W];
                end
            end else begin
                for (x = 0; x < VCS; x = x + 1) begin
                    if (gnt[x]) begin
                        permitted = permitted | (classes_i[2*x] ? CLASS_0_MASK : {VCS{1'b0}})
                                  | (classes_i[2*x+1] ? CLASS_1_MASK : {VCS{1'b0}});
                    end
                end
                gnt_base = gnt_port * STRIDE;
                eligible = ovc_eligible_i[gnt_base +: VCS] & permitted;
                for (x = VCS - 1; x >= 0; x = x - 1) begin
                    if (eligible[x]) gnt_vc = x[VC_W-1:0];
                end
            end
        end
    end

    assign gnt_port_o = gnt_port;
    assign gnt_vc_o   = gnt_vc;

    `REQUIRE((op_gnt_i & ~op_req) == {PORTS{1'b0}}, "the switch grants what was requested")
    `ENSURE((|op_gnt_i) == (|gnt), "a VC sends when the switch has a way for it")
    `ENSURE(!(|(gnt & ~holding_i)) || (|eligible), "a head gets an output VC that is eligible")

endmodule

`default_nettype wire
