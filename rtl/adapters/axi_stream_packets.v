// axi_stream_packets.v - two AXI4-Streams of raw packets at a local port of a packet router.
//
// The streams serve logic without a co-processor: packets on s_axis enter the network, and packets
// from the network leave on m_axis. Each beat is a flit. The first flit of a packet begins with
// destination and kind (docs/flit_format.md), and the user's logic fills in all bits. Wiring of
// axi_stream_sender and axi_stream_receiver, which state the cycles.

`default_nettype none

module axi_stream_packets #(
    parameter DATA_W        = 16,  // bits of a flit without marks, 8 .. 512, a multiple of 8
    parameter VCS           = 2,   // virtual channels of the router's channels, 1 .. 16
    parameter DEPTH         = 12,  // flits of the router's input buffers and of ours, 1 .. 64
    parameter PACKET_FLITS  = 10,  // most flits of a packet, 1 .. 64
    parameter BUFFER        = 32,  // flits before the network, a power of two, from PACKET_FLITS
    parameter WHOLE_PACKETS = 1,   // 1: a packet is sent when all of it is here
    // Derived, do not override.
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,  // low: this cycle does not count for the channels

    // Stream into the network
    input  wire              s_axis_tvalid_i,
    input  wire [DATA_W-1:0] s_axis_tdata_i,
    input  wire              s_axis_tlast_i,
    output wire              s_axis_tready_o,
    output wire              too_long_o,  // a packet was cut

    // Stream out of the network
    output wire              m_axis_tvalid_o,
    output wire [DATA_W-1:0] m_axis_tdata_o,
    output wire              m_axis_tlast_o,
    input  wire              m_axis_tready_i,

    // Channel from the router's local port
    input  wire              in_valid_i,
    input  wire [VC_W-1:0]   in_vc_i,
    input  wire [DATA_W+1:0] in_flit_i,
    output wire [VCS-1:0]    in_credit_o,

    // Channel to the router's local port
    output wire              out_valid_o,
    output wire [VC_W-1:0]   out_vc_o,
    output wire [DATA_W+1:0] out_flit_o,
    input  wire [VCS-1:0]    out_credit_i
);

    axi_stream_sender #(
        .DATA_W       (DATA_W),
        .VCS          (VCS),
        .DEPTH        (DEPTH),
        .PACKET_FLITS (PACKET_FLITS),
        .BUFFER       (BUFFER),
        .WHOLE_PACKETS(WHOLE_PACKETS)
    ) u_sender (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .s_axis_tvalid_i(s_axis_tvalid_i),
        .s_axis_tdata_i (s_axis_tdata_i),
        .s_axis_tlast_i (s_axis_tlast_i),
        .s_axis_tready_o(s_axis_tready_o),
        .out_valid_o    (out_valid_o),
        .out_vc_o       (out_vc_o),
        .out_flit_o     (out_flit_o),
        .out_credit_i   (out_credit_i),
        .too_long_o     (too_long_o)
    );

    axi_stream_receiver #(
        .DATA_W(DATA_W),
        .VCS   (VCS),
        .DEPTH (DEPTH)
    ) u_receiver (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .in_valid_i     (in_valid_i),
        .in_vc_i        (in_vc_i),
        .in_flit_i      (in_flit_i),
        .in_credit_o    (in_credit_o),
        .m_axis_tvalid_o(m_axis_tvalid_o),
        .m_axis_tdata_o (m_axis_tdata_o),
        .m_axis_tlast_o (m_axis_tlast_o),
        .m_axis_tready_i(m_axis_tready_i)
    );

endmodule

`default_nettype wire
