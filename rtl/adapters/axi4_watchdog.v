// axi4_watchdog.v - gives up a subordinate that does not answer, and answers in its place.
//
// With TIMEOUT 0 the module is wires. Otherwise it stands between axi4_target_core and the bus, and
// lists the unanswered transactions. It ticks every TIMEOUT cycles. A channel on which the
// subordinate owes a step and makes none is late from the cycle after a tick on. If the channel is
// still late at the next tick, TIMEOUT to 2 * TIMEOUT cycles after the last step, the subordinate
// is given up. From the next cycle until reset the watchdog lets no request or beat pass, answers
// all transactions SLVERR in order, and discards what the subordinate sends. Words that already
// wait in the register slices behind it stay on the bus. docs/axi.md, 5.
// Mirrored by model/adapters/axi4_watchdog.h.

`default_nettype none
`include "check.vh"

module axi4_watchdog #(
    parameter BUS_ID_W   = 10,
    parameter USER_W     = 1,
    parameter AXI_DATA_W = 64,
    parameter TIMEOUT    = 0,   // cycles; 0: no watchdog; 4 .. 16777216
    parameter WATCHED    = 16,  // transactions of each direction, 1 .. 64
    // Derived, do not override.
    parameter B_W        = BUS_ID_W + 2 + USER_W,              // {user, response, ID}
    parameter R_W        = AXI_DATA_W + 3 + USER_W + BUS_ID_W  // {ID, user, last, response, data}
) (
    input  wire                clk_i,
    input  wire                rst_i,

    // From the adapter: the valids, IDs and lengths of {AW, AR}, and W
    input  wire [1:0]          ax_valid_i,
    input  wire [2*BUS_ID_W-1:0] ax_id_i,
    input  wire [15:0]         ax_len_i,
    output wire [1:0]          ax_ready_o,
    input  wire                w_valid_i,
    input  wire                w_last_i,
    output wire                w_ready_o,
    // To the adapter
    output wire                b_valid_o,
    output wire [B_W-1:0]      b_o,
    input  wire                b_ready_i,
    output wire                r_valid_o,
    output wire [R_W-1:0]      r_o,
    input  wire                r_ready_i,

    // To the register slices, which hold the words
    output wire [1:0]          ax_valid_o,
    input  wire [1:0]          ax_ready_i,
    output wire                w_valid_o,
    input  wire                w_ready_i,
    // From the subordinate
    input  wire                b_valid_i,
    input  wire [B_W-1:0]      b_i,
    output wire                b_ready_o,
    input  wire                r_valid_i,
    input  wire [R_W-1:0]      r_i,
    output wire                r_ready_o,

    input  wire [2:0]          waits_i,     // {AW, W, AR}: on the bus valid without ready
    output wire [15:0]         timeouts_o   // transactions answered in its place; stays at 65535
);

    localparam LAST_AT = AXI_DATA_W + 2;

    generate
        if (TIMEOUT != 0 && (TIMEOUT < 4 || TIMEOUT > 16777216)) begin : g_bad_timeout
            ERROR_axi4_watchdog_TIMEOUT_must_be_0_or_4_to_16777216 u_error ();
        end
        if (TIMEOUT == 0) begin : g_wires
            assign ax_ready_o = ax_ready_i;
            assign w_ready_o  = w_ready_i;
            assign b_valid_o  = b_valid_i;
            assign b_o        = b_i;
            assign r_valid_o  = r_valid_i;
            assign r_o        = r_i;
            assign ax_valid_o = ax_valid_i;
            assign w_valid_o  = w_valid_i;
            assign b_ready_o  = b_ready_i;
            assign r_ready_o  = r_ready_i;
            assign timeouts_o = 16'd0;
            wire unused = &{1'b0, clk_i, rst_i, ax_id_i, ax_len_i, w_last_i, waits_i};
        end else begin : g_watch
            localparam               COUNT_W   = $clog2(TIMEOUT);
            localparam               FIRST_INT = TIMEOUT - 1;
            localparam [COUNT_W-1:0] FIRST     = FIRST_INT[COUNT_W-1:0];

            reg                 dead_q;      // given up
            reg  [COUNT_W-1:0]  count_q;
            reg  [4:0]          late_q;      // {AW, W, B, AR, R}
            reg  [6:0]          lasts_q;     // last beats that have gone, less responses
            reg  [15:0]         timeouts_q;

            wire [1:0]          full;
            wire [1:0]          any;
            wire [1:0]          oldest;
            wire [2*BUS_ID_W-1:0] next_id;
            wire [1:0]          next_last;

            wire [1:0]          adds   = ax_valid_i & ax_ready_o;
            wire                w_goes = w_valid_i && w_ready_o && w_last_i;
            wire                b_goes = b_valid_o && b_ready_i;
            wire                r_goes = r_valid_o && r_ready_i;

            assign ax_valid_o = ax_valid_i & ~full & {2{!dead_q}};
            assign ax_ready_o = (ax_ready_i | {2{dead_q}}) & ~full;
            assign w_valid_o  = w_valid_i && !dead_q;
            assign w_ready_o  = w_ready_i || dead_q;
            assign b_ready_o  = b_ready_i || dead_q;
            assign r_ready_o  = r_ready_i || dead_q;
            assign b_valid_o  = dead_q ? any[1] && lasts_q != 7'd0 : b_valid_i;
            assign r_valid_o  = dead_q ? any[0] : r_valid_i;
            assign b_o        = dead_q ? {{USER_W{1'b0}}, 2'd2, next_id[BUS_ID_W +: BUS_ID_W]}
                                       : b_i;
            assign r_o        = dead_q ? {next_id[0 +: BUS_ID_W], {USER_W{1'b0}}, next_last[0],
                                          2'd2, {AXI_DATA_W{1'b0}}}
                                       : r_i;
            assign timeouts_o = timeouts_q;

            axi4_watch_list #(
                .ID_W    (BUS_ID_W),
                .ENTRIES (WATCHED)
            ) u_writes (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .add_i       (adds[1]),
                .id_i        (ax_id_i[BUS_ID_W +: BUS_ID_W]),
                .len_i       (8'd0),
                .full_o      (full[1]),
                .any_o       (any[1]),
                .step_i      (b_goes),
                .step_id_i   (b_o[BUS_ID_W-1:0]),
                .step_last_i (1'b1),
                .oldest_o    (oldest[1]),
                .next_id_o   (next_id[BUS_ID_W +: BUS_ID_W]),
                .next_last_o (next_last[1])
            );

            axi4_watch_list #(
                .ID_W    (BUS_ID_W),
                .ENTRIES (WATCHED)
            ) u_reads (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .add_i       (adds[0]),
                .id_i        (ax_id_i[0 +: BUS_ID_W]),
                .len_i       (ax_len_i[7:0]),
                .full_o      (full[0]),
                .any_o       (any[0]),
                .step_i      (r_goes),
                .step_id_i   (r_o[R_W-1 -: BUS_ID_W]),
                .step_last_i (r_o[LAST_AT]),
                .oldest_o    (oldest[0]),
                .next_id_o   (next_id[0 +: BUS_ID_W]),
                .next_last_o (next_last[0])
            );

            // Channels on which the subordinate owes a step in this cycle and does not make it
            wire       tick  = (count_q == {COUNT_W{1'b0}});
            wire       b_due = any[1] && lasts_q != 7'd0 && b_ready_i
                             && !(b_valid_i && oldest[1]);
            wire       r_due = any[0] && r_ready_i && !(r_valid_i && oldest[0]);
            wire [4:0] due   = {waits_i[2:1], b_due, waits_i[0], r_due};
            wire [1:0] ended = {b_goes, r_goes && r_o[LAST_AT]};
            wire [1:0] given = ended & {2{dead_q}};
            wire [16:0] total = {1'b0, timeouts_q} + {16'd0, given[1]} + {16'd0, given[0]};

            always @(posedge clk_i) begin
                if (rst_i) begin
                    dead_q     <= 1'b0;
                    count_q    <= FIRST;
                    late_q     <= 5'd0;
                    lasts_q    <= 7'd0;
                    timeouts_q <= 16'd0;
                end else begin
                    dead_q     <= dead_q || (tick && (late_q & due) != 5'd0);
                    count_q    <= tick ? FIRST : count_q - 1'b1;
                    late_q     <= due & (late_q | {5{tick}});
                    lasts_q    <= lasts_q + {6'd0, w_goes} - {6'd0, b_goes};
                    timeouts_q <= total[16] ? 16'hffff : total[15:0];
                end
            end

            wire unused = &{1'b0, next_last[1], ax_len_i[15:8]};

            `ENSURE(no_response_before_the_data, !(b_goes && dead_q && lasts_q == 7'd0))

`ifdef FORMAL
            // Duties of a subordinate that has not been given up
            `REQUIRE(no_response_before_the_data, dead_q || !(b_valid_i && lasts_q == 7'd0))
            reg        f_dead_q;
            reg [39:0] f_due_q;    // for how many cycles each channel has been due
            reg        f_is_due;   // one for more than TIMEOUT
            reg        f_is_over;  // one for 2 * TIMEOUT
            integer    f;
            always @* begin
                f_is_due  = 1'b0;
                f_is_over = 1'b0;
                for (f = 0; f < 5; f = f + 1) begin
                    if (f_due_q[f*8 +: 8] > TIMEOUT)      f_is_due  = 1'b1;
                    if (f_due_q[f*8 +: 8] >= 2 * TIMEOUT) f_is_over = 1'b1;
                end
            end
            always @(posedge clk_i) begin
                f_dead_q <= dead_q && !rst_i;
                for (f = 0; f < 5; f = f + 1) begin
                    f_due_q[f*8 +: 8] <= (rst_i || !due[f]) ? 8'd0 : f_due_q[f*8 +: 8] + 8'd1;
                end
            end
            `ENSURE(who_stops_is_given_up_after_2_timeout_cycles, dead_q || !f_is_over)
            `ENSURE(nobody_is_given_up_before_timeout, f_dead_q || !dead_q || f_is_due)
            `ENSURE(nobody_answers_in_place_of_a_live_subordinate, dead_q || timeouts_q == 16'd0)
            `ENSURE(nothing_passes_to_who_is_given_up,
                    !f_dead_q || (dead_q && ax_valid_o == 2'd0 && !w_valid_o && b_ready_o
                                  && r_ready_o))
            `ENSURE(nothing_waits_for_who_is_given_up,
                    !dead_q || (w_ready_o && ax_ready_o == ~full))
            `ENSURE(each_read_is_answered_in_its_place, !dead_q || !any[0] || r_valid_o)
`endif
        end
    endgenerate

endmodule

`default_nettype wire
