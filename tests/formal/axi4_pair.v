// axi4_pair.v - an initiator and a target, channel to channel, between any manager and any memory.
//
// Bursts of one or two beats with one of two IDs, one in the map or outside of it, legal or not.
// Each request and beat is marked or not by its USER bit, and bit 0 of its data is the number of a
// beat. Ledgers on both buses, apart from the adapters, say what must come:
//
// - handshake: what an adapter drives with valid stays until ready, on all five channels;
// - count: each response belongs to a request that has none yet, each beat of data to a request;
// - order: responses of an ID are in the order of its requests, with their mark;
// - no lost beat: each burst has all its beats, in order, with their mark, on W and on R.

`default_nettype none
`include "check.vh"

module axi4_pair #(
    parameter [1:0] KINDS = 2'b11  // {writes, reads} that the manager makes
) (
    input wire       clk_i,
    // Any manager: {AW, AR} go, ID, beats less one, in the map, legal, marked
    input wire [1:0] go_i,
    input wire [1:0] id_i,
    input wire [1:0] len_i,
    input wire [1:0] mapped_i,
    input wire [1:0] legal_i,
    input wire [1:0] mark_i,
    input wire       w_go_i,
    input wire       b_ready_i,
    input wire       r_ready_i,
    // Any memory
    input wire       aw_ready_i,
    input wire       w_ready_i,
    input wire       ar_ready_i,
    input wire [1:0] answer_i,     // {B, R}
    input wire [1:0] answer_id_i
);

    localparam DATA_W = 49;  // a header, or a beat
    localparam ADDR_W = 1;
    localparam PORTS  = 3;
    localparam AX_W   = 13 + 1 + 29 + 1;
    localparam BEAT_W = 32 + 4 + 1;
    localparam B_W    = 1 + 2 + 1;
    localparam R_W    = 32 + 3 + 1 + 1;

    reg  started_q = 1'b0;
    wire rst_i     = !started_q;
    always @(posedge clk_i) started_q <= 1'b1;

    // The manager's requests
    wire [1:0]        ax_valid;
    wire [2*AX_W-1:0] ax;
    wire [1:0]        ax_ready;
    wire [1:0]        ax_full;

    genvar g;

    generate
        for (g = 0; g < 2; g = g + 1) begin : g_ax
            // {address, user, region, QoS, protection, cache, lock, burst, size, length, ID}
            any_channel #(
                .WIDTH (AX_W)
            ) u_ax (
                .clk_i   (clk_i),
                .rst_i   (rst_i),
                .go_i    (go_i[g] && KINDS[g] && !ax_full[g]),
                .word_i  ({!mapped_i[g], 12'd0, mark_i[g], 16'd0, !legal_i[g], 1'b1, 3'd2, 7'd0,
                           len_i[g], id_i[g]}),
                .valid_o (ax_valid[g]),
                .word_o  (ax[g*AX_W +: AX_W]),
                .ready_i (ax_ready[g])
            );
        end
    endgenerate

    // What must come back: {marked, response}
    wire [1:0] starts = ax_valid & ax_ready;
    wire [5:0] notes;

    generate
        for (g = 0; g < 2; g = g + 1) begin : g_note
            wire mapped = !ax[g*AX_W+AX_W-1];
            wire legal  = !ax[g*AX_W+13];
            assign notes[g*3 +: 3] = !mapped ? 3'd3 : !legal ? 3'd2 : {ax[g*AX_W+30], 2'd0};
        end
    endgenerate

    wire           b_valid;
    wire [B_W-1:0] b;
    wire           r_valid;
    wire [R_W-1:0] r;
    wire           b_known;
    wire [2:0]     b_note;
    wire           r_known;
    wire           r_beat;
    wire           r_last;
    wire [2:0]     r_note;
    wire           w_known;
    wire           w_beat;
    wire           w_last;
    wire [2:0]     w_note;
    wire           w_valid;
    wire           w_ready;
    wire [2:0]     w;        // {last, mark, number}
    wire           w_full;
    reg  [3:0]     data_q;   // writes whose data have gone, without a response

    axi4_ledger u_writes (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (starts[1]),
        .id_i      (ax[AX_W]),
        .len_i     (1'b0),
        .note_i    (notes[5:3]),
        .full_o    (ax_full[1]),
        .step_id_i (b[0]),
        .step_i    (b_valid && b_ready_i),
        .known_o   (b_known),
        .beat_o    (),
        .last_o    (),
        .note_o    (b_note),
        .older_o   ()
    );

    axi4_ledger u_reads (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (starts[0]),
        .id_i      (ax[0]),
        .len_i     (ax[1]),
        .note_i    (notes[2:0]),
        .full_o    (ax_full[0]),
        .step_id_i (r[R_W-1]),
        .step_i    (r_valid && r_ready_i),
        .known_o   (r_known),
        .beat_o    (r_beat),
        .last_o    (r_last),
        .note_o    (r_note),
        .older_o   ()
    );

    // Its data, behind their addresses
    axi4_ledger #(
        .BY_ID (0)
    ) u_data (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (starts[1]),
        .id_i      (1'b0),
        .len_i     (ax[AX_W+1]),
        .note_i    (notes[5:3]),
        .full_o    (w_full),
        .step_id_i (1'b0),
        .step_i    (w_valid && w_ready),
        .known_o   (w_known),
        .beat_o    (w_beat),
        .last_o    (w_last),
        .note_o    (w_note),
        .older_o   ()
    );

    any_channel #(
        .WIDTH (3)
    ) u_w (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .go_i    (w_go_i && w_known),
        .word_i  ({w_last, w_note[2], w_beat}),
        .valid_o (w_valid),
        .word_o  (w),
        .ready_i (w_ready)
    );

    always @(posedge clk_i) begin
        if (rst_i) data_q <= 4'd0;
        else       data_q <= data_q + (w_valid && w_ready && w[2]) - (b_valid && b_ready_i);
    end

    `ENSURE(b_a_write_without_a_response_with_its_data, !b_valid || (b_known && data_q != 4'd0))
    `ENSURE(b_of_the_oldest_write_with_its_id, !b_valid || {b[3], b[2:1]} == b_note)
    `ENSURE(r_a_read_without_all_its_beats, !r_valid || r_known)
    `ENSURE(r_of_the_oldest_read_with_its_id, !r_valid || {r[35], r[33:32]} == r_note)
    `ENSURE(r_its_beats_in_order_none_lost,
            !r_valid || (r[34] == r_last && r[0] == (r_beat && !r_note[1])))

    // The adapters
    wire              sent_valid;
    wire              sent_vc;
    wire [DATA_W+1:0] sent;
    wire [1:0]        sent_credit;
    wire              back_valid;
    wire              back_vc;
    wire [DATA_W+1:0] back;
    wire [1:0]        back_credit;
    wire [1:0]        m_valid;
    wire [2*AX_W+1:0] m;            // with an ID of two bits
    wire              mw_valid;
    wire [BEAT_W:0]   mw;
    wire              mw_ready;
    wire              mb_valid;
    wire [B_W:0]      mb;
    wire              mb_ready;
    wire              mr_valid;
    wire [R_W:0]      mr;
    wire              mr_ready;

    axi4_initiator_core #(
        .DATA_W       (DATA_W),
        .ADDR_W       (ADDR_W),
        .DEPTH        (2),
        .PORTS        (PORTS),
        .DIMENSIONS   (1),
        .COORD_W      (1),
        .AXI_ADDR_W   (13),
        .AXI_DATA_W   (32),
        .AXI_ID_W     (1),
        .READS        (2),
        .WRITES       (2),
        .PER_ID       (2),
        .READ_BEATS   (2),
        .WRITE_BEATS  (2),
        .REGIONS      (1),
        .REGION_BASES (13'd0),
        .REGION_LOG2S (8'd12),
        .REGION_NODES (1'b1)
    ) u_initiator (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (1'b1),
        .node_i       (1'b0),
        .router_i     (1'b0),
        .limit_i      (1'b1),
        .home_i       (3'b100),
        .map_i        (4'd0),
        .ax_valid_i   (ax_valid),
        .ax_i         (ax),
        .ax_ready_o   (ax_ready),
        .w_valid_i    (w_valid),
        .w_i          ({w[2], w[1], 4'hf, 31'd0, w[0]}),
        .w_ready_o    (w_ready),
        .b_valid_o    (b_valid),
        .b_o          (b),
        .b_ready_i    (b_ready_i),
        .r_valid_o    (r_valid),
        .r_o          (r),
        .r_ready_i    (r_ready_i),
        .in_valid_i   (back_valid),
        .in_vc_i      (back_vc),
        .in_flit_i    (back),
        .in_credit_o  (back_credit),
        .out_valid_o  (sent_valid),
        .out_vc_o     (sent_vc),
        .out_route_o  (),
        .out_flit_o   (sent),
        .out_credit_i (sent_credit)
    );

    axi4_target_core #(
        .DATA_W       (DATA_W),
        .ADDR_W       (ADDR_W),
        .DEPTH        (2),
        .PORTS        (PORTS),
        .DIMENSIONS   (1),
        .COORD_W      (1),
        .AXI_ADDR_W   (13),
        .AXI_DATA_W   (32),
        .AXI_ID_W     (1),
        .PACKET_BEATS (2)
    ) u_target (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (1'b1),
        .node_i       (1'b1),
        .router_i     (1'b1),
        .limit_i      (1'b1),
        .home_i       (3'b100),
        .ax_valid_o   (m_valid),
        .ax_o         (m),
        .ax_ready_i   ({aw_ready_i, ar_ready_i}),
        .w_valid_o    (mw_valid),
        .w_o          (mw),
        .w_ready_i    (mw_ready),
        .b_valid_i    (mb_valid),
        .b_i          (mb),
        .b_ready_o    (mb_ready),
        .r_valid_i    (mr_valid),
        .r_i          (mr),
        .r_ready_o    (mr_ready),
        .in_valid_i   (sent_valid),
        .in_vc_i      (sent_vc),
        .in_flit_i    (sent),
        .in_credit_o  (sent_credit),
        .out_valid_o  (back_valid),
        .out_vc_o     (back_vc),
        .out_route_o  (),
        .out_flit_o   (back),
        .out_credit_i (back_credit)
    );

    // The memory: it answers any transaction of which it has the data, the oldest of any ID.
    wire [1:0]      taken = m_valid & {aw_ready_i, ar_ready_i};
    wire [AX_W:0]   maw   = m[AX_W+1 +: AX_W+1];
    wire [AX_W:0]   mar   = m[0 +: AX_W+1];
    wire            mb_known;
    wire [2:0]      mb_note;
    wire            mr_known;
    wire            mr_beat;
    wire            mr_last;
    wire [2:0]      mr_note;
    wire            mw_known;
    wire            mw_beat;
    wire            mw_last;
    wire [2:0]      mw_note;
    wire [1:0]      unused_full;
    wire            unused_last;
    reg  [3:0]      whole_q;  // writes whose data are here, without a response
    wire [7:0]      mb_older;
    reg             mb_held_q;
    reg             mb_id_q;
    reg             mr_held_q;
    reg             mr_id_q;
    wire            mb_id = mb_held_q ? mb_id_q : answer_id_i[1];
    wire            mr_id = mr_held_q ? mr_id_q : answer_id_i[0];

    assign mb_valid = mb_held_q || (answer_i[1] && mb_known && mb_older < whole_q);
    assign mb       = {mb_note[2], 2'd0, 1'b0, mb_id};
    assign mr_valid = mr_held_q || (answer_i[0] && mr_known);
    assign mr       = {1'b0, mr_id, mr_note[2], mr_last, 2'd0, 31'd0, mr_beat};
    assign mw_ready = w_ready_i && mw_known;

    always @(posedge clk_i) begin
        mb_held_q <= !rst_i && mb_valid && !mb_ready;
        mr_held_q <= !rst_i && mr_valid && !mr_ready;
        mb_id_q   <= mb_id;
        mr_id_q   <= mr_id;
        if (rst_i) whole_q <= 4'd0;
        else       whole_q <= whole_q + (mw_valid && mw_ready && mw_last) - (mb_valid && mb_ready);
    end

    axi4_ledger #(
        .ID_W (2)
    ) u_memory_writes (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (taken[1]),
        .id_i      (maw[1:0]),
        .len_i     (1'b0),
        .note_i    ({maw[31], 2'd0}),
        .full_o    (unused_full[1]),
        .step_id_i ({1'b0, mb_id}),
        .step_i    (mb_valid && mb_ready),
        .known_o   (mb_known),
        .beat_o    (),
        .last_o    (unused_last),
        .note_o    (mb_note),
        .older_o   (mb_older)
    );

    axi4_ledger #(
        .ID_W (2)
    ) u_memory_reads (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (taken[0]),
        .id_i      (mar[1:0]),
        .len_i     (mar[2]),
        .note_i    ({mar[31], 2'd0}),
        .full_o    (unused_full[0]),
        .step_id_i ({1'b0, mr_id}),
        .step_i    (mr_valid && mr_ready),
        .known_o   (mr_known),
        .beat_o    (mr_beat),
        .last_o    (mr_last),
        .note_o    (mr_note),
        .older_o   ()
    );

    axi4_ledger #(
        .BY_ID (0)
    ) u_memory_data (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (taken[1]),
        .id_i      (1'b0),
        .len_i     (maw[2]),
        .note_i    ({maw[31], 2'd0}),
        .full_o    (),
        .step_id_i (1'b0),
        .step_i    (mw_valid && mw_ready),
        .known_o   (mw_known),
        .beat_o    (mw_beat),
        .last_o    (mw_last),
        .note_o    (mw_note),
        .older_o   ()
    );

    `ENSURE(aw_is_its_own_and_legal, !m_valid[1] || (!maw[1] && !maw[AX_W] && !maw[14]))
    `ENSURE(ar_is_its_own_and_legal, !m_valid[0] || (!mar[1] && !mar[AX_W] && !mar[14]))
    `ENSURE(w_beats_of_the_writes_in_their_order_none_lost,
            !(mw_valid && mw_known)
            || (mw[BEAT_W] == mw_last && mw[0] == mw_beat && mw[BEAT_W-1] == mw_note[2]))
    `ENSURE(no_more_transactions_than_are_permitted, unused_full == 2'd0)

    held_channel #(.WIDTH(B_W)) u_b_held (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .valid_i (b_valid),
        .word_i  (b),
        .ready_i (b_ready_i)
    );
    held_channel #(.WIDTH(R_W)) u_r_held (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .valid_i (r_valid),
        .word_i  (r),
        .ready_i (r_ready_i)
    );
    held_channel #(.WIDTH(AX_W + 1)) u_aw_held (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .valid_i (m_valid[1]),
        .word_i  (maw),
        .ready_i (aw_ready_i)
    );
    held_channel #(.WIDTH(BEAT_W + 1)) u_w_held (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .valid_i (mw_valid),
        .word_i  (mw),
        .ready_i (mw_ready)
    );
    held_channel #(.WIDTH(AX_W + 1)) u_ar_held (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .valid_i (m_valid[0]),
        .word_i  (mar),
        .ready_i (ar_ready_i)
    );

endmodule

`default_nettype wire
