// channel.v - a registered pipeline between two components: flits forward, credits back.
//
// The inputs of cycle t are on the outputs in cycle t + LATENCY (Dally & Towles, chapter 13; wire
// delay T_w of Agarwal). A channel of latency 0 connects pins directly and needs no module. The
// route is zero in cycles without a flit, because a router looks only at the route.
//
// Mirrored by model/network/ (channel delay lines).

`default_nettype none
`include "check.vh"

module channel #(
    parameter LATENCY = 1,   // cycles, at least 1
    parameter VCS     = 4,   // virtual channels, 1 .. 16
    parameter FLIT_W  = 34,  // flit width in bits, head and tail marks included
    parameter ROUTE_W = 1,   // route width in bits, that of the router behind; 1, tied low: none
    // Derived, do not override.
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,     // low: this cycle does not count

    // Upstream
    input  wire               in_valid_i,
    input  wire [VC_W-1:0]    in_vc_i,
    input  wire [ROUTE_W-1:0] in_route_i,   // zero without a flit
    input  wire [FLIT_W-1:0]  in_flit_i,
    output wire [VCS-1:0]     in_credit_o,

    // Downstream
    output wire               out_valid_o,
    output wire [VC_W-1:0]    out_vc_o,
    output wire [ROUTE_W-1:0] out_route_o,
    output wire [FLIT_W-1:0]  out_flit_o,
    input  wire [VCS-1:0]     out_credit_i
);

    generate
        if (LATENCY < 1) begin : g_bad_latency
            ERROR_channel_LATENCY_must_be_at_least_1 u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_channel_VCS_must_be_1_to_16 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_channel_FLIT_W_must_be_at_least_3 u_error ();
        end
        if (ROUTE_W < 1) begin : g_bad_route_w
            ERROR_channel_ROUTE_W_must_be_at_least_1 u_error ();
        end
    endgenerate

    // Stage 0 holds the oldest flit and drives the outputs.
    reg [LATENCY-1:0]         valid_q;
    reg [LATENCY*ROUTE_W-1:0] route_q;
    reg [LATENCY*VCS-1:0]     credit_q;
    reg [LATENCY*VC_W-1:0]    vc_q;
    reg [LATENCY*FLIT_W-1:0]  flit_q;

    assign out_valid_o = valid_q[0];
    assign out_vc_o    = vc_q[VC_W-1:0];
    assign out_route_o = route_q[ROUTE_W-1:0];
    assign out_flit_o  = flit_q[FLIT_W-1:0];
    assign in_credit_o = credit_q[VCS-1:0];

    generate
        if (LATENCY == 1) begin : g_one
            always @(posedge clk_i) begin
                if (rst_i) begin
                    valid_q  <= 1'b0;
                    route_q  <= {ROUTE_W{1'b0}};
                    credit_q <= {VCS{1'b0}};
                end else if (enable_i) begin
                    valid_q  <= in_valid_i;
                    route_q  <= in_route_i;
                    credit_q <= out_credit_i;
                end
            end
            always @(posedge clk_i) begin
                if (enable_i && in_valid_i) begin
                    vc_q   <= in_vc_i;
                    flit_q <= in_flit_i;
                end
            end
        end else begin : g_many
            always @(posedge clk_i) begin
                if (rst_i) begin
                    valid_q  <= {LATENCY{1'b0}};
                    route_q  <= {(LATENCY*ROUTE_W){1'b0}};
                    credit_q <= {(LATENCY*VCS){1'b0}};
                end else if (enable_i) begin
                    valid_q  <= {in_valid_i, valid_q[LATENCY-1:1]};
                    route_q  <= {in_route_i, route_q[LATENCY*ROUTE_W-1:ROUTE_W]};
                    credit_q <= {out_credit_i, credit_q[LATENCY*VCS-1:VCS]};
                end
            end
            always @(posedge clk_i) begin
                if (enable_i) begin
                    vc_q   <= {in_vc_i, vc_q[LATENCY*VC_W-1:VC_W]};
                    flit_q <= {in_flit_i, flit_q[LATENCY*FLIT_W-1:FLIT_W]};
                end
            end
        end
    endgenerate

    `REQUIRE(no_route_without_a_flit, in_valid_i || in_route_i == {ROUTE_W{1'b0}})

    generate
        if (VCS != (1 << VC_W)) begin : g_check_vc
            localparam            LAST_VC_INT = VCS - 1;
            localparam [VC_W-1:0] LAST_VC     = LAST_VC_INT[VC_W-1:0];
            `REQUIRE(a_flit_names_a_vc_that_exists, !(in_valid_i && in_vc_i > LAST_VC))
        end
    endgenerate

`ifdef FORMAL
    // Follow any flit from its arrival: it is on the outputs after LATENCY cycles.
    (* anyseq, keep *) wire f_pick;
    reg               f_watching_q;
    reg [FLIT_W-1:0]  f_flit_q;
    reg [ROUTE_W-1:0] f_route_q;
    reg [7:0]         f_stage_q;  // where it is; 0: on the outputs
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (enable_i) begin
            if (f_watching_q) begin
                f_stage_q <= f_stage_q - 8'd1;
                if (f_stage_q == 8'd0) f_watching_q <= 1'b0;
            end else if (f_pick && in_valid_i) begin
                f_watching_q <= 1'b1;
                f_flit_q     <= in_flit_i;
                f_route_q    <= in_route_i;
                f_stage_q    <= LATENCY - 1;
            end
        end
    end
    `ENSURE(the_watched_flit_is_on_its_way, !f_watching_q || f_stage_q < LATENCY)
    `ENSURE(a_flit_moves_one_stage_a_cycle,
            !f_watching_q || (valid_q[f_stage_q] && flit_q[f_stage_q*FLIT_W +: FLIT_W] == f_flit_q
                              && route_q[f_stage_q*ROUTE_W +: ROUTE_W] == f_route_q))
    `ENSURE(a_flit_comes_out_after_latency_cycles,
            !(f_watching_q && f_stage_q == 8'd0)
            || (out_valid_o && out_flit_o == f_flit_q && out_route_o == f_route_q))

    // The route of a stage without a flit is zero.
    reg     f_stray;
    integer f_s;
    always @* begin
        f_stray = 1'b0;
        for (f_s = 0; f_s < LATENCY; f_s = f_s + 1) begin
            if (!valid_q[f_s] && route_q[f_s*ROUTE_W +: ROUTE_W] != {ROUTE_W{1'b0}}) f_stray = 1'b1;
        end
    end
    `ENSURE(no_route_without_a_flit, !f_stray)
`endif

endmodule

`default_nettype wire
