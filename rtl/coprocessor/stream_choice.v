// stream_choice.v - chooses the channel of a message: its first hop.
//
// A broadcast takes the last channel. A message to one node takes the highest dimension in which
// the addresses differ. An adaptive message takes, of all these dimensions, the one with the fewest
// messages waiting or in the engine, then the shortest queue in the router, then the highest.
// Buzzard & Mudge 1988, section 5.2. docs/timing.md, section 8.7. Mirrored by
// model/coprocessor/message_unit.h.

`default_nettype none

module stream_choice #(
    parameter DIMENSIONS = 6,   // 1 .. 12
    parameter QUEUE_W    = 5,   // bits of an output's count of packets in the router
    // Derived, do not override.
    parameter CHANNEL_W  = $clog2(DIMENSIONS + 1)
) (
    input  wire                          clk_i,

    // In the cycle before active_i all inputs but the queues are already what they are with it,
    // and counts and engines in the two cycles before.
    input  wire                          active_i,
    input  wire                          broadcast_i,
    input  wire                          adaptive_i,
    input  wire [DIMENSIONS-1:0]         across_i,   // destination xor node
    input  wire [DIMENSIONS*16-1:0]      counts_i,   // messages waiting
    input  wire [DIMENSIONS-1:0]         free_i,     // engines
    input  wire [DIMENSIONS*QUEUE_W-1:0] queue_i,

    output wire [CHANNEL_W-1:0]          channel_o
);

    localparam                 LAST_INT = DIMENSIONS;
    localparam [CHANNEL_W-1:0] LAST     = LAST_INT[CHANNEL_W-1:0];
    localparam                 COUNT_W  = 17;

    reg  [DIMENSIONS-1:0]           fewest, fewest_q;
    reg  [DIMENSIONS-1:0]           asks;      // groups with a dimension that can be chosen
    reg  [DIMENSIONS*COUNT_W-1:0]   counts_q;  // messages of each dimension
    reg  [DIMENSIONS*COUNT_W-1:0]   least;     // of each group
    reg  [DIMENSIONS-1:0]           left;      // groups that are left
    reg  [DIMENSIONS*QUEUE_W-1:0]   queues;    // of the winner of each group
    reg  [DIMENSIONS*CHANNEL_W-1:0] winners;
    reg  [CHANNEL_W-1:0]            channel;
    integer                         c;
    integer                         d;
    integer                         e;
    integer                         s;
    integer                         t;

    // Both choices are tournaments: group d of s dimensions begins at d and meets the group above
    // it. So nothing passes more than $clog2(DIMENSIONS) comparisons.
    //
    // In the cycle before the choice: the dimensions with the fewest messages. Of a message that is
    // not adaptive, all.
    always @* begin
        d      = 0;
        s      = 0;
        asks   = across_i;
        fewest = {DIMENSIONS{1'b0}};
        least  = counts_q;
        for (s = 1; s < DIMENSIONS; s = 2 * s) begin
            for (d = 0; d + s < DIMENSIONS; d = d + 2 * s) begin
                if (asks[d+s] && (!asks[d] || least[(d+s)*COUNT_W +: COUNT_W]
                                              < least[d*COUNT_W +: COUNT_W])) begin
                    least[d*COUNT_W +: COUNT_W] = least[(d+s)*COUNT_W +: COUNT_W];
                end
                asks[d] = asks[d] || asks[d+s];
            end
        end
        for (d = 0; d < DIMENSIONS; d = d + 1) begin
            fewest[d] = across_i[d]
                        && (!adaptive_i || counts_q[d*COUNT_W +: COUNT_W] == least[COUNT_W-1:0]);
        end
    end

    always @(posedge clk_i) begin
        fewest_q <= fewest;
        for (c = 0; c < DIMENSIONS; c = c + 1) begin
            counts_q[c*COUNT_W +: COUNT_W] <= {1'b0, counts_i[c*16 +: 16]} + {16'd0, !free_i[c]};
        end
    end

    // In the cycle of the choice: of these the one with the shortest queue, of equals the highest.
    always @* begin
        e       = 0;
        t       = 0;
        left    = fewest_q;
        queues  = queue_i;
        winners = {(DIMENSIONS*CHANNEL_W){1'b0}};
        channel = LAST;
        if (active_i && !broadcast_i) begin
            for (e = 0; e < DIMENSIONS; e = e + 1) begin
                winners[e*CHANNEL_W +: CHANNEL_W] = e[CHANNEL_W-1:0];
            end
            for (t = 1; t < DIMENSIONS; t = 2 * t) begin
                for (e = 0; e + t < DIMENSIONS; e = e + 2 * t) begin
                    if (left[e+t] && (!left[e] || !adaptive_i || queues[(e+t)*QUEUE_W +: QUEUE_W]
                                                                 <= queues[e*QUEUE_W +: QUEUE_W]))
                    begin
                        queues[e*QUEUE_W +: QUEUE_W]      = queues[(e+t)*QUEUE_W +: QUEUE_W];
                        winners[e*CHANNEL_W +: CHANNEL_W] = winners[(e+t)*CHANNEL_W +: CHANNEL_W];
                    end
                    left[e] = left[e] || left[e+t];
                end
            end
            if (left[0]) channel = winners[CHANNEL_W-1:0];
        end
    end

    assign channel_o = channel;

`ifdef FORMAL
    reg  [DIMENSIONS+1:0]    f_message_q;
    reg  [17*DIMENSIONS-1:0] f_counts_q, f_counts_before_q;
    always @(posedge clk_i) begin
        f_message_q       <= {broadcast_i, adaptive_i, across_i};
        f_counts_q        <= {counts_i, free_i};
        f_counts_before_q <= f_counts_q;
    end
    always @* begin
        if (active_i) begin
            assume ({broadcast_i, adaptive_i, across_i} == f_message_q);
            assume ({counts_i, free_i} == f_counts_q && f_counts_q == f_counts_before_q);
        end
    end

    // For any dimension that brings the message nearer, the chosen dimension is not worse.
    (* anyseq, keep *) wire [CHANNEL_W-1:0] f_other;
    wire [63:0] f_key = {{1'b0, counts_i[f_other*16 +: 16]} + {16'd0, !free_i[f_other]},
                              queue_i[f_other*QUEUE_W +: QUEUE_W]};
    wire [63:0] f_best = {{1'b0, counts_i[channel*16 +: 16]} + {16'd0, !free_i[channel]},
                               queue_i[channel*QUEUE_W +: QUEUE_W]};
    always @* begin
        if (active_i && broadcast_i) assert (channel == DIMENSIONS);
        if (active_i && !broadcast_i && f_other < DIMENSIONS && across_i[f_other]) begin
            assert (channel < DIMENSIONS && across_i[channel]);
            if (!adaptive_i) assert (channel >= f_other);
            if (adaptive_i) assert (f_best < f_key || (f_best == f_key && channel >= f_other));
        end
    end
`endif

endmodule

`default_nettype wire
