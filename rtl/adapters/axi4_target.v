// axi4_target.v - an AXI4 manager port that joins a memory or a peripheral to a wormhole router.
//
// The adapter turns packets from axi4_initiator into AW with its W beats, and into AR, and returns
// the subordinate's answers to the initiator that asked. The ID on the bus is {initiator's node,
// initiator's ID}. As behind a crossbar, each manager thus has its own IDs, which order responses
// and name the manager in exclusive accesses. A flit on the pins in cycle t is on the bus in t + 2
// at the earliest. A write response on the bus in t has its head on the pins in t + 3, a burst in
// t + 4.
// With TIMEOUT the adapter gives up a subordinate that does not answer, and a skid_buffer before
// AW, W and AR adds a cycle. Registers drive all outputs on the bus; SLICES 1 puts a skid_buffer
// before each. enable_i stops the network's side only. Wiring: a word a channel. docs/axi.md;
// Arm IHI 0022 (AXI4).
// Mirrored by model/adapters/axi4_target.h.
// More than 30 ports: the bus has 44. More than 20 parameters: those of router and bus.

`default_nettype none

module axi4_target #(
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
    // Most beats of a packet, 1 .. 256
    parameter PACKET_BEATS  = (VCS == CLASSES) ? 16 : 256,
    // 1: no packet of these classes overtakes another on its way
    parameter IN_ORDER      = (VCS == CLASSES) ? 1 : 0,
    parameter LEVELS        = 1,    // 2: QoS from 8 on has the classes two above these
    parameter SLICES        = 0,    // 1: register slices on the bus
    parameter TIMEOUT       = 0,    // cycles until a subordinate is given up; 0: no watchdog
    parameter WATCHED       = 16,   // then transactions that it has, of each direction, 1 .. 64
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter BUS_ID_W      = ADDR_W + AXI_ID_W + LEVELS - 1,
    parameter STRB_W        = AXI_DATA_W / 8
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   enable_i,  // low: this cycle does not count for the channels
    input  wire [ADDR_W-1:0]      node_i,    // of the terminal
    input  wire [ADDR_W-1:0]      router_i,  // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]      limit_i,
    input  wire [PORTS-1:0]       home_i,    // its output for packets to this node, one-hot

    // Write address
    output wire                   m_axi_awvalid_o,
    output wire [BUS_ID_W-1:0]    m_axi_awid_o,
    output wire [AXI_ADDR_W-1:0]  m_axi_awaddr_o,
    output wire [7:0]             m_axi_awlen_o,
    output wire [2:0]             m_axi_awsize_o,
    output wire [1:0]             m_axi_awburst_o,
    output wire                   m_axi_awlock_o,
    output wire [3:0]             m_axi_awcache_o,
    output wire [2:0]             m_axi_awprot_o,
    output wire [3:0]             m_axi_awqos_o,
    output wire [3:0]             m_axi_awregion_o,
    output wire [USER_W-1:0]      m_axi_awuser_o,
    input  wire                   m_axi_awready_i,
    // Write data
    output wire                   m_axi_wvalid_o,
    output wire [AXI_DATA_W-1:0]  m_axi_wdata_o,
    output wire [STRB_W-1:0]      m_axi_wstrb_o,
    output wire                   m_axi_wlast_o,
    output wire [USER_W-1:0]      m_axi_wuser_o,
    input  wire                   m_axi_wready_i,
    // Write response
    input  wire                   m_axi_bvalid_i,
    input  wire [BUS_ID_W-1:0]    m_axi_bid_i,
    input  wire [1:0]             m_axi_bresp_i,
    input  wire [USER_W-1:0]      m_axi_buser_i,
    output wire                   m_axi_bready_o,
    // Read address
    output wire                   m_axi_arvalid_o,
    output wire [BUS_ID_W-1:0]    m_axi_arid_o,
    output wire [AXI_ADDR_W-1:0]  m_axi_araddr_o,
    output wire [7:0]             m_axi_arlen_o,
    output wire [2:0]             m_axi_arsize_o,
    output wire [1:0]             m_axi_arburst_o,
    output wire                   m_axi_arlock_o,
    output wire [3:0]             m_axi_arcache_o,
    output wire [2:0]             m_axi_arprot_o,
    output wire [3:0]             m_axi_arqos_o,
    output wire [3:0]             m_axi_arregion_o,
    output wire [USER_W-1:0]      m_axi_aruser_o,
    input  wire                   m_axi_arready_i,
    // Read data
    input  wire                   m_axi_rvalid_i,
    input  wire [BUS_ID_W-1:0]    m_axi_rid_i,
    input  wire [AXI_DATA_W-1:0]  m_axi_rdata_i,
    input  wire [1:0]             m_axi_rresp_i,
    input  wire                   m_axi_rlast_i,
    input  wire [USER_W-1:0]      m_axi_ruser_i,
    output wire                   m_axi_rready_o,
    // Transactions that the watchdog has answered
    output wire [15:0]            m_axi_timeouts_o,

    // Channel from the router's local port
    input  wire                   in_valid_i,
    input  wire [VC_W-1:0]        in_vc_i,
    input  wire [DATA_W+1:0]      in_flit_i,
    output wire [VCS-1:0]         in_credit_o,

    // Channel to it
    output wire                   out_valid_o,
    output wire [VC_W-1:0]        out_vc_o,
    output wire [ROUTE_W-1:0]     out_route_o,
    output wire [DATA_W+1:0]      out_flit_o,
    input  wire [VCS-1:0]         out_credit_i
);

    localparam AX_W   = AXI_ADDR_W + USER_W + 29 + BUS_ID_W;
    localparam BEAT_W = AXI_DATA_W + STRB_W + USER_W;
    localparam B_W    = BUS_ID_W + 2 + USER_W;
    localparam R_W    = AXI_DATA_W + 3 + USER_W + BUS_ID_W;
    localparam WATCH  = (SLICES != 0 || TIMEOUT != 0) ? 1 : 0;  // what waits there may stay

    generate
        if (SLICES < 0 || SLICES > 1) begin : g_bad_slices
            ERROR_axi4_target_SLICES_must_be_0_or_1 u_error ();
        end
    endgenerate

    wire                aw_valid;
    wire [AX_W-1:0]     aw;
    wire                aw_ready;
    wire                w_valid;
    wire [BEAT_W:0]     w;
    wire                w_ready;
    wire                b_valid;
    wire [B_W-1:0]      b;
    wire                b_ready;
    wire                ar_valid;
    wire [AX_W-1:0]     ar;
    wire                ar_ready;
    wire                r_valid;
    wire [R_W-1:0]      r;
    wire                r_ready;
    // Between the watchdog and the bus
    wire                aw_valid_out;
    wire                aw_ready_out;
    wire                w_valid_out;
    wire                w_ready_out;
    wire                b_valid_in;
    wire [B_W-1:0]      b_in;
    wire                b_ready_in;
    wire                ar_valid_out;
    wire                ar_ready_out;
    wire                r_valid_in;
    wire [R_W-1:0]      r_in;
    wire                r_ready_in;

    optional_slice #(.ON(WATCH), .WIDTH(AX_W)) u_aw (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (aw_valid_out),
        .in_data_i   (aw),
        .in_ready_o  (aw_ready_out),
        .out_valid_o (m_axi_awvalid_o),
        .out_data_o  ({m_axi_awaddr_o, m_axi_awuser_o, m_axi_awregion_o, m_axi_awqos_o,
                       m_axi_awprot_o, m_axi_awcache_o, m_axi_awlock_o, m_axi_awburst_o,
                       m_axi_awsize_o, m_axi_awlen_o, m_axi_awid_o}),
        .out_ready_i (m_axi_awready_i)
    );

    optional_slice #(.ON(WATCH), .WIDTH(BEAT_W + 1)) u_w (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (w_valid_out),
        .in_data_i   (w),
        .in_ready_o  (w_ready_out),
        .out_valid_o (m_axi_wvalid_o),
        .out_data_o  ({m_axi_wlast_o, m_axi_wuser_o, m_axi_wstrb_o, m_axi_wdata_o}),
        .out_ready_i (m_axi_wready_i)
    );

    optional_slice #(.ON(SLICES), .WIDTH(B_W)) u_b (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (m_axi_bvalid_i),
        .in_data_i   ({m_axi_buser_i, m_axi_bresp_i, m_axi_bid_i}),
        .in_ready_o  (m_axi_bready_o),
        .out_valid_o (b_valid_in),
        .out_data_o  (b_in),
        .out_ready_i (b_ready_in)
    );

    optional_slice #(.ON(WATCH), .WIDTH(AX_W)) u_ar (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (ar_valid_out),
        .in_data_i   (ar),
        .in_ready_o  (ar_ready_out),
        .out_valid_o (m_axi_arvalid_o),
        .out_data_o  ({m_axi_araddr_o, m_axi_aruser_o, m_axi_arregion_o, m_axi_arqos_o,
                       m_axi_arprot_o, m_axi_arcache_o, m_axi_arlock_o, m_axi_arburst_o,
                       m_axi_arsize_o, m_axi_arlen_o, m_axi_arid_o}),
        .out_ready_i (m_axi_arready_i)
    );

    optional_slice #(.ON(SLICES), .WIDTH(R_W)) u_r (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (m_axi_rvalid_i),
        .in_data_i   ({m_axi_rid_i, m_axi_ruser_i, m_axi_rlast_i, m_axi_rresp_i, m_axi_rdata_i}),
        .in_ready_o  (m_axi_rready_o),
        .out_valid_o (r_valid_in),
        .out_data_o  (r_in),
        .out_ready_i (r_ready_in)
    );

    axi4_watchdog #(
        .BUS_ID_W   (BUS_ID_W),
        .USER_W     (USER_W),
        .AXI_DATA_W (AXI_DATA_W),
        .TIMEOUT    (TIMEOUT),
        .WATCHED    (WATCHED)
    ) u_watchdog (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .ax_valid_i ({aw_valid, ar_valid}),
        .ax_id_i    ({aw[BUS_ID_W-1:0], ar[BUS_ID_W-1:0]}),
        .ax_len_i   ({aw[BUS_ID_W +: 8], ar[BUS_ID_W +: 8]}),
        .ax_ready_o ({aw_ready, ar_ready}),
        .w_valid_i  (w_valid),
        .w_last_i   (w[BEAT_W]),
        .w_ready_o  (w_ready),
        .b_valid_o  (b_valid),
        .b_o        (b),
        .b_ready_i  (b_ready),
        .r_valid_o  (r_valid),
        .r_o        (r),
        .r_ready_i  (r_ready),
        .ax_valid_o ({aw_valid_out, ar_valid_out}),
        .ax_ready_i ({aw_ready_out, ar_ready_out}),
        .w_valid_o  (w_valid_out),
        .w_ready_i  (w_ready_out),
        .b_valid_i  (b_valid_in),
        .b_i        (b_in),
        .b_ready_o  (b_ready_in),
        .r_valid_i  (r_valid_in),
        .r_i        (r_in),
        .r_ready_o  (r_ready_in),
        .waits_i    ({m_axi_awvalid_o && !m_axi_awready_i, m_axi_wvalid_o && !m_axi_wready_i,
                      m_axi_arvalid_o && !m_axi_arready_i}),
        .timeouts_o (m_axi_timeouts_o)
    );

    axi4_target_core #(
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
        .REQUESTS      (REQUESTS),
        .RESPONSES     (RESPONSES),
        .AXI_ADDR_W    (AXI_ADDR_W),
        .AXI_DATA_W    (AXI_DATA_W),
        .AXI_ID_W      (AXI_ID_W),
        .USER_W        (USER_W),
        .PACKET_BEATS  (PACKET_BEATS),
        .IN_ORDER      (IN_ORDER),
        .LEVELS        (LEVELS)
    ) u_core (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .node_i       (node_i),
        .router_i     (router_i),
        .limit_i      (limit_i),
        .home_i       (home_i),
        .ax_valid_o   ({aw_valid, ar_valid}),
        .ax_o         ({aw, ar}),
        .ax_ready_i   ({aw_ready, ar_ready}),
        .w_valid_o    (w_valid),
        .w_o          (w),
        .w_ready_i    (w_ready),
        .b_valid_i    (b_valid),
        .b_i          (b),
        .b_ready_o    (b_ready),
        .r_valid_i    (r_valid),
        .r_i          (r),
        .r_ready_o    (r_ready),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_flit_i    (in_flit_i),
        .in_credit_o  (in_credit_o),
        .out_valid_o  (out_valid_o),
        .out_vc_o     (out_vc_o),
        .out_route_o  (out_route_o),
        .out_flit_o   (out_flit_o),
        .out_credit_i (out_credit_i)
    );

endmodule

`default_nettype wire
