// axi4_initiator.v - an AXI4 subordinate port that joins a manager to a wormhole router.
//
// Each transaction goes as a packet, a write with all its beats, to the node that the address map
// names. Its response is one packet or several. So that no manager holds up the network, the
// adapter sends a write when it has the last beat, and a read when it has room for the beats that
// will come. Responses of one ID keep the order of the requests: a transaction waits while its ID
// has others in flight to another target, or with REORDER 1 its response waits in a reorder buffer.
// An address without a region is answered DECERR, an illegal burst SLVERR. The head of a request
// that is on the bus in cycle t is on the pins in t + 3; a flit of a response reaches the bus two
// cycles later, with REORDER 1 three.
// Registers drive all outputs on the bus; SLICES 1 puts a skid_buffer before each. enable_i stops
// the network's side only. Wiring: a word a channel. docs/axi.md; Arm IHI 0022 (AXI4).
// Mirrored by model/adapters/axi4_initiator.h.
// More than 30 ports: the bus has 44. More than 20 parameters: those of router and bus.

`default_nettype none

module axi4_initiator #(
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
    // 1: no packet of these classes overtakes another on its way
    parameter IN_ORDER      = (VCS == CLASSES) ? 1 : 0,
    parameter LEVELS        = 1,    // 2: QoS from 8 on has the classes two above these
    parameter REORDER       = 0,    // 1: reorder buffers for responses
    parameter SLICES        = 0,    // 1: register slices on the bus
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
    parameter STRB_W        = AXI_DATA_W / 8
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   enable_i,  // low: this cycle does not count for the channels
    input  wire [ADDR_W-1:0]      node_i,    // of the terminal
    input  wire [ADDR_W-1:0]      router_i,  // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]      limit_i,
    input  wire [PORTS-1:0]       home_i,    // its output for packets to this node, one-hot
    input  wire [REGIONS*MAP_W-1:0] map_i,  // with LOADABLE 1: the address map (axi4_decode)

    // Write address
    input  wire                   s_axi_awvalid_i,
    input  wire [AXI_ID_W-1:0]    s_axi_awid_i,
    input  wire [AXI_ADDR_W-1:0]  s_axi_awaddr_i,
    input  wire [7:0]             s_axi_awlen_i,
    input  wire [2:0]             s_axi_awsize_i,
    input  wire [1:0]             s_axi_awburst_i,
    input  wire                   s_axi_awlock_i,
    input  wire [3:0]             s_axi_awcache_i,
    input  wire [2:0]             s_axi_awprot_i,
    input  wire [3:0]             s_axi_awqos_i,
    input  wire [3:0]             s_axi_awregion_i,
    input  wire [USER_W-1:0]      s_axi_awuser_i,
    output wire                   s_axi_awready_o,
    // Write data
    input  wire                   s_axi_wvalid_i,
    input  wire [AXI_DATA_W-1:0]  s_axi_wdata_i,
    input  wire [STRB_W-1:0]      s_axi_wstrb_i,
    input  wire                   s_axi_wlast_i,
    input  wire [USER_W-1:0]      s_axi_wuser_i,
    output wire                   s_axi_wready_o,
    // Write response
    output wire                   s_axi_bvalid_o,
    output wire [AXI_ID_W-1:0]    s_axi_bid_o,
    output wire [1:0]             s_axi_bresp_o,
    output wire [USER_W-1:0]      s_axi_buser_o,
    input  wire                   s_axi_bready_i,
    // Read address
    input  wire                   s_axi_arvalid_i,
    input  wire [AXI_ID_W-1:0]    s_axi_arid_i,
    input  wire [AXI_ADDR_W-1:0]  s_axi_araddr_i,
    input  wire [7:0]             s_axi_arlen_i,
    input  wire [2:0]             s_axi_arsize_i,
    input  wire [1:0]             s_axi_arburst_i,
    input  wire                   s_axi_arlock_i,
    input  wire [3:0]             s_axi_arcache_i,
    input  wire [2:0]             s_axi_arprot_i,
    input  wire [3:0]             s_axi_arqos_i,
    input  wire [3:0]             s_axi_arregion_i,
    input  wire [USER_W-1:0]      s_axi_aruser_i,
    output wire                   s_axi_arready_o,
    // Read data
    output wire                   s_axi_rvalid_o,
    output wire [AXI_ID_W-1:0]    s_axi_rid_o,
    output wire [AXI_DATA_W-1:0]  s_axi_rdata_o,
    output wire [1:0]             s_axi_rresp_o,
    output wire                   s_axi_rlast_o,
    output wire [USER_W-1:0]      s_axi_ruser_o,
    input  wire                   s_axi_rready_i,

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

    localparam AX_W   = AXI_ADDR_W + USER_W + 29 + AXI_ID_W;
    localparam BEAT_W = AXI_DATA_W + STRB_W + USER_W;
    localparam B_W    = AXI_ID_W + 2 + USER_W;
    localparam R_W    = AXI_DATA_W + 3 + USER_W + AXI_ID_W;

    generate
        if (SLICES < 0 || SLICES > 1) begin : g_bad_slices
            ERROR_axi4_initiator_SLICES_must_be_0_or_1 u_error ();
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

    optional_slice #(.ON(SLICES), .WIDTH(AX_W)) u_aw (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (s_axi_awvalid_i),
        .in_data_i   ({s_axi_awaddr_i, s_axi_awuser_i, s_axi_awregion_i, s_axi_awqos_i,
                       s_axi_awprot_i, s_axi_awcache_i, s_axi_awlock_i, s_axi_awburst_i,
                       s_axi_awsize_i, s_axi_awlen_i, s_axi_awid_i}),
        .in_ready_o  (s_axi_awready_o),
        .out_valid_o (aw_valid),
        .out_data_o  (aw),
        .out_ready_i (aw_ready)
    );

    optional_slice #(.ON(SLICES), .WIDTH(BEAT_W + 1)) u_w (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (s_axi_wvalid_i),
        .in_data_i   ({s_axi_wlast_i, s_axi_wuser_i, s_axi_wstrb_i, s_axi_wdata_i}),
        .in_ready_o  (s_axi_wready_o),
        .out_valid_o (w_valid),
        .out_data_o  (w),
        .out_ready_i (w_ready)
    );

    optional_slice #(.ON(SLICES), .WIDTH(B_W)) u_b (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (b_valid),
        .in_data_i   (b),
        .in_ready_o  (b_ready),
        .out_valid_o (s_axi_bvalid_o),
        .out_data_o  ({s_axi_buser_o, s_axi_bresp_o, s_axi_bid_o}),
        .out_ready_i (s_axi_bready_i)
    );

    optional_slice #(.ON(SLICES), .WIDTH(AX_W)) u_ar (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (s_axi_arvalid_i),
        .in_data_i   ({s_axi_araddr_i, s_axi_aruser_i, s_axi_arregion_i, s_axi_arqos_i,
                       s_axi_arprot_i, s_axi_arcache_i, s_axi_arlock_i, s_axi_arburst_i,
                       s_axi_arsize_i, s_axi_arlen_i, s_axi_arid_i}),
        .in_ready_o  (s_axi_arready_o),
        .out_valid_o (ar_valid),
        .out_data_o  (ar),
        .out_ready_i (ar_ready)
    );

    optional_slice #(.ON(SLICES), .WIDTH(R_W)) u_r (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (r_valid),
        .in_data_i   (r),
        .in_ready_o  (r_ready),
        .out_valid_o (s_axi_rvalid_o),
        .out_data_o  ({s_axi_rid_o, s_axi_ruser_o, s_axi_rlast_o, s_axi_rresp_o, s_axi_rdata_o}),
        .out_ready_i (s_axi_rready_i)
    );

    axi4_initiator_core #(
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
        .READS         (READS),
        .WRITES        (WRITES),
        .PER_ID        (PER_ID),
        .READ_BEATS    (READ_BEATS),
        .WRITE_BEATS   (WRITE_BEATS),
        .IN_ORDER      (IN_ORDER),
        .LEVELS        (LEVELS),
        .REORDER       (REORDER),
        .REGIONS       (REGIONS),
        .REGION_BASES  (REGION_BASES),
        .REGION_LOG2S  (REGION_LOG2S),
        .REGION_NODES  (REGION_NODES),
        .LOADABLE      (LOADABLE)
    ) u_core (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .node_i       (node_i),
        .router_i     (router_i),
        .limit_i      (limit_i),
        .home_i       (home_i),
        .map_i        (map_i),
        .ax_valid_i   ({aw_valid, ar_valid}),
        .ax_i         ({aw, ar}),
        .ax_ready_o   ({aw_ready, ar_ready}),
        .w_valid_i    (w_valid),
        .w_i          (w),
        .w_ready_o    (w_ready),
        .b_valid_o    (b_valid),
        .b_o          (b),
        .b_ready_i    (b_ready),
        .r_valid_o    (r_valid),
        .r_o          (r),
        .r_ready_i    (r_ready),
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
