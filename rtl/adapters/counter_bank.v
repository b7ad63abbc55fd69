// counter_bank.v - 64-bit counters, of which software reads a snapshot taken in one cycle.
//
// The bank has three kinds of counters: LARGE ones with increments of LARGE_W bits, then MIDDLE
// ones with MIDDLE_W bits, then SMALL ones that grow by one. A round has as many cycles as there
// are counters. Flip-flops hold only the counts of a round (counter_chain); during the next round
// the bank adds each of them to its sum in a memory. A snapshot that take_i requests in cycle t
// holds the counts of all cycles before L: the first cycle after t for which L + 1 is a multiple of
// COUNTERS, where cycle 0 follows reset. It is complete in cycle L + COUNTERS + 1, and busy_o is
// high from t + 1 until then. The bank takes the first snapshot unasked, and clears the memory in
// the round after reset. Counter read_at_i is on read_o in the next cycle. Counts wrap at 2^64.
// Mirrored by model/adapters/axi4_control.h.

`default_nettype none

module counter_bank #(
    parameter LARGE    = 2,  // counters of each kind, at least 1
    parameter LARGE_W  = 4,  // bits of an increment
    parameter MIDDLE   = 2,
    parameter MIDDLE_W = 2,
    parameter SMALL    = 4,
    // Derived, do not override.
    parameter COUNTERS = LARGE + MIDDLE + SMALL,
    parameter AT_W     = $clog2(COUNTERS)
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire [LARGE*LARGE_W-1:0]   large_i,   // increments of this cycle, counter 0 lowest
    input  wire [MIDDLE*MIDDLE_W-1:0] middle_i,
    input  wire [SMALL-1:0]           small_i,
    input  wire                       take_i,
    output wire                       busy_o,
    input  wire [AT_W-1:0]            read_at_i,
    output wire [63:0]                read_o
);

    generate
        if (LARGE_W < MIDDLE_W) begin : g_bad_w
            ERROR_counter_bank_LARGE_W_must_be_at_least_MIDDLE_W u_error ();
        end
        if (COUNTERS > 65535) begin : g_bad_counters
            ERROR_counter_bank_COUNTERS_must_be_at_most_65535 u_error ();
        end
    endgenerate

    // In one round a count grows by at most COUNTERS times the largest increment.
    localparam              SMALL_BITS  = $clog2(COUNTERS + 1);
    localparam              MIDDLE_BITS = SMALL_BITS + MIDDLE_W;
    localparam              LARGE_BITS  = SMALL_BITS + LARGE_W;
    localparam              LAST_INT    = COUNTERS - 1;
    localparam [AT_W-1:0]   LAST        = LAST_INT[AT_W-1:0];

    reg  [AT_W-1:0]         at_q;       // cycle of the round, and the counter on the chain's end
    reg                     clears_q;   // the first round after reset
    reg                     wanted_q;   // a snapshot is to be taken
    reg                     takes_q;    // it is being taken
    wire                    last = (at_q == LAST);
    wire [AT_W-1:0]         next = last ? {AT_W{1'b0}} : at_q + 1'b1;

    wire [SMALL_BITS-1:0]   small_count;
    wire [MIDDLE_BITS-1:0]  middle_count;
    wire [LARGE_BITS-1:0]   count;

    counter_chain #(.COUNT(SMALL), .INC_W(1), .W(SMALL_BITS)) u_small (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .inc_i   (small_i),
        .load_i  (last),
        .tail_i  ({SMALL_BITS{1'b0}}),
        .count_o (small_count)
    );

    counter_chain #(.COUNT(MIDDLE), .INC_W(MIDDLE_W), .W(MIDDLE_BITS)) u_middle (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .inc_i   (middle_i),
        .load_i  (last),
        .tail_i  ({{MIDDLE_W{1'b0}}, small_count}),
        .count_o (middle_count)
    );

    wire [LARGE_BITS-1:0]   tail;

    generate
        if (LARGE_W > MIDDLE_W) begin : g_wide
            assign tail = {{(LARGE_W-MIDDLE_W){1'b0}}, middle_count};
        end else begin : g_same
            assign tail = middle_count;
        end
    endgenerate

    counter_chain #(.COUNT(LARGE), .INC_W(LARGE_W), .W(LARGE_BITS)) u_large (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .inc_i   (large_i),
        .load_i  (last),
        .tail_i  (tail),
        .count_o (count)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            at_q     <= {AT_W{1'b0}};
            clears_q <= 1'b1;
            wanted_q <= 1'b1;
            takes_q  <= 1'b0;
        end else begin
            at_q     <= next;
            clears_q <= clears_q && !last;
            wanted_q <= take_i || (wanted_q && !last);
            takes_q  <= last ? wanted_q : takes_q;
        end
    end

    // A word of a memory that is read in the cycle of its write is not used.
    (* no_rw_check *)
    reg  [63:0]             sums_q [0:COUNTERS-1];
    (* no_rw_check *)
    reg  [63:0]             shown_q [0:COUNTERS-1];
    reg  [63:0]             sum_q;   // of the counter at_q
    reg  [63:0]             read_q;
    wire [63:0]             sum = clears_q ? 64'd0
                                : sum_q + {{(64-LARGE_BITS){1'b0}}, count};

    always @(posedge clk_i) begin
        sum_q <= sums_q[next];
    end
    always @(posedge clk_i) begin
        sums_q[at_q] <= sum;
    end
    always @(posedge clk_i) begin
        read_q <= shown_q[read_at_i];
    end
    always @(posedge clk_i) begin
        if (takes_q) shown_q[at_q] <= sum;
    end

    assign busy_o = wanted_q || takes_q;
    assign read_o = read_q;

endmodule

`default_nettype wire
