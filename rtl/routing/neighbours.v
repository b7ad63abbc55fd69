// neighbours.v - registers with the neighbours' coordinates, for the routing units of a router.
//
// The address of a router is constant; registers only make its neighbours' coordinates early.
// No mirror: constants of a router.

`default_nettype none

module neighbours #(
    parameter RINGS      = 0,  // 1: behind the last in a dimension comes the first
    parameter DIMENSIONS = 2,
    parameter COORD_W    = 3,
    // Derived, do not override.
    parameter ADDR_W     = DIMENSIONS * COORD_W
) (
    input  wire              clk_i,
    input  wire [ADDR_W-1:0] node_i,
    input  wire [ADDR_W-1:0] limit_i,
    output wire [ADDR_W-1:0] here_o,
    output wire [ADDR_W-1:0] above_o,  // one up, on a ring around its end
    output wire [ADDR_W-1:0] below_o,  // one down
    output wire [ADDR_W-1:0] far_o,    // the last one that a packet reaches going up
    output wire [DIMENSIONS-1:0] at_top_o,
    output wire [DIMENSIONS-1:0] at_bottom_o,
    output wire [DIMENSIONS-1:0] near_top_o,    // the one above is the highest
    output wire [DIMENSIONS-1:0] near_bottom_o  // the one below is 0
);

    genvar g;

    generate
        for (g = 0; g < DIMENSIONS; g = g + 1) begin : g_dimension
            wire [COORD_W-1:0] node = node_i[g*COORD_W +: COORD_W];
            wire [COORD_W-1:0] top  = limit_i[g*COORD_W +: COORD_W];
            // At most half of the ring. If both ways are equally long, odd coordinates go down.
            wire [COORD_W:0]   half = ({1'b0, top} + {{COORD_W{1'b0}}, !node[0]}) >> 1;
            wire [COORD_W+1:0] far  = {2'b00, node} + {1'b0, half};
            wire [COORD_W+1:0] over = far - {2'b00, top} - 1'b1;
            reg  [COORD_W-1:0] here_q;
            reg  [COORD_W-1:0] above_q;
            reg  [COORD_W-1:0] below_q;
            reg  [COORD_W-1:0] far_q;
            reg  [3:0]         ends_q;

            always @(posedge clk_i) begin
                here_q  <= node;
                ends_q  <= {node == top, node == {COORD_W{1'b0}}, top == node + 1'b1,
                            node == {{(COORD_W-1){1'b0}}, 1'b1}};
                above_q <= ((RINGS != 0) && node == top) ? {COORD_W{1'b0}} : node + 1'b1;
                below_q <= ((RINGS != 0) && node == {COORD_W{1'b0}}) ? top : node - 1'b1;
                far_q   <= (far > {2'b00, top}) ? over[COORD_W-1:0] : far[COORD_W-1:0];
            end

            wire unused = &{1'b0, over};

            assign {at_top_o[g], at_bottom_o[g], near_top_o[g], near_bottom_o[g]} = ends_q;
            assign here_o[g*COORD_W +: COORD_W]  = here_q;
            assign above_o[g*COORD_W +: COORD_W] = above_q;
            assign below_o[g*COORD_W +: COORD_W] = below_q;
            assign far_o[g*COORD_W +: COORD_W]   = far_q;
        end
    endgenerate

`ifdef FORMAL
`ifndef REQUIRE_IS_PROVED  // alone
    // One cycle later: the coordinates next to this one, by arithmetic modulo the size of the ring
    reg [ADDR_W-1:0] f_node_q;
    reg [ADDR_W-1:0] f_limit_q;
    integer          f_d;
    integer          f_node;
    integer          f_radix;
    integer          f_up;  // channels up to the last coordinate that is nearer going up
    always @(posedge clk_i) begin
        f_node_q  <= node_i;
        f_limit_q <= limit_i;
    end
    always @* begin
        for (f_d = 0; f_d < DIMENSIONS; f_d = f_d + 1) begin
            assume (node_i[f_d*COORD_W +: COORD_W] <= limit_i[f_d*COORD_W +: COORD_W]);
            f_node  = f_node_q[f_d*COORD_W +: COORD_W];
            f_radix = f_limit_q[f_d*COORD_W +: COORD_W] + 1;
            f_up    = (far_o[f_d*COORD_W +: COORD_W] + f_radix - f_node) % f_radix;
            assert (here_o[f_d*COORD_W +: COORD_W] == f_node);
            assert (at_top_o[f_d] == (f_node == f_radix - 1));
            assert (at_bottom_o[f_d] == (f_node == 0));
            assert (near_top_o[f_d] == (f_node == f_radix - 2));
            assert (near_bottom_o[f_d] == (f_node == 1));
            if (RINGS != 0 || !at_top_o[f_d])     // the neighbour above
                assert (above_o[f_d*COORD_W +: COORD_W] == (f_node + 1) % f_radix);
            if (RINGS != 0 || !at_bottom_o[f_d])  // the neighbour below
                assert (below_o[f_d*COORD_W +: COORD_W] == (f_node + f_radix - 1) % f_radix);
            // Up is the shorter way so far, or as long and the coordinate is even; no further.
            assert (2*f_up < f_radix || (2*f_up == f_radix && f_node % 2 == 0));
            assert (2*f_up + 2 > f_radix || (2*f_up + 2 == f_radix && f_node % 2 == 1));
        end
    end
`endif
`endif

endmodule

`default_nettype wire
