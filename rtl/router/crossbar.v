// crossbar.v - switch traversal: the granted flit of each input on its way to its output.
//
// Combinational; the output units register what comes out. Outputs without a grant show zero.
// Pure wiring, has no mirror.

`default_nettype none
`include "check.vh"

module crossbar #(
    parameter PORTS = 5,  // 2 .. 32
    parameter W     = 36  // bits that travel, at least 1
) (
    input  wire                   clk_i,
    input  wire                   rst_i,

    input  wire [PORTS*PORTS-1:0] ip_op_gnt_i,  // at most one per row and column
    input  wire [PORTS*W-1:0]     ip_data_i,

    output wire [PORTS-1:0]       op_valid_o,
    output wire [PORTS*W-1:0]     op_data_o
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_crossbar_PORTS_must_be_2_to_32 u_error ();
        end
        if (W < 1) begin : g_bad_w
            ERROR_crossbar_W_must_be_at_least_1 u_error ();
        end

        genvar o;
        for (o = 0; o < PORTS; o = o + 1) begin : g_output
            reg [PORTS-1:0] ip_gnt;
            reg [W-1:0]     data;
            integer         i;

            always @* begin
                i      = 0;
                ip_gnt = {PORTS{1'b0}};
                data   = {W{1'b0}};
                for (i = 0; i < PORTS; i = i + 1) begin
                    ip_gnt[i] = ip_op_gnt_i[i*PORTS + o];
                    if (ip_gnt[i]) data = data | ip_data_i[i*W +: W];
                end
            end

            assign op_valid_o[o]       = |ip_gnt;
            assign op_data_o[o*W +: W] = data;

            `REQUIRE((ip_gnt & (ip_gnt - 1'b1)) == {PORTS{1'b0}}, "one input per output")
        end
    endgenerate

endmodule

`default_nettype wire
