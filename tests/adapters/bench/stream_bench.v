// stream_bench.v - axi_stream_packets under cocotb: what it sends comes back to it by a channel.

`timescale 1ns / 1ps

module stream_bench #(
    parameter DATA_W  = 16,
    parameter DEPTH   = 12,
    parameter FLITS   = 10,
    parameter BUFFER  = 32,
    parameter VCS     = 2,
    parameter WHOLE   = 1,
    parameter LATENCY = 2,  // of the channel
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              enable,
    input  wire              s_axis_tvalid,
    input  wire [DATA_W-1:0] s_axis_tdata,
    input  wire              s_axis_tlast,
    output wire              s_axis_tready,
    output wire              m_axis_tvalid,
    output wire [DATA_W-1:0] m_axis_tdata,
    output wire              m_axis_tlast,
    input  wire              m_axis_tready,
    output wire              too_long,
    output wire              out_valid,
    output wire [DATA_W+1:0] out_flit
);

    wire [VC_W-1:0]   out_vc;
    wire [VCS-1:0]    out_credit;
    wire              in_valid;
    wire [VC_W-1:0]   in_vc;
    wire [DATA_W+1:0] in_flit;
    wire [VCS-1:0]    in_credit;

    axi_stream_packets #(
        .DATA_W       (DATA_W),
        .VCS          (VCS),
        .DEPTH        (DEPTH),
        .PACKET_FLITS (FLITS),
        .BUFFER       (BUFFER),
        .WHOLE_PACKETS(WHOLE)
    ) u_packets (
        .clk_i          (clk),
        .rst_i          (rst),
        .enable_i       (enable),
        .s_axis_tvalid_i(s_axis_tvalid),
        .s_axis_tdata_i (s_axis_tdata),
        .s_axis_tlast_i (s_axis_tlast),
        .s_axis_tready_o(s_axis_tready),
        .too_long_o     (too_long),
        .m_axis_tvalid_o(m_axis_tvalid),
        .m_axis_tdata_o (m_axis_tdata),
        .m_axis_tlast_o (m_axis_tlast),
        .m_axis_tready_i(m_axis_tready),
        .in_valid_i     (in_valid),
        .in_vc_i        (in_vc),
        .in_flit_i      (in_flit),
        .in_credit_o    (in_credit),
        .out_valid_o    (out_valid),
        .out_vc_o       (out_vc),
        .out_flit_o     (out_flit),
        .out_credit_i   (out_credit)
    );

    channel #(
        .LATENCY(LATENCY),
        .VCS    (VCS),
        .FLIT_W (DATA_W + 2)
    ) u_channel (
        .clk_i       (clk),
        .rst_i       (rst),
        .enable_i    (enable),
        .in_valid_i  (out_valid),
        .in_vc_i     (out_vc),
        .in_flit_i   (out_flit),
        .in_credit_o (out_credit),
        .out_valid_o (in_valid),
        .out_vc_o    (in_vc),
        .out_flit_o  (in_flit),
        .out_credit_i(in_credit)
    );

endmodule
