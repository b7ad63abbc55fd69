// output_unit.v - output side of a router: credits of the output VCs, and which are in use.
//
// Credits on the pins count in the same cycle. The VC of a head stays busy from the end of
// the cycle in which the head is granted to the end of that in which its tail is. A VC is
// eligible for a head while it is free and has a credit.
// All outputs in one module: they are asked together, as vectors over (output, VC).
//
// Dally & Towles, chapter 16. Mirrored by the output side of model/router/.

`default_nettype none
`include "check.vh"

module output_unit #(
    parameter PORTS    = 5,  // 2 .. 32
    parameter VCS      = 4,  // virtual channels, 1 .. 16
    parameter DEPTH    = 4,  // credits per VC after reset, 1 .. 64
    parameter DATELINE = 0,  // 1: two dateline classes of VCs
    // Derived, do not override.
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  enable_i,

    // To VC allocation
    output wire [PORTS*VCS-1:0]  ovc_credit_o,    // the VC has a credit
    output wire [PORTS*VCS-1:0]  ovc_eligible_o,  // it has a credit and is free
    output wire [PORTS-1:0]      op_class_0_o,    // a VC of dateline class 0 is eligible
    output wire [PORTS-1:0]      op_class_1_o,
    output wire [PORTS-1:0]      op_roomy_o,      // half of the room downstream is free

    // What goes out at the end of this cycle
    input  wire [PORTS-1:0]      op_gnt_i,
    input  wire [PORTS*VC_W-1:0] op_vc_i,
    input  wire [PORTS-1:0]      op_tail_i,

    // Downstream
    input  wire [PORTS*VCS-1:0]  out_credit_i
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_output_unit_PORTS_must_be_2_to_32 u_error ();
        end
        if (DATELINE != 0 && VCS < 2) begin : g_bad_dateline
            ERROR_output_unit_DATELINE_needs_VCS_of_at_least_2 u_error ();
        end
    endgenerate

    localparam           CLASS_0_VCS  = (DATELINE != 0) ? VCS / 2 : VCS;
    localparam [VCS-1:0] CLASS_0_MASK = {VCS{1'b1}} >> (VCS - CLASS_0_VCS);
    localparam [VCS-1:0] VC_0         = {VCS{1'b1}} >> (VCS - 1);

    reg  [PORTS*VCS-1:0] busy_q;     // held by a packet

    wire [PORTS*VCS-1:0] available;
    reg  [PORTS*VCS-1:0] arrived;    // credits on the pins
    reg  [PORTS*VCS-1:0] credit;
    reg  [PORTS*VCS-1:0] eligible;
    reg  [PORTS-1:0]     class_0;
    reg  [PORTS-1:0]     class_1;
    reg  [PORTS*VCS-1:0] spend;
    reg  [PORTS*VCS-1:0] ending;     // the flit that goes out is a tail
    integer              c;
    integer              o;

    always @* begin
        c        = 0;
        arrived  = {(PORTS*VCS){1'b0}};
        credit   = {(PORTS*VCS){1'b0}};
        eligible = {(PORTS*VCS){1'b0}};
        class_0  = {PORTS{1'b0}};
        class_1  = {PORTS{1'b0}};
        if (enable_i) begin
            arrived  = out_credit_i;
            credit   = available | out_credit_i;
            eligible = credit & ~busy_q;
            for (c = 0; c < PORTS; c = c + 1) begin
                class_0[c] = |(eligible[c*VCS +: VCS] & CLASS_0_MASK);
                if (DATELINE != 0) class_1[c] = |(eligible[c*VCS +: VCS] & ~CLASS_0_MASK);
            end
        end
    end

    assign ovc_credit_o   = credit;
    assign ovc_eligible_o = eligible;
    assign op_class_0_o   = class_0;
    assign op_class_1_o   = class_1;

    always @* begin
        o      = 0;
        spend  = {(PORTS*VCS){1'b0}};
        ending = {(PORTS*VCS){1'b0}};
        if (|op_gnt_i) begin
            for (o = 0; o < PORTS; o = o + 1) begin
                if (op_gnt_i[o]) begin
                    spend[o*VCS +: VCS]  = VC_0 << op_vc_i[o*VC_W +: VC_W];
                    ending[o*VCS +: VCS] = {VCS{op_tail_i[o]}};
                end
            end
        end
    end

    genvar g;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_output
            credit_counter #(
                .VCS   (VCS),
                .DEPTH (DEPTH)
            ) u_credit_counter (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .credit_i    (arrived[g*VCS +: VCS]),
                .spend_i     (spend[g*VCS +: VCS]),
                .available_o (available[g*VCS +: VCS]),
                .roomy_o     (op_roomy_o[g])
            );
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q <= {(PORTS*VCS){1'b0}};
        end else if (|op_gnt_i) begin
            busy_q <= (busy_q | spend) & ~(spend & ending);
        end
    end

    `ENSURE((eligible & busy_q) == {(PORTS*VCS){1'b0}}, "a busy VC is not offered again")

endmodule

`default_nettype wire
