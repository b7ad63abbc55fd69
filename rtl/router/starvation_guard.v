// starvation_guard.v - bounds the time for which a flit can wait.
//
// The guard watches one input VC at a time. When the front flit of the VC has waited for PATIENCE
// active cycles, the VC is privileged, which input_lane.v and switch_core.v use. When the VC was
// empty or sent a flit, the guard moves on: VC first, then port. It thus watches each VC after at
// most PORTS * VCS moves. An active cycle begins with a flit in some buffer.
//
// Offers and arbiters take turns, but do not bound the time of a wait; the guard does.
// docs/timing.md section 2.7. Mirrored by model/router/starvation_guard.h.

`default_nettype none
`include "check.vh"

module starvation_guard #(
    parameter PORTS    = 5,   // 2 .. 32
    parameter VCS      = 4,   // virtual channels, 1 .. 16
    parameter PATIENCE = 256  // active cycles, 1 .. 65535
) (
    input  wire                 clk_i,
    input  wire                 rst_i,

    input  wire                 active_i,
    input  wire [PORTS*VCS-1:0] ivc_nonempty_i,
    input  wire [PORTS*VCS-1:0] ivc_sent_i,   // a flit was sent in the cycle before
    output wire [PORTS*VCS-1:0] ivc_due_o     // one-hot or zero, from registers: privileged in the
                                              // next cycle if it is not empty and not sent
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_starvation_guard_PORTS_must_be_2_to_32 u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_starvation_guard_VCS_must_be_1_to_16 u_error ();
        end
        if (PATIENCE < 1 || PATIENCE > 65535) begin : g_bad_patience
            ERROR_starvation_guard_PATIENCE_must_be_1_to_65535 u_error ();
        end
    endgenerate

    localparam               IVCS     = PORTS * VCS;
    localparam               WAIT_W   = (PATIENCE > 1) ? $clog2(PATIENCE) : 1;
    localparam               LAST_INT = PATIENCE - 1;
    localparam [WAIT_W-1:0]  LAST     = LAST_INT[WAIT_W-1:0];

    // `wait` of docs/timing.md is wait_q; in the cycles after one with LAST it is PATIENCE.
    reg  [IVCS-1:0]   watched_q;  // one-hot
    reg  [WAIT_W-1:0] wait_q;

    wire              due = (wait_q == LAST);

    wire              moves = rst_i || (active_i && (watched_q & ivc_nonempty_i & ~ivc_sent_i)
                                                   == {IVCS{1'b0}});

    assign ivc_due_o = watched_q & ~ivc_sent_i & {IVCS{due}};

    always @(posedge clk_i) begin
        if (rst_i) watched_q <= {IVCS{1'b1}} >> (IVCS - 1);
        else if (moves) watched_q <= {watched_q[IVCS-2:0], watched_q[IVCS-1]};
        if (moves) wait_q <= {WAIT_W{1'b0}};
        else if (active_i && !due) wait_q <= wait_q + 1'b1;
    end

`ifdef FORMAL
    `ENSURE(one_vc_is_watched, (watched_q & (watched_q - 1'b1)) == {IVCS{1'b0}})
    `ENSURE(the_wait_is_bounded, wait_q <= PATIENCE - 1)

    reg     f_stays;  // the watched VC is not empty, and no flit of it is sent
    integer f_i;
    always @* begin
        f_stays = 1'b0;
        for (f_i = 0; f_i < IVCS; f_i = f_i + 1) begin
            if (watched_q[f_i] && ivc_nonempty_i[f_i] && !ivc_sent_i[f_i]) f_stays = 1'b1;
        end
    end

    // Active cycles for which the watched VC has waited. The guard watches it until it is served,
    // and the VC is due from the last cycle of its patience on.
    reg [31:0]     f_waited_q;
    reg [IVCS-1:0] f_was_q;
    reg            f_waits_q;
    always @(posedge clk_i) begin
        f_was_q   <= watched_q;
        f_waits_q <= !rst_i && (!active_i || f_stays);
        if (rst_i || (active_i && !f_stays)) f_waited_q <= 32'd0;
        else if (active_i && f_waited_q < PATIENCE) f_waited_q <= f_waited_q + 32'd1;
    end
    `ENSURE(wait_counts_active_cycles,
            wait_q == ((f_waited_q > PATIENCE - 1) ? PATIENCE - 1 : f_waited_q))
    `ENSURE(a_vc_is_always_watched, (|watched_q))
    `ENSURE(the_guard_stays_while_its_vc_waits, !f_waits_q || watched_q == f_was_q)
    `ENSURE(due_after_patience,
            ivc_due_o == ((f_waited_q >= PATIENCE - 1) ? watched_q & ~ivc_sent_i : {IVCS{1'b0}}))
`endif

endmodule

`default_nettype wire
