// axi4_packet_receiver.v - turns worms on the VCs of one message class into headers and beats.
//
// The first word of a packet is its header, with the first beat unless it is a header alone; each
// further word is a beat (docs/axi.md, 3, and axi4_packet_sender.v).
//
// Each VC has a buffer of flits, for which the router holds the credits. One packet at a time
// leaves, from its head to its tail. The next packet follows in the next cycle, from the next VC in
// cyclic order that holds a flit. The receiver keeps the flits of a word until the last of them is
// in front; the word is then valid, and it leaves in a cycle with ready_i.
//
// A flit on the pins in cycle t can leave in t + 1. Its credit is on the pins in the cycle after it
// left. ready_i may depend on the valid outputs. While enable_i is low nothing is valid and no flit
// leaves. docs/axi.md, 3.
// Mirrored by model/adapters/axi4_packets.h.

`default_nettype none
`include "check.vh"

module axi4_packet_receiver #(
    parameter DATA_W       = 72,  // bits of a flit without marks
    parameter VCS          = 1,   // of this message class, 1 .. 16
    parameter DEPTH        = 4,   // credits a VC that the router has for us, 1 .. 64
    parameter HEADER_W     = 22,  // bits of a header, and of a beat
    parameter BEAT_W       = 68,
    parameter ONLY_AT      = 14,  // a packet without beats has in this bit of its header
    parameter ONLY         = 1,   // this value
    // Derived, do not override.
    parameter VC_W         = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                enable_i,

    // From the channel: the VC of the flit that arrives, one-hot, or zero if none does
    input  wire [VCS-1:0]      in_vcs_i,
    input  wire [DATA_W+1:0]   in_flit_i,
    output wire [VCS-1:0]      in_credit_o,

    output wire                valid_o,
    output wire                only_o,    // it is a header alone
    output wire [HEADER_W-1:0] header_o,  // of its packet
    output wire [BEAT_W-1:0]   beat_o,
    output wire                tail_o,    // it is the packet's last one
    input  wire                ready_i,   // it is taken
    output wire                open_o     // from a register: the packet's first word was taken
);

    localparam               FLITS    = (HEADER_W + BEAT_W + DATA_W - 1) / DATA_W;
    localparam               BEAT_F   = (BEAT_W + DATA_W - 1) / DATA_W;
    localparam               LEAD     = FLITS - BEAT_F;  // flits before the first beat
    localparam               HEADER_F = (HEADER_W + DATA_W - 1) / DATA_W;
    localparam               PIECE_W  = (FLITS > 1) ? $clog2(FLITS) : 1;
    localparam               HEAD_INT = HEADER_F - 1;
    localparam               LAST_INT = FLITS - 1;
    localparam [PIECE_W-1:0] HEAD_END = HEAD_INT[PIECE_W-1:0];
    localparam [PIECE_W-1:0] LAST     = LAST_INT[PIECE_W-1:0];
    localparam [PIECE_W-1:0] BEAT     = LEAD[PIECE_W-1:0];
    localparam [VCS-1:0]     LAST_VC  = {{(VCS-1){1'b0}}, 1'b1} << (VCS - 1);

    reg                 beats_q;   // the first word has left the buffer, the tail has not
    reg  [PIECE_W-1:0]  piece_q;   // flits of the word that have left
    reg  [VCS-1:0]      vc_q;      // of the packet that leaves or left last, one-hot
    reg  [HEADER_F*DATA_W-1:0] header_q;  // flits that have left, of the packet's header
    reg  [BEAT_F*DATA_W-1:0] beat_q;      // and of a beat
    reg  [HEADER_F*DATA_W-1:0] header;    // with the flit in front
    reg  [BEAT_F*DATA_W-1:0] beat;
    reg  [VCS-1:0]      credit_q;

    wire [VCS-1:0]      nonempty;
    wire [VCS-1:0]      unused_last;
    wire                unused_behind;
    wire [DATA_W+1:0]   front;
    wire [VCS-1:0]      arrive = in_vcs_i & {VCS{enable_i}};
    wire [VCS-1:0]      next;
    reg  [VC_W-1:0]     arrive_vc;
    reg  [VC_W-1:0]     read_vc;

    wire                begins = !beats_q && piece_q == {PIECE_W{1'b0}};
    wire [VCS-1:0]      vc     = begins ? next : vc_q;
    wire                at_head = !beats_q && piece_q == HEAD_END;  // the header's last flit
    wire                only   = at_head && header[ONLY_AT] == (ONLY != 0);
    wire                ends   = only || piece_q == LAST;
    wire                valid  = enable_i && (|(vc & nonempty));
    wire                pop    = valid && (!ends || ready_i);
    wire                tail   = front[DATA_W+1];

    first_after #(
        .N (VCS)
    ) u_next (
        .set_i   (nonempty),
        .after_i (vc_q),
        .first_o (next)
    );

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
        .read_vc_i   (read_vc),
        .front_o     (front),
        .behind_o    (unused_behind),
        .leave_i     (vc & {VCS{pop}}),
        .nonempty_o  (nonempty),
        .last_o      (unused_last)
    );

    integer             i;

    always @* begin
        arrive_vc = {VC_W{1'b0}};
        read_vc   = {VC_W{1'b0}};
        for (i = 0; i < VCS; i = i + 1) begin
            if (arrive[i]) arrive_vc = arrive_vc | i[VC_W-1:0];
            if (vc[i])     read_vc   = read_vc | i[VC_W-1:0];
        end
        header = header_q;
        if (at_head) header[HEAD_INT*DATA_W +: DATA_W] = front[DATA_W-1:0];
        beat   = beat_q;
        beat[(BEAT_F-1)*DATA_W +: DATA_W] = front[DATA_W-1:0];
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            beats_q  <= 1'b0;
            piece_q  <= {PIECE_W{1'b0}};
            vc_q     <= LAST_VC;
            credit_q <= {VCS{1'b0}};
        end else begin
            if (pop) begin
                beats_q <= !tail && (beats_q || ends);
                piece_q <= tail ? {PIECE_W{1'b0}} : ends ? BEAT : piece_q + 1'b1;
                vc_q    <= vc;
            end
            if (enable_i) credit_q <= vc & {VCS{pop}};
        end
    end

    integer j;
    always @(posedge clk_i) begin
        for (j = 0; j < HEADER_F; j = j + 1) begin
            if (pop && !beats_q && piece_q == j[PIECE_W-1:0]) begin
                header_q[j*DATA_W +: DATA_W] <= front[DATA_W-1:0];
            end
        end
        for (j = 0; j < BEAT_F; j = j + 1) begin
            if (pop && piece_q == BEAT + j[PIECE_W-1:0]) begin
                beat_q[j*DATA_W +: DATA_W] <= front[DATA_W-1:0];
            end
        end
    end

    assign valid_o     = valid && ends;
    assign only_o      = only;
    assign header_o    = header[HEADER_W-1:0];
    assign beat_o      = beat[BEAT_F*DATA_W-1 -: BEAT_W];
    assign tail_o      = tail;
    assign open_o      = beats_q;
    assign in_credit_o = credit_q;

    wire unused = &{1'b0, unused_last, unused_behind, header, beat};

    `REQUIRE(a_head_begins_a_packet_nothing_else_does, !(pop && front[DATA_W] != begins))
    `REQUIRE(a_packet_ends_with_a_whole_word, !(pop && tail && !ends))

endmodule

`default_nettype wire
