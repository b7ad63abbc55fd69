// packet_slots.v - the packet buffers of one output port.
//
// A slot has PACKET_FLITS rows, and row 0 holds the head. One head at most is granted in a cycle,
// so the heads of all slots share a small memory that is read without a clock. Body flits arrive
// from several inputs at a time, so each input has its own memory for all slots: block RAM, with a
// clocked read port. While a row is sent, the next row is looked up, so that it is in `block_q`
// in time. `late_data_q` holds a flit that is written in the cycle of its look-up. A flit that is
// written in the cycle in which it is sent comes directly from its input (cut-through).
//
// docs/timing.md section 7 (slots, transmission); Buzzard & Mudge 1988, section 5.
// Mirrored by model/packet_router/.

`default_nettype none
`include "check.vh"

module packet_slots #(
    parameter PORTS        = 5,   // inputs that write, 2 .. 32
    parameter VCS          = 1,   // virtual channels, 1 or 2
    parameter SLOTS        = 16,  // packet buffers, 1 .. 256
    parameter PACKET_FLITS = 5,   // flits of a packet buffer, 1 .. 64
    parameter FLIT_W       = 34,  // {tail, head, data}, at least 3
    parameter CUT_THROUGH  = 1,   // 0: somebody asks for whole packets
    // Derived, do not override.
    parameter LANE_W       = 32 * ((FLIT_W + 31) / 32),
    parameter SLOT_W       = (SLOTS > 1) ? $clog2(SLOTS) : 1,
    parameter ROW_W        = (PACKET_FLITS > 1) ? $clog2(PACKET_FLITS) : 1
) (
    input  wire                       clk_i,
    input  wire                       rst_i,

    // From the inputs. A lane holds a flit in its low bits.
    input  wire [PORTS-1:0]           gnt_i,       // one-hot or zero: a head that gets a slot
    input  wire [SLOT_W-1:0]          put_slot_i,  // which one
    input  wire [PORTS-1:0]           ip_body_i,   // a body flit for this output
    input  wire [PORTS-1:0]           ip_vc_i,     // the input's VC of either
    input  wire [PORTS*LANE_W-1:0]    ip_lane_i,
    input  wire [PORTS*VCS-1:0]       ivc_open_i,  // a pass to this output is under way
    input  wire [PORTS*VCS*ROW_W-1:0] ivc_row_i,   // the next row of this pass

    // To the channel: the first packets in the queues of the VCs
    input  wire [VCS*SLOT_W-1:0]      first_i,     // their slots
    input  wire                       look_i,      // the next row is looked up
    input  wire                       vc_i,        // the VC whose packet is read
    input  wire                       send_i,      // the flit that is read is sent
    input  wire                       through_i,   // else the head that is granted is
    output wire                       sending_o,   // a packet is read that is not at its head
    output wire                       leaves_o,    // the packet that is read leaves its slot
    output wire                       there_o,     // it is here
    output wire [FLIT_W-1:0]          flit_o,
    output wire [FLIT_W-1:0]          head_o,      // the head that is granted
    output wire [VCS-1:0]             whole_o      // its tail is here; CUT_THROUGH 0 only
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_packet_slots_PORTS_must_be_2_to_32 u_error ();
        end
        if (SLOTS < 1 || SLOTS > 256) begin : g_bad_slots
            ERROR_packet_slots_SLOTS_must_be_1_to_256 u_error ();
        end
        if (PACKET_FLITS < 1 || PACKET_FLITS > 64) begin : g_bad_packet_flits
            ERROR_packet_slots_PACKET_FLITS_must_be_1_to_64 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_packet_slots_FLIT_W_must_be_at_least_3 u_error ();
        end
    endgenerate

    localparam DATA_W = FLIT_W - 2;
    localparam TAIL   = FLIT_W - 1;
    localparam PORT_W = $clog2(PORTS);
    localparam SPAN   = 1 << SLOT_W;
    localparam HEAD_W = PORT_W + 1 + DATA_W;  // {input, tail, data}

    // The packet that is read, and its row in the memory
    reg  [ROW_W-1:0]         row_q;
    wire                     read_vc = (VCS > 1) && vc_i;
    wire [SLOT_W-1:0]        slot    = first_i[read_vc*SLOT_W +: SLOT_W];
    wire                     is_head = row_q == {ROW_W{1'b0}};
    wire [ROW_W-1:0]         after   = row_q + 1'b1;    // the row that is looked up
    wire [PORT_W-1:0]        from;                      // the input that wrote its head

    // Flits that the inputs write
    wire [PORTS*VCS-1:0]     ivc_body;                  // a body flit comes
    wire [PORTS*VCS-1:0]     ivc_read;                  // into the slot that is read
    wire [PORTS*VCS-1:0]     ivc_next;                  // next into the row that is read
    wire [PORTS*VCS-1:0]     ivc_after;                 // next into the row that is looked up
    wire                     comes = |(ivc_next & ivc_body);
    wire [PORTS*VCS-1:0]     ivc_tail;                  // a body flit comes that is a tail
    wire                     behind = ivc_next == {(PORTS*VCS){1'b0}};  // it is stored
    wire [PORTS*DATA_W-1:0]  ip_block;                  // what the block RAMs show
    reg                      late_q;                    // the flit was written as it was looked up
    reg  [DATA_W-1:0]        late_data_q;

    reg  [PORT_W-1:0]        writer;                    // of the head that comes
    reg  [FLIT_W-1:0]        head_flit;
    wire [FLIT_W-1:0]        body_flit = ip_lane_i[from*LANE_W +: FLIT_W];
    reg  [PORT_W-1:0]        from_q;                    // that wrote the packet being sent
    wire [PORTS-1:0]         ip_ends;                   // the tail of its packet is in this row
    wire                     last = ip_ends[from_q]
                                  && (ivc_read & ivc_open_i) == {(PORTS*VCS){1'b0}};
    reg                      tail;                      // of the flit that is read
    reg  [DATA_W-1:0]        data;
    integer                  i;

    // Heads
    reg  [HEAD_W-1:0] head_mem_q [0:SPAN-1];  // not reset: a packet in a queue guards it
    wire              head_tail;
    wire [DATA_W-1:0] head_data;

    always @* begin
        i         = 0;
        writer    = {PORT_W{1'b0}};
        head_flit = {FLIT_W{1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
            if (gnt_i[i]) begin
                writer    = writer | i[PORT_W-1:0];
                head_flit = head_flit | ip_lane_i[i*LANE_W +: FLIT_W];
            end
        end
    end

    always @(posedge clk_i) begin
        if (|gnt_i) head_mem_q[put_slot_i] <= {writer, head_flit[TAIL], head_flit[DATA_W-1:0]};
    end

    assign {from, head_tail, head_data} = head_mem_q[slot];

    // Bodies
    genvar g;
    genvar h;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_input
            (* no_rw_check *)  // what is read while it is written comes from late_data_q
            reg [DATA_W-1:0] block_mem_q [0:(SPAN<<ROW_W)-1];  // not reset: ivc_next guards it
            reg [DATA_W-1:0] block_q;
            reg [ROW_W-1:0]  last_mem_q  [0:SPAN-1];           // the row of a slot's tail

            wire [VCS*SLOT_W-1:0] to;      // the slots that its VCs write to
            wire                  vc       = (VCS > 1) && ip_vc_i[g];
            wire [SLOT_W-1:0]     to_slot  = to[vc*SLOT_W +: SLOT_W];
            wire [VCS*ROW_W-1:0]  rows     = ivc_row_i[g*VCS*ROW_W +: VCS*ROW_W];
            wire [ROW_W-1:0]      to_row   = rows[vc*ROW_W +: ROW_W];

            for (h = 0; h < VCS; h = h + 1) begin : g_vc
                localparam IVC = g * VCS + h;

                reg [SLOT_W-1:0] slot_q;
                wire             its = vc == h[0];

                always @(posedge clk_i) begin
                    if (gnt_i[g] && its) slot_q <= put_slot_i;
                end

                assign to[h*SLOT_W +: SLOT_W] = slot_q;
                assign ivc_body[IVC]  = ip_body_i[g] && its;
                assign ivc_tail[IVC]  = ivc_body[IVC] && ip_lane_i[g*LANE_W + TAIL];
                assign ivc_read[IVC]  = ivc_open_i[IVC] && slot_q == slot;
                assign ivc_next[IVC]  = ivc_read[IVC] && ivc_row_i[IVC*ROW_W +: ROW_W] == row_q;
                assign ivc_after[IVC] = ivc_read[IVC] && ivc_row_i[IVC*ROW_W +: ROW_W] == after;
            end

            always @(posedge clk_i) begin
                if (ip_body_i[g]) begin
                    block_mem_q[{to_slot, to_row}] <= ip_lane_i[g*LANE_W +: DATA_W];
                    if (ip_lane_i[g*LANE_W + TAIL]) last_mem_q[to_slot] <= to_row;
                end
            end

            always @(posedge clk_i) begin
                if (look_i) block_q <= block_mem_q[{slot, after}];
            end

            assign ip_block[g*DATA_W +: DATA_W] = block_q;
            assign ip_ends[g]                   = last_mem_q[slot] == row_q;
        end
    endgenerate

    always @(posedge clk_i) begin
        if (look_i) begin
            late_q      <= |(ivc_after & ivc_body);
            late_data_q <= body_flit[DATA_W-1:0];
        end
    end

    always @(posedge clk_i) begin
        if (is_head) from_q <= through_i ? writer : from;
    end

    always @(posedge clk_i) begin
        if (rst_i) row_q <= {ROW_W{1'b0}};
        else if (through_i) row_q <= head_flit[TAIL] ? {ROW_W{1'b0}} : after;
        else if (send_i) row_q <= tail ? {ROW_W{1'b0}} : after;
    end

    always @* begin
        if (is_head)     {tail, data} = {head_tail, head_data};
        else if (comes)  {tail, data} = {body_flit[TAIL], body_flit[DATA_W-1:0]};
        else if (late_q) {tail, data} = {last, late_data_q};
        else             {tail, data} = {last, ip_block[from_q*DATA_W +: DATA_W]};
    end

    assign flit_o    = {tail, is_head, data};
    assign head_o    = head_flit;
    // The end of a packet that is being sent has a path of its own, as it is late: a body flit that
    // comes is sent at once.
    assign leaves_o  = is_head ? send_i && head_tail
                     : look_i && ((|(ivc_next & ivc_tail)) || (behind && last));
    assign sending_o = !is_head;
    assign there_o   = comes || behind;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_whole
            if (CUT_THROUGH == 0) begin : g_store
                wire [PORTS*VCS-1:0] missing;  // the tail is still to come
                for (h = 0; h < PORTS * VCS; h = h + 1) begin : g_ivc
                    assign missing[h] = ivc_open_i[h]
                                     && g_input[h/VCS].to[(h%VCS)*SLOT_W +: SLOT_W]
                                        == first_i[g*SLOT_W +: SLOT_W]
                                     && !(ivc_body[h] && ip_lane_i[(h/VCS)*LANE_W + TAIL]);
                end
                assign whole_o[g] = missing == {(PORTS*VCS){1'b0}};
            end else begin : g_any
                assign whole_o[g] = 1'b1;
            end
        end
        if (LANE_W > FLIT_W) begin : g_padding
            for (g = 0; g < PORTS; g = g + 1) begin : g_port
                wire unused = &{1'b0, ip_lane_i[g*LANE_W + FLIT_W +: LANE_W - FLIT_W]};
            end
        end
    endgenerate

`ifdef FORMAL
    // Contents of the slots, and duties of the neighbours
    localparam [ROW_W:0]          FULL = PACKET_FLITS[ROW_W:0];
    (* anyseq, keep *) wire       f_pick;
    (* anyconst *) wire [PORT_W-1:0] f_port;  // the input whose flit is followed
    reg  [SPAN*(ROW_W+1)-1:0]     f_rows_q;   // flits in each slot
    reg  [PORTS*VCS-1:0]          f_open_q;
    reg  [SLOT_W-1:0]             f_sent_q;   // the slot of a packet that is being sent
    wire [ROW_W:0]                f_rows = f_rows_q[slot*(ROW_W+1) +: ROW_W+1];  // that is read

    integer f;
    always @(posedge clk_i) begin
        for (f = 0; f < PORTS * VCS; f = f + 1) begin
            if (ivc_body[f]) begin
                f_rows_q[f_to[f*SLOT_W +: SLOT_W]*(ROW_W+1) +: ROW_W+1]
                    <= ivc_row_i[f*ROW_W +: ROW_W] + 1'b1;
                f_open_q[f] <= !ip_lane_i[(f/VCS)*LANE_W + TAIL];
            end
            if (gnt_i[f/VCS] && ip_vc_i[f/VCS] == f % VCS) begin
                f_open_q[f] <= !ip_lane_i[(f/VCS)*LANE_W + TAIL];
            end
        end
        if (|gnt_i) f_rows_q[put_slot_i*(ROW_W+1) +: ROW_W+1] <= !(through_i && head_flit[TAIL]);
        if (leaves_o) f_rows_q[slot*(ROW_W+1) +: ROW_W+1] <= {(ROW_W+1){1'b0}};
        f_sent_q <= through_i ? put_slot_i : slot;
        if (rst_i) begin
            f_rows_q <= {(SPAN*(ROW_W+1)){1'b0}};
            f_open_q <= {(PORTS*VCS){1'b0}};
        end
    end

    `REQUIRE(one_head_a_cycle, (gnt_i & (gnt_i - 1'b1)) == {PORTS{1'b0}})
    `REQUIRE(gets_a_free_slot, !(|gnt_i) || f_rows_q[put_slot_i*(ROW_W+1) +: ROW_W+1] == 0)
    `REQUIRE(a_vc_that_exists, VCS > 1 || ip_vc_i == {PORTS{1'b0}})
    `REQUIRE(a_pass_is_under_way_from_its_head_to_its_tail, ivc_open_i == f_open_q)
    `REQUIRE(a_head_or_a_body, (gnt_i & ip_body_i) == {PORTS{1'b0}})
    `REQUIRE(one_flit_is_sent_at_a_time, !through_i || (is_head && !send_i && |gnt_i))
    `REQUIRE(a_flit_that_is_here, !send_i || (there_o && f_rows != 0))
    `REQUIRE(flits_of_a_slot_are_of_one_packet, !sending_o || slot == f_sent_q)
    `REQUIRE(who_sends_or_writes_has_looked, look_i || !(send_i || |ip_body_i))
    `REQUIRE(a_packet_is_not_held_up, !(sending_o && look_i && there_o) || send_i)

    wire [PORTS*VCS*SLOT_W-1:0] f_to;
    wire [PORTS*VCS-1:0]        f_its;   // the slot that is read is still written
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_promise
            for (h = 0; h < VCS; h = h + 1) begin : g_vc
                localparam IVC = g * VCS + h;
                wire [SLOT_W-1:0] f_slot = g_input[g].to[h*SLOT_W +: SLOT_W];
                wire [ROW_W:0]    f_next = f_rows_q[f_slot*(ROW_W+1) +: ROW_W+1];
                assign f_to[IVC*SLOT_W +: SLOT_W] = f_slot;
                assign f_its[IVC] = f_open_q[IVC] && f_slot == slot;
                `REQUIRE(flits_are_read_row_by_row,
                        !f_open_q[IVC] || ivc_row_i[IVC*ROW_W +: ROW_W] == f_next)
                `REQUIRE(a_body_follows_its_head, !ivc_body[IVC] || f_open_q[IVC])
                `REQUIRE(one_pass_at_a_time, !(gnt_i[g] && ip_vc_i[g] == h) || !f_open_q[IVC])
                `REQUIRE(a_packet_is_not_too_long,
                        !(ivc_body[IVC] || gnt_i[g]) || ip_lane_i[g*LANE_W + TAIL]
                        || (gnt_i[g] ? 1'b1 : f_next + 1'b1) < FULL)
                `ENSURE(its_slot_has_room, !f_open_q[IVC] || (f_next != 0 && f_next < FULL))
                `ENSURE(a_writer_writes_its_own_slot,
                        !f_open_q[IVC] || head_mem_q[f_slot][HEAD_W-1 -: PORT_W] == g)
            end
        end
        for (g = 0; g < PORTS * VCS; g = g + 1) begin : g_one
            for (h = 0; h < g; h = h + 1) begin : g_writer
                `ENSURE(one_writer,
                        !(f_open_q[g] && f_open_q[h])
                        || f_to[g*SLOT_W +: SLOT_W] != f_to[h*SLOT_W +: SLOT_W])
            end
        end
    endgenerate

    // The head in each busy slot gives its input, and whether it is also the tail.
    generate
        for (g = 0; g < SPAN; g = g + 1) begin : g_slot
            wire [ROW_W:0]       f_count = f_rows_q[g*(ROW_W+1) +: ROW_W+1];
            wire [PORTS*VCS-1:0] f_writes;
            wire [HEAD_W-1:0]    f_top = head_mem_q[g];
            wire [PORT_W-1:0]    f_who = f_top[HEAD_W-1 -: PORT_W];
            wire [PORTS*ROW_W-1:0] f_lasts;
            wire                 f_whole = f_writes == {(PORTS*VCS){1'b0}};
            for (h = 0; h < PORTS * VCS; h = h + 1) begin : g_ivc
                assign f_writes[h] = f_open_q[h] && f_to[h*SLOT_W +: SLOT_W] == g;
            end
            for (h = 0; h < PORTS; h = h + 1) begin : g_port
                assign f_lasts[h*ROW_W +: ROW_W] = g_input[h].last_mem_q[g];
            end
            `ENSURE(an_input_that_exists, f_count == 0 || f_who < PORTS)
            `ENSURE(only_flit_or_not, f_count == 0 || f_top[DATA_W] == (f_whole && f_count == 1))
            `ENSURE(the_row_of_its_tail,
                    f_count < 2 || !f_whole || f_lasts[f_who*ROW_W +: ROW_W] + 1'b1 == f_count)
            `ENSURE(rows_in_range, f_count <= FULL)
        end
    endgenerate

    `ENSURE(a_flit_is_here_or_comes, !sending_o || f_rows > row_q || (f_rows == row_q && |f_its))
    `ENSURE(a_flit_is_here_or_not, !sending_o || there_o == (f_rows > row_q || |(f_its & ivc_body)))
    `ENSURE(its_slot_is_not_free, is_head || f_rows != 0)
    `ENSURE(one_flit_comes_to_the_slot_that_is_read, !(comes && (|(ivc_after & ivc_body))))

    // Follow any flit of an input from its write until its slot is free again.
    reg               f_watching_q;
    reg  [SLOT_W-1:0] f_slot_q;
    reg  [ROW_W-1:0]  f_row_q;
    reg  [FLIT_W-1:0] f_flit_q;
    wire [ROW_W:0]    f_here = f_rows_q[f_slot_q*(ROW_W+1) +: ROW_W+1];
    wire [FLIT_W-1:0] f_lane = ip_lane_i[f_port*LANE_W +: FLIT_W];
    wire              f_read = f_watching_q && slot == f_slot_q && row_q == f_row_q;
    wire [HEAD_W-1:0] f_head = head_mem_q[f_slot_q];
    wire [31:0]       f_ivc = f_port*VCS + ((VCS > 1) && ip_vc_i[f_port]);
    wire [SLOT_W-1:0] f_body_slot = f_to[f_ivc*SLOT_W +: SLOT_W];
    wire [ROW_W-1:0]  f_body_row  = ivc_row_i[f_ivc*ROW_W +: ROW_W];
    reg               f_written;  // the watched slot still is
    integer           f_v;
    always @* begin
        f_written = 1'b0;
        for (f_v = 0; f_v < PORTS * VCS; f_v = f_v + 1) begin
            if (f_open_q[f_v] && f_to[f_v*SLOT_W +: SLOT_W] == f_slot_q) f_written = 1'b1;
        end
    end
    always @(posedge clk_i) begin
        if (rst_i || (leaves_o && slot == f_slot_q)) begin
            f_watching_q <= 1'b0;
        end else if (f_pick && !f_watching_q && f_port < PORTS) begin
            if (gnt_i[f_port] && !(through_i && f_lane[TAIL])) begin
                f_watching_q <= 1'b1;
                f_slot_q     <= put_slot_i;
                f_row_q      <= {ROW_W{1'b0}};
                f_flit_q     <= f_lane;
            end else if (ip_body_i[f_port] && !(leaves_o && slot == f_body_slot)) begin
                f_watching_q <= 1'b1;
                f_slot_q     <= f_body_slot;
                f_row_q      <= f_body_row;
                f_flit_q     <= f_lane;
            end
        end
    end

    `ENSURE(it_stays_in_its_row, !f_watching_q || f_row_q < f_here)
    `ENSURE(the_slot_knows_its_input, !f_watching_q || f_head[HEAD_W-1 -: PORT_W] == f_port)
    `ENSURE(the_head_is_first,
            !f_watching_q || f_row_q != 0
            || f_head[HEAD_W-PORT_W-1:0] == {f_flit_q[TAIL], f_flit_q[DATA_W-1:0]})
    `ENSURE(the_tail_is_last,
            !f_watching_q || f_flit_q[TAIL] == (!f_written && f_here == f_row_q + 1'b1))
    `ENSURE(it_is_read_as_it_was_written,
            !f_read || (there_o && flit_o == {f_flit_q[TAIL], is_head, f_flit_q[DATA_W-1:0]}))
    `ENSURE(a_pass_may_cut_through,
            !(sending_o && f_port < PORTS && ip_body_i[f_port] && f_body_slot == slot
              && f_body_row == row_q)
            || (there_o && flit_o == {f_lane[TAIL], 1'b0, f_lane[DATA_W-1:0]}))
    `ENSURE(a_head_as_it_comes, !(|gnt_i && f_port < PORTS && gnt_i[f_port]) || head_o == f_lane)
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_watched
            wire f_mine = f_watching_q && f_port == g;
            `ENSURE(a_body_is_as_it_came,
                    !(f_mine && f_row_q != 0)
                    || g_input[g].block_mem_q[{f_slot_q, f_row_q}] == f_flit_q[DATA_W-1:0])
            `ENSURE(the_row_of_the_tail,
                    !(f_mine && !f_written && f_here > 1)
                    || g_input[g].last_mem_q[f_slot_q] + 1'b1 == f_here)
            `ENSURE(looked_up_in_time,
                    !(f_mine && f_read && sending_o)
                    || (late_q ? late_data_q : g_input[g].block_q) == f_flit_q[DATA_W-1:0])
        end
        for (g = 0; g < VCS; g = g + 1) begin : g_first
            `ENSURE(a_slot_with_its_tail_is_whole,
                    CUT_THROUGH != 0 || !(f_watching_q && first_i[g*SLOT_W +: SLOT_W] == f_slot_q)
                    || !(f_flit_q[TAIL]) || whole_o[g])
        end
    endgenerate
`endif

endmodule

`default_nettype wire
