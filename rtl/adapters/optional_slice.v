// optional_slice.v - a register slice on a valid/ready channel, or wires.
//
// ON 1 is a skid_buffer: it adds a cycle and cuts every path between the two sides. ON 0 is wires.
// No mirror: wiring.

`default_nettype none

module optional_slice #(
    parameter ON    = 0,  // 0 or 1
    parameter WIDTH = 8   // bits of the payload, at least 1
) (
    input  wire             clk_i,
    input  wire             rst_i,

    // Upstream
    input  wire             in_valid_i,
    input  wire [WIDTH-1:0] in_data_i,
    output wire             in_ready_o,

    // Downstream
    output wire             out_valid_o,
    output wire [WIDTH-1:0] out_data_o,
    input  wire             out_ready_i
);

    generate
        if (ON < 0 || ON > 1) begin : g_bad_on
            ERROR_optional_slice_ON_must_be_0_or_1 u_error ();
        end
        if (ON != 0) begin : g_slice
            skid_buffer #(
                .WIDTH (WIDTH)
            ) u_slice (
                .clk_i       (clk_i),
                .rst_i       (rst_i),
                .in_valid_i  (in_valid_i),
                .in_data_i   (in_data_i),
                .in_ready_o  (in_ready_o),
                .out_valid_o (out_valid_o),
                .out_data_o  (out_data_o),
                .out_ready_i (out_ready_i)
            );
        end else begin : g_wires
            assign out_valid_o = in_valid_i;
            assign out_data_o  = in_data_i;
            assign in_ready_o  = out_ready_i;
            wire unused = &{1'b0, clk_i, rst_i};
        end
    endgenerate

endmodule

`default_nettype wire
