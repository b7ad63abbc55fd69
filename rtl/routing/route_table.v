// route_table.v - routing unit of one input port that looks the destination up in a table.
//
// Read without a clock in the cycle in which the head is on the input pins. A word that is
// written in cycle t is seen from cycle t+1 on. An empty mask: such a packet must not stand here.
// Up*/Down* and any topology without a formula use it (Schroeder et al. 1991).
// Mirrored by the tables of model/topology/network.h.

`default_nettype none

module route_table #(
    parameter PORTS  = 5,  // 2 .. 32
    parameter ADDR_W = 6   // address width in bits, 1 .. 16
) (
    input  wire              clk_i,

    // Write port
    input  wire              we_i,
    input  wire [ADDR_W-1:0] dest_i,
    input  wire [PORTS-1:0]  mask_i,

    input  wire              valid_i,        // a head is on the pins
    input  wire [ADDR_W-1:0] destination_i,
    output wire [PORTS-1:0]  outputs_o       // legal outputs
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_route_table_PORTS_must_be_2_to_32 u_error ();
        end
        if (ADDR_W < 1 || ADDR_W > 16) begin : g_bad_addr_w
            ERROR_route_table_ADDR_W_must_be_1_to_16 u_error ();
        end
    endgenerate

    reg [PORTS-1:0] table_q [0:(1<<ADDR_W)-1];  // loaded before traffic starts

    assign outputs_o = valid_i ? table_q[destination_i] : {PORTS{1'b0}};

    always @(posedge clk_i) begin
        if (we_i) table_q[dest_i] <= mask_i;
    end

endmodule

`default_nettype wire
