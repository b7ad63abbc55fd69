// axi_stream_receiver.v - sends packets from a local port of a packet router to an AXI4-Stream.
//
// A beat is a flit, and the tail has TLAST. Flits wait in a buffer of DEPTH places, for which the
// router holds the credits. A flit on the pins in cycle t is on the stream in t + 2 at the
// earliest, and its credit returns when it leaves the buffer. Packets arrive at local ports on
// VC 0, one after the other. enable_i stops the channel only. The stream continues, and the module
// returns the credits later.
// docs/timing.md, sections 1 and 7; Arm IHI 0051 (AXI4-Stream). No mirror: a stream.

`default_nettype none
`include "check.vh"

module axi_stream_receiver #(
    parameter DATA_W = 16,  // bits of a flit without marks, 8 .. 512, a multiple of 8
    parameter VCS    = 2,   // virtual channels of the router's channels, 1 .. 16
    parameter DEPTH  = 12,  // credits that the router has for us, flits, 1 .. 64
    // Derived, do not override.
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,  // low: this cycle does not count for the channel

    // Channel from the router
    input  wire              in_valid_i,
    input  wire [VC_W-1:0]   in_vc_i,
    input  wire [DATA_W+1:0] in_flit_i,
    output wire [VCS-1:0]    in_credit_o,

    // Stream
    output wire              m_axis_tvalid_o,
    output wire [DATA_W-1:0] m_axis_tdata_o,
    output wire              m_axis_tlast_o,
    input  wire              m_axis_tready_i
);

    generate
        if (DATA_W < 8 || DATA_W > 512 || DATA_W % 8 != 0) begin : g_bad_data_w
            ERROR_axi_stream_receiver_DATA_W_must_be_8_to_512_in_bytes u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_axi_stream_receiver_VCS_must_be_1_to_16 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_axi_stream_receiver_DEPTH_must_be_1_to_64 u_error ();
        end
    endgenerate

    localparam               PTR_W     = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam               COUNT_W   = $clog2(DEPTH + 1);
    localparam               LAST_INT  = DEPTH - 1;
    localparam               DEPTH_INT = DEPTH;
    localparam [PTR_W-1:0]   LAST      = LAST_INT[PTR_W-1:0];
    localparam [COUNT_W-1:0] FULL      = DEPTH_INT[COUNT_W-1:0];
    localparam [COUNT_W-1:0] NONE      = {COUNT_W{1'b0}};

    reg  [DATA_W:0]    flit_mem_q [0:DEPTH-1];  // tail mark and data
    reg  [PTR_W-1:0]   head_q;
    reg  [PTR_W-1:0]   tail_q;
    reg  [COUNT_W-1:0] flits_q;   // in the buffer
    reg  [COUNT_W-1:0] owed_q;    // credits of flits that left
    reg                credit_q;
    reg                tvalid_q;
    reg  [DATA_W:0]    beat_q;

    wire               push = enable_i && in_valid_i;
    wire               pop  = flits_q != NONE && (!tvalid_q || m_axis_tready_i);
    wire               pay  = pop || owed_q != NONE;

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q   <= {PTR_W{1'b0}};
            tail_q   <= {PTR_W{1'b0}};
            flits_q  <= NONE;
            owed_q   <= NONE;
            credit_q <= 1'b0;
            tvalid_q <= 1'b0;
        end else begin
            if (push) tail_q <= (tail_q == LAST) ? {PTR_W{1'b0}} : tail_q + 1'b1;
            if (pop)  head_q <= (head_q == LAST) ? {PTR_W{1'b0}} : head_q + 1'b1;
            flits_q  <= flits_q + {{(COUNT_W-1){1'b0}}, push} - {{(COUNT_W-1){1'b0}}, pop};
            owed_q   <= owed_q + {{(COUNT_W-1){1'b0}}, pop} -
                        {{(COUNT_W-1){1'b0}}, enable_i && pay};
            tvalid_q <= flits_q != NONE || (tvalid_q && !m_axis_tready_i);
            if (enable_i) credit_q <= pay;
        end
    end
    always @(posedge clk_i) begin
        if (push) flit_mem_q[tail_q] <= {in_flit_i[DATA_W+1], in_flit_i[DATA_W-1:0]};
        if (pop)  beat_q <= flit_mem_q[head_q];
    end

    assign m_axis_tvalid_o               = tvalid_q;
    assign {m_axis_tlast_o, m_axis_tdata_o} = beat_q;

    generate
        if (VCS > 1) begin : g_credits
            assign in_credit_o = {{(VCS-1){1'b0}}, credit_q};
        end else begin : g_credit
            assign in_credit_o = credit_q;
        end
    endgenerate

    `REQUIRE(a_flit_comes_only_for_a_credit, !(push && flits_q == FULL))
    `REQUIRE(packets_come_on_vc_0, !(push && in_vc_i != {VC_W{1'b0}}))

    reg open_q;  // the head of a packet came, its tail did not
    always @(posedge clk_i) begin
        if (rst_i)     open_q <= 1'b0;
        else if (push) open_q <= !in_flit_i[DATA_W+1];
    end
    `REQUIRE(a_head_begins_a_packet_nothing_else_does, !(push && in_flit_i[DATA_W] == open_q))

`ifdef FORMAL
    // Credits: those of the router, the flits here and the credits owed always add up to DEPTH.
    reg [7:0] f_credits_q;  // that the router holds
    always @(posedge clk_i) begin
        if (rst_i)         f_credits_q <= DEPTH;
        else if (enable_i) f_credits_q <= f_credits_q + in_credit_o[0] - in_valid_i;
    end
    `REQUIRE(the_router_has_a_credit_for_it, !(push && f_credits_q + in_credit_o[0] == 8'd0))
    `ENSURE(no_credit_is_lost_or_made, f_credits_q + credit_q + owed_q + flits_q == DEPTH)
    wire [7:0] f_end = head_q + flits_q;
    `ENSURE(tail_is_head_plus_count, tail_q == ((f_end >= DEPTH) ? f_end - DEPTH : f_end))
    `ENSURE(in_range, head_q < DEPTH && tail_q < DEPTH)

    // Valid stays high, and the beat does not change, until ready is high.
    reg              f_held_q;
    reg [DATA_W:0]   f_beat_q;
    always @(posedge clk_i) begin
        f_held_q <= !rst_i && tvalid_q && !m_axis_tready_i;
        f_beat_q <= beat_q;
    end
    `ENSURE(valid_stays_until_ready, !f_held_q || (tvalid_q && beat_q == f_beat_q))
`endif

endmodule

`default_nettype wire
