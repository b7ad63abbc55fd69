// pause_counter.v - keeps the pace of one output with a narrow channel behind it.
//
// After a flit the output pauses for PACE - 1 cycles. docs/timing.md section 6, Pace.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module pause_counter #(
    parameter PACE = 2  // cycles from flit to flit, 1 .. 1024
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire enable_i,

    input  wire paced_i,    // a narrow channel is behind the output
    input  wire sent_i,     // a flit goes out
    output wire pausing_o   // it pauses in this cycle: register
);

    generate
        if (PACE < 1 || PACE > 1024) begin : g_bad_pace
            ERROR_pause_counter_PACE_must_be_1_to_1024 u_error ();
        end
        if (PACE < 2) begin : g_none
            assign pausing_o = 1'b0;
            wire unused = &{1'b0, clk_i, rst_i, enable_i, paced_i, sent_i};
        end else begin : g_count
            localparam               PAUSE_W   = $clog2(PACE);
            localparam               PAUSE_INT = PACE - 1;
            localparam [PAUSE_W-1:0] PAUSE     = PAUSE_INT[PAUSE_W-1:0];
            localparam [PAUSE_W-1:0] ONE       = {PAUSE_W{1'b1}} >> (PAUSE_W - 1);

            reg [PAUSE_W-1:0] pause_q;    // cycles until it may send again
            reg               pausing_q;  // not zero

            always @(posedge clk_i) begin
                if (rst_i) begin
                    pause_q   <= {PAUSE_W{1'b0}};
                    pausing_q <= 1'b0;
                end else if (enable_i) begin
                    if (sent_i && paced_i) begin
                        pause_q   <= PAUSE;
                        pausing_q <= 1'b1;
                    end else if (pausing_q) begin
                        pause_q   <= pause_q - 1'b1;
                        pausing_q <= pause_q != ONE;
                    end
                end
            end

            assign pausing_o = pausing_q;

`ifdef FORMAL
            `REQUIRE(!(sent_i && pausing_o), "a pausing output sends nothing")
            // Cycles that count since the last flit; at the beginning PACE.
            reg         f_paced_q;
            reg  [10:0] f_since_q;
            wire [10:0] f_pause = (paced_i && f_since_q < PACE) ? PACE - f_since_q : 11'd0;
            always @(posedge clk_i) begin
                if (rst_i) f_paced_q <= paced_i;
                if (rst_i) f_since_q <= PACE;
                else if (enable_i && sent_i) f_since_q <= 11'd1;
                else if (enable_i && f_since_q < PACE) f_since_q <= f_since_q + 11'd1;
            end
            `REQUIRE(paced_i == f_paced_q, "paced for ever or never")
            `ENSURE(pause_q == f_pause, "it counts to PACE")
            `ENSURE(!(enable_i && sent_i && paced_i) || f_since_q >= PACE, "PACE cycles apart")
            `ENSURE(pausing_o == (f_pause != 11'd0), "and tells")
`endif
        end
    endgenerate

endmodule

`default_nettype wire
