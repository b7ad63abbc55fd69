// crossbar.v - switch traversal: granted flits from the inputs to the output registers.
//
// A flit that the switch grants in cycle t is on the output pins in cycle t+1. Each lane of
// ip_data_i holds {vc, flit} in its low bits, the output VC and the flit of one input; lanes
// are whole 32-bit words, which simulators copy faster and synthesis does not see.
//
// Pure wiring and registers; its mirror is the output register of model/router/.

`default_nettype none
`include "check.vh"

module crossbar #(
    parameter PORTS  = 5,   // 2 .. 32
    parameter VC_W   = 2,   // bits of a VC number, at least 1
    parameter FLIT_W = 34,  // {tail, head, data}, at least 3
    // Derived, do not override.
    parameter LANE_W = 32 * ((VC_W + FLIT_W + 31) / 32)
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // From switch allocation and the input units
    input  wire [PORTS-1:0]        op_gnt_i,     // the output was granted to an input
    input  wire [PORTS*PORTS-1:0]  ip_op_gnt_i,  // to which; one per row and column
    input  wire [PORTS*LANE_W-1:0] ip_data_i,

    // To the output unit, in the same cycle
    output wire [PORTS*VC_W-1:0]   op_vc_o,
    output wire [PORTS-1:0]        op_tail_o,

    // Downstream
    output wire [PORTS-1:0]        out_valid_o,
    output wire [PORTS*VC_W-1:0]   out_vc_o,
    output wire [PORTS*FLIT_W-1:0] out_flit_o
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_crossbar_PORTS_must_be_2_to_32 u_error ();
        end
        if (VC_W < 1) begin : g_bad_vc_w
            ERROR_crossbar_VC_W_must_be_at_least_1 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_crossbar_FLIT_W_must_be_at_least_3 u_error ();
        end
    endgenerate

    localparam DATA_W = VC_W + FLIT_W;

    reg [PORTS-1:0]        out_valid_q;
    reg [PORTS*VC_W-1:0]   out_vc_q;
    reg [PORTS*FLIT_W-1:0] out_flit_q;

    genvar g;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_output
            reg [DATA_W-1:0] data;
            integer          i;

            always @* begin
                i    = 0;
                data = {DATA_W{1'b0}};
                if (op_gnt_i[g]) begin
                    for (i = 0; i < PORTS; i = i + 1) begin
                        data = data | ({DATA_W{ip_op_gnt_i[i*PORTS + g]}}
                                       & ip_data_i[i*LANE_W +: DATA_W]);
                    end
                end
            end

            assign op_vc_o[g*VC_W +: VC_W] = data[FLIT_W +: VC_W];
            assign op_tail_o[g]            = data[FLIT_W-1];

            always @(posedge clk_i) begin
                if (op_gnt_i[g]) begin
                    out_vc_q[g*VC_W +: VC_W]       <= data[FLIT_W +: VC_W];
                    out_flit_q[g*FLIT_W +: FLIT_W] <= data[FLIT_W-1:0];
                end
            end

            if (LANE_W > DATA_W) begin : g_padding
                wire unused = &{1'b0, ip_data_i[g*LANE_W + DATA_W +: LANE_W - DATA_W]};
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            out_valid_q <= {PORTS{1'b0}};
        end else if (enable_i) begin
            out_valid_q <= op_gnt_i;
        end
    end

    assign out_valid_o = out_valid_q;
    assign out_vc_o    = out_vc_q;
    assign out_flit_o  = out_flit_q;

    `REQUIRE(enable_i || op_gnt_i == {PORTS{1'b0}}, "no grant in a cycle that does not count")

endmodule

`default_nettype wire
