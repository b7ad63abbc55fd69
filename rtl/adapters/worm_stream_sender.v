// worm_stream_sender.v - sends packets of an AXI4-Stream as worms on the VCs of one message class.
//
// The sender makes the head: the destination from TDEST, the kind unicast, its own address as the
// source, and TID above it. Each beat {TKEEP, TDATA} is a flit behind the head, and TLAST marks the
// tail. A packet of n beats thus is a worm of n + 1 flits, without a limit to n. A packet stays on
// one VC, and the next one begins when its tail is sent. The head takes a VC with a credit: the
// search is cyclic and begins behind the last packet's VC. With IN_ORDER 1 the head waits for a
// credit on VC (source + destination) mod VCS: where packets keep their VCs, the packets of a
// source for one destination then stay in order.
//
// A packet for an unknown destination never reaches the channel: the sender takes its beats, one a
// cycle, and discards them. unknown_o counts these packets from the cycle after their last beat on,
// and stays at 65535.
//
// A flit that the sender offers (req_o) in cycle t is sent if gnt_i is high in t. A beat is offered
// behind its head, in the cycle after it was taken at the earliest. enable_i stops the channel's
// side only, through gnt_i. docs/adapters.md, 4; Arm IHI 0051 (AXI4-Stream).
// No mirror: a stream.

