// stream_choice.v - chooses the channel of a message: its first hop.
//
// A broadcast takes the last channel. A message to one node takes the highest dimension in which
// the addresses differ. An adaptive message takes, of all these dimensions, the one with the fewest
// messages waiting or in the engine, then the shortest queue in the router, then the highest.
// Combinational.
// Buzzard & Mudge 1988, section 5.2. docs/timing.md, section 8.7. Mirrored by
// model/coprocessor/message_unit.h.

`default_nettype none

module stream_choice #(
    parameter DIMENSIONS = 6,   // 1 .. 12
    parameter QUEUE_W    = 5,   // bits of an output's count of packets in the router
    // Derived, do not override.
    parameter CHANNEL_W  = $clog2(DIMENSIONS + 1)
) (
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
    localparam                 KEY_W    = 17 + QUEUE_W;

    reg  [CHANNEL_W-1:0] channel;
    reg  [KEY_W-1:0]     best;
    reg  [KEY_W-1:0]     key;
    integer              d;

    always @* begin
        d       = 0;
        channel = LAST;
        best    = {KEY_W{1'b1}};
        key     = {KEY_W{1'b0}};
        if (active_i && !broadcast_i) begin
            for (d = 0; d < DIMENSIONS; d = d + 1) begin
                key = {{1'b0, counts_i[d*16 +: 16]} + {16'd0, !free_i[d]},
                       queue_i[d*QUEUE_W +: QUEUE_W]};
                if (across_i[d] && (!adaptive_i || key <= best)) begin
                    channel = d[CHANNEL_W-1:0];
                    best    = key;
                end
            end
        end
    end

    assign channel_o = channel;

`ifdef FORMAL
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
