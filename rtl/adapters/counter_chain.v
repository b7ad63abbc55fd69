// counter_chain.v - counts of a round of cycles, which leave one after the other in the next round.
//
// Counter k grows by inc_i[k] in each cycle. The cycle with load_i is the first of a new round: the
// counts of the cycles before it go into a row of registers, which moves by one place in each cycle
// without load_i. Counter 0 is on count_o in the cycle after load_i, counter k in cycle k + 1 after
// it, and behind them what comes in on tail_i: so chains of different widths follow each other. A
// count that W bits do not hold wraps, so a round must be short enough (counter_bank).
// Mirrored by model/adapters/axi4_control.h.

`default_nettype none

module counter_chain #(
    parameter COUNT = 4,  // counters, at least 1
    parameter INC_W = 1,  // bits of an increment
    parameter W     = 4   // bits of a count, at least INC_W
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [COUNT*INC_W-1:0] inc_i,   // counter 0 lowest
    input  wire                   load_i,
    input  wire [W-1:0]           tail_i,  // from the chain behind
    output wire [W-1:0]           count_o
);

    generate
        if (COUNT < 1) begin : g_bad_count
            ERROR_counter_chain_COUNT_must_be_at_least_1 u_error ();
        end
        if (INC_W < 1 || W < INC_W) begin : g_bad_w
            ERROR_counter_chain_W_must_be_at_least_INC_W u_error ();
        end
    endgenerate

    reg  [COUNT*W-1:0] round_q;  // counts of this round
    reg  [COUNT*W-1:0] row_q;    // those of the round before, on their way out
    wire [COUNT*W-1:0] grown;
    wire [COUNT*W-1:0] begun;
    wire [COUNT*W-1:0] moved;

    genvar g;
    generate
        for (g = 0; g < COUNT; g = g + 1) begin : g_counter
            wire [W-1:0] inc;
            if (W > INC_W) begin : g_wide
                assign inc = {{(W-INC_W){1'b0}}, inc_i[g*INC_W +: INC_W]};
            end else begin : g_same
                assign inc = inc_i[g*INC_W +: INC_W];
            end
            assign begun[g*W +: W] = inc;
            assign grown[g*W +: W] = round_q[g*W +: W] + inc;
            if (g == COUNT - 1) begin : g_last
                assign moved[g*W +: W] = tail_i;
            end else begin : g_inner
                assign moved[g*W +: W] = row_q[(g+1)*W +: W];
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            round_q <= {COUNT*W{1'b0}};
        end else begin
            round_q <= load_i ? begun : grown;
        end
    end
    always @(posedge clk_i) begin
        row_q <= load_i ? round_q : moved;
    end

    assign count_o = row_q[W-1:0];

endmodule

`default_nettype wire
