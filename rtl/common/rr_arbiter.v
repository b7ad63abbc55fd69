// rr_arbiter.v - round-robin arbiter: grants one of N requests, fairly.
//
// The grant is combinational. The requester behind the last one served has the highest priority
// (Dally & Towles, chapter 18). A caller that cannot use the grant of a cycle says so with hold_i,
// on which the grant does not depend: it may come late in the cycle.
//
// Mirrored by the grants of model/packet_router/packet_core.h.

`default_nettype none
`include "check.vh"

module rr_arbiter #(
    parameter N = 4  // requesters, at least 1
) (
    input  wire         clk_i,
    input  wire         rst_i,

    input  wire [N-1:0] req_i,
    input  wire         hold_i,  // the grant is not used: the turn stays where it is

    output wire [N-1:0] gnt_o  // one-hot, or zero when nobody asks
);

    generate
        if (N < 1) begin : g_bad_n
            ERROR_rr_arbiter_N_must_be_at_least_1 u_error ();
        end
    endgenerate

    // Requesters behind the last one served
    reg [N-1:0] mask_q;

    reg [N-1:0] mask_d;
    reg [N-1:0] gnt;
    integer     i;

    // Each requester blocks those behind it, so a request passes few gates on its way to the grant.
    always @* begin
        i      = 0;
        gnt    = req_i;
        mask_d = {N{1'b0}};
        for (i = 0; i < N; i = i + 1) begin
            if (req_i[i]) begin
                gnt = gnt & ~(mask_q[i] ? ~mask_q | ({N{1'b1}} << (i + 1))
                                        : ~mask_q & ({N{1'b1}} << (i + 1)));
            end
        end
        for (i = 0; i < N; i = i + 1) begin
            if (gnt[i]) mask_d = {N{1'b1}} << (i + 1);
        end
    end

    assign gnt_o = gnt;

    always @(posedge clk_i) begin
        if (rst_i) mask_q <= {N{1'b0}};
        else if ((|req_i) && !hold_i) mask_q <= mask_d;
    end

`ifdef FORMAL
    `ENSURE(one_grant, (gnt & (gnt - 1'b1)) == {N{1'b0}})
    `ENSURE(no_grant_without_a_request, (gnt & ~req_i) == {N{1'b0}})
    `ENSURE(a_request_gets_a_grant, (|gnt) == (|req_i))
    `ENSURE(ones_from_the_turn_up, (mask_q & ~(mask_q << 1)) == (mask_q & (~mask_q + 1'b1)))

    // A requester that does not stop asking waits for at most N - 1 others.
    integer f_turn;
    integer f_n;
    always @* begin
        f_turn = 0;
        if (|mask_q) for (f_n = 0; f_n < N; f_n = f_n + 1) f_turn = f_turn + (mask_q[f_n] ? 0 : 1);
    end
    genvar f;
    generate
        for (f = 0; f < N; f = f + 1) begin : g_wait
            reg [7:0] f_others_q;  // served while f asks
            always @(posedge clk_i) begin
                if (rst_i || !req_i[f]) f_others_q <= 8'd0;
                else if (!hold_i) f_others_q <= gnt[f] ? 8'd0 : f_others_q + 8'd1;
            end
            `ENSURE(bounded_wait, f_others_q + ((f >= f_turn) ? f - f_turn : f + N - f_turn) < N)
        end
    endgenerate
`endif

endmodule

`default_nettype wire
