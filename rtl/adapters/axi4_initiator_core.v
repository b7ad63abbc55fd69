// axi4_initiator_core.v - turns a manager's requests into packets, and packets into responses.
//
// It does the work of axi4_initiator, with each bus channel packed into one word (docs/axi.md, 4).
// Wiring of axi4_requests, axi4_responses, a packet sender and a packet receiver.
// More than 20 parameters: those of router and bus.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none

module axi4_initiator_core #(
    parameter DATA_W        = 72,   // as of the router, which says what they are
    parameter ADDR_W        = 6,
    parameter VCS           = 2,
    parameter DEPTH         = 4,    // flits a VC, of the router's input buffers and of ours
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter CLASSES       = 2,    // MESSAGE_CLASSES
    parameter REQUESTS      = 0,    // the message class of requests
    parameter RESPONSES     = 1,    // and that of responses
    parameter AXI_ADDR_W    = 32,   // 13 .. 64
    parameter AXI_DATA_W    = 64,   // 32 .. 512, a power of two
    parameter AXI_ID_W      = 4,    // 1 .. 16, of the managers' IDs
    parameter USER_W        = 1,    // of each USER signal, at least 1
    parameter READS         = 8,    // reads in flight, 1 .. 64
    parameter WRITES        = 8,    // writes in flight, 1 .. 64
    parameter PER_ID        = 8,    // of these with one ID
    parameter READ_BEATS    = 256,  // room for beats that come
    parameter WRITE_BEATS   = 256,  // room for beats of writes
    parameter IN_ORDER      = 1,    // a class's packets do not overtake
    parameter LEVELS        = 1,    // 2: requests with a QoS from 8 on have classes of their own
    parameter REORDER       = 0,    // 1: reorder buffers
    parameter REGIONS       = 2,    // of the address map, 1 .. 64
    parameter [REGIONS*AXI_ADDR_W-1:0] REGION_BASES = {32'h0001_0000, 32'h0000_0000},
    parameter [REGIONS*8-1:0]          REGION_LOG2S = {8'd16, 8'd16},
    parameter [REGIONS*ADDR_W-1:0]     REGION_NODES = {6'd1, 6'd0},
    parameter LOADABLE      = 0,    // 1: the map is that of map_i
    // Derived, do not override.
    parameter MAP_W         = 1 + ADDR_W + 2 * (AXI_ADDR_W - 12),
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter AX_W          = AXI_ADDR_W + USER_W + 29 + AXI_ID_W,
    parameter BEAT_W        = AXI_DATA_W + AXI_DATA_W / 8 + USER_W,
    parameter B_W           = AXI_ID_W + 2 + USER_W,
    parameter R_W           = AXI_DATA_W + 3 + USER_W + AXI_ID_W
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                enable_i,  // low: this cycle does not count for the channels
    input  wire [ADDR_W-1:0]   node_i,    // of the terminal
    input  wire [ADDR_W-1:0]   router_i,  // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]   limit_i,
    input  wire [PORTS-1:0]    home_i,    // its output for packets to this node, one-hot
    input  wire [REGIONS*MAP_W-1:0] map_i,  // with LOADABLE 1: the address map (axi4_decode)

    // The bus: words as in axi4_initiator
    input  wire [1:0]          ax_valid_i,  // {AW, AR}
    input  wire [2*AX_W-1:0]   ax_i,
    output wire [1:0]          ax_ready_o,
    input  wire                w_valid_i,
    input  wire [BEAT_W:0]     w_i,         // {last, user, strobes, data}
    output wire                w_ready_o,
    output wire                b_valid_o,
    output wire [B_W-1:0]      b_o,         // {user, response, ID}
    input  wire                b_ready_i,
    output wire                r_valid_o,
    output wire [R_W-1:0]      r_o,         // {ID, user, last, response, data}
    input  wire                r_ready_i,

    // Channel from the router's local port
    input  wire                in_valid_i,
    input  wire [VC_W-1:0]     in_vc_i,
    input  wire [DATA_W+1:0]   in_flit_i,
    output wire [VCS-1:0]      in_credit_o,

    // Channel to it
    output wire                out_valid_o,
    output wire [VC_W-1:0]     out_vc_o,
    output wire [ROUTE_W-1:0]  out_route_o,
    output wire [DATA_W+1:0]   out_flit_o,
    input  wire [VCS-1:0]      out_credit_i
);

    localparam GROUP      = VCS / CLASSES;
    localparam FIRST      = RESPONSES * GROUP;         // VC
    localparam HEADER_W   = 2 * ADDR_W + 3 + AX_W;
    localparam REPLY_W    = 2 * ADDR_W + 3 + B_W;
    localparam RETURNED_W = R_W - AXI_ID_W;
    localparam TARGET_W   = ADDR_W + 1;

    generate
        if (RESPONSES < 0 || RESPONSES >= CLASSES || RESPONSES == REQUESTS) begin : g_bad_responses
            ERROR_axi4_initiator_REQUESTS_and_RESPONSES_must_be_two_of_CLASSES u_error ();
        end
    endgenerate

    // Requests
    wire                header_valid;
    wire [HEADER_W-1:0] header;
    wire                level;
    wire                only;
    wire                beat_valid;
    wire [BEAT_W-1:0]   beat;
    wire                last;
    wire                taken;
    wire                refused;
    wire                refused_write;
    wire                refused_mapped;
    wire [AXI_ID_W-1:0] refused_id;
    wire [7:0]          refused_len;
    wire                refused_ready;
    wire                b_queued;
    wire [AXI_ID_W-1:0] b_id;
    wire                r_queued;
    wire [AXI_ID_W-1:0] r_id;
    wire [2*AXI_ID_W-1:0] order_ids;
    wire [2*TARGET_W-1:0] order_targets;
    wire [15:0]         order_lens;
    wire [1:0]          order_may;
    wire [1:0]          start;

    axi4_requests #(
        .ADDR_W       (ADDR_W),
        .AXI_ADDR_W   (AXI_ADDR_W),
        .AXI_DATA_W   (AXI_DATA_W),
        .AXI_ID_W     (AXI_ID_W),
        .USER_W       (USER_W),
        .READS        (READS),
        .WRITES       (WRITES),
        .PER_ID       (PER_ID),
        .READ_BEATS   (READ_BEATS),
        .WRITE_BEATS  (WRITE_BEATS),
        .IN_ORDER     (IN_ORDER),
        .LEVELS       (LEVELS),
        .REORDER      (REORDER),
        .REGIONS      (REGIONS),
        .REGION_BASES (REGION_BASES),
        .REGION_LOG2S (REGION_LOG2S),
        .REGION_NODES (REGION_NODES),
        .LOADABLE     (LOADABLE)
    ) u_requests (
        .clk_i            (clk_i),
        .rst_i            (rst_i),
        .node_i           (node_i),
        .map_i            (map_i),
        .aw_valid_i       (ax_valid_i[1]),
        .aw_i             (ax_i[AX_W +: AX_W]),
        .aw_ready_o       (ax_ready_o[1]),
        .w_valid_i        (w_valid_i),
        .w_i              (w_i[BEAT_W-1:0]),
        .w_last_i         (w_i[BEAT_W]),
        .w_ready_o        (w_ready_o),
        .ar_valid_i       (ax_valid_i[0]),
        .ar_i             (ax_i[0 +: AX_W]),
        .ar_ready_o       (ax_ready_o[0]),
        .header_valid_o   (header_valid),
        .header_o         (header),
        .level_o          (level),
        .only_o           (only),
        .beat_valid_o     (beat_valid),
        .beat_o           (beat),
        .last_o           (last),
        .taken_i          (taken),
        .refused_valid_o  (refused),
        .refused_write_o  (refused_write),
        .refused_mapped_o (refused_mapped),
        .refused_id_o     (refused_id),
        .refused_len_o    (refused_len),
        .refused_ready_i  (refused_ready),
        .order_ids_o      (order_ids),
        .order_targets_o  (order_targets),
        .order_lens_o     (order_lens),
        .order_may_i      (order_may),
        .start_o          (start),
        .b_queued_i       (b_queued),
        .b_id_i           (b_id),
        .b_taken_i        (b_valid_o && b_ready_i),
        .r_queued_i       (r_queued),
        .r_id_i           (r_id),
        .r_taken_i        (r_valid_o && r_ready_i)
    );

    axi4_packet_sender #(
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .VCS           (VCS),
        .DEPTH         (DEPTH),
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .CLASSES       (CLASSES),
        .CLASS         (REQUESTS),
        .LEVELS        (LEVELS),
        .HEADER_W      (HEADER_W),
        .BEAT_W        (BEAT_W)
    ) u_sender (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .router_i       (router_i),
        .limit_i        (limit_i),
        .home_i         (home_i),
        .header_valid_i (header_valid),
        .header_i       (header),
        .level_i        (level),
        .only_i         (only),
        .beat_valid_i   (beat_valid),
        .beat_i         (beat),
        .last_i         (last),
        .taken_o        (taken),
        .out_valid_o    (out_valid_o),
        .out_vc_o       (out_vc_o),
        .out_route_o    (out_route_o),
        .out_flit_o     (out_flit_o),
        .out_credit_i   (out_credit_i)
    );

    // Responses
    wire [LEVELS*GROUP-1:0]      in_vcs;
    wire [LEVELS*GROUP-1:0]      credit;
    wire                         reply_valid;
    wire                         reply_only;
    wire [REPLY_W-1:0]           reply;
    wire [RETURNED_W-1:0]        returned;
    wire                         open;
    wire                         ready;
    wire                         unused_tail;

    class_pins #(
        .VCS    (VCS),
        .GROUP  (GROUP),
        .FIRST  (FIRST),
        .LEVELS (LEVELS)
    ) u_pins (
        .in_valid_i  (in_valid_i),
        .in_vc_i     (in_vc_i),
        .in_vcs_o    (in_vcs),
        .credit_i    (credit),
        .in_credit_o (in_credit_o)
    );

    axi4_packet_receiver #(
        .DATA_W       (DATA_W),
        .VCS          (LEVELS * GROUP),
        .DEPTH        (DEPTH),
        .HEADER_W     (REPLY_W),
        .BEAT_W       (RETURNED_W),
        .ONLY_AT      (2 * ADDR_W + 2),
        .ONLY         (1)
    ) u_receiver (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .in_vcs_i       (in_vcs),
        .in_flit_i      (in_flit_i),
        .in_credit_o    (credit),
        .valid_o        (reply_valid),
        .only_o         (reply_only),
        .header_o       (reply),
        .beat_o         (returned),
        .tail_o         (unused_tail),
        .ready_i        (ready),
        .open_o         (open)
    );

    axi4_responses #(
        .ADDR_W     (ADDR_W),
        .AXI_DATA_W (AXI_DATA_W),
        .AXI_ID_W   (AXI_ID_W),
        .USER_W     (USER_W),
        .WRITES     (WRITES),
        .READ_BEATS (READ_BEATS),
        .REORDER    (REORDER),
        .READS      (READS),
        .PER_ID     (PER_ID),
        .IN_ORDER   (IN_ORDER)
    ) u_responses (
        .clk_i            (clk_i),
        .rst_i            (rst_i),
        .valid_i          (reply_valid),
        .only_i           (reply_only),
        .header_i         (reply),
        .beat_i           (returned),
        .open_i           (open),
        .ready_o          (ready),
        .refused_valid_i  (refused),
        .refused_write_i  (refused_write),
        .refused_mapped_i (refused_mapped),
        .refused_id_i     (refused_id),
        .refused_len_i    (refused_len),
        .refused_ready_o  (refused_ready),
        .b_valid_o        (b_valid_o),
        .b_o              (b_o),
        .b_ready_i        (b_ready_i),
        .r_valid_o        (r_valid_o),
        .r_o              (r_o),
        .r_ready_i        (r_ready_i),
        .order_ids_i      (order_ids),
        .order_targets_i  (order_targets),
        .order_lens_i     (order_lens),
        .order_may_o      (order_may),
        .start_i          (start),
        .b_queued_o       (b_queued),
        .b_id_o           (b_id),
        .r_queued_o       (r_queued),
        .r_id_o           (r_id)
    );

    wire unused = &{1'b0, unused_tail};

endmodule

`default_nettype wire
