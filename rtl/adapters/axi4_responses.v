// axi4_responses.v - passes responses from the network, and refusals, to the B and R channels.
//
// The module has a queue of WRITES responses and a queue of READ_BEATS beats, or with REORDER 1
// reorder buffers with as many places. Each request reserved its places before it was sent, so a
// response never waits in the network for the manager (docs/axi.md, 4). A word from the network in
// cycle t is on the channel in t + 1, with REORDER 1 in t + 2. A register holds a refused request.
// The refusal is answered in cycles in which the network delivers no response, and its beats never
// come between the beats of a packet.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none
`include "check.vh"

module axi4_responses #(
    parameter ADDR_W     = 6,
    parameter AXI_DATA_W = 64,
    parameter AXI_ID_W   = 4,
    parameter USER_W     = 1,
    parameter WRITES     = 8,
    parameter READ_BEATS = 256,
    parameter REORDER    = 0,   // 1: reorder buffers, to which alone these belong:
    parameter READS      = 8,
    parameter PER_ID     = 8,
    parameter IN_ORDER   = 1,
    // Derived, do not override.
    parameter HEADER_W   = 2 * ADDR_W + 3 + AXI_ID_W + 2 + USER_W,
    parameter BEAT_W     = AXI_DATA_W + 3 + USER_W,
    parameter B_W        = AXI_ID_W + 2 + USER_W,  // {user, response, ID}
    parameter R_W        = BEAT_W + AXI_ID_W,      // {ID, user, last, response, data}
    parameter TARGET_W   = ADDR_W + 1              // {not refused, node}
) (
    input  wire                clk_i,
    input  wire                rst_i,

    // From the receiver
    input  wire                valid_i,
    input  wire                only_i,
    input  wire [HEADER_W-1:0] header_i,
    input  wire [BEAT_W-1:0]   beat_i,
    input  wire                open_i,
    output wire                ready_o,

    // A refused request
    input  wire                refused_valid_i,
    input  wire                refused_write_i,
    input  wire                refused_mapped_i,
    input  wire [AXI_ID_W-1:0] refused_id_i,
    input  wire [7:0]          refused_len_i,
    output wire                refused_ready_o,

    // To the manager
    output wire                b_valid_o,
    output wire [B_W-1:0]      b_o,
    input  wire                b_ready_i,
    output wire                r_valid_o,
    output wire [R_W-1:0]      r_o,
    input  wire                r_ready_i,

    // With REORDER 1, {writes, reads}: the transaction that asks to start
    input  wire [2*AXI_ID_W-1:0] order_ids_i,
    input  wire [2*TARGET_W-1:0] order_targets_i,
    input  wire [15:0]         order_lens_i,
    output wire [1:0]          order_may_o,
    input  wire [1:0]          start_i,

    // To the requests
    output wire                b_queued_o,
    output wire [AXI_ID_W-1:0] b_id_o,
    output wire                r_queued_o,  // the last beat of a read
    output wire [AXI_ID_W-1:0] r_id_o
);

    localparam       ID_AT    = 2 * ADDR_W + 3;
    localparam       LAST_AT  = AXI_DATA_W + 2;
    localparam [1:0] SLVERR   = 2'd2;
    localparam [1:0] DECERR   = 2'd3;

    reg                 refused_q;
    reg                 refused_write_q;
    reg  [1:0]          refused_resp_q;
    reg  [AXI_ID_W-1:0] refused_id_q;
    reg  [7:0]          left_q;  // beats of a refused read after this one

    wire                net_b   = valid_i && only_i;
    wire                own_b   = refused_q && refused_write_q && !net_b;
    wire                own_r   = refused_q && !refused_write_q && !open_i;
    wire                b_room;
    wire                r_room;

    assign ready_o = only_i ? b_room : r_room && !own_r;

    wire [B_W-1:0] b = net_b ? header_i[ID_AT +: B_W]
                             : {{USER_W{1'b0}}, refused_resp_q, refused_id_q};
    wire [R_W-1:0] r = own_r ? {refused_id_q, {USER_W{1'b0}}, left_q == 8'd0, refused_resp_q,
                                {AXI_DATA_W{1'b0}}}
                             : {header_i[ID_AT +: AXI_ID_W], beat_i};
    wire           b_comes = net_b || own_b;
    wire           r_comes = (valid_i && !only_i) || own_r;

    generate
        if (REORDER != 0) begin : g_reorder
            wire [TARGET_W-1:0] b_target = net_b ? {1'b1, header_i[ADDR_W+2 +: ADDR_W]}
                                                 : {TARGET_W{1'b0}};
            wire [TARGET_W-1:0] r_target = own_r ? {TARGET_W{1'b0}}
                                                 : {1'b1, header_i[ADDR_W+2 +: ADDR_W]};

            axi4_reorder_buffer #(
                .ID_W     (AXI_ID_W),
                .TARGET_W (TARGET_W),
                .WIDTH    (B_W - AXI_ID_W),
                .ENTRIES  (WRITES),
                .PER_ID   (PER_ID),
                .IN_ORDER (IN_ORDER),
                .BURSTS   (0)
            ) u_b (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .id_i        (order_ids_i[AXI_ID_W +: AXI_ID_W]),
                .target_i    (order_targets_i[TARGET_W +: TARGET_W]),
                .len_i       (order_lens_i[15:8]),
                .may_o       (order_may_o[1]),
                .start_i     (start_i[1]),
                .in_valid_i  (b_comes),
                .in_id_i     (b[AXI_ID_W-1:0]),
                .in_target_i (b_target),
                .in_data_i   (b[B_W-1:AXI_ID_W]),
                .in_ready_o  (b_room),
                .out_valid_o (b_valid_o),
                .out_id_o    (b_o[AXI_ID_W-1:0]),
                .out_data_o  (b_o[B_W-1:AXI_ID_W]),
                .out_ready_i (b_ready_i)
            );

            axi4_reorder_buffer #(
                .ID_W     (AXI_ID_W),
                .TARGET_W (TARGET_W),
                .WIDTH    (BEAT_W),
                .ENTRIES  (READS),
                .PER_ID   (PER_ID),
                .IN_ORDER (IN_ORDER),
                .BEATS    (READ_BEATS)
            ) u_r (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .id_i        (order_ids_i[0 +: AXI_ID_W]),
                .target_i    (order_targets_i[0 +: TARGET_W]),
                .len_i       (order_lens_i[7:0]),
                .may_o       (order_may_o[0]),
                .start_i     (start_i[0]),
                .in_valid_i  (r_comes),
                .in_id_i     (r[R_W-1 -: AXI_ID_W]),
                .in_target_i (r_target),
                .in_data_i   (r[BEAT_W-1:0]),
                .in_ready_o  (r_room),
                .out_valid_o (r_valid_o),
                .out_id_o    (r_o[R_W-1 -: AXI_ID_W]),
                .out_data_o  (r_o[BEAT_W-1:0]),
                .out_ready_i (r_ready_i)
            );
        end else begin : g_queues
            assign order_may_o = 2'b00;

            word_queue #(
                .WIDTH (B_W),
                .DEPTH (WRITES)
            ) u_b (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .in_valid_i  (b_comes),
                .in_data_i   (b),
                .in_ready_o  (b_room),
                .out_valid_o (b_valid_o),
                .out_data_o  (b_o),
                .out_ready_i (b_ready_i)
            );

            word_queue #(
                .WIDTH (R_W),
                .DEPTH (READ_BEATS)
            ) u_r (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .in_valid_i  (r_comes),
                .in_data_i   (r),
                .in_ready_o  (r_room),
                .out_valid_o (r_valid_o),
                .out_data_o  (r_o),
                .out_ready_i (r_ready_i)
            );

            wire unused_order = &{1'b0, order_ids_i, order_targets_i, order_lens_i, start_i};
        end
    endgenerate

    assign b_queued_o = b_comes && b_room;
    assign b_id_o     = b[AXI_ID_W-1:0];
    assign r_queued_o = r_comes && r_room && r[LAST_AT];
    assign r_id_o     = r[R_W-1 -: AXI_ID_W];

    wire own_b_taken = own_b && b_room;
    wire own_r_taken = own_r && r_room;
    wire ends        = own_b_taken || (own_r_taken && left_q == 8'd0);

    assign refused_ready_o = !refused_q;

    always @(posedge clk_i) begin
        if (rst_i)           refused_q <= 1'b0;
        else if (!refused_q) refused_q <= refused_valid_i;
        else if (ends)       refused_q <= 1'b0;
    end
    always @(posedge clk_i) begin
        if (!refused_q) begin
            refused_write_q <= refused_write_i;
            refused_resp_q  <= refused_mapped_i ? SLVERR : DECERR;
            refused_id_q    <= refused_id_i;
            left_q          <= refused_len_i;
        end else if (own_r_taken) begin
            left_q <= left_q - 8'd1;
        end
    end

    wire unused = &{1'b0, header_i};

`ifdef FORMAL
    `REQUIRE(a_header_alone_is_a_first_word, !(only_i && open_i))

    // Each word that leaves the receiver is in the queue of its channel, unchanged, and no other
    // is.
    wire f_header = valid_i && only_i && ready_o;
    wire f_beat   = valid_i && !only_i && ready_o;
    `ENSURE(a_response_is_queued, !f_header || (b_comes && b_room && b == header_i[ID_AT +: B_W]))
    `ENSURE(a_beat_is_queued_with_its_id,
            !f_beat || (r_comes && r_room && r == {header_i[ID_AT +: AXI_ID_W], beat_i}))
    `ENSURE(no_other_response,
            (b_comes && b_room) == (f_header || own_b_taken) && !(f_header && own_b_taken))
    `ENSURE(no_other_beat,
            (r_comes && r_room) == (f_beat || own_r_taken) && !(f_beat && own_r_taken))
    `ENSURE(no_refusal_between_the_beats_of_a_packet, !(own_r_taken && open_i))

    // A refused request gets, from the cycle in which it is taken, one response or its beats. All
    // have its ID, and the last beat has its mark.
    reg                f_busy_q;
    reg                f_write_q;
    reg [8:0]          f_left_q;  // responses or beats to come
    reg [AXI_ID_W-1:0] f_id_q;
    wire               f_takes = refused_valid_i && refused_ready_o;
    wire               f_gives = own_b_taken || own_r_taken;
    always @(posedge clk_i) begin
        if (rst_i)        f_busy_q <= 1'b0;
        else if (f_takes) f_busy_q <= 1'b1;
        else if (f_gives && f_left_q == 9'd1) f_busy_q <= 1'b0;
        if (f_takes) begin
            f_write_q <= refused_write_i;
            f_id_q    <= refused_id_i;
            f_left_q  <= refused_write_i ? 9'd1 : {1'b0, refused_len_i} + 9'd1;
        end else if (f_gives) begin
            f_left_q <= f_left_q - 9'd1;
        end
    end
    `ENSURE(one_refusal_at_a_time, f_busy_q == refused_q && !(f_takes && f_busy_q))
    `ENSURE(a_response_is_as_asked,
            !f_busy_q || (f_write_q == refused_write_q && f_id_q == refused_id_q
                          && f_left_q == (f_write_q ? 9'd1 : {1'b0, left_q} + 9'd1)))
    `ENSURE(what_is_given_was_refused,
            !f_gives || (f_busy_q && own_b_taken == f_write_q && own_r_taken != f_write_q))
    `ENSURE(the_last_beat_is_marked,
            !own_r_taken || (r[LAST_AT] == (f_left_q == 9'd1) && r_id_o == f_id_q))
    `ENSURE(a_beat_has_its_response, !own_b_taken || b_id_o == f_id_q)
`endif

endmodule

`default_nettype wire
