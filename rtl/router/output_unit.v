// output_unit.v - one output port of a router: output register, credits, VCs in use.
//
// A flit that the switch grants in cycle t is on the output pins in cycle t+1. The VC of a
// head stays busy until its tail is granted. Credits on the pins count in the same cycle.
//
// Dally & Towles, chapter 16. Mirrored by the output side of model/router/.

`default_nettype none
`include "check.vh"

module output_unit #(
    parameter VCS      = 4,   // virtual channels, 1 .. 16
    parameter DEPTH    = 4,   // credits per VC after reset, 1 .. 64
    parameter FLIT_W   = 34,  // {tail, head, data}, at least 3
    parameter DATELINE = 0,   // 1: two dateline classes of VCs
    // Derived, do not override.
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,

    // To VC allocation
    output wire [VCS-1:0]    credit_o,    // the VC has a credit
    output wire [VCS-1:0]    eligible_o,  // it has a credit and is free
    output wire [1:0]        class_o,     // a VC of this dateline class is eligible
    output wire              roomy_o,     // half of the room downstream is free

    // From the crossbar
    input  wire              valid_i,
    input  wire [VC_W-1:0]   vc_i,
    input  wire [FLIT_W-1:0] flit_i,

    // Downstream
    output wire              out_valid_o,
    output wire [VC_W-1:0]   out_vc_o,
    output wire [FLIT_W-1:0] out_flit_o,
    input  wire [VCS-1:0]    out_credit_i
);

    generate
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_output_unit_FLIT_W_must_be_at_least_3 u_error ();
        end
        if (DATELINE != 0 && VCS < 2) begin : g_bad_dateline
            ERROR_output_unit_DATELINE_needs_VCS_of_at_least_2 u_error ();
        end
    endgenerate

    localparam           CLASS_0_VCS  = (DATELINE != 0) ? VCS / 2 : VCS;
    localparam [VCS-1:0] ALL_VCS      = {VCS{1'b1}};
    localparam [VCS-1:0] CLASS_1_MASK = (DATELINE != 0) ? ALL_VCS << CLASS_0_VCS : {VCS{1'b0}};
    localparam           TAIL         = FLIT_W - 1;

    reg  [VCS-1:0]    busy_q;       // held by a packet
    reg               out_valid_q;
    reg  [VC_W-1:0]   out_vc_q;
    reg  [FLIT_W-1:0] out_flit_q;

    wire [VCS-1:0]    available;
    reg  [VCS-1:0]    arrived;      // credits on the pins
    reg  [VCS-1:0]    spend;
    reg  [VCS-1:0]    credit;
    reg  [VCS-1:0]    eligible;
    integer           v;

    always @* begin
        arrived  = {VCS{1'b0}};
        credit   = {VCS{1'b0}};
        eligible = {VCS{1'b0}};
        if (enable_i) begin
            arrived  = out_credit_i;
            credit   = available | out_credit_i;
            eligible = credit & ~busy_q;
        end
    end

    assign credit_o   = credit;
    assign eligible_o = eligible;
    assign class_o    = {|(eligible & CLASS_1_MASK), |(eligible & ~CLASS_1_MASK)};

    always @* begin
        v     = 0;
        spend = {VCS{1'b0}};
        if (valid_i) begin
            for (v = 0; v < VCS; v = v + 1) spend[v] = (vc_i == v[VC_W-1:0]);
        end
    end

    credit_counter #(
        .VCS   (VCS),
        .DEPTH (DEPTH)
    ) u_credit_counter (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .credit_i    (arrived),
        .spend_i     (spend),
        .available_o (available),
        .roomy_o     (roomy_o)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q      <= {VCS{1'b0}};
            out_valid_q <= 1'b0;
        end else if (enable_i) begin
            out_valid_q <= valid_i;
            if (valid_i) busy_q <= flit_i[TAIL] ? busy_q & ~spend : busy_q | spend;
        end
    end

    always @(posedge clk_i) begin
        if (valid_i) begin
            out_vc_q   <= vc_i;
            out_flit_q <= flit_i;
        end
    end

    assign out_valid_o = out_valid_q;
    assign out_vc_o    = out_vc_q;
    assign out_flit_o  = out_flit_q;

    `REQUIRE(!valid_i || enable_i, "no flit in a cycle that does not count")
    `REQUIRE(!valid_i || flit_i[TAIL-1] != (|(busy_q & spend)), "a head takes a free VC, a body its own")

endmodule

`default_nettype wire
