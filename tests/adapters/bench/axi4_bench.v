// axi4_bench.v - a line of four routers: two managers behind axi4_initiator, two memories behind
// axi4_target. Region 0 is memory 0 at node 2, region 1 memory 1 at node 3.
//
// cocotb drives the buses at the pins of the instances u_manager_0, u_manager_1, u_memory_0 and
// u_memory_1. The gates behind those pins are for Icarus, which loses what cocotb writes to a net
// that is part of a concatenation.

`timescale 1ns / 1ps

module manager_node #(
    parameter NODE       = 0,
    parameter DATA_W     = 72,
    parameter VCS        = 2,
    parameter DEPTH      = 4,
    parameter AXI_DATA_W = 64,
    parameter AXI_ID_W   = 4,
    parameter USER_W     = 3,
    parameter SLICES     = 0,
    parameter READS      = 8,
    parameter WRITES     = 8,
    parameter PER_ID     = 8,
    parameter BEATS      = 256,
    parameter ID_W       = AXI_ID_W
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    enable,
    input  wire                    axi_awvalid,
    input  wire [ID_W-1:0]         axi_awid,
    input  wire [31:0]             axi_awaddr,
    input  wire [7:0]              axi_awlen,
    input  wire [2:0]              axi_awsize,
    input  wire [1:0]              axi_awburst,
    input  wire                    axi_awlock,
    input  wire [3:0]              axi_awcache,
    input  wire [2:0]              axi_awprot,
    input  wire [3:0]              axi_awqos,
    input  wire [3:0]              axi_awregion,
    input  wire [USER_W-1:0]       axi_awuser,
    output wire                    axi_awready,
    input  wire                    axi_wvalid,
    input  wire [AXI_DATA_W-1:0]   axi_wdata,
    input  wire [AXI_DATA_W/8-1:0] axi_wstrb,
    input  wire                    axi_wlast,
    input  wire [USER_W-1:0]       axi_wuser,
    output wire                    axi_wready,
    output wire                    axi_bvalid,
    output wire [ID_W-1:0]         axi_bid,
    output wire [1:0]              axi_bresp,
    output wire [USER_W-1:0]       axi_buser,
    input  wire                    axi_bready,
    input  wire                    axi_arvalid,
    input  wire [ID_W-1:0]         axi_arid,
    input  wire [31:0]             axi_araddr,
    input  wire [7:0]              axi_arlen,
    input  wire [2:0]              axi_arsize,
    input  wire [1:0]              axi_arburst,
    input  wire                    axi_arlock,
    input  wire [3:0]              axi_arcache,
    input  wire [2:0]              axi_arprot,
    input  wire [3:0]              axi_arqos,
    input  wire [3:0]              axi_arregion,
    input  wire [USER_W-1:0]       axi_aruser,
    output wire                    axi_arready,
    output wire                    axi_rvalid,
    output wire [ID_W-1:0]         axi_rid,
    output wire [AXI_DATA_W-1:0]   axi_rdata,
    output wire [1:0]              axi_rresp,
    output wire                    axi_rlast,
    output wire [USER_W-1:0]       axi_ruser,
    input  wire                    axi_rready,
    input  wire                    in_valid,
    input  wire [3:0]              in_vc,
    input  wire [DATA_W+1:0]       in_flit,
    output wire [VCS-1:0]          in_credit,
    output wire                    out_valid,
    output wire [3:0]              out_vc,
    output wire [2:0]              out_route,
    output wire [DATA_W+1:0]       out_flit,
    input  wire [VCS-1:0]          out_credit
);

    localparam NODE_INT = NODE;
    localparam VC_W     = (VCS > 1) ? $clog2(VCS) : 1;

    wire [VC_W-1:0] number;
    assign out_vc = number;

    axi4_initiator #(
        .DATA_W       (DATA_W),
        .ADDR_W       (2),
        .VCS          (VCS),
        .DEPTH        (DEPTH),
        .PORTS        (3),
        .DIMENSIONS   (1),
        .COORD_W      (2),
        .AXI_DATA_W   (AXI_DATA_W),
        .AXI_ID_W     (AXI_ID_W),
        .USER_W       (USER_W),
        .READS        (READS),
        .WRITES       (WRITES),
        .PER_ID       (PER_ID),
        .READ_BEATS   (BEATS),
        .WRITE_BEATS  (BEATS),
        .REGIONS      (2),
        .REGION_BASES ({32'h0001_0000, 32'h0000_0000}),
        .REGION_LOG2S ({8'd16, 8'd16}),
        .REGION_NODES ({2'd3, 2'd2}),
        .SLICES       (SLICES)
    ) u_adapter (
        .clk_i        (clk),
        .rst_i        (rst),
        .enable_i     (enable),
        .node_i       (NODE_INT[1:0]),
        .router_i     (NODE_INT[1:0]),
        .limit_i      (2'd3),
        .home_i       (3'b100),
        .map_i        (86'd0),
        .s_axi_awvalid_i (~(~axi_awvalid)),
        .s_axi_awid_i (~(~axi_awid)),
        .s_axi_awaddr_i (~(~axi_awaddr)),
        .s_axi_awlen_i (~(~axi_awlen)),
        .s_axi_awsize_i (~(~axi_awsize)),
        .s_axi_awburst_i (~(~axi_awburst)),
        .s_axi_awlock_i (~(~axi_awlock)),
        .s_axi_awcache_i (~(~axi_awcache)),
        .s_axi_awprot_i (~(~axi_awprot)),
        .s_axi_awqos_i (~(~axi_awqos)),
        .s_axi_awregion_i (~(~axi_awregion)),
        .s_axi_awuser_i (~(~axi_awuser)),
        .s_axi_awready_o (axi_awready),
        .s_axi_wvalid_i (~(~axi_wvalid)),
        .s_axi_wdata_i (~(~axi_wdata)),
        .s_axi_wstrb_i (~(~axi_wstrb)),
        .s_axi_wlast_i (~(~axi_wlast)),
        .s_axi_wuser_i (~(~axi_wuser)),
        .s_axi_wready_o (axi_wready),
        .s_axi_bvalid_o (axi_bvalid),
        .s_axi_bid_o (axi_bid),
        .s_axi_bresp_o (axi_bresp),
        .s_axi_buser_o (axi_buser),
        .s_axi_bready_i (~(~axi_bready)),
        .s_axi_arvalid_i (~(~axi_arvalid)),
        .s_axi_arid_i (~(~axi_arid)),
        .s_axi_araddr_i (~(~axi_araddr)),
        .s_axi_arlen_i (~(~axi_arlen)),
        .s_axi_arsize_i (~(~axi_arsize)),
        .s_axi_arburst_i (~(~axi_arburst)),
        .s_axi_arlock_i (~(~axi_arlock)),
        .s_axi_arcache_i (~(~axi_arcache)),
        .s_axi_arprot_i (~(~axi_arprot)),
        .s_axi_arqos_i (~(~axi_arqos)),
        .s_axi_arregion_i (~(~axi_arregion)),
        .s_axi_aruser_i (~(~axi_aruser)),
        .s_axi_arready_o (axi_arready),
        .s_axi_rvalid_o (axi_rvalid),
        .s_axi_rid_o (axi_rid),
        .s_axi_rdata_o (axi_rdata),
        .s_axi_rresp_o (axi_rresp),
        .s_axi_rlast_o (axi_rlast),
        .s_axi_ruser_o (axi_ruser),
        .s_axi_rready_i (~(~axi_rready)),
        .in_valid_i   (in_valid),
        .in_vc_i      (in_vc[VC_W-1:0]),
        .in_flit_i    (in_flit),
        .in_credit_o  (in_credit),
        .out_valid_o  (out_valid),
        .out_vc_o     (number),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i (out_credit)
    );

endmodule

module memory_node #(
    parameter NODE       = 0,
    parameter DATA_W     = 72,
    parameter VCS        = 2,
    parameter DEPTH      = 4,
    parameter AXI_DATA_W = 64,
    parameter AXI_ID_W   = 4,
    parameter USER_W     = 3,
    parameter SLICES     = 0,
    parameter ID_W       = AXI_ID_W + 2
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    enable,
    output wire                    axi_awvalid,
    output wire [ID_W-1:0]         axi_awid,
    output wire [31:0]             axi_awaddr,
    output wire [7:0]              axi_awlen,
    output wire [2:0]              axi_awsize,
    output wire [1:0]              axi_awburst,
    output wire                    axi_awlock,
    output wire [3:0]              axi_awcache,
    output wire [2:0]              axi_awprot,
    output wire [3:0]              axi_awqos,
    output wire [3:0]              axi_awregion,
    output wire [USER_W-1:0]       axi_awuser,
    input  wire                    axi_awready,
    output wire                    axi_wvalid,
    output wire [AXI_DATA_W-1:0]   axi_wdata,
    output wire [AXI_DATA_W/8-1:0] axi_wstrb,
    output wire                    axi_wlast,
    output wire [USER_W-1:0]       axi_wuser,
    input  wire                    axi_wready,
    input  wire                    axi_bvalid,
    input  wire [ID_W-1:0]         axi_bid,
    input  wire [1:0]              axi_bresp,
    input  wire [USER_W-1:0]       axi_buser,
    output wire                    axi_bready,
    output wire                    axi_arvalid,
    output wire [ID_W-1:0]         axi_arid,
    output wire [31:0]             axi_araddr,
    output wire [7:0]              axi_arlen,
    output wire [2:0]              axi_arsize,
    output wire [1:0]              axi_arburst,
    output wire                    axi_arlock,
    output wire [3:0]              axi_arcache,
    output wire [2:0]              axi_arprot,
    output wire [3:0]              axi_arqos,
    output wire [3:0]              axi_arregion,
    output wire [USER_W-1:0]       axi_aruser,
    input  wire                    axi_arready,
    input  wire                    axi_rvalid,
    input  wire [ID_W-1:0]         axi_rid,
    input  wire [AXI_DATA_W-1:0]   axi_rdata,
    input  wire [1:0]              axi_rresp,
    input  wire                    axi_rlast,
    input  wire [USER_W-1:0]       axi_ruser,
    output wire                    axi_rready,
    input  wire                    in_valid,
    input  wire [3:0]              in_vc,
    input  wire [DATA_W+1:0]       in_flit,
    output wire [VCS-1:0]          in_credit,
    output wire                    out_valid,
    output wire [3:0]              out_vc,
    output wire [2:0]              out_route,
    output wire [DATA_W+1:0]       out_flit,
    input  wire [VCS-1:0]          out_credit
);

    localparam NODE_INT = NODE;
    localparam VC_W     = (VCS > 1) ? $clog2(VCS) : 1;

    wire [VC_W-1:0] number;
    assign out_vc = number;

    axi4_target #(
        .DATA_W       (DATA_W),
        .ADDR_W       (2),
        .VCS          (VCS),
        .DEPTH        (DEPTH),
        .PORTS        (3),
        .DIMENSIONS   (1),
        .COORD_W      (2),
        .AXI_DATA_W   (AXI_DATA_W),
        .AXI_ID_W     (AXI_ID_W),
        .USER_W       (USER_W),
        .SLICES       (SLICES)
    ) u_adapter (
        .clk_i        (clk),
        .rst_i        (rst),
        .enable_i     (enable),
        .node_i       (NODE_INT[1:0]),
        .router_i     (NODE_INT[1:0]),
        .limit_i      (2'd3),
        .home_i       (3'b100),
        .m_axi_awvalid_o (axi_awvalid),
        .m_axi_awid_o (axi_awid),
        .m_axi_awaddr_o (axi_awaddr),
        .m_axi_awlen_o (axi_awlen),
        .m_axi_awsize_o (axi_awsize),
        .m_axi_awburst_o (axi_awburst),
        .m_axi_awlock_o (axi_awlock),
        .m_axi_awcache_o (axi_awcache),
        .m_axi_awprot_o (axi_awprot),
        .m_axi_awqos_o (axi_awqos),
        .m_axi_awregion_o (axi_awregion),
        .m_axi_awuser_o (axi_awuser),
        .m_axi_awready_i (~(~axi_awready)),
        .m_axi_wvalid_o (axi_wvalid),
        .m_axi_wdata_o (axi_wdata),
        .m_axi_wstrb_o (axi_wstrb),
        .m_axi_wlast_o (axi_wlast),
        .m_axi_wuser_o (axi_wuser),
        .m_axi_wready_i (~(~axi_wready)),
        .m_axi_bvalid_i (~(~axi_bvalid)),
        .m_axi_bid_i (~(~axi_bid)),
        .m_axi_bresp_i (~(~axi_bresp)),
        .m_axi_buser_i (~(~axi_buser)),
        .m_axi_bready_o (axi_bready),
        .m_axi_arvalid_o (axi_arvalid),
        .m_axi_arid_o (axi_arid),
        .m_axi_araddr_o (axi_araddr),
        .m_axi_arlen_o (axi_arlen),
        .m_axi_arsize_o (axi_arsize),
        .m_axi_arburst_o (axi_arburst),
        .m_axi_arlock_o (axi_arlock),
        .m_axi_arcache_o (axi_arcache),
        .m_axi_arprot_o (axi_arprot),
        .m_axi_arqos_o (axi_arqos),
        .m_axi_arregion_o (axi_arregion),
        .m_axi_aruser_o (axi_aruser),
        .m_axi_arready_i (~(~axi_arready)),
        .m_axi_rvalid_i (~(~axi_rvalid)),
        .m_axi_rid_i (~(~axi_rid)),
        .m_axi_rdata_i (~(~axi_rdata)),
        .m_axi_rresp_i (~(~axi_rresp)),
        .m_axi_rlast_i (~(~axi_rlast)),
        .m_axi_ruser_i (~(~axi_ruser)),
        .m_axi_rready_o (axi_rready),
        .in_valid_i   (in_valid),
        .in_vc_i      (in_vc[VC_W-1:0]),
        .in_flit_i    (in_flit),
        .in_credit_o  (in_credit),
        .out_valid_o  (out_valid),
        .out_vc_o     (number),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i (out_credit)
    );

endmodule

module axi4_bench #(
    parameter DATA_W     = 72,
    parameter VCS        = 2,
    parameter DEPTH      = 4,
    parameter AXI_DATA_W = 64,
    parameter AXI_ID_W   = 4,
    parameter USER_W     = 3,
    parameter SLICES     = 0,
    parameter READS      = 8,
    parameter WRITES     = 8,
    parameter PER_ID     = 8,
    parameter BEATS      = 256
) (
    input  wire clk,
    input  wire rst,
    input  wire enable,
    output wire error
);

    localparam FLIT_W = DATA_W + 2;
    localparam VC_W   = (VCS > 1) ? $clog2(VCS) : 1;

    // Of router i and port p at 3i + p: what comes in, and what goes out
    wire [11:0]          in_valid;
    wire [12*VC_W-1:0]   in_vc;
    wire [35:0]          in_route;
    wire [12*FLIT_W-1:0] in_flit;
    wire [12*VCS-1:0]    in_credit;
    wire [11:0]          out_valid;
    wire [12*VC_W-1:0]   out_vc;
    wire [35:0]          out_route;
    wire [12*FLIT_W-1:0] out_flit;
    wire [12*VCS-1:0]    out_credit;
    wire [3:0]           errors;

    assign error = |errors;

    genvar i;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_node
            localparam NODE_INT = i;

            router #(
                .PORTS           (3),
                .VCS             (VCS),
                .DEPTH           (DEPTH),
                .DATA_W          (DATA_W),
                .ADDR_W          (2),
                .DIMENSIONS      (1),
                .COORD_W         (2),
                .MESSAGE_CLASSES (2),
                .ROOM            (1)  // a packet enters behind another one
            ) u_router (
                .clk_i        (clk),
                .rst_i        (rst),
                .enable_i     (enable),
                .node_i       (NODE_INT[1:0]),
                .limit_i      (2'd3),
                .table_we_i   (1'b0),
                .table_port_i (2'd0),
                .table_dest_i (2'd0),
                .table_mask_i (3'd0),
                .in_valid_i   (in_valid[3*i +: 3]),
                .in_vc_i      (in_vc[3*i*VC_W +: 3*VC_W]),
                .in_route_i   (in_route[9*i +: 9]),
                .in_flit_i    (in_flit[3*i*FLIT_W +: 3*FLIT_W]),
                .in_credit_o  (in_credit[3*i*VCS +: 3*VCS]),
                .out_valid_o  (out_valid[3*i +: 3]),
                .out_vc_o     (out_vc[3*i*VC_W +: 3*VC_W]),
                .out_route_o  (out_route[9*i +: 9]),
                .out_flit_o   (out_flit[3*i*FLIT_W +: 3*FLIT_W]),
                .out_credit_i (out_credit[3*i*VCS +: 3*VCS]),
                .error_o      (errors[i]),
                .idle_o       ()
            );

            // Port 0 leads up and comes from above, port 1 down.
            if (i < 3) begin : g_up
                assign in_valid[3*i]                        = out_valid[3*i+4];
                assign in_vc[3*i*VC_W +: VC_W]              = out_vc[(3*i+4)*VC_W +: VC_W];
                assign in_route[9*i +: 3]                   = out_route[9*i+12 +: 3];
                assign in_flit[3*i*FLIT_W +: FLIT_W]        = out_flit[(3*i+4)*FLIT_W +: FLIT_W];
                assign out_credit[(3*i+4)*VCS +: VCS]       = in_credit[3*i*VCS +: VCS];
                assign in_valid[3*i+4]                      = out_valid[3*i];
                assign in_vc[(3*i+4)*VC_W +: VC_W]          = out_vc[3*i*VC_W +: VC_W];
                assign in_route[9*i+12 +: 3]                = out_route[9*i +: 3];
                assign in_flit[(3*i+4)*FLIT_W +: FLIT_W]    = out_flit[3*i*FLIT_W +: FLIT_W];
                assign out_credit[3*i*VCS +: VCS]           = in_credit[(3*i+4)*VCS +: VCS];
            end
        end
    endgenerate

    // The ends of the line
    assign in_valid[1]                     = 1'b0;
    assign in_vc[VC_W +: VC_W]             = {VC_W{1'b0}};
    assign in_route[3 +: 3]                = 3'd0;
    assign in_flit[FLIT_W +: FLIT_W]       = {FLIT_W{1'b0}};
    assign out_credit[VCS +: VCS]          = {VCS{1'b0}};
    assign in_valid[9]                     = 1'b0;
    assign in_vc[9*VC_W +: VC_W]           = {VC_W{1'b0}};
    assign in_route[27 +: 3]               = 3'd0;
    assign in_flit[9*FLIT_W +: FLIT_W]     = {FLIT_W{1'b0}};
    assign out_credit[9*VCS +: VCS]        = {VCS{1'b0}};

    wire [3:0] vc_0;
    assign in_vc[2*VC_W +: VC_W] = vc_0[VC_W-1:0];

    manager_node #(
        .NODE(0), .DATA_W(DATA_W), .VCS(VCS), .DEPTH(DEPTH), .AXI_DATA_W(AXI_DATA_W),
        .AXI_ID_W(AXI_ID_W), .USER_W(USER_W), .SLICES(SLICES),
        .READS(READS), .WRITES(WRITES), .PER_ID(PER_ID), .BEATS(BEATS)
    ) u_manager_0 (
        .clk(clk), .rst(rst), .enable(enable),
        .in_valid   (out_valid[2]),
        .in_vc      ({{(4-VC_W){1'b0}}, out_vc[2*VC_W +: VC_W]}),
        .in_flit    (out_flit[2*FLIT_W +: FLIT_W]),
        .in_credit  (out_credit[2*VCS +: VCS]),
        .out_valid  (in_valid[2]),
        .out_vc     (vc_0),
        .out_route  (in_route[6 +: 3]),
        .out_flit   (in_flit[2*FLIT_W +: FLIT_W]),
        .out_credit (in_credit[2*VCS +: VCS])
    );

    wire [3:0] vc_1;
    assign in_vc[5*VC_W +: VC_W] = vc_1[VC_W-1:0];

    manager_node #(
        .NODE(1), .DATA_W(DATA_W), .VCS(VCS), .DEPTH(DEPTH), .AXI_DATA_W(AXI_DATA_W),
        .AXI_ID_W(AXI_ID_W), .USER_W(USER_W), .SLICES(SLICES),
        .READS(READS), .WRITES(WRITES), .PER_ID(PER_ID), .BEATS(BEATS)
    ) u_manager_1 (
        .clk(clk), .rst(rst), .enable(enable),
        .in_valid   (out_valid[5]),
        .in_vc      ({{(4-VC_W){1'b0}}, out_vc[5*VC_W +: VC_W]}),
        .in_flit    (out_flit[5*FLIT_W +: FLIT_W]),
        .in_credit  (out_credit[5*VCS +: VCS]),
        .out_valid  (in_valid[5]),
        .out_vc     (vc_1),
        .out_route  (in_route[15 +: 3]),
        .out_flit   (in_flit[5*FLIT_W +: FLIT_W]),
        .out_credit (in_credit[5*VCS +: VCS])
    );

    wire [3:0] vc_2;
    assign in_vc[8*VC_W +: VC_W] = vc_2[VC_W-1:0];

    memory_node #(
        .NODE(2), .DATA_W(DATA_W), .VCS(VCS), .DEPTH(DEPTH), .AXI_DATA_W(AXI_DATA_W),
        .AXI_ID_W(AXI_ID_W), .USER_W(USER_W), .SLICES(SLICES)
    ) u_memory_0 (
        .clk(clk), .rst(rst), .enable(enable),
        .in_valid   (out_valid[8]),
        .in_vc      ({{(4-VC_W){1'b0}}, out_vc[8*VC_W +: VC_W]}),
        .in_flit    (out_flit[8*FLIT_W +: FLIT_W]),
        .in_credit  (out_credit[8*VCS +: VCS]),
        .out_valid  (in_valid[8]),
        .out_vc     (vc_2),
        .out_route  (in_route[24 +: 3]),
        .out_flit   (in_flit[8*FLIT_W +: FLIT_W]),
        .out_credit (in_credit[8*VCS +: VCS])
    );

    wire [3:0] vc_3;
    assign in_vc[11*VC_W +: VC_W] = vc_3[VC_W-1:0];

    memory_node #(
        .NODE(3), .DATA_W(DATA_W), .VCS(VCS), .DEPTH(DEPTH), .AXI_DATA_W(AXI_DATA_W),
        .AXI_ID_W(AXI_ID_W), .USER_W(USER_W), .SLICES(SLICES)
    ) u_memory_1 (
        .clk(clk), .rst(rst), .enable(enable),
        .in_valid   (out_valid[11]),
        .in_vc      ({{(4-VC_W){1'b0}}, out_vc[11*VC_W +: VC_W]}),
        .in_flit    (out_flit[11*FLIT_W +: FLIT_W]),
        .in_credit  (out_credit[11*VCS +: VCS]),
        .out_valid  (in_valid[11]),
        .out_vc     (vc_3),
        .out_route  (in_route[33 +: 3]),
        .out_flit   (in_flit[11*FLIT_W +: FLIT_W]),
        .out_credit (in_credit[11*VCS +: VCS])
    );

endmodule
