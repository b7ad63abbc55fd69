// any_sink.v - what a neighbour may do behind an output of a router, and what it must see there.
//
// Returns a credit for every flit, after any time (EAGER 1: in the next cycle). Each flit must
// have a place, and each VC must bring whole packets, whose flits agree in bit MARK: with all
// flits of one input VC marked, packets are seen not to mix. docs/timing.md sections 1 and 2.

`default_nettype none
`include "check.vh"

module any_sink #(
    parameter VCS    = 2,
    parameter DEPTH  = 2,
    parameter FLIT_W = 10,
    parameter MARK   = 0,
    parameter EAGER  = 0,
    // Derived, do not override.
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire [VCS-1:0]    pay_i,  // give a credit back, if one is owed

    input  wire              valid_i,
    input  wire [VC_W-1:0]   vc_i,
    input  wire [FLIT_W-1:0] flit_i,
    output wire [VCS-1:0]    credit_o
);

    reg  [VCS*4-1:0] owed_q;
    reg  [VCS-1:0]   open_q;
    reg  [VCS-1:0]   marked_q;  // the packet that is open

    reg  [VCS-1:0]   comes;
    reg  [VCS-1:0]   pays;
    reg              no_room;
    reg              broken;
    reg              mixed;
    integer          v;

    always @* begin
        no_room = 1'b0;
        broken  = 1'b0;
        mixed   = 1'b0;
        for (v = 0; v < VCS; v = v + 1) begin
            comes[v] = valid_i && (VCS == 1 || vc_i == v);
            pays[v]  = !rst_i && (EAGER != 0 || pay_i[v]) && owed_q[v*4 +: 4] != 4'd0;
            if (comes[v]) begin
                no_room = (owed_q[v*4 +: 4] >= DEPTH);
                broken  = (flit_i[FLIT_W-2] == open_q[v]);
                mixed   = open_q[v] && flit_i[MARK] != marked_q[v];
            end
        end
    end

    assign credit_o = pays;

    integer c;

    always @(posedge clk_i) begin
        for (c = 0; c < VCS; c = c + 1) begin
            owed_q[c*4 +: 4] <= owed_q[c*4 +: 4] + comes[c] - pays[c];
            if (comes[c]) open_q[c]   <= !flit_i[FLIT_W-1];
            if (comes[c]) marked_q[c] <= flit_i[MARK];
        end
        if (rst_i) begin
            owed_q <= {(VCS*4){1'b0}};
            open_q <= {VCS{1'b0}};
        end
    end

    generate
        if (EAGER == 0) begin : g_safe
            `ENSURE(never_a_flit_without_a_credit, !no_room)
            `ENSURE(a_flit_names_a_vc_that_exists, !(valid_i && comes == {VCS{1'b0}}))
            `ENSURE(packets_are_whole, !broken)
            `ENSURE(packets_do_not_mix, !mixed)
        end
    endgenerate

endmodule

`default_nettype wire
