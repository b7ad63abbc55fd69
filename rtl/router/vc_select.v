// vc_select.v - which VC of a lane presents its front flit in the next cycle.
//
// The choice reads registers and the VC of the flit on the pins, but no grant and no credit of this
// cycle: it may be a cycle behind, and the other lanes make up for a slot that it loses.
//
// docs/timing.md section 2.6. Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module vc_select #(
    parameter COUNT = 2,  // VCs of the lane, 1 .. 16
    // Derived, do not override.
    parameter SEL_W = (COUNT > 1) ? $clog2(COUNT) : 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             enable_i,

    input  wire [COUNT-1:0] arrive_i,      // one-hot or zero
    input  wire [COUNT-1:0] nonempty_i,
    input  wire [COUNT-1:0] may_go_i,      // not empty, and its front flit may go in this cycle
    input  wire [COUNT-1:0] streams_i,     // of these: a body flit that is no tail
    input  wire [COUNT-1:0] favoured_i,    // of these: privileged, one-hot or zero
    output wire [SEL_W-1:0] select_o       // register
);

    generate
        if (COUNT == 1) begin : g_one
            assign select_o = 1'b0;
            wire unused = &{1'b0, clk_i, rst_i, enable_i, arrive_i, nonempty_i, may_go_i, streams_i,
                            favoured_i};
        end else begin : g_several
            reg [SEL_W-1:0] select_q;

            // The number of the lowest VC of a set
            function automatic [SEL_W-1:0] lowest;
                input [COUNT-1:0] set;
                integer           vc;
                begin
                    lowest = {SEL_W{1'b0}};
                    for (vc = COUNT - 1; vc >= 0; vc = vc - 1) begin
                        if (set[vc]) lowest = vc[SEL_W-1:0];
                    end
                end
            endfunction

            // The first VC of a set above a VC, cyclically
            function automatic [SEL_W-1:0] next_of;
                input [COUNT-1:0] set;
                input [SEL_W-1:0] vc;
                reg   [COUNT-1:0] above;
                begin
                    above   = set & (({COUNT{1'b1}} << 1) << vc);
                    next_of = lowest((|above) ? above : set);
                end
            endfunction

            wire [COUNT-1:0] own    = ({COUNT{1'b1}} >> (COUNT - 1)) << select_q;
            wire             empty  = !nonempty_i[select_q];
            wire [COUNT-1:0] others = may_go_i & ~own;

            always @(posedge clk_i) begin
                if (rst_i) begin
                    select_q <= {SEL_W{1'b0}};
                end else if (enable_i) begin
                    if (|favoured_i)                     select_q <= lowest(favoured_i);
                    else if (empty && (|arrive_i))       select_q <= lowest(arrive_i);
                    else if (!(|(streams_i & own)) && (|others)) begin
                        select_q <= next_of(others, select_q);
                    end else if (empty && (|nonempty_i)) select_q <= next_of(nonempty_i, select_q);
                end
            end

            assign select_o = select_q;

            `ENSURE(|own, "a VC that exists")
        end
    endgenerate

endmodule

`default_nettype wire
