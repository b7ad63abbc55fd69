// worms_bench.v - axi_stream_worms under cocotb: what it sends comes back to it by a channel.

`timescale 1ns / 1ps

module worms_bench #(
    parameter DATA_W  = 32,
    parameter ADDR_W  = 6,
    parameter VCS     = 4,
    parameter DEPTH   = 4,
    parameter CLASSES = 1,  // 1 or 2
    parameter LATENCY = 2,  // of the channel
    parameter TDATA_W = DATA_W,
    parameter KEEP    = 0,
    parameter ID_W    = 0,
    parameter KEEP_W  = TDATA_W / 8,
    parameter TID_W   = (ID_W > 0) ? ID_W : 1,
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              enable,
    input  wire              s0_axis_tvalid,
    input  wire [TDATA_W-1:0] s0_axis_tdata,
    input  wire [KEEP_W-1:0] s0_axis_tkeep,
    input  wire [TID_W-1:0]  s0_axis_tid,
    input  wire [ADDR_W-1:0] s0_axis_tdest,
    input  wire              s0_axis_tlast,
    output wire              s0_axis_tready,
    output wire              m0_axis_tvalid,
    output wire [TDATA_W-1:0] m0_axis_tdata,
    output wire [KEEP_W-1:0] m0_axis_tkeep,
    output wire [TID_W-1:0]  m0_axis_tid,
    output wire [ADDR_W-1:0] m0_axis_tuser,
    output wire              m0_axis_tlast,
    input  wire              m0_axis_tready,
    input  wire              s1_axis_tvalid,
    input  wire [TDATA_W-1:0] s1_axis_tdata,
    input  wire [KEEP_W-1:0] s1_axis_tkeep,
    input  wire [TID_W-1:0]  s1_axis_tid,
    input  wire [ADDR_W-1:0] s1_axis_tdest,
    input  wire              s1_axis_tlast,
    output wire              s1_axis_tready,
    output wire [15:0]       s0_unknown,
    output wire [15:0]       s1_unknown,
    output wire              m1_axis_tvalid,
    output wire [TDATA_W-1:0] m1_axis_tdata,
    output wire [KEEP_W-1:0] m1_axis_tkeep,
    output wire [TID_W-1:0]  m1_axis_tid,
    output wire [ADDR_W-1:0] m1_axis_tuser,
    output wire              m1_axis_tlast,
    input  wire              m1_axis_tready,
    output wire              out_valid,
    output wire [VC_W-1:0]   out_vc,
    output wire [DATA_W+1:0] out_flit
);

    wire [VCS-1:0]            out_credit;
    wire                      in_valid;
    wire [VC_W-1:0]           in_vc;
    wire [DATA_W+1:0]         in_flit;
    wire [VCS-1:0]            in_credit;
    wire [4:0]                out_route;

    wire [1:0]                ready;
    wire [1:0]                valid;
    wire [1:0]                last;
    wire [31:0]               unknown;
    wire [2*TDATA_W-1:0]      data;
    wire [2*KEEP_W-1:0]       keep;
    wire [2*TID_W-1:0]        id;
    wire [2*ADDR_W-1:0]       user;

    assign {s1_axis_tready, s0_axis_tready} = ready;
    assign {m1_axis_tvalid, m0_axis_tvalid} = valid;
    assign {m1_axis_tlast, m0_axis_tlast}   = last;
    assign {m1_axis_tdata, m0_axis_tdata}   = data;
    assign {m1_axis_tkeep, m0_axis_tkeep}   = keep;
    assign {m1_axis_tid, m0_axis_tid}       = id;
    assign {m1_axis_tuser, m0_axis_tuser}   = user;
    assign {s1_unknown, s0_unknown}         = unknown;

    // One class: nothing moves on the other streams.
    generate
        if (CLASSES == 1) begin : g_one
            assign ready[1]                   = 1'b0;
            assign valid[1]                   = 1'b0;
            assign unknown[31:16]             = 16'd0;
            assign last[1]                    = 1'b0;
            assign data[2*TDATA_W-1:TDATA_W]  = {TDATA_W{1'b0}};
            assign keep[2*KEEP_W-1:KEEP_W]    = {KEEP_W{1'b0}};
            assign id[2*TID_W-1:TID_W]        = {TID_W{1'b0}};
            assign user[2*ADDR_W-1:ADDR_W]    = {ADDR_W{1'b0}};
        end
    endgenerate

    wire [1:0]          s_valid  = {s1_axis_tvalid, s0_axis_tvalid};
    wire [1:0]          s_last   = {s1_axis_tlast, s0_axis_tlast};
    wire [1:0]          m_ready  = {m1_axis_tready, m0_axis_tready};
    wire [2*TDATA_W-1:0] s_data  = {s1_axis_tdata, s0_axis_tdata};
    wire [2*KEEP_W-1:0] s_keep   = {s1_axis_tkeep, s0_axis_tkeep};
    wire [2*TID_W-1:0]  s_id     = {s1_axis_tid, s0_axis_tid};
    wire [2*ADDR_W-1:0] s_dest   = {s1_axis_tdest, s0_axis_tdest};

    axi_stream_worms #(
        .DATA_W     (DATA_W),
        .ADDR_W     (ADDR_W),
        .VCS        (VCS),
        .DEPTH      (DEPTH),
        .PORTS      (5),
        .ROUTING    (0),
        .DIMENSIONS (2),
        .COORD_W    (ADDR_W / 2),
        .CLASSES    (CLASSES),
        .TDATA_W    (TDATA_W),
        .KEEP       (KEEP),
        .ID_W       (ID_W),
        // All addresses but 5 and the highest one
        .RANGES     (2),
        .FIRSTS     ({{(ADDR_W-3){1'b0}}, 3'd6, {ADDR_W{1'b0}}}),
        .LASTS      ({{(ADDR_W-1){1'b1}}, 1'b0, {(ADDR_W-3){1'b0}}, 3'd4})
    ) u_worms (
        .clk_i           (clk),
        .rst_i           (rst),
        .enable_i        (enable),
        .node_i          ({{(ADDR_W-2){1'b0}}, 2'b10}),
        .router_i        ({{(ADDR_W-2){1'b0}}, 2'b10}),
        .limit_i         ({ADDR_W{1'b1}}),
        .home_i          (5'b10000),
        .s_axis_tvalid_i (s_valid[CLASSES-1:0]),
        .s_axis_tdata_i  (s_data[CLASSES*TDATA_W-1:0]),
        .s_axis_tkeep_i  (s_keep[CLASSES*KEEP_W-1:0]),
        .s_axis_tid_i    (s_id[CLASSES*TID_W-1:0]),
        .s_axis_tdest_i  (s_dest[CLASSES*ADDR_W-1:0]),
        .s_axis_tlast_i  (s_last[CLASSES-1:0]),
        .s_axis_tready_o (ready[CLASSES-1:0]),
        .s_axis_unknown_o (unknown[CLASSES*16-1:0]),
        .m_axis_tvalid_o (valid[CLASSES-1:0]),
        .m_axis_tdata_o  (data[CLASSES*TDATA_W-1:0]),
        .m_axis_tkeep_o  (keep[CLASSES*KEEP_W-1:0]),
        .m_axis_tid_o    (id[CLASSES*TID_W-1:0]),
        .m_axis_tuser_o  (user[CLASSES*ADDR_W-1:0]),
        .m_axis_tlast_o  (last[CLASSES-1:0]),
        .m_axis_tready_i (m_ready[CLASSES-1:0]),
        .in_valid_i      (in_valid),
        .in_vc_i         (in_vc),
        .in_flit_i       (in_flit),
        .in_credit_o     (in_credit),
        .out_valid_o     (out_valid),
        .out_vc_o        (out_vc),
        .out_route_o     (out_route),
        .out_flit_o      (out_flit),
        .out_credit_i    (out_credit)
    );

    channel #(
        .LATENCY (LATENCY),
        .VCS     (VCS),
        .FLIT_W  (DATA_W + 2)
    ) u_channel (
        .clk_i        (clk),
        .rst_i        (rst),
        .enable_i     (enable),
        .in_valid_i   (out_valid),
        .in_vc_i      (out_vc),
        .in_route_i   (1'b0),
        .in_flit_i    (out_flit),
        .in_credit_o  (out_credit),
        .out_valid_o  (in_valid),
        .out_vc_o     (in_vc),
        .out_flit_o   (in_flit),
        .out_credit_i (in_credit)
    );

endmodule
