// axi_stream_worms.v - AXI4-Streams of packets of any length at a local port of a wormhole router.
//
// Each message class has a stream into the network, with TDEST, and a stream out of it, whose TUSER
// is the source. Each class has its own VCs from end to end, so no class waits for another. A
// packet uses one VC, and each stream carries one packet at a time. With IN_ORDER 1 each VC is a
// message class of the routers: a packet then keeps its VC, and a stream has several of them.
// The sender gives each packet the route at the first router (docs/timing.md, 2.1), exactly as that
// router would compute it. A packet for an address without a terminal is discarded and counted.
// A flit holds one beat: {TKEEP, TDATA} with KEEP 1, else TDATA. The head carries TID.
//
// Wiring of worm_stream_sender and worm_stream_receiver, address_ranges, entry_route and an
// arbiter. A flit that is granted in cycle t is on the channel in t + 1. More than 30 ports: two
// streams and a channel of a router. docs/adapters.md, 4.
// No mirror: a stream.

`default_nettype none

module axi_stream_worms #(
    parameter DATA_W        = 32,  // as of the router, which says what they are
    parameter ADDR_W        = 6,
    parameter VCS           = 4,
    parameter DEPTH         = 4,   // flits a VC, of the router's input buffers and of ours
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter CLASSES       = 1,   // streams; they divide the VCs among them
    // 0: the router has as many message classes. 1: it has one for each VC, and packets of one
    // source for one destination stay in order.
    parameter IN_ORDER      = 0,
    parameter TDATA_W       = DATA_W,  // a multiple of 8
    parameter KEEP          = 0,   // 1: TKEEP is carried; 9 / 8 TDATA_W are up to DATA_W
    parameter ID_W          = 0,   // bits of TID, which is carried; 0: there is none
    // The addresses that terminals have (address_ranges)
    parameter RANGES        = 1,
    parameter [RANGES*ADDR_W-1:0] FIRSTS = {RANGES*ADDR_W{1'b0}},
    parameter [RANGES*ADDR_W-1:0] LASTS  = {RANGES*ADDR_W{1'b1}},
    // Derived, do not override.
    parameter KEEP_W        = TDATA_W / 8,
    parameter TID_W         = (ID_W > 0) ? ID_W : 1,
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > CLASSES && IN_ORDER == 0)
                            ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire                      enable_i,  // low: this cycle does not count for the channels
    input  wire [ADDR_W-1:0]         node_i,    // of the terminal
    input  wire [ADDR_W-1:0]         router_i,  // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]         limit_i,
    input  wire [PORTS-1:0]          home_i,    // its output for packets to this node, one-hot

    // Streams into the network, one a message class
    input  wire [CLASSES-1:0]        s_axis_tvalid_i,
    input  wire [CLASSES*TDATA_W-1:0] s_axis_tdata_i,
    input  wire [CLASSES*KEEP_W-1:0] s_axis_tkeep_i,
    input  wire [CLASSES*TID_W-1:0]  s_axis_tid_i,
    input  wire [CLASSES*ADDR_W-1:0] s_axis_tdest_i,
    input  wire [CLASSES-1:0]        s_axis_tlast_i,
    output wire [CLASSES-1:0]        s_axis_tready_o,
    output wire [CLASSES*16-1:0]     s_axis_unknown_o,  // packets that were lost, up to 65535

    // Streams out of the network
    output wire [CLASSES-1:0]        m_axis_tvalid_o,
    output wire [CLASSES*TDATA_W-1:0] m_axis_tdata_o,
    output wire [CLASSES*KEEP_W-1:0] m_axis_tkeep_o,    // all bytes with KEEP 0
    output wire [CLASSES*TID_W-1:0]  m_axis_tid_o,      // 0 with ID_W 0
    output wire [CLASSES*ADDR_W-1:0] m_axis_tuser_o,
    output wire [CLASSES-1:0]        m_axis_tlast_o,
    input  wire [CLASSES-1:0]        m_axis_tready_i,

    // Channel from the router's local port
    input  wire                      in_valid_i,
    input  wire [VC_W-1:0]           in_vc_i,
    input  wire [DATA_W+1:0]         in_flit_i,
    output wire [VCS-1:0]            in_credit_o,

    // Channel to it
    output wire                      out_valid_o,
    output wire [VC_W-1:0]           out_vc_o,
    output wire [ROUTE_W-1:0]        out_route_o,
    output wire [DATA_W+1:0]         out_flit_o,
    input  wire [VCS-1:0]            out_credit_i
);

    localparam FLIT_W = DATA_W + 2;
    localparam GROUP  = VCS / CLASSES;  // VCs of a class
    localparam BEAT_W = TDATA_W + ((KEEP != 0) ? KEEP_W : 0);

    generate
        if (CLASSES < 1 || VCS % CLASSES != 0) begin : g_bad_classes
            ERROR_axi_stream_worms_CLASSES_must_divide_VCS u_error ();
        end
        if (KEEP < 0 || KEEP > 1) begin : g_bad_keep
            ERROR_axi_stream_worms_KEEP_must_be_0_or_1 u_error ();
        end
        if (TDATA_W < 8 || TDATA_W % 8 != 0 || BEAT_W > DATA_W) begin : g_bad_tdata_w
            ERROR_axi_stream_worms_TDATA_W_must_be_bytes_of_which_a_flit_holds_a_beat u_error ();
        end
    endgenerate

    wire [CLASSES-1:0]         req;
    wire [CLASSES-1:0]         gnt;
    wire [CLASSES*ROUTE_W-1:0] routes;
    wire [VCS-1:0]             vcs;       // of the flits that are offered
    wire [VCS-1:0]             sent_vcs;  // of the one that is granted
    wire [CLASSES*FLIT_W-1:0]  flits;

    wire [VCS-1:0]             in_vcs;    // VC of the flit that comes

    genvar c;

    generate
        for (c = 0; c < VCS; c = c + 1) begin : g_vc
            localparam            NUMBER_INT = c;
            localparam [VC_W-1:0] NUMBER     = NUMBER_INT[VC_W-1:0];
            assign in_vcs[c] = in_valid_i && in_vc_i == NUMBER;
        end

        for (c = 0; c < CLASSES; c = c + 1) begin : g_class
            wire                    head;
            wire [ADDR_W-1:0]       destination;
            wire                    known;
            wire [ROUTE_W-1:0]      route;
            reg  [ROUTE_W-1:0]      route_q;  // of the packet under way
            wire [BEAT_W-1:0]       beat_in;
            wire [BEAT_W-1:0]       beat_out;

            if (KEEP != 0) begin : g_keep
                assign beat_in = {s_axis_tkeep_i[c*KEEP_W +: KEEP_W],
                                  s_axis_tdata_i[c*TDATA_W +: TDATA_W]};
                assign m_axis_tkeep_o[c*KEEP_W +: KEEP_W] = beat_out[TDATA_W +: KEEP_W];
            end else begin : g_all
                assign beat_in = s_axis_tdata_i[c*TDATA_W +: TDATA_W];
                assign m_axis_tkeep_o[c*KEEP_W +: KEEP_W] = {KEEP_W{1'b1}};
                wire unused_keep = &{1'b0, s_axis_tkeep_i[c*KEEP_W +: KEEP_W]};
            end
            assign m_axis_tdata_o[c*TDATA_W +: TDATA_W] = beat_out[TDATA_W-1:0];

            worm_stream_sender #(
                .DATA_W   (DATA_W),
                .ADDR_W   (ADDR_W),
                .BEAT_W   (BEAT_W),
                .ID_W     (ID_W),
                .VCS      (GROUP),
                .DEPTH    (DEPTH),
                .IN_ORDER (IN_ORDER)
            ) u_sender (
                .clk_i           (clk_i),
                .rst_i           (rst_i),
                .enable_i        (enable_i),
                .node_i          (node_i),
                .s_axis_tvalid_i (s_axis_tvalid_i[c]),
                .s_axis_beat_i   (beat_in),
                .s_axis_tid_i    (s_axis_tid_i[c*TID_W +: TID_W]),
                .s_axis_tdest_i  (s_axis_tdest_i[c*ADDR_W +: ADDR_W]),
                .s_axis_tlast_i  (s_axis_tlast_i[c]),
                .s_axis_tready_o (s_axis_tready_o[c]),
                .unknown_o       (s_axis_unknown_o[c*16 +: 16]),
                .req_o           (req[c]),
                .head_o          (head),
                .destination_o   (destination),
                .known_i         (known),
                .vc_o            (vcs[c*GROUP +: GROUP]),
                .flit_o          (flits[c*FLIT_W +: FLIT_W]),
                .gnt_i           (gnt[c]),
                .credit_i        (out_credit_i[c*GROUP +: GROUP])
            );

            address_ranges #(
                .ADDR_W (ADDR_W),
                .RANGES (RANGES),
                .FIRSTS (FIRSTS),
                .LASTS  (LASTS)
            ) u_known (
                .address_i (destination),
                .known_o   (known)
            );

            entry_route #(
                .PORTS         (PORTS),
                .LOCAL_PORTS   (LOCAL_PORTS),
                .DATELINE      (DATELINE),
                .ADDR_W        (ADDR_W),
                .ROUTING       (ROUTING),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .HIGHEST_FIRST (HIGHEST_FIRST)
            ) u_route (
                .router_i      (router_i),
                .limit_i       (limit_i),
                .home_i        (home_i),
                .destination_i (destination),
                .route_o       (route)
            );

            assign sent_vcs[c*GROUP +: GROUP] = vcs[c*GROUP +: GROUP] & {GROUP{gnt[c]}};
            assign routes[c*ROUTE_W +: ROUTE_W] = head ? route : route_q;

            always @(posedge clk_i) begin
                if (gnt[c] && head) route_q <= route;
            end

            worm_stream_receiver #(
                .DATA_W (DATA_W),
                .ADDR_W (ADDR_W),
                .BEAT_W (BEAT_W),
                .ID_W   (ID_W),
                .VCS    (GROUP),
                .DEPTH  (DEPTH)
            ) u_receiver (
                .clk_i           (clk_i),
                .rst_i           (rst_i),
                .enable_i        (enable_i),
                .in_vcs_i        (in_vcs[c*GROUP +: GROUP]),
                .in_flit_i       (in_flit_i),
                .in_credit_o     (in_credit_o[c*GROUP +: GROUP]),
                .m_axis_tvalid_o (m_axis_tvalid_o[c]),
                .m_axis_beat_o   (beat_out),
                .m_axis_tid_o    (m_axis_tid_o[c*TID_W +: TID_W]),
                .m_axis_tuser_o  (m_axis_tuser_o[c*ADDR_W +: ADDR_W]),
                .m_axis_tlast_o  (m_axis_tlast_o[c]),
                .m_axis_tready_i (m_axis_tready_i[c])
            );
        end
    endgenerate

    rr_arbiter #(
        .N (CLASSES)
    ) u_arbiter (
        .clk_i  (clk_i),
        .rst_i  (rst_i),
        .req_i  (req & {CLASSES{enable_i}}),
        .hold_i (1'b0),
        .gnt_o  (gnt)
    );

    // The granted flit
    reg  [VC_W-1:0]    vc;
    reg  [ROUTE_W-1:0] out_route;
    reg  [FLIT_W-1:0]  flit;
    integer            i;

    always @* begin
        vc        = {VC_W{1'b0}};
        out_route = {ROUTE_W{1'b0}};
        flit      = {FLIT_W{1'b0}};
        for (i = 0; i < CLASSES; i = i + 1) begin
            out_route = out_route | (routes[i*ROUTE_W +: ROUTE_W] & {ROUTE_W{gnt[i]}});
            flit      = flit | (flits[i*FLIT_W +: FLIT_W] & {FLIT_W{gnt[i]}});
        end
        for (i = 0; i < VCS; i = i + 1) begin
            if (sent_vcs[i]) vc = vc | i[VC_W-1:0];
        end
    end

    reg                valid_q;
    reg  [VC_W-1:0]    vc_q;
    reg  [ROUTE_W-1:0] out_route_q;
    reg  [FLIT_W-1:0]  flit_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q     <= 1'b0;
            out_route_q <= {ROUTE_W{1'b0}};
        end else if (enable_i) begin
            valid_q     <= |gnt;
            out_route_q <= out_route;
        end
    end
    always @(posedge clk_i) begin
        if (enable_i) begin
            vc_q   <= vc;
            flit_q <= flit;
        end
    end

    assign out_valid_o = valid_q;
    assign out_vc_o    = vc_q;
    assign out_route_o = out_route_q;
    assign out_flit_o  = flit_q;

endmodule

`default_nettype wire
