// starvation_guard.v - sees to it that no flit waits for ever.
//
// Watches one input VC at a time. When its front flit has waited for PATIENCE active cycles,
// the VC becomes privileged: the switch grants it before all others as soon as it requests an
// output. The guard moves on when the VC is empty or was granted, VC first, then port; so
// each VC is watched after at most PORTS * VCS moves. An active cycle is one in which any
// VC of the router has a flit to send.
//
// Wavefront passes alone are fair in turn but not in time; with this the wait is bounded.
// Mirrored by the guard of model/router/.

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
    input  wire [PORTS*VCS-1:0] ivc_gnt_i,
    output wire [PORTS*VCS-1:0] ivc_privileged_o  // one-hot or zero, from registers
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

    localparam               IVCS   = PORTS * VCS;
    localparam               WAIT_W = $clog2(PATIENCE + 1);
    localparam [WAIT_W-1:0]  LIMIT  = PATIENCE[WAIT_W-1:0];

    reg  [IVCS-1:0]   watched_q;  // one-hot: guard_port_q and guard_vc_q of docs/timing.md
    reg  [WAIT_W-1:0] wait_q;

    reg  [IVCS-1:0]   privileged;

    wire [IVCS-1:0]   waiting = watched_q & ivc_nonempty_i;

    always @* begin
        privileged = {IVCS{1'b0}};
        if (wait_q == LIMIT) privileged = waiting;
    end

    assign ivc_privileged_o = privileged;

    always @(posedge clk_i) begin
        if (rst_i) begin
            watched_q <= {{(IVCS-1){1'b0}}, 1'b1};
            wait_q    <= {WAIT_W{1'b0}};
        end else if (active_i) begin
            if ((waiting & ~ivc_gnt_i) == {IVCS{1'b0}}) begin
                watched_q <= {watched_q[IVCS-2:0], watched_q[IVCS-1]};
                wait_q    <= {WAIT_W{1'b0}};
            end else if (wait_q != LIMIT) begin
                wait_q    <= wait_q + 1'b1;
            end
        end
    end

`ifdef FORMAL
    `ENSURE((watched_q & (watched_q - 1'b1)) == {IVCS{1'b0}}, "one VC is watched")
    `ENSURE(wait_q <= LIMIT, "the wait is bounded")

    // Active cycles for which the watched VC has waited; the guard does not leave it before it
    // is served, and it is privileged from PATIENCE cycles on.
    reg [31:0]     f_waited_q;
    reg [IVCS-1:0] f_was_q;
    reg            f_waits_q;
    always @(posedge clk_i) begin
        f_was_q   <= watched_q;
        f_waits_q <= !rst_i && (!active_i || (|(waiting & ~ivc_gnt_i)));
        if (rst_i || (active_i && !(|(waiting & ~ivc_gnt_i)))) f_waited_q <= 32'd0;
        else if (active_i && f_waited_q <= PATIENCE) f_waited_q <= f_waited_q + 32'd1;
    end
    `ENSURE(wait_q == ((f_waited_q > PATIENCE) ? PATIENCE : f_waited_q), "counts active cycles")
    `ENSURE((|watched_q), "somebody is always watched")
    `ENSURE(!f_waits_q || watched_q == f_was_q, "the guard stays while its VC waits")
    `ENSURE(f_waited_q < PATIENCE || privileged == (watched_q & ivc_nonempty_i), "then privileged")
`endif

endmodule

`default_nettype wire
