// route_table.v - routing unit of one input port that looks up the destination in a table.
//
// The table is read without a clock in the cycle in which the head is on the input pins. A word
// that is written in cycle t is visible from cycle t + 1 on. An empty mask marks a destination that
// no packet may have here. With LAYERS above 1 the table has a row for each layer of VCs on which a
// packet can arrive, and a word names the layers on which it may leave (Skeie, Lysne & Theiss 2002;
// Domke, Hoefler & Nagel 2011). Irregular networks use it, e.g. Up*/Down* (Schroeder et al. 1991).
// Mirrored by the tables of model/topology/network.h.

`default_nettype none
`include "settled.vh"

module route_table #(
    parameter PORTS           = 5,  // 2 .. 32
    parameter ADDR_W          = 6,  // address width in bits, 1 .. 16
    parameter VCS             = 4,  // 1 .. 16
    parameter MESSAGE_CLASSES = 1,  // equal parts of the VCs,
    parameter LAYERS          = 1,  // and of these
    parameter ESCAPE          = 0,  // 1: a word has outputs for each of two layers
    // Derived, do not override.
    parameter ROW_W           = (ESCAPE != 0) ? 2 * PORTS : PORTS + ((LAYERS > 1) ? LAYERS : 0),
    parameter INDEX_W         = ADDR_W + ((LAYERS > 1) ? $clog2(LAYERS) : 0),
    parameter VC_W            = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire               clk_i,

    // Write port
    input  wire               we_i,
    input  wire [INDEX_W-1:0] dest_i,         // {layer, destination}
    input  wire [ROW_W-1:0]   mask_i,         // {layers, outputs}, or those of {layer 1, layer 0}

    input  wire               valid_i,        // a head is on the pins,
    input  wire [VC_W-1:0]    vc_i,           // on this VC
    input  wire [ADDR_W-1:0]  destination_i,
    output wire [ROW_W-1:0]   outputs_o       // what is legal, likewise
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_route_table_PORTS_must_be_2_to_32 u_error ();
        end
        if (ADDR_W < 1 || ADDR_W > 16) begin : g_bad_addr_w
            ERROR_route_table_ADDR_W_must_be_1_to_16 u_error ();
        end
        if (LAYERS < 1 || VCS % (MESSAGE_CLASSES * LAYERS) != 0) begin : g_bad_layers
            ERROR_route_table_MESSAGE_CLASSES_times_LAYERS_must_divide_VCS u_error ();
        end
    endgenerate

    function automatic [INDEX_W-1:0] layer_of;
        input integer of_vc;
        integer       b;
        begin
            for (b = 0; b < INDEX_W; b = b + 1) begin
                layer_of[b] = (((of_vc % (VCS / MESSAGE_CLASSES)) /
                                (VCS / (MESSAGE_CLASSES * LAYERS))) / (1 << b)) % 2 == 1;
            end
        end
    endfunction

    reg  [ROW_W-1:0]   table_q [0:(1<<INDEX_W)-1];  // loaded before traffic starts
    reg  [INDEX_W-1:0] index;
    integer            v;

    // The layer of the VC, by comparisons instead of a division.
    always @* begin
        index              = {INDEX_W{1'b0}};
        index[ADDR_W-1:0]  = destination_i;
        for (v = 0; v < VCS; v = v + 1) begin
            if (LAYERS > 1 && vc_i == v[VC_W-1:0]) begin
                index = index | (layer_of(v) << ADDR_W);
            end
        end
    end

    `SETTLED(ROW_W, row_s, valid_i ? table_q[index] : {ROW_W{1'b0}})
    assign outputs_o = row_s;

    always @(posedge clk_i) begin
        if (we_i) table_q[dest_i] <= mask_i;
    end

`ifdef FORMAL
`ifndef REQUIRE_IS_PROVED  // alone
    // One row, any: it holds the word that was written there last, from the next cycle on. A head
    // is told the word of its destination and of the layer of its VC; without one there is none.
    wire [INDEX_W-1:0] f_row = $anyconst;
    reg                f_written_q;
    reg  [ROW_W-1:0]   f_word_q;
    integer            f_layer;
    always @(posedge clk_i) begin
        if (we_i && dest_i == f_row) begin
            f_written_q <= 1'b1;
            f_word_q    <= mask_i;
        end
    end
    always @* begin
        f_layer = (vc_i % (VCS / MESSAGE_CLASSES)) / (VCS / (MESSAGE_CLASSES * LAYERS));
        assume (vc_i < VCS);
        assert (!f_written_q || table_q[f_row] == f_word_q);
        if (!valid_i) assert (outputs_o == {ROW_W{1'b0}});
        else if (f_layer * (1 << ADDR_W) + destination_i == f_row) begin
            assert (outputs_o == table_q[f_row]);
            assert (!f_written_q || outputs_o == f_word_q);
        end
    end
`endif
`endif

endmodule

`default_nettype wire
