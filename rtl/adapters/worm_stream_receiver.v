// worm_stream_receiver.v - sends worms on one message class's VCs to an AXI4-Stream as packets.
//
// Each VC has a buffer of flits, for which the router holds the credits. One packet at a time is on
// the stream, from its head to its tail; the next packet comes from the next VC in cyclic order
// that holds a flit. The head supplies TUSER, the address of the source, and TID. The flits behind
// it are the beats {TKEEP, TDATA}, and the tail has TLAST. A worm of one flit has no beat.
//
// A flit on the pins in cycle t is on the stream in t + 2 at the earliest, the first flit of a
// packet in t + 4. Credits return as flits leave the buffer. While enable_i is low no flit leaves,
// but the beat on the stream can still be taken. docs/adapters.md, 4; Arm IHI 0051 (AXI4-Stream).
// No mirror: a stream.

`default_nettype none
`include "check.vh"

module worm_stream_receiver #(
    parameter DATA_W = 32,  // bits of a flit without marks, 8 .. 512
    parameter ADDR_W = 6,   // of an address
    parameter BEAT_W = 32,  // of TDATA and TKEEP, up to DATA_W
    parameter ID_W   = 0,   // of TID, 2 ADDR_W + 2 + ID_W up to DATA_W; 0: there is none
    parameter VCS    = 4,   // of this message class, 1 .. 16
    parameter DEPTH  = 4,   // credits a VC that the router has for us, 1 .. 64
    // Derived, do not override.
    parameter TID_W  = (ID_W > 0) ? ID_W : 1,
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,

    // Channel
    input  wire [VCS-1:0]    in_vcs_i,      // a flit for this VC: one-hot or zero
    input  wire [DATA_W+1:0] in_flit_i,
    output wire [VCS-1:0]    in_credit_o,

    // Stream
    output wire              m_axis_tvalid_o,
    output wire [BEAT_W-1:0] m_axis_beat_o,   // {TKEEP, TDATA}
    output wire [TID_W-1:0]  m_axis_tid_o,    // 0 if there is none
    output wire [ADDR_W-1:0] m_axis_tuser_o,
    output wire              m_axis_tlast_o,
    input  wire              m_axis_tready_i
);

    localparam SOURCE_AT = ADDR_W + 2;
    localparam ID_AT     = 2 * ADDR_W + 2;

    generate
        if (DATA_W < 2 * ADDR_W + 2 + ID_W) begin : g_bad_data_w
            ERROR_worm_stream_receiver_DATA_W_must_hold_two_addresses_a_kind_and_TID u_error ();
        end
        if (BEAT_W < 1 || BEAT_W > DATA_W) begin : g_bad_beat_w
            ERROR_worm_stream_receiver_BEAT_W_must_be_1_to_DATA_W u_error ();
        end
    endgenerate

    reg               busy_q;     // a packet is on the stream
    reg  [VC_W-1:0]   vc_q;       // its VC, or that of the last one
    reg  [VCS-1:0]    credit_q;
    reg               tvalid_q;
    reg               tlast_q;
    reg  [BEAT_W-1:0] beat_q;
    reg  [ADDR_W-1:0] tuser_q;
    reg  [ADDR_W-1:0] source_q;   // of the packet

    wire [VCS-1:0]    nonempty;
    wire [VCS-1:0]    unused_last;
    wire              unused_behind;
    wire [DATA_W+1:0] front;
    wire [VCS-1:0]    arrive = in_vcs_i & {VCS{enable_i}};
    reg  [VC_W-1:0]   arrive_vc;
    wire [VCS-1:0]    chosen = {{(VCS-1){1'b0}}, 1'b1} << vc_q;
    wire              pop    = enable_i && busy_q && (|(nonempty & chosen))
                             && (!tvalid_q || m_axis_tready_i);
    wire [VCS-1:0]    leave  = chosen & {VCS{pop}};
    wire              head   = front[DATA_W];
    wire              tail   = front[DATA_W+1];

    flit_buffer #(
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .WORD_W (DATA_W + 2),
        .SIDE_W (1)
    ) u_flits (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (1'b1),
        .arrive_i    (arrive),
        .arrive_vc_i (arrive_vc),
        .word_i      (in_flit_i),
        .side_i      (1'b0),
        .read_vc_i   (vc_q),
        .front_o     (front),
        .behind_o    (unused_behind),
        .leave_i     (leave),
        .nonempty_o  (nonempty),
        .last_o      (unused_last)
    );

    // The first VC above vc_q, cyclically, that holds a flit.
    reg  [VC_W-1:0] next;
    reg             found;
    integer         i;

    always @* begin
        next      = vc_q;
        found     = 1'b0;
        arrive_vc = {VC_W{1'b0}};
        for (i = 0; i < VCS; i = i + 1) begin
            if (arrive[i]) arrive_vc = arrive_vc | i[VC_W-1:0];
            if (!found && nonempty[i] && i[VC_W-1:0] > vc_q) begin
                next  = i[VC_W-1:0];
                found = 1'b1;
            end
        end
        for (i = 0; i < VCS; i = i + 1) begin
            if (!found && nonempty[i]) begin
                next  = i[VC_W-1:0];
                found = 1'b1;
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q   <= 1'b0;
            vc_q     <= {VC_W{1'b0}};
            credit_q <= {VCS{1'b0}};
            tvalid_q <= 1'b0;
        end else begin
            if (!busy_q) begin
                busy_q <= found;
                vc_q   <= next;
            end else if (pop && tail) begin
                busy_q <= 1'b0;
            end
            if (enable_i) credit_q <= leave;
            tvalid_q <= (pop && !head) || (tvalid_q && !m_axis_tready_i);
        end
    end
    always @(posedge clk_i) begin
        if (pop && head) source_q <= front[SOURCE_AT +: ADDR_W];
        if (pop && !head) begin
            tlast_q <= tail;
            beat_q  <= front[BEAT_W-1:0];
            tuser_q <= source_q;
        end
    end

    assign in_credit_o     = credit_q;
    assign m_axis_tvalid_o = tvalid_q;
    assign m_axis_beat_o   = beat_q;
    assign m_axis_tuser_o  = tuser_q;
    assign m_axis_tlast_o  = tlast_q;

    generate
        if (ID_W > 0) begin : g_id
            reg [TID_W-1:0] id_q;   // of the packet, as source_q
            reg [TID_W-1:0] tid_q;  // of the beat, as tuser_q
            always @(posedge clk_i) begin
                if (pop && head)  id_q  <= front[ID_AT +: TID_W];
                if (pop && !head) tid_q <= id_q;
            end
            assign m_axis_tid_o = tid_q;
        end else begin : g_no_id
            assign m_axis_tid_o = 1'b0;
        end
    endgenerate

    wire unused = &{1'b0, unused_last, unused_behind};

    reg open_q;  // of the packet on the stream the head has left the buffer, the tail has not
    always @(posedge clk_i) begin
        if (rst_i)    open_q <= 1'b0;
        else if (pop) open_q <= !tail;
    end
    `REQUIRE(a_head_begins_a_packet_nothing_else_does, !(pop && head == open_q))

endmodule

`default_nettype wire
