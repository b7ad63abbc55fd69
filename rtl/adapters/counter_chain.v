// counter_chain.v - counts events for a round of cycles, and shifts the counts out in the next one.
//
// Counter k grows by inc_i[k] in each cycle. load_i marks the first cycle of a round: the counts of
// the cycles before it move to a row of registers, and in each cycle without load_i the row moves
// by one place. Counter 0 is on count_o in the cycle after load_i, and counter k is there k cycles
// later. tail_i enters behind the last counter, so chains of different widths can be joined. A
// count wraps at W bits, so the user keeps rounds short enough (counter_bank).
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
