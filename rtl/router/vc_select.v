// vc_select.v - selects the VC of a lane that presents its front flit in the next cycle.
//
// The choice depends on registers and on the VC of the flit on the pins, but on no grant or credit
// of this cycle. It may thus be one cycle late; the other lanes use the slot that this loses.
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
        if (COUNT < 1 || COUNT > 16) begin : g_bad_count
            ERROR_vc_select_COUNT_must_be_1_to_16 u_error ();
        end
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

            `ENSURE(a_vc_that_exists, |own)

`ifdef FORMAL
            `REQUIRE(one_flit_comes, (arrive_i & (arrive_i - 1'b1)) == {COUNT{1'b0}})
            `REQUIRE(a_vc_that_can_go_has_a_flit, (may_go_i & ~nonempty_i) == {COUNT{1'b0}})
            `REQUIRE(a_flit_that_streams_can_go, (streams_i & ~may_go_i) == {COUNT{1'b0}})
            `REQUIRE(one_vc_is_privileged,
                    (favoured_i & ~may_go_i) == {COUNT{1'b0}}
                    && (favoured_i & (favoured_i - 1'b1)) == {COUNT{1'b0}})

            // State of the cycle before
            reg             f_counts_q;
            reg             f_held_q;      // it did not count
            reg [COUNT-1:0] f_own_q;
            reg [COUNT-1:0] f_arrive_q;
            reg [COUNT-1:0] f_nonempty_q;
            reg [COUNT-1:0] f_may_go_q;
            reg [COUNT-1:0] f_streams_q;
            reg [COUNT-1:0] f_favoured_q;
            always @(posedge clk_i) begin
                f_counts_q   <= !rst_i && enable_i;
                f_held_q     <= !rst_i && !enable_i;
                f_own_q      <= own;
                f_arrive_q   <= arrive_i;
                f_nonempty_q <= nonempty_i;
                f_may_go_q   <= may_go_i;
                f_streams_q  <= streams_i;
                f_favoured_q <= favoured_i;
            end

            wire f_favours = f_counts_q && (|f_favoured_q);
            wire f_plain   = f_counts_q && !(|f_favoured_q);
            wire f_was_empty = !(|(f_own_q & f_nonempty_q));
            wire f_comes   = f_plain && f_was_empty && (|f_arrive_q);
            wire f_chooses = f_plain && !f_comes;
            wire [COUNT-1:0] f_others = f_may_go_q & ~f_own_q;

            // Distance above the VC that was selected, cyclically
            function automatic integer f_distance;
                input [COUNT-1:0] one;
                input [COUNT-1:0] from;
                integer           a;
                integer           b;
                begin
                    f_distance = 0;
                    for (a = 0; a < COUNT; a = a + 1) begin
                        for (b = 0; b < COUNT; b = b + 1) begin
                            if (one[a] && from[b]) f_distance = (a + COUNT - b) % COUNT;
                        end
                    end
                end
            endfunction

            `ENSURE(a_cycle_that_does_not_count_changes_nothing, !f_held_q || own == f_own_q)
            `ENSURE(a_privileged_vc_that_can_go_is_selected, !f_favours || own == f_favoured_q)
            `ENSURE(an_empty_vc_makes_way_for_the_flit_on_the_pins, !f_comes || own == f_arrive_q)
            `ENSURE(a_packet_that_streams_keeps_its_lane,
                    !(f_chooses && (|(f_own_q & f_streams_q))) || own == f_own_q)
            `ENSURE(another_vc_that_can_go_is_selected,
                    !(f_chooses && !(|(f_own_q & f_streams_q)) && (|f_others))
                    || (|(own & f_others)))
            `ENSURE(the_only_vc_that_can_go_stays,
                    !(f_chooses && !(|f_others) && (|(f_own_q & f_may_go_q))) || own == f_own_q)
            `ENSURE(a_vc_without_a_flit_makes_way_for_one_with_flits,
                    !(f_chooses && !(|f_others) && f_was_empty && (|f_nonempty_q))
                    || (|(own & f_nonempty_q)))
            `ENSURE(selection_goes_where_a_flit_is,
                    !f_counts_q || own == f_own_q
                    || (|(own & (f_nonempty_q | f_arrive_q))))
            genvar f;
            for (f = 0; f < COUNT; f = f + 1) begin : g_turn
                localparam [COUNT-1:0] ONE = {{(COUNT-1){1'b0}}, 1'b1} << f;
                `ENSURE(selects_the_first_above_cyclically,
                        !(f_chooses && own != f_own_q && f_others[f])
                        || f_distance(ONE, f_own_q) >= f_distance(own, f_own_q))
            end
`endif
        end
    endgenerate

endmodule

`default_nettype wire
