// axi4_requests.v - turns a manager's AXI4 writes and reads into packets, one after the other.
//
// A request waits in a queue of two, together with its target. A write starts when the store holds
// its last beat (or is full), and a read when there is room for its beats; both also wait until
// their ID and the limits permit (REORDER 1: the reorder buffer of their direction). If a read and
// a write can start, they take turns. A request that starts in cycle t is in the packet register in
// t + 1: the sender takes its header, then a write's beats from the store. A refused request (no
// region, or no legal burst) goes to the responses instead, after the module has discarded the
// beats of a write at one a cycle. More than 30 ports: three bus channels, the packet register, the
// refusals, and what of both ends is in flight. docs/axi.md, 4.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none
`include "check.vh"

module axi4_requests #(
    parameter ADDR_W      = 6,
    parameter AXI_ADDR_W  = 32,
    parameter AXI_DATA_W  = 64,
    parameter AXI_ID_W    = 4,
    parameter USER_W      = 1,
    parameter READS       = 8,    // reads in flight, 1 .. 64
    parameter WRITES      = 8,    // writes in flight, 1 .. 64
    parameter PER_ID      = 8,    // of these with one ID
    parameter READ_BEATS  = 256,  // room for beats that come
    parameter WRITE_BEATS = 256,  // of the store
    parameter IN_ORDER    = 1,
    parameter LEVELS      = 1,    // 2: requests with a QoS from 8 on are of level 1
    parameter REORDER     = 0,    // 1: the reorder buffers say what may start
    parameter REGIONS     = 2,
    parameter [REGIONS*AXI_ADDR_W-1:0] REGION_BASES = {32'h0001_0000, 32'h0000_0000},
    parameter [REGIONS*8-1:0]          REGION_LOG2S = {8'd16, 8'd16},
    parameter [REGIONS*ADDR_W-1:0]     REGION_NODES = {6'd1, 6'd0},
    parameter LOADABLE    = 0,    // 1: the map is that of map_i
    // Derived, do not override.
    parameter MAP_W       = 1 + ADDR_W + 2 * (AXI_ADDR_W - 12),
    parameter AX_W        = AXI_ID_W + AXI_ADDR_W + USER_W + 29,
    parameter BEAT_W      = AXI_DATA_W + AXI_DATA_W / 8 + USER_W,
    parameter HEADER_W    = 2 * ADDR_W + 3 + AX_W,
    parameter TARGET_W    = ADDR_W + 1
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire [ADDR_W-1:0]   node_i,
    input  wire [REGIONS*MAP_W-1:0] map_i,  // with LOADABLE 1: the address map (axi4_decode)

    // From the manager
    input  wire                aw_valid_i,
    input  wire [AX_W-1:0]     aw_i,
    output wire                aw_ready_o,
    input  wire                w_valid_i,
    input  wire [BEAT_W-1:0]   w_i,
    input  wire                w_last_i,
    output wire                w_ready_o,
    input  wire                ar_valid_i,
    input  wire [AX_W-1:0]     ar_i,
    output wire                ar_ready_o,

    // To the sender
    output wire                header_valid_o,
    output wire [HEADER_W-1:0] header_o,
    output wire                level_o,
    output wire                only_o,
    output wire                beat_valid_o,
    output wire [BEAT_W-1:0]   beat_o,
    output wire                last_o,
    input  wire                taken_i,        // the word: a header alone, or one with a beat

    // To the responses: a refused request
    output wire                refused_valid_o,
    output wire                refused_write_o,
    output wire                refused_mapped_o,
    output wire [AXI_ID_W-1:0] refused_id_o,
    output wire [7:0]          refused_len_o,
    input  wire                refused_ready_i,

    // With REORDER 1, to and from the reorder buffers of {writes, reads}: the request that waits,
    // and the one that starts.
    output wire [2*AXI_ID_W-1:0] order_ids_o,
    output wire [2*TARGET_W-1:0] order_targets_o,  // {legal and in the map, node}
    output wire [15:0]         order_lens_o,
    input  wire [1:0]          order_may_i,
    output wire [1:0]          start_o,

    // With REORDER 0, from the responses: a response is in its queue; the manager has taken one.
    input  wire                b_queued_i,
    input  wire [AXI_ID_W-1:0] b_id_i,
    input  wire                b_taken_i,
    input  wire                r_queued_i,   // the last beat of a read
    input  wire [AXI_ID_W-1:0] r_id_i,
    input  wire                r_taken_i     // any beat
);

    localparam QUEUED_W = AX_W + ADDR_W + 2;
    localparam URGENT   = AXI_ID_W + 24;  // bit 3 of QoS
    localparam FLIGHT_W = ADDR_W + LEVELS;

    generate
        if (READS < 1 || READS > 64 || WRITES < 1 || WRITES > 64) begin : g_bad_limits
            ERROR_axi4_requests_READS_and_WRITES_must_be_1_to_64 u_error ();
        end
        if (REORDER < 0 || REORDER > 1) begin : g_bad_reorder
            ERROR_axi4_requests_REORDER_must_be_0_or_1 u_error ();
        end
        if (USER_W < 1) begin : g_bad_user_w
            ERROR_axi4_requests_USER_W_must_be_at_least_1 u_error ();
        end
        if (LEVELS < 1 || LEVELS > 2) begin : g_bad_levels
            ERROR_axi4_requests_LEVELS_must_be_1_or_2 u_error ();
        end
        if (LEVELS != 1 && REORDER != 0) begin : g_bad_both
            ERROR_axi4_requests_REORDER_1_needs_LEVELS_1 u_error ();
        end
    endgenerate

    // Requests with their targets: {legal, mapped, node, request}
    wire [2*AX_W-1:0]     come        = {aw_i, ar_i};
    wire [1:0]            come_valid  = {aw_valid_i, ar_valid_i};
    wire [1:0]            queue_ready;
    wire [1:0]            waiting;
    wire [2*QUEUED_W-1:0] front;
    wire [1:0]            start;       // {write, read}: it leaves the queue

    genvar g;

    generate
        for (g = 0; g < 2; g = g + 1) begin : g_queue
            wire [AX_W-1:0]   ax = come[g*AX_W +: AX_W];
            wire [ADDR_W-1:0] node;
            wire              mapped;
            wire              legal;

            axi4_decode #(
                .AXI_ADDR_W   (AXI_ADDR_W),
                .AXI_DATA_W   (AXI_DATA_W),
                .ADDR_W       (ADDR_W),
                .REGIONS      (REGIONS),
                .REGION_BASES (REGION_BASES),
                .REGION_LOG2S (REGION_LOG2S),
                .REGION_NODES (REGION_NODES),
                .LOADABLE     (LOADABLE)
            ) u_decode (
                .map_i    (map_i),
                .addr_i   (ax[AX_W-1 -: AXI_ADDR_W]),
                .len_i    (ax[AXI_ID_W +: 8]),
                .size_i   (ax[AXI_ID_W+8 +: 3]),
                .burst_i  (ax[AXI_ID_W+11 +: 2]),
                .node_o   (node),
                .mapped_o (mapped),
                .legal_o  (legal)
            );

            skid_buffer #(
                .WIDTH (QUEUED_W)
            ) u_queue (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .in_valid_i  (come_valid[g]),
                .in_data_i   ({legal, mapped, node, ax}),
                .in_ready_o  (queue_ready[g]),
                .out_valid_o (waiting[g]),
                .out_data_o  (front[g*QUEUED_W +: QUEUED_W]),
                .out_ready_i (start[g])
            );
        end
    endgenerate

    assign {aw_ready_o, ar_ready_o} = queue_ready;

    wire [QUEUED_W-1:0] write = front[QUEUED_W +: QUEUED_W];
    wire [QUEUED_W-1:0] read  = front[0 +: QUEUED_W];
    // {level, not refused, node}. All refused requests have the same target.
    wire                write_goes   = &write[QUEUED_W-1 -: 2];
    wire                read_goes    = &read[QUEUED_W-1 -: 2];
    wire [ADDR_W+1:0]   write_target = {write_goes && write[URGENT], write_goes,
                                        write[AX_W +: ADDR_W]};
    wire [ADDR_W+1:0]   read_target  = {read_goes && read[URGENT], read_goes,
                                        read[AX_W +: ADDR_W]};

    // The packet register
    reg                 busy_q;
    reg                 write_q;
    reg                 drained_q;  // refused write: its beats are gone
    reg  [QUEUED_W-1:0] packet_q;
    wire [ADDR_W-1:0]   packet_node    = packet_q[AX_W +: ADDR_W];
    wire                packet_mapped  = packet_q[AX_W+ADDR_W];
    wire                packet_refused = !(packet_mapped && packet_q[QUEUED_W-1]);

    // Write data
    wire                beat_there;
    wire                drain = busy_q && write_q && packet_refused && !drained_q;
    wire                pops  = drain || (taken_i && write_q);
    wire                one;         // the store holds a last beat
    wire                two;

    packet_store #(
        .WIDTH (BEAT_W),
        .DEPTH (WRITE_BEATS)
    ) u_store (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (w_valid_i),
        .in_data_i   (w_i),
        .in_end_i    (w_last_i),
        .in_ready_o  (w_ready_o),
        .out_valid_o (beat_there),
        .out_data_o  (beat_o),
        .out_end_o   (last_o),
        .out_ready_i (pops),
        .one_o       (one),
        .two_o       (two)
    );

    // May a {write, read} start?
    wire [1:0] order_may;

    assign order_ids_o     = {write[AXI_ID_W-1:0], read[AXI_ID_W-1:0]};
    assign order_targets_o = {write_target[TARGET_W-1:0], read_target[TARGET_W-1:0]};
    assign order_lens_o    = {write[AXI_ID_W +: 8], read[AXI_ID_W +: 8]};
    assign start_o         = start;

    generate
        if (REORDER != 0) begin : g_reorder
            assign order_may = order_may_i;
            wire unused_lists = &{1'b0, b_queued_i, b_id_i, b_taken_i,
                                  r_queued_i, r_id_i, r_taken_i};
        end else begin : g_stall
            wire write_id_may;
            wire read_id_may;
            wire room_may;

            axi4_in_flight #(
                .ID_W     (AXI_ID_W),
                .TARGET_W (FLIGHT_W),
                .ENTRIES  (WRITES),
                .PER_ID   (PER_ID),
                .IN_ORDER (IN_ORDER)
            ) u_writes (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .id_i     (write[AXI_ID_W-1:0]),
                .target_i (write_target[FLIGHT_W-1:0]),
                .may_o    (write_id_may),
                .start_i  (start[1]),
                .end_i    (b_queued_i),
                .end_id_i (b_id_i)
            );

            axi4_in_flight #(
                .ID_W     (AXI_ID_W),
                .TARGET_W (FLIGHT_W),
                .ENTRIES  (READS),
                .PER_ID   (PER_ID),
                .IN_ORDER (IN_ORDER)
            ) u_reads (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .id_i     (read[AXI_ID_W-1:0]),
                .target_i (read_target[FLIGHT_W-1:0]),
                .may_o    (read_id_may),
                .start_i  (start[0]),
                .end_i    (r_queued_i),
                .end_id_i (r_id_i)
            );

            axi4_room #(
                .BEATS (READ_BEATS)
            ) u_room (
                .clk_i   (clk_i),
                .rst_i   (rst_i),
                .len_i   (read[AXI_ID_W +: 8]),
                .may_o   (room_may),
                .start_i (start[0]),
                .beat_i  (r_taken_i)
            );

            localparam                COUNT_W    = $clog2(WRITES + 1);
            localparam                WRITES_INT = WRITES;
            localparam  [COUNT_W-1:0] MOST       = WRITES_INT[COUNT_W-1:0];
            reg         [COUNT_W-1:0] writes_q;  // whose response the manager has not taken

            assign order_may = {write_id_may && writes_q != MOST, read_id_may && room_may};

            always @(posedge clk_i) begin
                if (rst_i)                       writes_q <= {COUNT_W{1'b0}};
                else if (start[1] && !b_taken_i) writes_q <= writes_q + 1'b1;
                else if (b_taken_i && !start[1]) writes_q <= writes_q - 1'b1;
            end

            wire unused_order = &{1'b0, order_may_i};

`ifdef FORMAL
            `ENSURE(no_more_in_flight_than_permitted, writes_q <= MOST)
            `REQUIRE(what_is_taken_was_asked, !(b_taken_i && writes_q == {COUNT_W{1'b0}}))
`endif
        end
    endgenerate

    reg turn_q;  // of the writes

    function automatic [1:0] one_of;  // {write, read}
        input write_starts;
        input read_starts;
        input writes_turn;
        one_of = {write_starts && (!read_starts || writes_turn),
                  read_starts && !(write_starts && writes_turn)};
    endfunction

    // last_o comes late in a cycle, from block RAM: the module decides for both of its values what
    // starts, and whether the packet register is free or its packet done.
    wire       beats     = write_q && !packet_refused;
    wire       all       = !busy_q && !w_ready_o;  // that the store can hold
    wire       step      = packet_refused ? refused_valid_o && refused_ready_i : taken_i;
    wire       read_may  = waiting[0] && order_may[0];
    wire       write_may = waiting[1] && order_may[1];
    wire [1:0] if_last   = one_of(write_may && ((pops ? two : one) || all), read_may, turn_q);
    wire [1:0] if_not    = one_of(write_may && (one || all), read_may, turn_q);
    wire       free      = !busy_q || (step && (last_o || !beats));

    assign start = last_o ? if_last & {2{!busy_q || step}}
                          : if_not & {2{!busy_q || (step && !beats)}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q <= 1'b0;
            turn_q <= 1'b0;
        end else begin
            busy_q <= (|start) || !free;
            if (|start) turn_q <= start[0];
        end
    end
    always @(posedge clk_i) begin
        if (free) begin
            packet_q  <= start[1] ? write : read;
            write_q   <= start[1];
            drained_q <= 1'b0;
        end else if (drain && beat_there && last_o) begin
            drained_q <= 1'b1;
        end
    end

    assign header_valid_o   = busy_q && !packet_refused;
    assign header_o         = {packet_q[AX_W-1:0], write_q, node_i, 2'b00, packet_node};
    assign level_o          = (LEVELS == 2) && packet_q[URGENT];
    assign only_o           = !write_q;
    assign beat_valid_o     = beat_there && busy_q && !packet_refused;
    assign refused_valid_o  = busy_q && packet_refused && (!write_q || drained_q);
    assign refused_write_o  = write_q;
    assign refused_mapped_o = packet_mapped;
    assign refused_id_o     = packet_q[AXI_ID_W-1:0];
    assign refused_len_o    = packet_q[AXI_ID_W +: 8];

    wire unused = &{1'b0, write_target, read_target};

`ifdef FORMAL
    `REQUIRE(only_what_is_valid_is_taken, !(taken_i && !(only_o ? header_valid_o : beat_valid_o)))

    // Each request that starts is offered or refused exactly once, and until it is done.
    reg                f_busy_q;
    reg                f_write_q;
    reg [QUEUED_W-1:0] f_packet_q;
    always @(posedge clk_i) begin
        f_busy_q   <= !rst_i && !free;
        f_write_q  <= write_q;
        f_packet_q <= packet_q;
    end
    `ENSURE(a_packet_stays_until_it_is_taken,
            !f_busy_q || (busy_q && write_q == f_write_q && packet_q == f_packet_q))
    `ENSURE(one_at_a_time, !((|start) && !free) && start != 2'b11)
    `ENSURE(sent_or_refused, !(header_valid_o && refused_valid_o))

    // Beats leave the store only for a write, up to its last beat. The write is done only after it.
    wire f_pop  = beat_there && pops;
    reg  f_over_q;  // its last beat has left
    always @(posedge clk_i) begin
        if (rst_i || free)        f_over_q <= 1'b0;
        else if (f_pop && last_o) f_over_q <= 1'b1;
    end
    `ENSURE(a_write_sends_its_own_beats, !f_pop || (busy_q && write_q && !f_over_q))
    `ENSURE(all_beats_are_sent, !(busy_q && write_q && free) || f_over_q || (f_pop && last_o))
    `ENSURE(refused_or_not, !(busy_q && write_q) || f_over_q == (packet_refused && drained_q))
    // The interlock of AW and W: a write starts with all its beats here, or with a full store.
    `ENSURE(no_write_waits_for_the_manager,
            !start[1] || (pops && last_o ? two : one) || (!busy_q && !w_ready_o))
`endif

endmodule

`default_nettype wire
