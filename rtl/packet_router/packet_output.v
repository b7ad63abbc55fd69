// packet_output.v - an output port of a packet router: grants, slots, queues, transmission.
//
// In each cycle the output grants one of the heads that request it. The packet gets a slot and the
// last place in the queue of its VC. Its flits are written to the slot as they come, from several
// inputs at a time. The output sends one packet after the other: a head leaves when the receiver
// has room for PACKET_FLITS flits, and each body flit when it is in the slot. A flit that is
// granted or written in cycle t can be sent in t and is then on the output pins in t + 1.
//
// docs/timing.md section 7; Buzzard & Mudge 1988, section 5. Mirrored by model/packet_router/.

`default_nettype none
`include "check.vh"

module packet_output #(
    parameter PORTS        = 5,   // inputs, 2 .. 32
    parameter VCS          = 1,   // virtual channels, 1 or 2
    parameter DEPTH        = 7,   // credits per VC after reset, PACKET_FLITS .. 64
    parameter FLIT_W       = 34,  // {tail, head, data}
    parameter PACKET_FLITS = 5,   // most flits of a packet, 1 .. 64
    parameter SLOTS        = 16,  // packet buffers, VCS .. 256
    parameter CUT_THROUGH  = 1,   // 0: store and forward
    // Derived, do not override.
    parameter LANE_W       = 32 * ((FLIT_W + 31) / 32),
    parameter ROW_W        = (PACKET_FLITS > 1) ? $clog2(PACKET_FLITS) : 1,
    parameter USED_W       = $clog2(SLOTS + 1)
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // From and to the inputs
    output wire [1:0]              side_open_o,  // a slot for packets of side 0, 1; registered
    input  wire [PORTS-1:0]        ip_req_i,     // a head asks for this output
    input  wire [PORTS-1:0]        ip_side_i,    // its side, see packet_route.v
    input  wire [PORTS-1:0]        ip_body_i,    // a body flit for this output
    input  wire [PORTS-1:0]        ip_vc_i,      // the input's VC of either
    input  wire [PORTS*LANE_W-1:0] ip_lane_i,    // the flits, each in the low bits of its lane
    input  wire [PORTS*VCS-1:0]    ivc_open_i,   // a pass to this output is under way
    input  wire [PORTS*VCS*ROW_W-1:0] ivc_row_i, // its flits that moved
    output wire [PORTS-1:0]        ip_gnt_o,     // one-hot or zero

    // Downstream
    output wire                    out_valid_o,
    output wire                    out_vc_o,
    output wire [FLIT_W-1:0]       out_flit_o,
    input  wire [VCS-1:0]          out_credit_i,

    output wire [USED_W-1:0]       used_o        // slots that are not free, registered
);

    generate
        if (DEPTH < PACKET_FLITS || DEPTH > 64) begin : g_bad_depth
            ERROR_packet_output_DEPTH_must_be_PACKET_FLITS_to_64 u_error ();
        end
        if (CUT_THROUGH < 0 || CUT_THROUGH > 1) begin : g_bad_cut_through
            ERROR_packet_output_CUT_THROUGH_must_be_0_or_1 u_error ();
        end
    endgenerate

    localparam                SLOT_W   = (SLOTS > 1) ? $clog2(SLOTS) : 1;
    localparam                CREDIT_W = $clog2(DEPTH + 1);
    localparam                TAIL     = FLIT_W - 1;
    localparam [CREDIT_W-1:0] FULL     = DEPTH[CREDIT_W-1:0];
    localparam [CREDIT_W-1:0] PACKET   = PACKET_FLITS[CREDIT_W-1:0];

    reg [VCS*CREDIT_W-1:0]     credit_q, credit_d;
    reg                        send_turn_q;
    reg                        out_valid_q;
    reg                        out_vc_q;
    reg [FLIT_W-1:0]           out_flit_q;

    // Grants and writes
    wire [PORTS-1:0]           gnt;
    wire                       put_vc = (VCS > 1) && (|(gnt & ip_side_i));
    wire [SLOT_W-1:0]          put_slot;

    // Transmission of the head that is granted in this cycle
    reg  [VCS-1:0]             passes;      // one that comes for the VC is sent at once
    reg  [PORTS-1:0]           ip_through;  // the input's would be
    reg  [PORTS-1:0]           ip_whole;    // and it is the whole packet: no slot is needed
    wire                       through;
    wire [FLIT_W-1:0]          head;

    // Transmission of stored packets, which is known early in the cycle
    wire [VCS-1:0]             stored;      // a packet waits
    wire [VCS*SLOT_W-1:0]      first;       // its slot
    wire [VCS-1:0]             whole;       // its tail is here
    reg  [VCS*CREDIT_W-1:0]    credit_now;
    reg                        fault;
    reg  [VCS-1:0]             open;        // a head may be sent: there is room for its packet
    wire [VCS-1:0]             ready = open & stored & whole;
    wire                       sending;     // a packet's head left, its tail did not: on out_vc_q
    wire                       there;
    wire                       vc;
    wire                       sends = (sending ? enable_i && there : |ready)
                                     && !(VCS > 1 && through);
    wire                       leaves;
    wire [FLIT_W-1:0]          flit;
    integer                    c;
    integer                    i;
    integer                    d;
    integer                    r;

    rr_arbiter #(
        .N (PORTS)
    ) u_arbiter (
        .clk_i  (clk_i),
        .rst_i  (rst_i),
        .req_i  (ip_req_i),
        .hold_i (1'b0),
        .gnt_o  (gnt)
    );

    packet_queue #(
        .VCS   (VCS),
        .SLOTS (SLOTS)
    ) u_queue (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .side_open_o (side_open_o),
        .put_i       ((|ip_req_i) && !(|(gnt & ip_whole))),  // a request is granted in any case
        .put_vc_i    (put_vc),
        .put_slot_o  (put_slot),
        .stored_o    (stored),
        .first_o     (first),
        .take_i      (leaves),
        .take_vc_i   (vc),
        .used_o      (used_o)
    );

    packet_slots #(
        .PORTS        (PORTS),
        .VCS          (VCS),
        .SLOTS        (SLOTS),
        .PACKET_FLITS (PACKET_FLITS),
        .FLIT_W       (FLIT_W),
        .CUT_THROUGH  (CUT_THROUGH)
    ) u_slots (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .gnt_i      (gnt),
        .put_slot_i (put_slot),
        .ip_body_i  (ip_body_i),
        .ip_vc_i    (ip_vc_i),
        .ip_lane_i  (ip_lane_i),
        .ivc_open_i (ivc_open_i),
        .ivc_row_i  (ivc_row_i),
        .first_i    (first),
        .look_i     (enable_i && (|used_o)),
        .vc_i       (vc),
        .send_i     (sends),
        .through_i  (through),
        .sending_o  (sending),
        .leaves_o   (leaves),
        .there_o    (there),
        .flit_o     (flit),
        .head_o     (head),
        .whole_o    (whole)
    );

    assign ip_gnt_o = gnt;

    always @* begin
        c          = 0;
        credit_now = credit_q;
        fault      = 1'b0;
        if (enable_i) begin
            for (c = 0; c < VCS; c = c + 1) begin
                fault = fault || (out_credit_i[c] && credit_q[c*CREDIT_W +: CREDIT_W] == FULL);
                credit_now[c*CREDIT_W +: CREDIT_W] = credit_q[c*CREDIT_W +: CREDIT_W]
                    + {{(CREDIT_W-1){1'b0}}, out_credit_i[c]};
            end
        end
    end

    always @* begin
        r = 0;
        for (r = 0; r < VCS; r = r + 1) begin
            open[r] = enable_i && !sending && credit_now[r*CREDIT_W +: CREDIT_W] >= PACKET;
        end
    end

    // If both VCs have a packet to send, their turn decides.
    always @* begin
        i = 0;
        for (i = 0; i < VCS; i = i + 1) begin
            passes[i] = open[i] && !stored[i]
                     && !(VCS > 1 && ready[VCS-1-i] && send_turn_q != i[0]);
        end
        for (i = 0; i < PORTS; i = i + 1) begin
            ip_through[i] = passes[(VCS > 1) && ip_side_i[i]]
                         && (CUT_THROUGH != 0 || ip_lane_i[i*LANE_W + TAIL]);
            ip_whole[i]   = ip_through[i] && ip_lane_i[i*LANE_W + TAIL];
        end
    end

    generate
        if (VCS == 1 && CUT_THROUGH != 0) begin : g_any_through
            assign through = passes[0] && (|ip_req_i);
        end else begin : g_through
            assign through = |(gnt & ip_through);
        end
        if (VCS > 1) begin : g_turn
            assign vc = sending ? out_vc_q : ready[send_turn_q] ? send_turn_q : !send_turn_q;
        end else begin : g_no_turn
            wire unused = &{1'b0, send_turn_q};
            assign vc = 1'b0;
        end
    endgenerate

    always @* begin
        d        = 0;
        credit_d = credit_now;
        for (d = 0; d < VCS; d = d + 1) begin
            if ((sends && vc == d[0]) || (through && put_vc == d[0])) begin
                credit_d[d*CREDIT_W +: CREDIT_W] = credit_now[d*CREDIT_W +: CREDIT_W] - 1'b1;
            end
        end
    end

    // The critical path of the router ends here. With one VC the choice is known before the grant.
    wire              sent_vc   = through ? put_vc : vc;
    wire [FLIT_W-1:0] sent_flit = ((|passes) && (!(|ready) || through)) ? head : flit;

    always @(posedge clk_i) begin
        if (rst_i) begin
            out_valid_q <= 1'b0;
            send_turn_q <= 1'b0;
            credit_q    <= {VCS{FULL}};
        end else if (enable_i) begin
            out_valid_q <= sends || through;
            credit_q    <= credit_d;
            if (!sending && (sends || through)) send_turn_q <= (VCS > 1) && !sent_vc;
        end
    end

    always @(posedge clk_i) begin
        if (enable_i) begin
            out_vc_q   <= sent_vc;
            out_flit_q <= sent_flit;
        end
    end

    assign out_valid_o = out_valid_q;
    assign out_vc_o    = out_vc_q;
    assign out_flit_o  = out_flit_q;

    `REQUIRE(a_credit_for_each_flit, !fault)
`ifdef FORMAL
    // Inputs: a pass begins with a granted head and ends with its tail.
    localparam HEAD = FLIT_W - 2;
    wire f_sends = sends || through;
    wire f_turn  = VCS == 1 || !sending || send_turn_q != out_vc_q;  // by packet_output_turn
    genvar g;
    genvar h;
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_input
            wire f_head = ip_lane_i[g*LANE_W + HEAD];
            wire f_tail = ip_lane_i[g*LANE_W + TAIL];
            `REQUIRE(a_head_or_a_body, !(ip_req_i[g] && ip_body_i[g]))
            `REQUIRE(a_head_asks_where_there_is_a_slot_for_it,
                    !ip_req_i[g] || (f_head && enable_i && side_open_o[ip_side_i[g]]))
            `REQUIRE(a_body_follows_its_head, !ip_body_i[g] || (!f_head && enable_i))
            `REQUIRE(a_vc_that_exists, VCS > 1 || !(ip_vc_i[g] || ip_side_i[g]))
            for (h = 0; h < VCS; h = h + 1) begin : g_pass
                reg  [ROW_W:0] f_flits_q;  // of the pass that is under way; 0: none
                wire           f_here = (gnt[g] || ip_body_i[g]) && ip_vc_i[g] == h;
                always @(posedge clk_i) begin
                    if (rst_i) f_flits_q <= {(ROW_W+1){1'b0}};
                    else if (f_here) f_flits_q <= f_tail ? {(ROW_W+1){1'b0}} : f_flits_q + 1'b1;
                end
                `REQUIRE(it_says_which_passes_these_are, ivc_open_i[g*VCS+h] == (f_flits_q != 0))
                `REQUIRE(it_says_how_far_the_passes_are,
                        !ivc_open_i[g*VCS+h] || ivc_row_i[(g*VCS+h)*ROW_W +: ROW_W] == f_flits_q)
                `REQUIRE(one_grant_at_a_time, !(ip_req_i[g] && ip_vc_i[g] == h) || f_flits_q == 0)
                `REQUIRE(a_body_asks_after_its_head,
                        !(ip_body_i[g] && ip_vc_i[g] == h) || f_flits_q != 0)
                `REQUIRE(a_packet_is_not_too_long,
                        !f_here || f_tail || f_flits_q + 1'b1 < PACKET_FLITS)
            end
        end

        // Downstream: buffers of DEPTH flits for each VC, and whole packets
        for (h = 0; h < VCS; h = h + 1) begin : g_room
            reg [7:0] f_there_q;  // flits that the receiver has, or that are on their way
            always @(posedge clk_i) begin
                if (rst_i) f_there_q <= 8'd0;
                else f_there_q <= f_there_q + (f_sends && sent_vc == h)
                                            - (enable_i && out_credit_i[h]);
            end
            `ENSURE(a_flit_has_room_where_it_goes, f_there_q <= DEPTH)
            `ENSURE(a_head_leaves_when_the_whole_packet_has,
                    !(f_sends && !sending && sent_vc == h)
                    || f_there_q - (enable_i && out_credit_i[h]) + PACKET_FLITS <= DEPTH)
        end
    endgenerate
    `ENSURE(one_of_the_requests,
            (gnt & (gnt - 1'b1)) == {PORTS{1'b0}} && (gnt & ~ip_req_i) == {PORTS{1'b0}})
    `ENSURE(a_request_is_granted, (|ip_req_i) == (|gnt))
    `ENSURE(packets_do_not_mix_on_the_channel, !f_sends || sent_flit[HEAD] == !sending)
    `ENSURE(packets_keep_their_vc, !f_sends || !sending || sent_vc == out_vc_q)
    `ENSURE(one_flit_a_cycle, !(sends && through))
    `ENSURE(while_a_packet_is_sent_it_is_the_other_vc_s_turn, f_turn)
    `ENSURE(the_chosen_flit_is_sent, !f_sends || sent_flit == (through ? head : flit))
`endif

endmodule

`default_nettype wire
