// async_pair.v - an asynchronous channel between a sender and a receiver whose clocks are free.
//
// Each clock may rise or fall in any step, alone or with the other; a synchroniser may see a bit
// that changes in a step as it was or as it is. Either side leaves reset first. Flits carry their
// VC and a number; the counts here are apart from the channel:
//
// - order, no loss, no duplicate: the flits that come out have the numbers 0, 1, 2 and so on;
// - time, with TIMED 1: a flit is out after six edges of the receiver's clock, a credit is back
//   after seven of the sender's (the flits, or credits, before it take some of them);
// - credits: the sender never has more than there are places, and gets none that was not given;
// - Gray code: no two bits of a counter that crosses change in one step (gray_counter.v).

`default_nettype none

module async_pair #(
    parameter VCS   = 1,
    parameter DEPTH = 2,
    parameter TIMED = 0   // 1: also the time that flits and credits take
) (
    input wire       in_clk_i,
    input wire       out_clk_i,
    input wire       in_leaves_reset_i,
    input wire       out_leaves_reset_i,
    input wire       go_i,
    input wire       vc_i,
    input wire [1:0] give_i
);

    reg  in_rst_q  = 1'b1;
    reg  out_rst_q = 1'b1;
    always @(posedge in_clk_i)  if (in_leaves_reset_i) in_rst_q <= 1'b0;
    always @(posedge out_clk_i) if (out_leaves_reset_i) out_rst_q <= 1'b0;

    // The sender
    reg  [2:0] sent_q = 3'd0;                      // flits
    reg  [2:0] used_q [0:VCS-1];                   // places behind, of each VC
    reg  [2:0] back_q [0:VCS-1];                   // credits that have come back
    wire [VCS-1:0] credit;
    wire       in_valid = go_i && !in_rst_q && vc_i < VCS && used_q[vc_i] != DEPTH;

    // The receiver
    wire       out_valid;
    wire       out_vc;
    wire       out_route;
    wire [3:0] out_flit;
    reg  [2:0] got_q = 3'd0;                       // flits
    reg  [2:0] owed_q [0:VCS-1];                   // credits that it holds, of each VC
    reg  [2:0] given_q [0:VCS-1];                  // credits that it has given
    wire [VCS-1:0] give;

    async_channel #(
        .VCS     (VCS),
        .FLIT_W  (4),
        .ROUTE_W (1),
        .DEPTH   (DEPTH)
    ) u_channel (
        .in_clk_i     (in_clk_i),
        .in_rst_i     (in_rst_q),
        .in_enable_i  (1'b1),
        .in_valid_i   (in_valid),
        .in_vc_i      (vc_i),
        .in_route_i   (in_valid),
        .in_flit_i    ({vc_i, sent_q}),
        .in_credit_o  (credit),
        .out_clk_i    (out_clk_i),
        .out_rst_i    (out_rst_q),
        .out_enable_i (1'b1),
        .out_valid_o  (out_valid),
        .out_vc_o     (out_vc),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i (give)
    );

    integer i;

    initial begin
        for (i = 0; i < VCS; i = i + 1) begin
            used_q[i]  = 3'd0;
            back_q[i]  = 3'd0;
            owed_q[i]  = 3'd0;
            given_q[i] = 3'd0;
        end
    end

    genvar g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            assign give[g] = give_i[g] && owed_q[g] != 3'd0 && !out_rst_q;
            wire sends    = in_valid && vc_i == g;
            wire receives = out_valid && out_vc == g;
            always @(posedge in_clk_i) begin
                used_q[g] <= used_q[g] + sends - credit[g];
                back_q[g] <= back_q[g] + credit[g];
            end
            always @(posedge out_clk_i) begin
                owed_q[g]  <= owed_q[g] + receives - give[g];
                given_q[g] <= given_q[g] + give[g];
            end
            always @* assert (used_q[g] <= DEPTH);  // no credit for nothing

            // No credit comes that was not given; what had been given seven edges ago has come.
            wire [2:0] credits = given_q[g] - back_q[g];
            always @* assert (credits <= DEPTH);
            if (TIMED != 0) begin : g_time
                reg [20:0] was_given_q = 21'd0;
                always @(posedge in_clk_i) begin
                    was_given_q <= in_rst_q ? 21'd0 : {was_given_q, given_q[g]};
                end
                wire [2:0] more = back_q[g] - was_given_q[20:18];
                always @* assert (more <= 3'd3);
            end
        end
    endgenerate

    always @(posedge in_clk_i)  sent_q <= sent_q + in_valid;
    always @(posedge out_clk_i) got_q  <= got_q + out_valid;

    always @* begin
        assert (!out_valid || out_flit == {out_vc, got_q});
        assert (out_route == out_valid);
    end

    // Every place that the sender counts as used is that of a flit on its way, or of a credit that
    // the receiver holds or that is on its way.
    reg [2:0] used;
    reg [2:0] held;
    integer   j;
    always @* begin
        used = 3'd0;
        held = sent_q - got_q;
        for (j = 0; j < VCS; j = j + 1) begin
            used = used + used_q[j];
            held = held + owed_q[j] + given_q[j] - back_q[j];
        end
        assert (used == held);
    end

    // No flit comes that was not sent, and no more are on their way than there are places; what had
    // been sent six edges ago has come.
    wire [2:0] flits = sent_q - got_q;
    always @* assert (flits <= VCS * DEPTH);

    generate
        if (TIMED != 0) begin : g_time
            reg [17:0] was_sent_q = 18'd0;
            always @(posedge out_clk_i) was_sent_q <= out_rst_q ? 18'd0 : {was_sent_q, sent_q};
            wire [2:0] more = got_q - was_sent_q[17:15];
            always @* assert (more <= 3'd3);
        end
    endgenerate

endmodule

`default_nettype wire
