// axi_stream_sender.v - sends packets of an AXI4-Stream into a local port of a packet router.
//
// A beat is a flit, a beat with TLAST is a tail, and the beat after a tail or after reset is a
// head. Beats wait in a buffer of BUFFER flits. With WHOLE_PACKETS 1 a packet enters the network
// when the buffer holds all of it, so a slow user never blocks others; with 0 it enters as soon as
// its head is there. The module cuts packets after PACKET_FLITS flits: it takes and discards the
// further beats up to TLAST, and raises too_long_o for one cycle.
//
// A beat taken in cycle t is on the channel in t + 2 at the earliest; with WHOLE_PACKETS 1 this
// holds for the last beat of the packet. All flits use VC 0. enable_i stops the channel only.
// docs/timing.md, sections 1 and 7; Arm IHI 0051 (AXI4-Stream). No mirror: a stream.

`default_nettype none
`include "check.vh"

module axi_stream_sender #(
    parameter DATA_W        = 16,  // bits of a flit without marks, 8 .. 512, a multiple of 8
    parameter VCS           = 2,   // virtual channels of the router's channels, 1 .. 16
    parameter DEPTH         = 12,  // flits of the router's input buffer, 1 .. 64
    parameter PACKET_FLITS  = 10,  // most flits of a packet, 1 .. 64
    parameter BUFFER        = 32,  // flits that wait here, a power of two, at least PACKET_FLITS
    parameter WHOLE_PACKETS = 1,   // 1: a packet is sent when all of it is here
    // Derived, do not override.
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,  // low: this cycle does not count for the channel

    // Stream
    input  wire              s_axis_tvalid_i,
    input  wire [DATA_W-1:0] s_axis_tdata_i,
    input  wire              s_axis_tlast_i,
    output wire              s_axis_tready_o,

    // Channel to the router
    output wire              out_valid_o,
    output wire [VC_W-1:0]   out_vc_o,
    output wire [DATA_W+1:0] out_flit_o,
    input  wire [VCS-1:0]    out_credit_i,

    output wire              too_long_o
);

    generate
        if (DATA_W < 8 || DATA_W > 512 || DATA_W % 8 != 0) begin : g_bad_data_w
            ERROR_axi_stream_sender_DATA_W_must_be_8_to_512_in_bytes u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_axi_stream_sender_VCS_must_be_1_to_16 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_axi_stream_sender_DEPTH_must_be_1_to_64 u_error ();
        end
        if (PACKET_FLITS < 1 || PACKET_FLITS > 64) begin : g_bad_packet_flits
            ERROR_axi_stream_sender_PACKET_FLITS_must_be_1_to_64 u_error ();
        end
        if (BUFFER < 2 || BUFFER < PACKET_FLITS || (1 << $clog2(BUFFER)) != BUFFER) begin : g_bad
            ERROR_axi_stream_sender_BUFFER_must_be_a_power_of_two_from_PACKET_FLITS u_error ();
        end
        if (WHOLE_PACKETS < 0 || WHOLE_PACKETS > 1) begin : g_bad_whole
            ERROR_axi_stream_sender_WHOLE_PACKETS_must_be_0_or_1 u_error ();
        end
    endgenerate

    localparam                PTR_W       = $clog2(BUFFER);
    localparam                COUNT_W     = $clog2(BUFFER + 1);
    localparam                FLITS_W     = $clog2(PACKET_FLITS + 1);
    localparam                CREDIT_W    = $clog2(DEPTH + 1);
    localparam                DEPTH_INT   = DEPTH;
    localparam                LAST_INT    = PACKET_FLITS - 1;
    localparam [CREDIT_W-1:0] ALL_CREDITS = DEPTH_INT[CREDIT_W-1:0];
    localparam [FLITS_W-1:0]  LAST_FLIT   = LAST_INT[FLITS_W-1:0];

    // Input side: beats become flits.
    reg                 tready_q;
    reg                 cutting_q;    // the packet was too long: its beats are lost up to TLAST
    reg                 too_long_q;
    reg  [FLITS_W-1:0]  beat_q;       // flits of the packet that came
    reg  [DATA_W+1:0]   flit_mem_q [0:BUFFER-1];
    reg  [PTR_W-1:0]    tail_q;       // next free place

    wire                take      = s_axis_tvalid_i && tready_q;
    wire                push      = take && !cutting_q;
    wire                is_head   = beat_q == {FLITS_W{1'b0}};
    wire                is_full   = beat_q == LAST_FLIT;
    wire                is_tail   = s_axis_tlast_i || is_full;
    wire                cut       = push && is_full && !s_axis_tlast_i;

    // Output side: flits with a credit leave.
    reg  [COUNT_W-1:0]  flits_q;      // that wait here
    reg  [COUNT_W-1:0]  packets_q;    // tails that wait here
    reg  [PTR_W-1:0]    head_q;       // front flit
    reg  [CREDIT_W-1:0] credits_q;
    reg                 valid_q;
    reg  [DATA_W+1:0]   flit_q;

    wire [DATA_W+1:0]   front       = flit_mem_q[head_q];
    wire                credit      = out_credit_i[0];
    wire                may_go      = (WHOLE_PACKETS != 0) ? packets_q != {COUNT_W{1'b0}} :
                                                             flits_q != {COUNT_W{1'b0}};
    wire                send        = enable_i && may_go &&
                                      (credit || credits_q != {CREDIT_W{1'b0}});
    wire                send_tail   = send && front[DATA_W+1];
    wire [COUNT_W-1:0]  flits_d     = flits_q + {{(COUNT_W-1){1'b0}}, push} -
                                      {{(COUNT_W-1){1'b0}}, send};

    always @(posedge clk_i) begin
        if (rst_i) begin
            tready_q   <= 1'b0;
            cutting_q  <= 1'b0;
            too_long_q <= 1'b0;
            beat_q     <= {FLITS_W{1'b0}};
            tail_q     <= {PTR_W{1'b0}};
            flits_q    <= {COUNT_W{1'b0}};
            packets_q  <= {COUNT_W{1'b0}};
            head_q     <= {PTR_W{1'b0}};
        end else begin
            tready_q   <= !flits_d[PTR_W];  // fewer than BUFFER, a power of two
            too_long_q <= cut;
            if (cut)                          cutting_q <= 1'b1;
            else if (take && s_axis_tlast_i)  cutting_q <= 1'b0;
            if (push) begin
                beat_q <= is_tail ? {FLITS_W{1'b0}} : beat_q + 1'b1;
                tail_q <= tail_q + 1'b1;
            end
            if (send) head_q <= head_q + 1'b1;
            flits_q   <= flits_d;
            packets_q <= packets_q + {{(COUNT_W-1){1'b0}}, push && is_tail} -
                         {{(COUNT_W-1){1'b0}}, send_tail};
        end
    end
    always @(posedge clk_i) begin
        if (push) flit_mem_q[tail_q] <= {is_tail, is_head, s_axis_tdata_i};
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            credits_q <= ALL_CREDITS;
            valid_q   <= 1'b0;
        end else if (enable_i) begin
            credits_q <= credits_q + {{(CREDIT_W-1){1'b0}}, credit} -
                         {{(CREDIT_W-1){1'b0}}, send};
            valid_q   <= send;
        end
    end
    always @(posedge clk_i) begin
        if (send) flit_q <= front;
    end

    assign s_axis_tready_o = tready_q;
    assign out_valid_o     = valid_q;
    assign out_vc_o        = {VC_W{1'b0}};
    assign out_flit_o      = flit_q;
    assign too_long_o      = too_long_q;

    `REQUIRE(a_credit_is_for_a_flit, !(enable_i && credit && credits_q == ALL_CREDITS))
    generate
        if (VCS > 1) begin : g_check_vcs
            `REQUIRE(credits_are_for_vc_0, !(enable_i && |out_credit_i[VCS-1:1]))
        end
    endgenerate

`ifdef FORMAL
    reg [7:0] f_unpaid_q;  // flits that were sent and whose credit did not come
    always @(posedge clk_i) begin
        if (rst_i) f_unpaid_q <= 8'd0;
        else if (enable_i) f_unpaid_q <= f_unpaid_q + send - credit;
    end
    `ENSURE(no_flit_without_a_credit, f_unpaid_q <= DEPTH && f_unpaid_q + credits_q == DEPTH)
    `ENSURE(ready_only_with_room, flits_q <= BUFFER && !(tready_q && flits_q == BUFFER))
    `ENSURE(a_packet_ends_with_its_beats_or_at_its_greatest_length,
            !push || is_tail == (s_axis_tlast_i || beat_q == PACKET_FLITS - 1))
    // Follows the buffer place by place from the front. Tails are counted, and a flit is a head if
    // the one before it is a tail. Before the front flit comes the one that was sent last.
    integer           f;
    reg [7:0]         f_tails;
    reg               f_order;
    reg               f_tail_q;   // the flit that was sent last
    reg               f_before;
    reg [7:0]         f_length_q; // flits that were sent of the packet at the front
    reg [7:0]         f_length;
    reg [DATA_W+1:0]  f_flit;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_tail_q   <= 1'b1;
            f_length_q <= 8'd0;
        end else if (send) begin
            f_tail_q   <= front[DATA_W+1];
            f_length_q <= front[DATA_W+1] ? 8'd0 : f_length_q + 8'd1;
        end
    end
    always @* begin
        f_tails  = 8'd0;
        f_order  = 1'b1;
        f_before = f_tail_q;
        f_length = f_length_q;
        f_flit   = {(DATA_W+2){1'b0}};
        for (f = 0; f < BUFFER; f = f + 1) begin
            if (f < flits_q) begin
                f_flit   = flit_mem_q[(head_q + f) & (BUFFER - 1)];
                f_order  = f_order && f_flit[DATA_W] == f_before;
                f_before = f_flit[DATA_W+1];
                f_tails  = f_tails + f_flit[DATA_W+1];
                f_length = f_flit[DATA_W+1] ? 8'd0 : f_length + 8'd1;
                f_order  = f_order && f_length < PACKET_FLITS;
            end
        end
    end
    `ENSURE(tails_are_counted, packets_q == f_tails)
    `ENSURE(heads_tails_and_lengths_agree,
            f_order && f_before == (beat_q == 0) && f_length == beat_q)
    `ENSURE(heads_and_tails_on_the_channel_agree,
            f_tail_q == (f_length_q == 8'd0) && f_length_q < PACKET_FLITS)
    `ENSURE(tail_is_head_plus_count, head_q + flits_q[PTR_W-1:0] == tail_q)
    `ENSURE(in_range, !(cutting_q && beat_q != {FLITS_W{1'b0}}) && beat_q < PACKET_FLITS)
`endif

endmodule

`default_nettype wire
