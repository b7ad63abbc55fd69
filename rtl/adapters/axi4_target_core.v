// axi4_target_core.v - turns packets into a subordinate's requests, and its answers into packets.
//
// It does the work of axi4_target, with each bus channel packed into one word (docs/axi.md, 5).
// Headers enter a queue of two for AW or AR, and beats a queue of two for W. Wiring: axi4_replies
// makes the packets of B and R. A flit on the pins in cycle t is in front of its queue in t + 2.
// Mirrored by model/adapters/axi4_target.h.

`default_nettype none

module axi4_target_core #(
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
    parameter PACKET_BEATS  = 16,   // beats of a packet at most, 1 .. 256
    parameter IN_ORDER      = 1,    // a class's packets do not overtake
    parameter LEVELS        = 1,    // 2: requests with a QoS from 8 on have classes of their own
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter BUS_ID_W      = ADDR_W + AXI_ID_W + LEVELS - 1,
    parameter AX_W          = AXI_ADDR_W + USER_W + 29 + BUS_ID_W,
    parameter BEAT_W        = AXI_DATA_W + AXI_DATA_W / 8 + USER_W,
    parameter B_W           = BUS_ID_W + 2 + USER_W,
    parameter R_W           = AXI_DATA_W + 3 + USER_W + BUS_ID_W
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                enable_i,  // low: this cycle does not count for the channels
    input  wire [ADDR_W-1:0]   node_i,    // of the terminal
    input  wire [ADDR_W-1:0]   router_i,  // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]   limit_i,
    input  wire [PORTS-1:0]    home_i,    // its output for packets to this node, one-hot

    // The bus: words as in axi4_target
    output wire [1:0]          ax_valid_o,  // {AW, AR}
    output wire [2*AX_W-1:0]   ax_o,
    input  wire [1:0]          ax_ready_i,
    output wire                w_valid_o,
    output wire [BEAT_W:0]     w_o,         // {last, user, strobes, data}
    input  wire                w_ready_i,
    input  wire                b_valid_i,
    input  wire [B_W-1:0]      b_i,         // {user, response, ID}
    output wire                b_ready_o,
    input  wire                r_valid_i,
    input  wire [R_W-1:0]      r_i,         // {ID, user, last, response, data}
    output wire                r_ready_o,

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
    localparam FIRST      = REQUESTS * GROUP;          // VC
    // AX_W and B_W count the source as part of the ID. The level is not part of a packet.
    localparam HEADER_W   = ADDR_W + 3 + AX_W - (LEVELS - 1);
    localparam REPLY_W    = ADDR_W + 3 + B_W - (LEVELS - 1);
    localparam RETURNED_W = R_W - BUS_ID_W;
    localparam WRITE_AT   = 2 * ADDR_W + 2;
    localparam REST_AT    = WRITE_AT + 1 + AXI_ID_W;
    localparam URGENT     = REST_AT + 24;              // bit 3 of QoS

    generate
        if (REQUESTS < 0 || REQUESTS >= CLASSES || RESPONSES == REQUESTS) begin : g_bad_requests
            ERROR_axi4_target_REQUESTS_and_RESPONSES_must_be_two_of_CLASSES u_error ();
        end
        if (AXI_DATA_W < 32 || AXI_DATA_W > 512 || (AXI_DATA_W & (AXI_DATA_W - 1)) != 0)
        begin : g_bad_data_w
            ERROR_axi4_target_AXI_DATA_W_must_be_a_power_of_two_from_32_to_512 u_error ();
        end
        if (AXI_ADDR_W < 13 || AXI_ADDR_W > 64) begin : g_bad_addr_w
            ERROR_axi4_target_AXI_ADDR_W_must_be_13_to_64 u_error ();
        end
        if (AXI_ID_W < 1 || AXI_ID_W > 16) begin : g_bad_id_w
            ERROR_axi4_target_AXI_ID_W_must_be_1_to_16 u_error ();
        end
        if (USER_W < 1) begin : g_bad_user_w
            ERROR_axi4_target_USER_W_must_be_at_least_1 u_error ();
        end
    endgenerate

    // Requests
    wire [LEVELS*GROUP-1:0]    in_vcs;
    wire [LEVELS*GROUP-1:0]    credit;
    wire                       valid;
    wire                       only;
    wire [HEADER_W-1:0]        header;
    wire [BEAT_W-1:0]          beat;
    wire                       tail;
    wire                       open;
    wire [1:0]                 ax_room;
    wire                       w_room;
    // The first word of a write enters two queues at once.
    wire                       ready = only ? ax_room[0] : w_room && (open || ax_room[1]);

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
        .HEADER_W     (HEADER_W),
        .BEAT_W       (BEAT_W),
        .ONLY_AT      (WRITE_AT),
        .ONLY         (0)
    ) u_receiver (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .in_vcs_i       (in_vcs),
        .in_flit_i      (in_flit_i),
        .in_credit_o    (credit),
        .valid_o        (valid),
        .only_o         (only),
        .header_o       (header),
        .beat_o         (beat),
        .tail_o         (tail),
        .ready_i        (ready),
        .open_o         (open)
    );

    // The request of a header. Level and source are the upper part of its ID.
    wire [ADDR_W+AXI_ID_W:0] id = {header[URGENT], header[ADDR_W+2 +: ADDR_W],
                                   header[WRITE_AT+1 +: AXI_ID_W]};
    wire [AX_W-1:0]          ax = {header[REST_AT +: AX_W-BUS_ID_W], id[BUS_ID_W-1:0]};

    genvar g;

    generate
        for (g = 0; g < 2; g = g + 1) begin : g_address
            skid_buffer #(
                .WIDTH (AX_W)
            ) u_queue (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .in_valid_i  (valid && ready && (g == 1 ? !only && !open : only)),
                .in_data_i   (ax),
                .in_ready_o  (ax_room[g]),
                .out_valid_o (ax_valid_o[g]),
                .out_data_o  (ax_o[g*AX_W +: AX_W]),
                .out_ready_i (ax_ready_i[g])
            );
        end
    endgenerate

    skid_buffer #(
        .WIDTH (BEAT_W + 1)
    ) u_beats (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (valid && ready && !only),
        .in_data_i   ({tail, beat}),
        .in_ready_o  (w_room),
        .out_valid_o (w_valid_o),
        .out_data_o  (w_o),
        .out_ready_i (w_ready_i)
    );

    // Responses
    wire                  reply_valid;
    wire [REPLY_W-1:0]    reply;
    wire                  level;
    wire                  reply_only;
    wire                  taken;
    wire                  returned_valid;
    wire [RETURNED_W-1:0] returned;
    wire                  last;

    axi4_replies #(
        .ADDR_W       (ADDR_W),
        .AXI_DATA_W   (AXI_DATA_W),
        .AXI_ID_W     (AXI_ID_W),
        .USER_W       (USER_W),
        .PACKET_BEATS (PACKET_BEATS),
        .IN_ORDER     (IN_ORDER),
        .LEVELS       (LEVELS)
    ) u_replies (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .node_i         (node_i),
        .b_valid_i      (b_valid_i),
        .b_i            (b_i),
        .b_ready_o      (b_ready_o),
        .r_valid_i      (r_valid_i),
        .r_i            (r_i),
        .r_ready_o      (r_ready_o),
        .header_valid_o (reply_valid),
        .header_o       (reply),
        .level_o        (level),
        .only_o         (reply_only),
        .beat_valid_o   (returned_valid),
        .beat_o         (returned),
        .last_o         (last),
        .taken_i        (taken)
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
        .CLASS         (RESPONSES),
        .LEVELS        (LEVELS),
        .HEADER_W      (REPLY_W),
        .BEAT_W        (RETURNED_W)
    ) u_sender (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .router_i       (router_i),
        .limit_i        (limit_i),
        .home_i         (home_i),
        .header_valid_i (reply_valid),
        .header_i       (reply),
        .level_i        (level),
        .only_i         (reply_only),
        .beat_valid_i   (returned_valid),
        .beat_i         (returned),
        .last_i         (last),
        .taken_o        (taken),
        .out_valid_o    (out_valid_o),
        .out_vc_o       (out_vc_o),
        .out_route_o    (out_route_o),
        .out_flit_o     (out_flit_o),
        .out_credit_i   (out_credit_i)
    );

    wire unused = &{1'b0, header, id};

endmodule

`default_nettype wire
