// interchange_output.v - output side of an interchange: credits and states of the output VCs.
//
// Credits on the pins count in the same cycle. The VC of a head is busy from the end of the
// cycle in which the head is granted to the end of that in which its tail is, and granted_q
// says to which input; it is eligible for a head while it is free and has a credit.
// The buffer behind a local channel holds DEPTH flits per VC, that behind an express channel
// EXPRESS_DEPTH. A paced output has a narrow channel behind it: after a flit it pauses, so that
// the next one goes PACE cycles later at the earliest. All outputs are in one module: they are
// asked together, as vectors over (output, VC).
//
// Dally 1991, IV (output state). Mirrored by model/interchange/interchange_core.h.

`default_nettype none
`include "check.vh"

module interchange_output #(
    parameter PORTS         = 4,  // 2 .. 32
    parameter LANES         = 2,  // ports of a direction; the first is the local channel
    parameter VCS           = 4,  // virtual channels, 1 .. 16
    parameter DEPTH         = 4,  // credits per VC after reset, local channels, 1 .. 64
    parameter EXPRESS_DEPTH = 4,  // express channels, 1 .. 64
    parameter PACE          = 1,  // cycles from flit to flit at paced outputs, 1 .. 1024
    // Derived, do not override.
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   enable_i,

    // Pace
    input  wire [PORTS-1:0]       paced_i,         // a narrow channel is behind the output
    output wire                   pausing_o,       // an output pauses, from registers

    // To the VC selectors
    output wire [PORTS*VCS-1:0]   ovc_credit_o,    // the VC has a credit
    output wire [PORTS*VCS-1:0]   ovc_eligible_o,  // it has a credit and is free

    // What goes out at the end of this cycle
    input  wire [PORTS-1:0]       op_gnt_i,
    input  wire [PORTS*PORTS-1:0] ip_op_gnt_i,     // from which input
    input  wire [PORTS*VC_W-1:0]  op_vc_i,
    input  wire [PORTS-1:0]       op_tail_i,

    // Downstream
    input  wire [PORTS*VCS-1:0]   out_credit_i
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_interchange_output_PORTS_must_be_2_to_32 u_error ();
        end
        if (LANES < 1 || PORTS % LANES != 0) begin : g_bad_lanes
            ERROR_interchange_output_LANES_must_divide_PORTS u_error ();
        end
        if (PACE < 1 || PACE > 1024) begin : g_bad_pace
            ERROR_interchange_output_PACE_must_be_1_to_1024 u_error ();
        end
    endgenerate

    localparam [VCS-1:0]        VC_0    = {VCS{1'b1}} >> (VCS - 1);
    localparam [VCS*PORT_W-1:0] INPUT_0 = {(VCS*PORT_W){1'b1}} >> ((VCS - 1) * PORT_W);

    reg  [PORTS*VCS-1:0]        busy_q;     // held by a packet
    reg  [PORTS*VCS*PORT_W-1:0] granted_q;  // of a busy VC: the input that holds it

    wire [PORTS*VCS-1:0]        available;
    wire [PORTS*VCS-1:0]        paused;     // of outputs that pause
    wire [PORTS-1:0]            roomy;      // a router's terminals ask for it
    wire                        unused = &{1'b0, roomy};
    reg  [PORTS*VCS-1:0]        arrived;    // credits on the pins
    reg  [PORTS*VCS-1:0]        credit;
    reg  [PORTS*VCS-1:0]        eligible;
    reg  [PORTS*VCS-1:0]        spend;
    reg  [PORTS*VCS-1:0]        ending;     // the flit that goes out is a tail
    reg  [PORTS*VCS*PORT_W-1:0] granted_d;

    // Of one output
    reg  [VCS-1:0]              vc;         // one-hot: the VC of the flit that goes out
    reg  [PORT_W-1:0]           from;       // the input that it comes from
    reg  [VCS*PORT_W-1:0]       inputs;     // that hold the VCs
    reg  [VCS*PORT_W-1:0]       slot;       // mask of one of them
    reg                         astray;     // a flit from an input that does not hold its VC
    integer                     o;
    integer                     i;

    always @* begin
        arrived  = {(PORTS*VCS){1'b0}};
        credit   = {(PORTS*VCS){1'b0}};
        eligible = {(PORTS*VCS){1'b0}};
        if (enable_i) begin
            arrived  = out_credit_i;
            credit   = (available | out_credit_i) & ~paused;
            eligible = credit & ~busy_q;
        end
    end

    assign ovc_credit_o   = credit;
    assign ovc_eligible_o = eligible;

    always @* begin
        o         = 0;
        i         = 0;
        vc        = {VCS{1'b0}};
        inputs    = {(VCS*PORT_W){1'b0}};
        slot      = {(VCS*PORT_W){1'b0}};
        spend     = {(PORTS*VCS){1'b0}};
        ending    = {(PORTS*VCS){1'b0}};
        from      = {PORT_W{1'b0}};
        astray    = 1'b0;
        granted_d = granted_q;
        if (|op_gnt_i) begin
            for (o = 0; o < PORTS; o = o + 1) begin
                if (op_gnt_i[o]) begin
                    from = {PORT_W{1'b0}};
                    for (i = 0; i < PORTS; i = i + 1) begin
                        from = from | ({PORT_W{ip_op_gnt_i[i*PORTS + o]}} & i[PORT_W-1:0]);
                    end
                    vc     = VC_0 << op_vc_i[o*VC_W +: VC_W];
                    slot   = INPUT_0 << (op_vc_i[o*VC_W +: VC_W] * PORT_W);
                    inputs = granted_q[o*VCS*PORT_W +: VCS*PORT_W];
                    astray = astray || ((|(busy_q[o*VCS +: VCS] & vc))
                                        && (|((inputs ^ {VCS{from}}) & slot)));
                    granted_d[o*VCS*PORT_W +: VCS*PORT_W] = (inputs & ~slot)
                                                          | ({VCS{from}} & slot);
                    spend[o*VCS +: VCS]  = vc;
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
                .DEPTH ((g % LANES == 0) ? DEPTH : EXPRESS_DEPTH)
            ) u_credit_counter (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .credit_i    (arrived[g*VCS +: VCS]),
                .spend_i     (spend[g*VCS +: VCS]),
                .available_o (available[g*VCS +: VCS]),
                .roomy_o     (roomy[g])
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

    generate
        if (PACE > 1) begin : g_pace
            localparam               PAUSE_W   = $clog2(PACE);
            localparam               PAUSE_INT = PACE - 1;
            localparam [PAUSE_W-1:0] PAUSE     = PAUSE_INT[PAUSE_W-1:0];

            reg [PORTS*PAUSE_W-1:0] pause_q, pause_d;      // cycles until it may send again
            reg [PORTS-1:0]         pausing_q, pausing_d;  // pause_q is not zero
            reg [PAUSE_W-1:0]       pause;
            integer                 p;

            // A pausing output is not granted.
            always @* begin
                p         = 0;
                pause     = {PAUSE_W{1'b0}};
                pause_d   = pause_q;
                pausing_d = pausing_q;
                if (|(pausing_q | (op_gnt_i & paced_i))) begin
                    for (p = 0; p < PORTS; p = p + 1) begin
                        pause = pause_q[p*PAUSE_W +: PAUSE_W];
                        if (pausing_q[p]) pause = pause - 1'b1;
                        if (op_gnt_i[p] && paced_i[p]) pause = PAUSE;
                        pause_d[p*PAUSE_W +: PAUSE_W] = pause;
                        pausing_d[p]                  = |pause;
                    end
                end
            end

            always @(posedge clk_i) begin
                if (rst_i) begin
                    pause_q   <= {(PORTS*PAUSE_W){1'b0}};
                    pausing_q <= {PORTS{1'b0}};
                end else if (enable_i) begin
                    pause_q   <= pause_d;
                    pausing_q <= pausing_d;
                end
            end

            for (g = 0; g < PORTS; g = g + 1) begin : g_paused
                assign paused[g*VCS +: VCS] = {VCS{pausing_q[g]}};
            end
            assign pausing_o = |pausing_q;

`ifdef FORMAL
            // Cycles that count since the last flit of an output; at the beginning PACE.
            reg [PORTS-1:0] f_paced_q;
            always @(posedge clk_i) begin
                if (rst_i) f_paced_q <= paced_i;
            end
            `REQUIRE(paced_i == f_paced_q, "paced for ever or never")
            for (g = 0; g < PORTS; g = g + 1) begin : g_since
                reg  [10:0] f_since_q;
                wire [10:0] f_pause = (paced_i[g] && f_since_q < PACE) ? PACE - f_since_q : 11'd0;
                always @(posedge clk_i) begin
                    if (rst_i) f_since_q <= PACE;
                    else if (enable_i && op_gnt_i[g]) f_since_q <= 11'd1;
                    else if (enable_i && f_since_q < PACE) f_since_q <= f_since_q + 11'd1;
                end
                `ENSURE(pause_q[g*PAUSE_W +: PAUSE_W] == f_pause, "it counts to PACE")
                `ENSURE(pausing_q[g] == (f_pause != 11'd0), "and tells")
                `ENSURE(!(op_gnt_i[g] && paced_i[g]) || f_since_q >= PACE, "PACE cycles apart")
                `ENSURE(!enable_i || f_pause != 11'd0 || ovc_credit_o[g*VCS +: VCS]
                        == (available[g*VCS +: VCS] | out_credit_i[g*VCS +: VCS]), "and no more")
            end
`endif
        end else begin : g_no_pace
            wire unused_paced = &{1'b0, paced_i};
            assign paused     = {(PORTS*VCS){1'b0}};
            assign pausing_o  = 1'b0;
        end
    endgenerate

    // Only a check reads it, and who looks at a waveform: synthesis removes it.
    always @(posedge clk_i) begin
        if (|op_gnt_i) granted_q <= granted_d;
    end

    `REQUIRE(!astray, "a busy VC takes flits from the input that it was granted to")
`ifdef FORMAL
    // Only what was offered goes.
    wire [PORTS*VCS-1:0] f_offered = (busy_q & ovc_credit_o) | ovc_eligible_o;
    `REQUIRE((spend & ~f_offered) == {(PORTS*VCS){1'b0}}, "a flit goes where a credit is")
    `REQUIRE(enable_i || op_gnt_i == {PORTS{1'b0}}, "no grant in a cycle that does not count")
    genvar f;
    generate
        for (f = 0; f < PORTS; f = f + 1) begin : g_formal
            `REQUIRE(op_gnt_i[f] == (|spend[f*VCS +: VCS]), "a grant names a VC that exists")
        end
    endgenerate
`endif

endmodule

`default_nettype wire
