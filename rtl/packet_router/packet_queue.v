// packet_queue.v - the free slots of an output port, and the order of its packets on each VC.
//
// A packet takes the lowest-numbered free slot and the last place in the queue of its VC. Its slot
// is free again in the cycle after its tail was sent. The last slots are kept for VCs that have no
// packet here, so each VC can always have one slot. A packet that arrives and leaves in the same
// cycle does not count.
//
// docs/timing.md section 7 (slots); Buzzard & Mudge 1988, section 5 (packet buffers at the
// outputs). Mirrored by model/packet_router/.

`default_nettype none
`include "check.vh"

module packet_queue #(
    parameter VCS    = 1,   // virtual channels, 1 or 2
    parameter SLOTS  = 16,  // packet buffers, VCS .. 256
    // Derived, do not override.
    parameter SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1,
    parameter USED_W = $clog2(SLOTS + 1)
) (
    input  wire                  clk_i,
    input  wire                  rst_i,

    // A packet arrives
    output wire [1:0]            side_open_o,  // a slot for side 0, 1 (packet_route.v); registered
    input  wire                  put_i,
    input  wire                  put_vc_i,
    output wire [SLOT_W-1:0]     put_slot_o,   // that it gets; while put_i is high

    // The first packets of the queues
    output wire [VCS-1:0]        stored_o,     // one waits
    output wire [VCS*SLOT_W-1:0] first_o,      // its slot
    input  wire                  take_i,       // the first packet has left
    input  wire                  take_vc_i,

    output wire [USED_W-1:0]     used_o        // slots that are not free, registered
);

    generate
        if (VCS < 1 || VCS > 2) begin : g_bad_vcs
            ERROR_packet_queue_VCS_must_be_1_or_2 u_error ();
        end
        if (SLOTS < VCS || SLOTS > 256) begin : g_bad_slots
            ERROR_packet_queue_SLOTS_must_be_VCS_to_256 u_error ();
        end
    endgenerate

    localparam               SPAN      = 1 << SLOT_W;
    localparam [USED_W-1:0]  ONE       = {USED_W{1'b1}} >> (USED_W - 1);
    localparam [SLOTS-1:0]   SLOT_0    = {SLOTS{1'b1}} >> (SLOTS - 1);
    localparam [USED_W-1:0]  ALL       = SLOTS[USED_W-1:0];
    localparam [USED_W-1:0]  ALL_BUT_1 = ALL - 1'b1;
    localparam [USED_W-1:0]  ALL_BUT_2 = ALL_BUT_1 - 1'b1;  // with one slot: no count

    // A put is known late in the cycle, so its slot becomes busy by two registers of its own.
    reg              put_q;              // a packet came in the cycle before,
    reg [SLOT_W-1:0] put_slot_q;         // to this slot
    reg [SLOTS-1:0]  busy_q;             // the slot holds a packet that came earlier
    wire [SLOTS-1:0] busy = busy_q | ({SLOTS{put_q}} & (SLOT_0 << put_slot_q));
    reg [USED_W-1:0] used_q;             // with several VCs: slots that hold packets
    wire [USED_W-1:0] waiting;           // with one VC: packets in its queue
    wire [USED_W-1:0] used = (VCS == 1) ? waiting : used_q;
    reg [1:0]        side_open_q;

    reg [2*SPAN-1:0] some;               // a slot below the node of the tree is free,
    reg [2*SPAN*SLOT_W-1:0] slot;        // and this is the lowest one
    wire [SLOT_W-1:0] lowest = slot[SLOT_W +: SLOT_W];
    wire [SLOT_W-1:0] taken = first_o[((VCS > 1) && take_vc_i)*SLOT_W +: SLOT_W];
    wire [VCS-1:0]   empty_d;            // queues without a packet in the next cycle
    integer          k;

    // A tree over the slots finds the lowest free one. Node 1 is the root, the children of n are 2n
    // and 2n + 1, and slot s is node SPAN + s.
    always @* begin
        some                = {(2*SPAN){1'b0}};
        some[SPAN +: SLOTS] = ~busy;
        for (k = 0; k < SPAN; k = k + 1) slot[(SPAN+k)*SLOT_W +: SLOT_W] = k[SLOT_W-1:0];
        for (k = SPAN - 1; k >= 1; k = k - 1) begin
            some[k] = some[2*k] || some[2*k+1];
            slot[k*SLOT_W +: SLOT_W] = some[2*k] ? slot[2*k*SLOT_W +: SLOT_W]
                                                 : slot[(2*k+1)*SLOT_W +: SLOT_W];
        end
        slot[0 +: SLOT_W] = {SLOT_W{1'b0}};
    end

    assign put_slot_o = lowest;

    genvar g;
`ifdef FORMAL
    genvar h;
    (* anyseq, keep *) wire   f_pick;
    wire [VCS*SLOTS*9-1:0]    f_in_queue;
    wire [VCS*9-1:0]          f_waiting;
`endif

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            localparam       VC_INT = g;
            localparam [0:0] VC     = VC_INT[0:0];

            reg [SLOT_W-1:0] order_mem_q [0:SPAN-1];  // not reset: count_q guards it
            reg [SLOT_W-1:0] first_q;                 // slot of the first packet
            reg [SLOT_W-1:0] head_q;                  // its row
            reg [SLOT_W-1:0] tail_q;                  // row that is written next
            reg [USED_W-1:0] count_q;                 // packets that wait, the one being sent too

            wire puts  = put_i && put_vc_i == VC;
            wire takes = take_i && take_vc_i == VC;

            always @(posedge clk_i) begin
                if (rst_i) begin
                    head_q  <= {SLOT_W{1'b0}};
                    tail_q  <= {SLOT_W{1'b0}};
                    count_q <= {USED_W{1'b0}};
                end else begin
                    if (puts) tail_q <= tail_q + 1'b1;
                    if (takes) head_q <= head_q + 1'b1;
                    count_q <= puts ? (takes ? count_q : count_q + 1'b1)
                                    : (takes ? count_q - 1'b1 : count_q);
                end
            end

            wire [SLOT_W-1:0] second  = head_q + 1'b1;  // row of the packet behind the first
            wire              several = (|count_q) && count_q != ONE;

            always @(posedge clk_i) begin
                if (puts) order_mem_q[tail_q] <= lowest;
            end

            // A packet that comes to an empty queue is the first one in the next cycle.
            always @(posedge clk_i) begin
                if (takes || !(|count_q)) first_q <= several ? order_mem_q[second] : lowest;
            end

            if (g == 0) begin : g_first
                assign waiting = count_q;
            end
            assign stored_o[g]                 = |count_q;
            assign first_o[g*SLOT_W +: SLOT_W] = first_q;
            assign empty_d[g]                  = !puts && (takes ? count_q == ONE : !(|count_q));

            `REQUIRE(a_packet_is_taken_that_waits, !takes || stored_o[g])
`ifdef FORMAL
            wire [8:0] f_end = head_q + count_q;
            `ENSURE(a_queue_runs_from_head_to_tail, tail_q == f_end[SLOT_W-1:0] && count_q <= SLOTS)
            `ENSURE(the_first_packet_s_slot, !stored_o[g] || first_q == order_mem_q[head_q])
            `ENSURE(a_slot_is_left_for_a_vc_without_a_packet, count_q != 0 || used < SLOTS)

            // How often each slot is in this queue
            for (h = 0; h < SLOTS; h = h + 1) begin : g_slot
                reg [8:0] f_times;
                reg [8:0] f_place;
                integer   f_row;
                always @* begin
                    f_times = 9'd0;
                    f_place = 9'd0;
                    for (f_row = 0; f_row < SPAN; f_row = f_row + 1) begin
                        f_place = (f_row + SPAN - head_q) % SPAN;
                        if (f_place < count_q && order_mem_q[f_row] == h) f_times = f_times + 9'd1;
                    end
                end
                assign f_in_queue[(g*SLOTS+h)*9 +: 9] = f_times;
            end
            assign f_waiting[g*9 +: 9] = count_q;

            // Follow any packet from its arrival in the queue: it comes to the front in its turn.
            reg        f_watching_q;
            reg  [8:0] f_ahead_q;  // packets before it
            reg  [SLOT_W-1:0] f_slot_q;
            wire [8:0] f_at = head_q + f_ahead_q;
            always @(posedge clk_i) begin
                if (rst_i) begin
                    f_watching_q <= 1'b0;
                end else if (f_watching_q) begin
                    if (takes) f_ahead_q <= f_ahead_q - 9'd1;
                    if (takes && f_ahead_q == 9'd0) f_watching_q <= 1'b0;
                end else if (f_pick && puts) begin
                    f_watching_q <= 1'b1;
                    f_ahead_q    <= count_q - takes;
                    f_slot_q     <= lowest;
                end
            end
            `ENSURE(the_watched_slot_stands_in_its_place,
                    !f_watching_q || (f_ahead_q < count_q
                    && order_mem_q[f_at[SLOT_W-1:0]] == f_slot_q))
            `ENSURE(the_watched_slot_is_first_in_its_turn,
                    !(f_watching_q && f_ahead_q == 9'd0)
                    || (stored_o[g] && first_o[g*SLOT_W +: SLOT_W] == f_slot_q))
`endif
        end
    endgenerate

    // Free slots, of which 3 stands for more, and whether none or one is free in the next cycle
    wire [1:0] free   = (used == ALL) ? 2'd0 : (used == ALL_BUT_1) ? 2'd1
                      : (used == ALL_BUT_2) ? 2'd2 : 2'd3;
    wire       less   = put_i && !take_i;
    wire       more   = take_i && !put_i;
    wire       none_d = (free == 2'd0 && !more) || (free == 2'd1 && less);
    wire       one_d  = (free == 2'd0 && more) || (free == 2'd1 && put_i == take_i)
                     || (free == 2'd2 && less);

    // There are more free slots than other VCs without a packet. With VCS 1 contrary packets have
    // side 1.
    always @(posedge clk_i) begin
        if (rst_i) begin
            put_q       <= 1'b0;
            busy_q      <= {SLOTS{1'b0}};
            used_q      <= {USED_W{1'b0}};
            side_open_q <= {SLOTS > 1, 1'b1};
        end else begin
            put_q          <= put_i;
            busy_q         <= take_i ? busy & ~(SLOT_0 << taken) : busy;
            side_open_q[0] <= !none_d && !(one_d && VCS > 1 && empty_d[VCS-1]);
            side_open_q[1] <= !none_d && !(one_d && (VCS == 1 || empty_d[0]));
            used_q         <= put_i ? (take_i ? used_q : used_q + 1'b1)
                                    : (take_i ? used_q - 1'b1 : used_q);
        end
    end

    always @(posedge clk_i) put_slot_q <= lowest;

    assign side_open_o = side_open_q;
    assign used_o      = used;

    `REQUIRE(a_packet_is_put_where_a_slot_is_free, !(put_i && used == ALL))
`ifdef FORMAL
    `REQUIRE(the_slot_is_available_to_the_packet,
            !put_i || (VCS > 1 ? side_open_q[put_vc_i] : side_open_q[0]))
    `REQUIRE(a_vc_that_exists, VCS > 1 || !(put_vc_i || take_vc_i))

    `ENSURE(no_slot_is_given_twice, !put_i || !busy[lowest])
    wire [SLOTS-1:0] f_below = (SLOT_0 << lowest) - 1'b1;
    `ENSURE(the_lowest_free_slot_is_given, !put_i || (busy & f_below) == f_below)
    `ENSURE(a_slot_is_freed_once, !take_i || busy[taken])

    wire [8:0] f_one    = f_waiting[0 +: 9];
    wire [8:0] f_other  = (VCS > 1) ? f_waiting[(VCS-1)*9 +: 9] : 9'd0;
    wire [8:0] f_free   = SLOTS - used;
    `ENSURE(each_packet_has_a_slot, used == f_one + f_other)
    `ENSURE(available_to_vc_0, side_open_q[0] == (f_free > (VCS > 1 && f_other == 9'd0)))
    `ENSURE(available_to_vc_1_or_contrary, side_open_q[1] == (f_free > (VCS == 1 || f_one == 9'd0)))
    generate
        for (h = 0; h < SLOTS; h = h + 1) begin : g_once
            wire [8:0] f_first  = f_in_queue[h*9 +: 9];
            wire [8:0] f_second = (VCS > 1) ? f_in_queue[((VCS-1)*SLOTS+h)*9 +: 9] : 9'd0;
            `ENSURE(a_slot_is_in_one_place_of_one_queue_or_free, f_first + f_second == busy[h])
        end
    endgenerate
`endif

endmodule

`default_nettype wire
