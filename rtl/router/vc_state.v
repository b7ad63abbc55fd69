// vc_state.v - the state of each virtual channel of a lane.
//
// A VC is idle while its buffer is empty and no packet is under way. It waits for an output VC
// while a head is at its front, and is active from the grant of the head to the grant of the tail.
// For each VC the module keeps: active, the output (route), the output VC, whether that VC has a
// credit, and whether the front flit is a tail. All vectors have a bit or a field for each VC.
//
// docs/timing.md section 2.2. Dally & Towles, chapter 16. Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module vc_state #(
    parameter PORTS   = 5,   // 2 .. 32
    parameter VCS     = 4,   // virtual channels of an output, 1 .. 16
    parameter COUNT   = 2,   // VCs of the lane
    parameter LOOKUP  = 0,   // 1: heads bring their outputs, and body flits bring nothing
    parameter SEVERAL = LOOKUP,  // 1: a head may have several; its packet keeps the one it took
    parameter ROUTE_W = 5,
    parameter [ROUTE_W-1:0] BITS = {ROUTE_W{1'b1}},  // of a route, those that can be high
    // Derived, do not override.
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // The flit on the pins, and the buffers (flit_buffer.v)
    input  wire [COUNT-1:0]         arrive_i,
    input  wire [ROUTE_W-1:0]       in_route_i,
    input  wire                     in_tail_i,
    input  wire [COUNT-1:0]         nonempty_i,
    input  wire [COUNT-1:0]         last_i,
    input  wire [ROUTE_W-1:0]       behind_route_i,
    input  wire                     behind_tail_i,

    // The presented flit: its VC, and whether it leaves in this cycle. It leaves to its output; a
    // head without an output is discarded.
    input  wire [COUNT-1:0]         shown_i,
    input  wire                     leaves_i,
    input  wire                     tail_i,
    input  wire [PORTS-1:0]         output_i,     // its output, one-hot or none
    input  wire [PORTS-1:0]         body_output_i, // of a body flit: its output, early,
    input  wire [VC_W-1:0]          body_vc_i,     // and its output VC
    input  wire [VC_W-1:0]          head_vc_i,    // of a head: the output VC that it takes,
    input  wire                     head_two_i,   // which has two credits or more

    // Credits on the pins, and output VCs that have two or more with these
    input  wire [PORTS*VCS-1:0]     credit_i,
    input  wire [PORTS*VCS-1:0]     two_i,

    input  wire [COUNT-1:0]         due_i,        // starvation_guard.v

    // From registers
    output wire [COUNT-1:0]         active_o,
    output wire [COUNT-1:0]         credit_o,     // active: the output VC has a credit
    output wire [COUNT-1:0]         tail_o,
    output wire [COUNT-1:0]         privileged_o,
    output wire [COUNT*ROUTE_W-1:0] route_o,
    output wire [COUNT*VC_W-1:0]    out_vc_o
);

    reg  [COUNT-1:0]         active_q;
    reg  [COUNT-1:0]         credit_q;
    reg  [COUNT-1:0]         tail_q;
    reg  [COUNT-1:0]         privileged_q;
    reg  [COUNT*ROUTE_W-1:0] route_q;
    reg  [COUNT*VC_W-1:0]    out_vc_q;

    wire [COUNT-1:0] leave = shown_i & {COUNT{leaves_i}};
    wire [COUNT-1:0] more  = nonempty_i & (~last_i | arrive_i);  // a flit behind the front one
    wire [COUNT-1:0] show  = (leave & more) | (arrive_i & ~nonempty_i);  // comes to the front
    wire [COUNT-1:0] takes_behind = nonempty_i & ~last_i;        // from the memory, not the pins
    wire             unused = &{1'b0, output_i};

    // Is this bit, of an output VC or of the route and output VC of a packet, high? (A shift of all
    // bits in place of the index adds a fifth to the router's longest path in LUTs.)
    function automatic of_packet;
        input [PORTS*VCS-1:0] bits;
        input [PORTS-1:0]     route;
        input [VC_W-1:0]      vc;
        reg   [31:0]          place;
        integer               port;
        begin
            of_packet = 1'b0;
            place     = (VCS > 1) ? {{(32-VC_W){1'b0}}, vc} : 32'd0;
            for (port = 0; port < PORTS; port = port + 1) begin
                if (BITS[port]) begin
                    of_packet = of_packet | (route[port] & bits[$unsigned(port*VCS) + place]);
                end
            end
        end
    endfunction

    always @(posedge clk_i) begin
        if (rst_i) privileged_q <= {COUNT{1'b0}};
        else if (enable_i) privileged_q <= due_i & nonempty_i & ~leave;
    end

    genvar v;

    generate
        for (v = 0; v < COUNT; v = v + 1) begin : g_vc
            always @(posedge clk_i) begin
                if (rst_i) begin
                    active_q[v] <= 1'b0;
                    credit_q[v] <= 1'b0;
                end else if (enable_i) begin
                    if (leave[v]) begin
                        active_q[v] <= !tail_i;
                        credit_q[v] <= !tail_i && (active_q[v]
                            ? of_packet(two_i, body_output_i, body_vc_i) : head_two_i);
                    end else if (active_q[v] && !credit_q[v]) begin
                        credit_q[v] <= of_packet(credit_i, route_q[v*ROUTE_W +: PORTS],
                                                 out_vc_q[v*VC_W +: VC_W]);
                    end
                end
                if (enable_i) begin
                    if (show[v]) tail_q[v] <= takes_behind[v] ? behind_tail_i : in_tail_i;
                    // The last head that shows before the VC is active is the head that left.
                    if (!active_q[v] && shown_i[v]) out_vc_q[v*VC_W +: VC_W] <= head_vc_i;
                end
            end

            if (LOOKUP == 0) begin : g_route  // every flit brings the route of its packet
                always @(posedge clk_i) begin
                    if (enable_i && show[v]) begin
                        route_q[v*ROUTE_W +: ROUTE_W] <= BITS & (takes_behind[v] ? behind_route_i
                                                                                 : in_route_i);
                    end
                end
            end else if (SEVERAL == 0) begin : g_head  // a packet keeps the output of its head
                wire comes  = arrive_i[v] && !nonempty_i[v] && !active_q[v];
                wire behind = leave[v] && nonempty_i[v] && tail_q[v];
                always @(posedge clk_i) begin
                    if (enable_i && (comes || behind)) begin
                        route_q[v*ROUTE_W +: ROUTE_W] <= BITS & (takes_behind[v] ? behind_route_i
                                                                                 : in_route_i);
                    end
                end
            end else begin : g_legal  // heads bring their legal outputs, body flits nothing
                always @(posedge clk_i) begin
                    if (enable_i && leave[v] && !tail_i) begin
                        route_q[v*ROUTE_W +: PORTS] <= BITS[PORTS-1:0] & output_i;
                    end else if (enable_i && show[v] && (leave[v] || !active_q[v])) begin
                        route_q[v*ROUTE_W +: ROUTE_W] <= BITS & (takes_behind[v] ? behind_route_i
                                                                                 : in_route_i);
                    end
                end
            end
        end
    endgenerate

    assign active_o     = active_q;
    assign credit_o     = credit_q;
    assign tail_o       = tail_q;
    assign privileged_o = privileged_q;
    assign route_o      = route_q;
    assign out_vc_o     = out_vc_q;

    `ENSURE(credit_is_of_a_packet_under_way, (credit_q & ~active_q) == {COUNT{1'b0}})

`ifdef FORMAL
    `REQUIRE(one_flit_comes, (arrive_i & (arrive_i - 1'b1)) == {COUNT{1'b0}})
    `REQUIRE(what_is_shown_is_there,
            (shown_i & (shown_i - 1'b1)) == {COUNT{1'b0}}
            && (shown_i & ~(nonempty_i | arrive_i)) == {COUNT{1'b0}})
    `REQUIRE(what_leaves_is_shown, !leaves_i || (|shown_i))
    `REQUIRE(a_flit_goes_to_one_output, (output_i & (output_i - 1'b1)) == {PORTS{1'b0}})

`ifndef REQUIRE_IS_PROVED  // alone: what is around it is made up here
    // Any output VC and its credits. Flits sent before this cycle count, from this VC or another.
    (* anyconst *) wire [PORTS-1:0] f_port;
    (* anyconst *) wire [VC_W-1:0]  f_vc;
    (* anyseq *)   wire             f_elsewhere;
    reg  [2:0]       f_credits_q;
    wire             f_credit = of_packet(credit_i, f_port, f_vc);
    wire             f_two    = of_packet(two_i, f_port, f_vc);
    wire [COUNT-1:0] f_holds;   // a packet of this VC holds it
    wire             f_head_takes = leaves_i && !(|(shown_i & active_q)) && output_i == f_port
                                    && head_vc_i == f_vc;
    wire             f_body_goes  = |(leave & f_holds);
    `REQUIRE(an_output_vc_that_exists,
            (|f_port) && (f_port & (f_port - 1'b1)) == {PORTS{1'b0}} && f_vc < VCS)
    `REQUIRE(what_is_on_offer_is_free_with_a_credit,
            !f_head_takes || (f_credits_q != 3'd0 && f_holds == {COUNT{1'b0}}
                              && head_two_i == f_two))
    `REQUIRE(a_body_flit_goes_with_a_credit,
            !(|output_i) || (leave & active_q & ~credit_q) == {COUNT{1'b0}})
    `REQUIRE(others_send_on_output_vcs_that_they_hold,
            !f_elsewhere || (f_credits_q != 3'd0 && !f_head_takes && f_holds == {COUNT{1'b0}}))
    `REQUIRE(no_credit_too_many, !(f_credits_q == 3'd7 && f_credit))
    `REQUIRE(two_i_tells_of_two_credits, f_two == ({1'b0, f_credits_q} + f_credit >= 4'd2))
    always @(posedge clk_i) begin
        if (rst_i) f_credits_q <= 3'd3;
        else if (enable_i) f_credits_q <= f_credits_q + f_credit
                                          - (f_head_takes || f_body_goes || f_elsewhere);
    end
    `ENSURE(an_output_vc_has_one_packet, (f_holds & (f_holds - 1'b1)) == {COUNT{1'b0}})

    genvar f;
    generate
        for (f = 0; f < COUNT; f = f + 1) begin : g_promise
            // {tail, route} of the flits of the VC; the front flit is the lowest.
            localparam W = ROUTE_W + 1;
            reg  [3*W-1:0]     f_flits_q;
            reg  [1:0]         f_count_q;
            reg                f_open_q;    // a head has left, its tail not yet
            reg  [VC_W-1:0]    f_out_vc_q;  // what the head took
            reg  [PORTS-1:0]   f_output_q;
            reg                f_due_q;
            wire [W-1:0]       f_in    = {in_tail_i, BITS & in_route_i};
            wire [ROUTE_W-1:0] f_route = route_q[f*ROUTE_W +: ROUTE_W];
            wire               f_stored = nonempty_i[f];
            wire [1:0]         f_left   = f_count_q - (leave[f] && f_stored);
            wire               f_stays  = arrive_i[f] && !(leave[f] && !f_stored);
            wire [3*W-1:0]     f_shifted = (leave[f] && f_stored) ? f_flits_q >> W : f_flits_q;
            assign f_holds[f] = active_q[f] && f_route[PORTS-1:0] == f_port
                                && out_vc_q[f*VC_W +: VC_W] == f_vc;
            always @(posedge clk_i) begin
                if (rst_i) begin
                    f_count_q <= 2'd0;
                    f_open_q  <= 1'b0;
                    f_due_q   <= 1'b0;
                end else if (enable_i) begin
                    f_count_q <= f_left + f_stays;
                    f_flits_q <= f_shifted;
                    if (f_stays) f_flits_q[f_left*W +: W] <= f_in;
                    if (leave[f]) f_open_q <= !tail_i;
                    if (leave[f] && !f_open_q) f_out_vc_q <= head_vc_i;
                    if (leave[f] && !f_open_q) f_output_q <= output_i;
                    f_due_q <= due_i[f] && nonempty_i[f] && !leave[f];
                end
            end
            `REQUIRE(a_flit_comes_only_while_there_is_room, !(f_count_q == 2'd3 && arrive_i[f]))
            `REQUIRE(nonempty_i_tells_whether_flits_are_there, f_stored == (f_count_q != 2'd0))
            `REQUIRE(last_i_tells_of_the_last_one, !f_stored || last_i[f] == (f_count_q == 2'd1))
            `REQUIRE(behind_i_tell_of_the_flit_behind,
                    !(leave[f] && f_count_q > 2'd1)
                    || {behind_tail_i, BITS & behind_route_i} == f_flits_q[W +: W])
            `REQUIRE(a_body_flit_goes_on_the_output_vc_of_its_packet,
                    !(leave[f] && active_q[f]) || (body_output_i == f_route[PORTS-1:0]
                                                   && body_vc_i == out_vc_q[f*VC_W +: VC_W]))
            `REQUIRE(tail_i_tells_of_the_flit_that_is_shown,
                    !leave[f] || tail_i == (f_stored ? tail_q[f] : in_tail_i))
            if (LOOKUP == 0) begin : g_brought
                `REQUIRE(a_flit_goes_by_its_route,
                        !leave[f]
                        || output_i == (f_stored ? f_route[PORTS-1:0] : in_route_i[PORTS-1:0]))
                `REQUIRE(a_body_flit_has_the_route_of_its_head_in_the_buffer,
                        !(leave[f] && !tail_i && f_count_q > 2'd1)
                        || (BITS & behind_route_i) == (f_stored ? f_route : BITS & in_route_i))
                `REQUIRE(a_body_flit_behind_it_has_the_route_of_its_head,
                        !(arrive_i[f] && f_stays && f_left == 2'd0 && leave[f] && !tail_i)
                        || (BITS & in_route_i) == f_route)
                `REQUIRE(a_body_flit_on_the_pins_has_the_route_of_its_head,
                        !(arrive_i[f] && f_count_q == 2'd0 && active_q[f])
                        || (BITS & in_route_i) == f_route)
                `ENSURE(the_route_is_that_of_the_front_flit,
                        !f_stored || f_route == f_flits_q[0 +: ROUTE_W])
            end else begin : g_kept
                `REQUIRE(a_body_flit_goes_to_the_output_of_its_packet,
                        !(leave[f] && active_q[f]) || output_i == f_route[PORTS-1:0])
                `REQUIRE(a_head_without_a_choice_has_one_output,
                        SEVERAL != 0 || !(leave[f] && !active_q[f])
                        || output_i == (f_stored ? f_route[PORTS-1:0]
                                                 : BITS[PORTS-1:0] & in_route_i[PORTS-1:0]))
                `ENSURE(a_head_that_waits_has_its_legal_outputs,
                        !f_stored || active_q[f] || f_route == f_flits_q[0 +: ROUTE_W])
            end
            `ENSURE(tail_tells_of_the_front_flit, !f_stored || tail_q[f] == f_flits_q[ROUTE_W])
            `ENSURE(active_from_the_head_to_the_tail, active_q[f] == f_open_q)
            `ENSURE(a_packet_keeps_its_output_vc,
                    !active_q[f] || out_vc_q[f*VC_W +: VC_W] == f_out_vc_q)
            `ENSURE(a_packet_keeps_its_output, !active_q[f] || f_route[PORTS-1:0] == f_output_q)
            `ENSURE(credit_tells_of_the_output_vc_that_is_held,
                    !f_holds[f] || credit_q[f] == (f_credits_q != 3'd0))
            `ENSURE(privileged_while_it_waits, privileged_q[f] == f_due_q)
        end
    endgenerate
`endif
`endif

endmodule

`default_nettype wire
