// narrow_channel.v - a channel over few wires, such as between packages: flits cross as phits.
//
// The inputs of cycle t are on the outputs in cycle t + LATENCY. In between, {route, flit} crosses
// `wire_phit` as PHITS phits, lowest bits first, each for CLOCK_RATIO cycles, as the number and the
// speed of the wires require. The sender leaves PHITS * CLOCK_RATIO cycles from one flit to the
// next. Credits return on one wire for each VC.
//
// Dally 1991, sections II (phits) and III-G. Mirrored by model/network/ (channel delay lines).

`default_nettype none
`include "check.vh"

module narrow_channel #(
    parameter LATENCY     = 5,   // cycles, at least PHITS * CLOCK_RATIO + 1
    parameter VCS         = 4,   // virtual channels, 1 .. 16
    parameter FLIT_W      = 34,  // flit width in bits, head and tail marks included
    parameter ROUTE_W     = 1,   // as in channel.v
    parameter PHITS       = 4,   // phits a flit, 1 .. 64
    parameter CLOCK_RATIO = 1,   // cycles a phit, 1 .. 16
    // Derived, do not override.
    parameter VC_W        = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,     // low: this cycle does not count

    // Upstream
    input  wire               in_valid_i,
    input  wire [VC_W-1:0]    in_vc_i,
    input  wire [ROUTE_W-1:0] in_route_i,
    input  wire [FLIT_W-1:0]  in_flit_i,
    output wire [VCS-1:0]     in_credit_o,

    // Downstream
    output wire               out_valid_o,
    output wire [VC_W-1:0]    out_vc_o,
    output wire [ROUTE_W-1:0] out_route_o,  // zero without a flit
    output wire [FLIT_W-1:0]  out_flit_o,
    input  wire [VCS-1:0]     out_credit_i
);

    localparam CROSSING = PHITS * CLOCK_RATIO;     // cycles of a flit on the narrow wires
    localparam STAGES   = LATENCY - CROSSING - 1;  // registers on the narrow wires
    localparam WORD_W   = FLIT_W + ROUTE_W;
    localparam PHIT_W   = (WORD_W + PHITS - 1) / PHITS;
    localparam PADDED_W = PHITS * PHIT_W;
    localparam COUNT_W  = $clog2(CROSSING + 1);
    localparam PHITS_W  = $clog2(PHITS + 1);
    localparam RATIO_W  = $clog2(CLOCK_RATIO + 1);
    localparam LANE_W   = VC_W + PHIT_W;

    generate
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_narrow_channel_VCS_must_be_1_to_16 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_narrow_channel_FLIT_W_must_be_at_least_3 u_error ();
        end
        if (ROUTE_W < 1) begin : g_bad_route_w
            ERROR_narrow_channel_ROUTE_W_must_be_at_least_1 u_error ();
        end
        if (PHITS < 1 || PHITS > 64 || PHITS > FLIT_W) begin : g_bad_phits
            ERROR_narrow_channel_PHITS_must_be_1_to_64_and_to_FLIT_W u_error ();
        end
        if (CLOCK_RATIO < 1 || CLOCK_RATIO > 16) begin : g_bad_clock_ratio
            ERROR_narrow_channel_CLOCK_RATIO_must_be_1_to_16 u_error ();
        end
        if (LATENCY < CROSSING + 1) begin : g_bad_latency
            ERROR_narrow_channel_LATENCY_must_exceed_PHITS_times_CLOCK_RATIO u_error ();
        end
    endgenerate

    localparam               CROSSING_INT = CROSSING;
    localparam [COUNT_W-1:0] ALL_CYCLES   = CROSSING_INT[COUNT_W-1:0];
    localparam [COUNT_W-1:0] ONE_CYCLE    = 1;
    localparam               RATIO_INT    = CLOCK_RATIO;
    localparam [RATIO_W-1:0] ALL_OF_PHIT  = RATIO_INT[RATIO_W-1:0];
    localparam [RATIO_W-1:0] END_OF_PHIT  = 1;
    localparam               LAST_INT     = PHITS - 1;
    localparam [PHITS_W-1:0] LAST_PHIT    = LAST_INT[PHITS_W-1:0];

    // Near end: the flit shifts down by one phit every CLOCK_RATIO cycles.
    reg  [COUNT_W-1:0]  left_q;   // cycles that the flit still needs the wires
    reg  [RATIO_W-1:0]  slow_q;   // cycles of the phit that is on the wires
    reg  [VC_W-1:0]     vc_q;
    reg  [PADDED_W-1:0] word_q;  // {route, flit}

    wire                moving    = left_q != {COUNT_W{1'b0}};
    wire                phit_ends = moving && slow_q == END_OF_PHIT;

    always @(posedge clk_i) begin
        if (rst_i) begin
            left_q <= {COUNT_W{1'b0}};
        end else if (enable_i) begin
            if (in_valid_i)  left_q <= ALL_CYCLES;
            else if (moving) left_q <= left_q - ONE_CYCLE;
        end
    end
    always @(posedge clk_i) begin
        if (enable_i) begin
            if (in_valid_i || phit_ends) slow_q <= ALL_OF_PHIT;
            else if (moving)             slow_q <= slow_q - END_OF_PHIT;
            if (in_valid_i) begin
                vc_q   <= in_vc_i;
                word_q <= {{(PADDED_W-WORD_W){1'b0}}, in_route_i, in_flit_i};
            end else if (phit_ends) begin
                // slang lint_off shift-count-overflow (a flit of one phit: nothing stays)
                word_q <= word_q >> PHIT_W;
                // slang lint_on shift-count-overflow
            end
        end
    end

    // The wires between the modules. Long ones have registers.
    wire              wire_taken;
    wire [VC_W-1:0]   wire_vc;
    wire [PHIT_W-1:0] wire_phit;

    generate
        if (STAGES == 0) begin : g_short
            assign wire_taken = phit_ends;
            assign wire_vc    = vc_q;
            assign wire_phit  = word_q[PHIT_W-1:0];
        end else begin : g_long
            reg [STAGES-1:0]        taken_q;  // stage 0 is the oldest
            reg [STAGES*LANE_W-1:0] lane_q;

            assign wire_taken           = taken_q[0];
            assign {wire_vc, wire_phit} = lane_q[LANE_W-1:0];

            if (STAGES == 1) begin : g_one
                always @(posedge clk_i) begin
                    if (rst_i)         taken_q <= 1'b0;
                    else if (enable_i) taken_q <= phit_ends;
                end
                always @(posedge clk_i) begin
                    if (enable_i) lane_q <= {vc_q, word_q[PHIT_W-1:0]};
                end
            end else begin : g_many
                always @(posedge clk_i) begin
                    if (rst_i)         taken_q <= {STAGES{1'b0}};
                    else if (enable_i) taken_q <= {phit_ends, taken_q[STAGES-1:1]};
                end
                always @(posedge clk_i) begin
                    if (enable_i) begin
                        lane_q <= {vc_q, word_q[PHIT_W-1:0], lane_q[STAGES*LANE_W-1:LANE_W]};
                    end
                end
            end
        end
    endgenerate

    // Far end: the word fills from above, and is on the outputs once its last phit has come.
    reg                 valid_q;
    reg  [ROUTE_W-1:0]  out_route_q;
    reg  [PHITS_W-1:0]  taken_phits_q;
    reg  [VC_W-1:0]     out_vc_q;
    reg  [PADDED_W-1:0] out_word_q;
    wire [PADDED_W-1:0] out_word;     // with the phit that is taken now

    wire                last_phit = taken_phits_q == LAST_PHIT;

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q       <= 1'b0;
            out_route_q   <= {ROUTE_W{1'b0}};
            taken_phits_q <= {PHITS_W{1'b0}};
        end else if (enable_i) begin
            valid_q     <= wire_taken && last_phit;
            out_route_q <= (wire_taken && last_phit) ? out_word[FLIT_W +: ROUTE_W]
                                                     : {ROUTE_W{1'b0}};
            if (wire_taken) taken_phits_q <= last_phit ? {PHITS_W{1'b0}} : taken_phits_q + 1'b1;
        end
    end

    generate
        if (PHITS == 1) begin : g_one_phit
            assign out_word = wire_phit;
            wire unused = &{1'b0, out_word_q[PADDED_W-1:FLIT_W]};
        end else begin : g_phits
            assign out_word = {wire_phit, out_word_q[PADDED_W-1:PHIT_W]};
        end
    endgenerate

    always @(posedge clk_i) begin
        if (enable_i && wire_taken) begin
            out_vc_q   <= wire_vc;
            out_word_q <= out_word;
        end
    end

    assign out_valid_o = valid_q;
    assign out_vc_o    = out_vc_q;
    assign out_route_o = out_route_q;
    assign out_flit_o  = out_word_q[FLIT_W-1:0];

    // Credits
    reg  [LATENCY*VCS-1:0] credit_q;  // stage 0 is the oldest

    always @(posedge clk_i) begin
        if (rst_i)         credit_q <= {(LATENCY*VCS){1'b0}};
        else if (enable_i) credit_q <= {out_credit_i, credit_q[LATENCY*VCS-1:VCS]};
    end

    assign in_credit_o = credit_q[VCS-1:0];

    `REQUIRE(a_flit_comes_when_the_one_before_it_has_crossed,
            !(in_valid_i && moving && left_q != ONE_CYCLE))

    generate
        if (VCS != (1 << VC_W)) begin : g_check_vc
            localparam            LAST_VC_INT = VCS - 1;
            localparam [VC_W-1:0] LAST_VC     = LAST_VC_INT[VC_W-1:0];
            `REQUIRE(a_flit_names_a_vc_that_exists, !(in_valid_i && in_vc_i > LAST_VC))
        end
    endgenerate

`ifdef FORMAL
    // Follow any flit from its arrival to the outputs.
    (* anyseq, keep *) wire f_pick;
    reg               f_watching_q;
    reg [FLIT_W-1:0]  f_flit_q;
    reg [ROUTE_W-1:0] f_route_q;
    reg [7:0]         f_age_q;  // cycles since it was on the inputs
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (enable_i) begin
            if (f_watching_q) begin
                f_age_q <= f_age_q + 8'd1;
                if (f_age_q == LATENCY) f_watching_q <= 1'b0;
            end else if (f_pick && in_valid_i) begin
                f_watching_q <= 1'b1;
                f_flit_q     <= in_flit_i;
                f_route_q    <= in_route_i;
                f_age_q      <= 8'd1;
            end
        end
    end
    `ENSURE(a_flit_comes_out_after_latency_cycles,
            !(f_watching_q && f_age_q == LATENCY)
            || (out_valid_o && out_flit_o == f_flit_q && out_route_o == f_route_q))
    `ENSURE(no_route_without_a_flit, out_valid_o || out_route_o == {ROUTE_W{1'b0}})
`endif

endmodule

`default_nettype wire
