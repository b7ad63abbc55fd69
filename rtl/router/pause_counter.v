// pause_counter.v - keeps the pace of an output in front of a narrow channel.
//
// The output pauses for pause_i cycles after each flit. docs/timing.md, 2.13.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module pause_counter #(
    parameter PACE    = 2,  // the most cycles from flit to flit, 1 .. 1024
    // Derived, do not override.
    parameter PAUSE_W = (PACE > 1) ? $clog2(PACE) : 1
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire enable_i,

    input  wire [PAUSE_W-1:0] pause_i,  // after a flit, below PACE: a constant; 0: none
    input  wire sent_i,                 // a flit goes out
    output wire pausing_o               // it pauses in this cycle: register
);

    generate
        if (PACE < 1 || PACE > 1024) begin : g_bad_pace
            ERROR_pause_counter_PACE_must_be_1_to_1024 u_error ();
        end
        if (PACE < 2) begin : g_none
            assign pausing_o = 1'b0;
            wire unused = &{1'b0, clk_i, rst_i, enable_i, pause_i, sent_i};
        end else begin : g_count
            localparam [PAUSE_W-1:0] ONE = {PAUSE_W{1'b1}} >> (PAUSE_W - 1);

            reg [PAUSE_W-1:0] pause_q;    // cycles until it may send again
            reg               pausing_q;  // not zero

            always @(posedge clk_i) begin
                if (rst_i) begin
                    pause_q   <= {PAUSE_W{1'b0}};
                    pausing_q <= 1'b0;
                end else if (enable_i) begin
                    if (sent_i) begin
                        pause_q   <= pause_i;
                        pausing_q <= |pause_i;
                    end else if (pausing_q) begin
                        pause_q   <= pause_q - 1'b1;
                        pausing_q <= pause_q != ONE;
                    end
                end
            end

            assign pausing_o = pausing_q;

`ifdef FORMAL
            `REQUIRE(a_pausing_output_sends_nothing, !(sent_i && pausing_o))
            // Enabled cycles since the last flit; PACE after reset
            reg  [PAUSE_W-1:0] f_constant_q;
            reg         [10:0] f_since_q;
            wire        [10:0] f_pace  = {{(11-PAUSE_W){1'b0}}, pause_i} + 11'd1;
            wire        [10:0] f_pause = (f_since_q < f_pace) ? f_pace - f_since_q : 11'd0;
            always @(posedge clk_i) begin
                if (rst_i) f_constant_q <= pause_i;
                if (rst_i) f_since_q <= PACE;
                else if (enable_i && sent_i) f_since_q <= 11'd1;
                else if (enable_i && f_since_q < PACE) f_since_q <= f_since_q + 11'd1;
            end
            `REQUIRE(the_pause_is_constant, pause_i == f_constant_q && f_pace <= PACE)
            `ENSURE(the_pause_counts_down, pause_q == f_pause)
            `ENSURE(a_pause_between_two_flits, !(enable_i && sent_i) || f_since_q >= f_pace)
            `ENSURE(pausing_tells_of_the_pause, pausing_o == (f_pause != 11'd0))
`endif
        end
    endgenerate

endmodule

`default_nettype wire
