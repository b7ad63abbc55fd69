// async_channel.v - a channel between two clocks: flits forward, credits back.
//
// Flits wait in a memory of as many places as the buffer behind has, so credits keep it from
// overflowing, and the sender need not know what has left. A Gray counter of the flits that have
// come crosses to the clock behind, and one of the credits of each VC crosses back, each by two
// registers. A flit on the inputs in a cycle is on the outputs after the fourth edge, at most, of
// the clock behind from then on, if none waits in front of it; credits alike. Flits leave in their
// order, one a cycle. With one clock on both sides this is channel.v with LATENCY 4.
//
// Both resets must be high at once, for four edges of each clock, before either goes low; which
// goes low first does not matter (docs/timing/channel.md).
// No mirror: a clock domain. With one clock, that of channel.v.

`default_nettype none

module async_channel #(
    parameter VCS     = 4,   // virtual channels, 1 .. 16
    parameter FLIT_W  = 34,  // flit width in bits, head and tail marks included
    parameter ROUTE_W = 1,   // as in channel.v
    parameter DEPTH   = 4,   // flits a VC that the buffer behind holds, 1 .. 64
    // Derived, do not override.
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    // Upstream
    input  wire               in_clk_i,
    input  wire               in_rst_i,
    input  wire               in_enable_i,  // low: this cycle of in_clk_i does not count
    input  wire               in_valid_i,
    input  wire [VC_W-1:0]    in_vc_i,
    input  wire [ROUTE_W-1:0] in_route_i,   // zero without a flit
    input  wire [FLIT_W-1:0]  in_flit_i,
    output wire [VCS-1:0]     in_credit_o,

    // Downstream
    input  wire               out_clk_i,
    input  wire               out_rst_i,
    input  wire               out_enable_i,  // low: this cycle of out_clk_i does not count
    output wire               out_valid_o,
    output wire [VC_W-1:0]    out_vc_o,
    output wire [ROUTE_W-1:0] out_route_o,   // zero without a flit
    output wire [FLIT_W-1:0]  out_flit_o,
    input  wire [VCS-1:0]     out_credit_i
);

    generate
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_async_channel_VCS_must_be_1_to_16 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_async_channel_FLIT_W_must_be_at_least_3 u_error ();
        end
        if (ROUTE_W < 1) begin : g_bad_route_w
            ERROR_async_channel_ROUTE_W_must_be_at_least_1 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_async_channel_DEPTH_must_be_1_to_64 u_error ();
        end
    endgenerate

    localparam PLACES  = VCS * DEPTH;
    localparam COUNT_W = $clog2(PLACES + 1);  // so that no flits and PLACES of them differ
    localparam PLACE_W = (PLACES > 1) ? $clog2(PLACES) : 1;
    localparam OWED_W  = $clog2(DEPTH + 1);
    localparam WORD_W  = FLIT_W + ROUTE_W + VC_W;

    // Flits
    reg  [WORD_W-1:0]  memory_q [0:(1 << PLACE_W)-1];  // of the clock in front; read behind
    reg                valid_q;
    reg  [ROUTE_W-1:0] route_q;
    reg  [VC_W-1:0]    vc_q;
    reg  [FLIT_W-1:0]  flit_q;
    wire               comes = in_enable_i && in_valid_i;
    wire [COUNT_W-1:0] come;       // flits that have come
    wire [COUNT_W-1:0] come_gray;
    wire [COUNT_W-1:0] seen_gray;  // the same, behind
    wire [COUNT_W-1:0] gone;       // flits that have left
    wire [COUNT_W-1:0] gone_gray;
    wire               leaves = out_enable_i && seen_gray != gone_gray;

    gray_counter #(
        .WIDTH (COUNT_W)
    ) u_come (
        .clk_i    (in_clk_i),
        .rst_i    (in_rst_i),
        .count_i  (comes),
        .binary_o (come),
        .gray_o   (come_gray)
    );

    synchroniser #(
        .WIDTH (COUNT_W)
    ) u_seen (
        .clk_i    (out_clk_i),
        .rst_i    (out_rst_i),
        .enable_i (out_enable_i),
        .data_i   (come_gray),
        .data_o   (seen_gray)
    );

    gray_counter #(
        .WIDTH (COUNT_W)
    ) u_gone (
        .clk_i    (out_clk_i),
        .rst_i    (out_rst_i),
        .count_i  (leaves),
        .binary_o (gone),
        .gray_o   (gone_gray)
    );

    wire [WORD_W-1:0] front = memory_q[gone[PLACE_W-1:0]];

    always @(posedge in_clk_i) begin
        if (comes) memory_q[come[PLACE_W-1:0]] <= {in_route_i, in_vc_i, in_flit_i};
    end
    always @(posedge out_clk_i) begin
        if (out_rst_i) begin
            valid_q <= 1'b0;
            route_q <= {ROUTE_W{1'b0}};
        end else if (out_enable_i) begin
            valid_q <= leaves;
            route_q <= front[WORD_W-1 -: ROUTE_W] & {ROUTE_W{leaves}};
        end
        if (leaves) {vc_q, flit_q} <= front[VC_W+FLIT_W-1:0];
    end

    assign out_valid_o = valid_q;
    assign out_vc_o    = vc_q;
    assign out_route_o = route_q;
    assign out_flit_o  = flit_q;

    // Credits
    reg  [VCS-1:0]     credit_q;
    wire [VCS-1:0]     returns;

    genvar g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            wire [OWED_W-1:0] sent_gray;     // credits that have come, behind
            wire [OWED_W-1:0] arrived_gray;  // the same, in front
            wire [OWED_W-1:0] passed_gray;   // credits that have been passed on
            wire [OWED_W-1:0] unused_sent;
            wire [OWED_W-1:0] unused_passed;

            gray_counter #(
                .WIDTH (OWED_W)
            ) u_sent (
                .clk_i    (out_clk_i),
                .rst_i    (out_rst_i),
                .count_i  (out_enable_i && out_credit_i[g]),
                .binary_o (unused_sent),
                .gray_o   (sent_gray)
            );

            synchroniser #(
                .WIDTH (OWED_W)
            ) u_arrived (
                .clk_i    (in_clk_i),
                .rst_i    (in_rst_i),
                .enable_i (in_enable_i),
                .data_i   (sent_gray),
                .data_o   (arrived_gray)
            );

            assign returns[g] = (arrived_gray != passed_gray);

            gray_counter #(
                .WIDTH (OWED_W)
            ) u_passed (
                .clk_i    (in_clk_i),
                .rst_i    (in_rst_i),
                .count_i  (in_enable_i && returns[g]),
                .binary_o (unused_passed),
                .gray_o   (passed_gray)
            );

            wire unused_counts = &{1'b0, unused_sent, unused_passed};
        end
    endgenerate

    always @(posedge in_clk_i) begin
        if (in_rst_i)         credit_q <= {VCS{1'b0}};
        else if (in_enable_i) credit_q <= returns;
    end

    assign in_credit_o = credit_q;

    wire unused = &{1'b0, come, gone};

endmodule

`default_nettype wire