`default_nettype none

module worm_stream_sender #(
    parameter DATA_W = 32,  // bits of a flit without marks, 8 .. 512
    parameter ADDR_W = 6,   // of an address
    parameter BEAT_W = 32,  // of TDATA and TKEEP, up to DATA_W
    parameter ID_W   = 0,   // of TID, 2 ADDR_W + 2 + ID_W up to DATA_W; 0: there is none
    parameter VCS    = 4,   // of this message class, 1 .. 16
    parameter DEPTH  = 4,   // flits a VC of the router's input buffer, 1 .. 64
    parameter IN_ORDER = 0, // 1: source and destination name the VC
    // Derived, do not override.
    parameter TID_W  = (ID_W > 0) ? ID_W : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,
    input  wire [ADDR_W-1:0] node_i,           // source in heads

    // Stream
    input  wire              s_axis_tvalid_i,
    input  wire [BEAT_W-1:0] s_axis_beat_i,    // {TKEEP, TDATA}
    input  wire [TID_W-1:0]  s_axis_tid_i,     // these two of the first beat of a packet
    input  wire [ADDR_W-1:0] s_axis_tdest_i,
    input  wire              s_axis_tlast_i,
    output wire              s_axis_tready_o,
    output wire [15:0]       unknown_o,        // packets for a destination that is not known

    // A flit for the channel
    output wire              req_o,
    output wire              head_o,           // it is a head
    output wire [ADDR_W-1:0] destination_o,    // of a head
    input  wire              known_i,          // there is one
    output wire [VCS-1:0]    vc_o,             // one-hot
    output wire [DATA_W+1:0] flit_o,
    input  wire              gnt_i,            // it is sent, not without req_o and enable_i
    input  wire [VCS-1:0]    credit_i
);

    localparam           SOURCE_AT = ADDR_W + 2;
    localparam           ID_AT     = 2 * ADDR_W + 2;
    localparam [VCS-1:0] LAST_VC   = {{(VCS-1){1'b0}}, 1'b1} << (VCS - 1);

    generate
        if (DATA_W < 2 * ADDR_W + 2 + ID_W) begin : g_bad_data_w
            ERROR_worm_stream_sender_DATA_W_must_hold_two_addresses_a_kind_and_TID u_error ();
        end
        if (BEAT_W < 1 || BEAT_W > DATA_W) begin : g_bad_beat_w
            ERROR_worm_stream_sender_BEAT_W_must_be_1_to_DATA_W u_error ();
        end
    endgenerate

    wire              valid;
    wire [BEAT_W-1:0] beat;
    wire [TID_W-1:0]  id;
    wire [ADDR_W-1:0] destination;
    wire              last;

    reg               open_q;   // the head is sent, the tail is not
    reg               drop_q;   // a packet is under way that is lost
    reg  [15:0]       unknown_q;
    wire              drop = valid && (drop_q || (!open_q && !known_i));  // this beat is lost
    reg  [VCS-1:0]    vc_q;     // of the packet under way or the last one, one-hot

    skid_buffer #(
        .WIDTH (BEAT_W + TID_W + ADDR_W + 1)
    ) u_beats (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (s_axis_tvalid_i),
        .in_data_i   ({s_axis_tlast_i, s_axis_tdest_i, s_axis_tid_i, s_axis_beat_i}),
        .in_ready_o  (s_axis_tready_o),
        .out_valid_o (valid),
        .out_data_o  ({last, destination, id, beat}),
        .out_ready_i ((gnt_i && open_q) || drop)
    );

    wire [VCS-1:0] credits;     // VCs that have one
    wire [VCS-1:0] unused_two;
    wire [VCS-1:0] unused_room;
    wire [VCS-1:0] unused_less;

    genvar v;

    generate
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
            credit_counter #(
                .DEPTH (DEPTH),
                .ROOM  (1)
            ) u_credits (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .enable_i (enable_i),
                .credit_i (credit_i[v]),
                .spend_i  (gnt_i && vc_o[v]),
                .one_o    (credits[v]),
                .two_o    (unused_two[v]),
                .room_o   (unused_room[v]),
                .less_o   (unused_less[v])
            );
        end
    endgenerate

    // The first VC above vc_q, cyclically, that has a credit.
    reg  [VCS-1:0] free;
    reg            below;
    reg            found;
    integer        i;

    always @* begin
        free  = {VCS{1'b0}};
        found = 1'b0;
        below = 1'b1;
        for (i = 0; i < VCS; i = i + 1) begin
            if (!below && !found && credits[i]) begin
                free[i] = 1'b1;
                found   = 1'b1;
            end
            if (vc_q[i]) below = 1'b0;
        end
        for (i = 0; i < VCS; i = i + 1) begin
            if (!found && credits[i]) begin
                free[i] = 1'b1;
                found   = 1'b1;
            end
        end
    end

    wire [VCS-1:0] pick;

    generate
        if (IN_ORDER < 0 || IN_ORDER > 1) begin : g_bad_in_order
            ERROR_worm_stream_sender_IN_ORDER_must_be_0_or_1 u_error ();
        end
        if (IN_ORDER != 0) begin : g_pinned
            localparam              COUNT_INT = VCS;
            localparam [ADDR_W+4:0] COUNT     = COUNT_INT[ADDR_W+4:0];
            wire [ADDR_W+4:0]       sum       = {5'd0, node_i} + {5'd0, destination};
            wire [ADDR_W+4:0]       rest      = sum % COUNT;
            assign pick = {{(VCS-1){1'b0}}, 1'b1} << rest;
            wire unused_free = &{1'b0, free};
        end else begin : g_free
            assign pick = free;
        end
    endgenerate

    reg  [DATA_W-1:0] head;
    wire [DATA_W-1:0] id_there;  // TID in its place of the head
    wire [DATA_W-1:0] data;

    always @* begin
        head                      = id_there;
        head[0 +: ADDR_W]         = destination;
        head[SOURCE_AT +: ADDR_W] = node_i;
    end

    generate
        if (ID_W > 0) begin : g_id
            assign id_there = {{(DATA_W-TID_W){1'b0}}, id} << ID_AT;
        end else begin : g_no_id
            assign id_there = {DATA_W{1'b0}};
            wire unused_id = &{1'b0, id};
        end
        if (BEAT_W < DATA_W) begin : g_narrow
            assign data = {{(DATA_W-BEAT_W){1'b0}}, beat};
        end else begin : g_whole
            assign data = beat;
        end
    endgenerate

    assign vc_o          = open_q ? vc_q : pick;
    assign req_o         = valid && !drop && (|(vc_o & credits));
    assign unknown_o     = unknown_q;
    assign head_o        = !open_q;
    assign destination_o = destination;
    assign flit_o        = open_q ? {last, 1'b0, data} : {2'b01, head};

    always @(posedge clk_i) begin
        if (rst_i) begin
            open_q <= 1'b0;
            vc_q   <= LAST_VC;
        end else if (gnt_i) begin
            open_q <= !open_q || !last;
            vc_q   <= vc_o;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            drop_q    <= 1'b0;
            unknown_q <= 16'd0;
        end else if (drop) begin
            drop_q <= !last;
            if (last && unknown_q != 16'hffff) unknown_q <= unknown_q + 16'd1;
        end
    end

    wire unused = &{1'b0, unused_two, unused_room, unused_less};

endmodule

`default_nettype wire
