// switch_core.v - the common core of a router and an interchange: everything between their pins.
//
// The core has the lanes of the inputs, the outputs and the starvation guard. The module around it
// supplies the legal turns and the routes of heads. This file is wiring. More than 20 parameters: a
// vector for each property of the ports, so that no gate is spent on what cannot happen.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 to 19.
// Mirrored by model/router/router_core.h.

`default_nettype none
`include "check.vh"
`include "settled.vh"

module switch_core #(
    parameter PORTS    = 5,   // 2 .. 32
    parameter VCS      = 4,   // virtual channels, 1 .. 16
    parameter DATA_W   = 32,  // flit data in bits, 8 .. 512
    parameter GROUPS   = 1,   // of VCs, with an offer each (output_vcs.v)
    parameter DATELINE = 0,   // dateline classes (vc_groups.vh)
    parameter LAYERS   = 1,   // of VCs in a message class, with LOOKUP (vc_groups.vh)
    parameter ESCAPE   = 0,   // 1: of two layers the upper one is an escape (vc_groups.vh)
    parameter LOOKUP   = 0,   // 1: the route here is here_i, not in_route_i,
    parameter SEVERAL  = 0,   // 1: and may name several outputs
    parameter PIPELINE = 1,   // cycles per hop, 1 or 2
    parameter PATIENCE = 256, // active cycles before a waiting flit is privileged
    parameter ROUTE_W  = (ESCAPE != 0) ? 2*PORTS : PORTS + DATELINE%2 + ((LAYERS > 1) ? LAYERS : 0),
    parameter NEXT_W   = ROUTE_W,  // of a route at the next one
    // A row for each port. Depths, 1 .. 64, are those of the input, and of the buffer behind the
    // output. ROOMS, 1 .. the depth: credits that a head needs to enter there.
    parameter [PORTS*32-1:0]     DEPTHS    = {PORTS{32'd4}},
    parameter [PORTS*32-1:0]     ROOMS     = {PORTS{32'd4}},
    parameter [PORTS*PORTS-1:0]  TURNS     = {(PORTS*PORTS){1'b1}},  // outputs of each input,
    parameter [PORTS*PORTS-1:0]  ENTERS    = {(PORTS*PORTS){1'b0}},  // those at which heads enter,
    parameter [PORTS*PORTS-1:0]  STRAIGHT  = {(PORTS*PORTS){1'b0}},  // the one straight on, or none
    parameter [PORTS*PORTS-1:0]  YIELDS    = {(PORTS*PORTS){1'b0}},  // those at which heads go last
    parameter [PORTS-1:0]        ABSENT    = {PORTS{1'b0}},  // no channel comes or goes there
    parameter [PORTS-1:0]        STRAYS    = {PORTS{1'b0}},  // where heads without one can come in
    parameter [PORTS*NEXT_W-1:0] IN_NEXTS  = {(PORTS*NEXT_W){1'b1}}, // bits of next_i, and of
    parameter [PORTS*NEXT_W-1:0] OUT_NEXTS = {(PORTS*NEXT_W){1'b1}}, // out_route_o that can be high
    // Derived, do not override.
    parameter FLIT_W   = DATA_W + 2,
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire                      enable_i,

    // Upstream. A head has its route at the next router, and here.
    input  wire [PORTS-1:0]          in_valid_i,
    input  wire [PORTS*VC_W-1:0]     in_vc_i,
    input  wire [PORTS*ROUTE_W-1:0]  in_route_i,
    input  wire [PORTS*FLIT_W-1:0]   in_flit_i,
    input  wire [PORTS*NEXT_W-1:0]   next_i,
    input  wire [PORTS*ROUTE_W-1:0]  here_i,
    input  wire [PORTS-1:0]          crossed_i,  // what goes straight on came over the dateline
    output wire [PORTS*VCS-1:0]      in_credit_o,

    // Downstream
    output wire [PORTS-1:0]          out_valid_o,
    output wire [PORTS*VC_W-1:0]     out_vc_o,
    output wire [PORTS*NEXT_W-1:0]   out_route_o,
    output wire [PORTS*FLIT_W-1:0]   out_flit_o,
    input  wire [PORTS*VCS-1:0]      out_credit_i,

    input  wire [PORTS-1:0]          pausing_i,  // outputs that send nothing in this cycle
    output wire [PORTS-1:0]          sent_o,     // a flit goes there
    output wire                      idle_o      // nothing stored, nothing on the outputs
);

    `include "turn_lists.vh"

    localparam WORD_W = FLIT_W + NEXT_W;
    localparam LANES  = (VCS > 1) ? 2 : 1;  // of an input port; docs/router.md has the trade-off

    reg  [PORTS*VCS-1:0]          in_credit_q;
    reg  [PORTS*GROUPS-1:0]       closed_q;

    // Input VCs
    wire [PORTS*VCS-1:0]          ivc_due;
    wire [PORTS*VCS-1:0]          ivc_nonempty;
    wire [PORTS*VCS-1:0]          ivc_leave;

    // Lanes: the presented flits
    wire [PORTS*LANES*PORTS-1:0]  lane_req;
    wire [PORTS*LANES*PORTS-1:0]  lane_gnt;
    wire [PORTS*LANES*WORD_W-1:0] lane_word;
    wire [PORTS*LANES*VC_W-1:0]   lane_vc;
    wire [PORTS*LANES*GROUPS-1:0] lane_takes;
    wire [PORTS*LANES-1:0]        lane_yields;
    wire [PORTS*LANES*PORTS*GROUPS-1:0] lane_close;

    // Outputs
    wire [PORTS*GROUPS-1:0]       op_offer;
    wire [PORTS*GROUPS-1:0]       op_open;      // the offer of an output that does not pause
    wire [PORTS*GROUPS-1:0]       op_room;
    wire [PORTS*GROUPS*VC_W-1:0]  op_offer_vc;
    wire [PORTS*GROUPS-1:0]       op_offer_two;
    wire [PORTS*VCS-1:0]          ovc_two;

    // Pins that combinational logic reads
    `SETTLED(PORTS, in_valid_s, in_valid_i)
    `SETTLED(PORTS*VC_W, in_vc_s, in_vc_i)
    `SETTLED(PORTS*ROUTE_W, in_route_s, in_route_i)
    `SETTLED(PORTS*FLIT_W, in_flit_s, in_flit_i)
    `SETTLED(PORTS*VCS, out_credit_s, out_credit_i)
    `SETTLED(PORTS, pausing_s, pausing_i)

    // Bits of absent ports
    wire unused = &{1'b0, next_i, here_i, crossed_i, in_vc_s, in_route_s, in_flit_s, out_credit_s,
                    pausing_s, ivc_due, lane_gnt, op_offer, op_room, op_offer_vc, op_offer_two,
                    ovc_two, lane_yields};

    genvar i;
    genvar l;
    genvar o;
    genvar k;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_input
            // A head may go to an open output. If it enters there, the output must have room.
            wire [PORTS*GROUPS-1:0] enters;
            wire [PORTS*GROUPS-1:0] head_may = op_open & (op_room | ~enters);
            for (o = 0; o < PORTS; o = o + 1) begin : g_enters
                assign enters[o*GROUPS +: GROUPS] = {GROUPS{ENTERS[i*PORTS + o]}};
            end

            // Duties of the neighbour; VCs whose last flit was not a tail
            reg  [VCS-1:0]    open_q;
            wire [VC_W-1:0]   vc     = {VC_W{VCS > 1}} & in_vc_s[i*VC_W +: VC_W];
            wire [VCS-1:0]    arrive = in_valid_s[i] ? {{(VCS-1){1'b0}}, 1'b1} << vc : {VCS{1'b0}};
            wire [FLIT_W-1:0] flit   = in_flit_s[i*FLIT_W +: FLIT_W];
            always @(posedge clk_i) begin
                if (rst_i) open_q <= {VCS{1'b0}};
                else if (enable_i) open_q <= flit[FLIT_W-1] ? open_q & ~arrive : open_q | arrive;
            end
            `REQUIRE(a_flit_names_a_vc_that_exists, !(enable_i && in_valid_s[i]) || (|arrive))
            `REQUIRE(a_head_after_each_tail,
                    !(enable_i && in_valid_s[i]) || flit[DATA_W] != (|(open_q & arrive)))
            if (LOOKUP == 0) begin : g_route_duty
                wire [PORTS-1:0] out = in_route_s[i*ROUTE_W +: PORTS];
                `REQUIRE(no_route_without_a_flit, !enable_i || in_valid_s[i] || !(|out))
                `REQUIRE(a_route_names_one_output,
                        !enable_i || (out & (out - 1'b1)) == {PORTS{1'b0}})
            end

            if (ABSENT[i]) begin : g_absent
                `REQUIRE(nothing_comes_where_there_is_no_channel, !enable_i || !in_valid_i[i])
                assign lane_req[i*LANES*PORTS +: LANES*PORTS]     = {(LANES*PORTS){1'b0}};
                assign lane_word[i*LANES*WORD_W +: LANES*WORD_W]  = {(LANES*WORD_W){1'b0}};
                assign lane_vc[i*LANES*VC_W +: LANES*VC_W]        = {(LANES*VC_W){1'b0}};
                assign lane_takes[i*LANES*GROUPS +: LANES*GROUPS] = {(LANES*GROUPS){1'b0}};
                assign lane_yields[i*LANES +: LANES]              = {LANES{1'b0}};
                assign lane_close[i*LANES*PORTS*GROUPS +: LANES*PORTS*GROUPS]
                    = {(LANES*PORTS*GROUPS){1'b0}};
                assign ivc_nonempty[i*VCS +: VCS] = {VCS{1'b0}};
                assign ivc_leave[i*VCS +: VCS]    = {VCS{1'b0}};
                wire unused_may = &{1'b0, head_may};
            end

            for (l = 0; l < (ABSENT[i] ? 0 : LANES); l = l + 1) begin : g_lane
                localparam LANE  = i*LANES + l;
                localparam FIRST = (l * VCS + LANES - 1) / LANES;
                localparam COUNT = ((l + 1) * VCS + LANES - 1) / LANES - FIRST;

                input_lane #(
                    .PORTS    (PORTS),
                    .VCS      (VCS),
                    .FIRST    (FIRST),
                    .COUNT    (COUNT),
                    .DEPTH    ($signed(DEPTHS[i*32 +: 32])),
                    .DATA_W   (DATA_W),
                    .TURNS    (TURNS[i*PORTS +: PORTS] & ~ABSENT),
                    .LOOKUP   (LOOKUP),
                    .SEVERAL  (SEVERAL),
                    .START    (i),
                    .GROUPS   (GROUPS),
                    .PIPELINE (PIPELINE),
                    .DATELINE (DATELINE),
                    .LAYERS   (LAYERS),
                    .ESCAPE   (ESCAPE),
                    .STRAIGHT (STRAIGHT[i*PORTS +: PORTS]),
                    .STRAYS   ((STRAYS[i]) ? 1 : 0),
                    .YIELDS   ((|YIELDS[i*PORTS +: PORTS]) ? 1 : 0),
                    .NEXT_W   (NEXT_W),
                    .NEXT     (IN_NEXTS[i*NEXT_W +: NEXT_W])
                ) u_lane (
                    .clk_i        (clk_i),
                    .rst_i        (rst_i),
                    .enable_i     (enable_i),
                    .in_valid_i   (in_valid_s[i]),
                    .in_vc_i      (in_vc_s[i*VC_W +: VC_W]),
                    .in_flit_i    (in_flit_s[i*FLIT_W +: FLIT_W]),
                    .in_route_i   ((LOOKUP != 0) ? here_i[i*ROUTE_W +: ROUTE_W]
                                                 : in_route_s[i*ROUTE_W +: ROUTE_W]),
                    .next_i       (next_i[i*NEXT_W +: NEXT_W]),
                    .crossed_i    (crossed_i[i]),
                    .head_may_i   (head_may),
                    .head_offer_i (op_offer),
                    .offer_vc_i   (op_offer_vc),
                    .offer_two_i  (op_offer_two),
                    .credit_i     (out_credit_s),
                    .two_i        (ovc_two),
                    .pausing_i    (pausing_i),
                    .due_i        (ivc_due[i*VCS + FIRST +: COUNT]),
                    .close_o      (lane_close[LANE*PORTS*GROUPS +: PORTS*GROUPS]),
                    .req_o        (lane_req[LANE*PORTS +: PORTS]),
                    .word_o       (lane_word[LANE*WORD_W +: WORD_W]),
                    .vc_o         (lane_vc[LANE*VC_W +: VC_W]),
                    .takes_o      (lane_takes[LANE*GROUPS +: GROUPS]),
                    .yields_o     (lane_yields[LANE]),
                    .grant_i      (|lane_gnt[LANE*PORTS +: PORTS]),
                    .nonempty_o   (ivc_nonempty[i*VCS + FIRST +: COUNT]),
                    .leave_o      (ivc_leave[i*VCS + FIRST +: COUNT])
                );
            end
        end

        for (o = 0; o < PORTS; o = o + 1) begin : g_output
            assign op_open[o*GROUPS +: GROUPS] = op_offer[o*GROUPS +: GROUPS]
                & ~closed_q[o*GROUPS +: GROUPS] & {GROUPS{!pausing_i[o]}};

            localparam INPUTS  = inputs_of(o);  // absent ones too: the order of arbitration stays
            localparam SENDERS = ABSENT[o] ? 0 : INPUTS * LANES;

            if (SENDERS > 0) begin : g_port
                wire [SENDERS-1:0]        asks;   // requests, of which those count
                wire [SENDERS-1:0]        yields; // that yield to nobody (2.4)
                wire [SENDERS-1:0]        reqs   = (|(asks & ~yields)) ? asks & ~yields : asks;
                wire [SENDERS-1:0]        gnts;
                wire [SENDERS*WORD_W-1:0] words;
                wire [SENDERS*VC_W-1:0]   vcs;
                wire [SENDERS*GROUPS-1:0] takes;

                for (k = 0; k < SENDERS; k = k + 1) begin : g_in
                    localparam LANE = input_of(o, k / LANES) * LANES + k % LANES;
                    assign asks[k]                     = lane_req[LANE*PORTS + o] && !pausing_s[o];
                    assign yields[k]                   = YIELDS[LANE/LANES*PORTS + o]
                                                         && lane_yields[LANE];
                    assign words[k*WORD_W +: WORD_W]   = lane_word[LANE*WORD_W +: WORD_W];
                    assign vcs[k*VC_W +: VC_W]         = lane_vc[LANE*VC_W +: VC_W];
                    assign takes[k*GROUPS +: GROUPS]   = lane_takes[LANE*GROUPS +: GROUPS];
                    assign lane_gnt[LANE*PORTS + o]    = gnts[k];
                end

                output_port #(
                    .INPUTS  (INPUTS),
                    .LANES   (LANES),
                    .VCS     (VCS),
                    .DEPTH   ($signed(DEPTHS[o*32 +: 32])),
                    .ROOM    ($signed(ROOMS[o*32 +: 32])),
                    .GROUPS  (GROUPS),
                    .DATA_W  (DATA_W),
                    .ROUTE_W (NEXT_W),
                    .NEXT    (OUT_NEXTS[o*NEXT_W +: NEXT_W])
                ) u_output (
                    .clk_i        (clk_i),
                    .rst_i        (rst_i),
                    .enable_i     (enable_i),
                    .req_i        (reqs),
                    .words_i      (words),
                    .vcs_i        (vcs),
                    .takes_i      (takes),
                    .gnt_o        (gnts),
                    .offer_o      (op_offer[o*GROUPS +: GROUPS]),
                    .room_o       (op_room[o*GROUPS +: GROUPS]),
                    .offer_vc_o   (op_offer_vc[o*GROUPS*VC_W +: GROUPS*VC_W]),
                    .offer_two_o  (op_offer_two[o*GROUPS +: GROUPS]),
                    .two_o        (ovc_two[o*VCS +: VCS]),
                    .out_valid_o  (out_valid_o[o]),
                    .out_vc_o     (out_vc_o[o*VC_W +: VC_W]),
                    .out_route_o  (out_route_o[o*NEXT_W +: NEXT_W]),
                    .out_flit_o   (out_flit_o[o*FLIT_W +: FLIT_W]),
                    .out_credit_i (out_credit_s[o*VCS +: VCS])
                );

                assign sent_o[o] = |reqs;
            end else begin : g_no_port
                assign op_offer[o*GROUPS +: GROUPS]                = {GROUPS{1'b0}};
                assign op_room[o*GROUPS +: GROUPS]                 = {GROUPS{1'b0}};
                assign op_offer_vc[o*GROUPS*VC_W +: GROUPS*VC_W]   = {(GROUPS*VC_W){1'b0}};
                assign op_offer_two[o*GROUPS +: GROUPS]            = {GROUPS{1'b0}};
                assign ovc_two[o*VCS +: VCS]                       = {VCS{1'b0}};
                assign out_valid_o[o]                              = 1'b0;
                assign out_vc_o[o*VC_W +: VC_W]                    = {VC_W{1'b0}};
                assign out_route_o[o*NEXT_W +: NEXT_W]             = {NEXT_W{1'b0}};
                assign out_flit_o[o*FLIT_W +: FLIT_W]              = {FLIT_W{1'b0}};
                assign sent_o[o]                                   = 1'b0;
            end

            for (k = 0; k < PORTS * LANES; k = k + 1) begin : g_grant
                if (SENDERS == 0 || !TURNS[(k / LANES)*PORTS + o]) begin : g_never
                    assign lane_gnt[k*PORTS + o] = 1'b0;
                end
            end
        end
    endgenerate

    starvation_guard #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .PATIENCE (PATIENCE)
    ) u_guard (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .active_i       (enable_i && (|ivc_nonempty)),
        .ivc_nonempty_i (ivc_nonempty),
        .ivc_sent_i     (in_credit_q),
        .ivc_due_o      (ivc_due)
    );

    // Groups of VCs that are closed to all heads except the privileged one
    reg [PORTS*GROUPS-1:0] closing;
    integer                n;
    always @* begin
        closing = {(PORTS*GROUPS){1'b0}};
        for (n = 0; n < PORTS * LANES; n = n + 1) begin
            closing = closing | lane_close[n*PORTS*GROUPS +: PORTS*GROUPS];
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            in_credit_q <= {(PORTS*VCS){1'b0}};
            closed_q    <= {(PORTS*GROUPS){1'b0}};
        end else if (enable_i) begin
            in_credit_q <= ivc_leave;
            closed_q    <= closing;
        end
    end

    assign in_credit_o = in_credit_q;

    // With idle_o high and no flit or credit on the input pins no register changes, so a simulator
    // may skip the router. All buffers are empty then, and the cycle before had no grant:
    // - buffers, states of VCs, selections, nodes of arbiters and the guard move with flits;
    // - credits and busy VCs follow the flit in the output register, of which there is none;
    // - offers and room follow from credits and busy VCs, which have not changed.
    // Words behind a low valid bit may change; no module reads them.
    assign idle_o = !((|ivc_nonempty) || (|out_valid_o) || (|in_credit_q));

`ifdef FORMAL
    // Grants of the lanes, seen from outputs and from lanes
    reg [PORTS-1:0]       f_asked;       // outputs that a lane asks for
    reg [PORTS-1:0]       f_granted;
    reg [PORTS-1:0]       f_two_lanes;   // two lanes have a grant of it
    reg [PORTS*LANES-1:0] f_two_outputs; // it has a grant of two outputs
    reg [PORTS-1:0]       f_yields;      // granted to a head that goes last, and
    reg [PORTS-1:0]       f_others;      // another flit asks, too
    reg [PORTS-1:0]       f_granted_q;
    reg                   f_counts_q;
    integer               f_l;
    integer               f_o;
    always @* begin
        f_asked       = {PORTS{1'b0}};
        f_granted     = {PORTS{1'b0}};
        f_two_lanes   = {PORTS{1'b0}};
        f_two_outputs = {(PORTS*LANES){1'b0}};
        f_yields      = {PORTS{1'b0}};
        f_others      = {PORTS{1'b0}};
        for (f_l = 0; f_l < PORTS * LANES; f_l = f_l + 1) begin
            f_two_outputs[f_l] = (lane_gnt[f_l*PORTS +: PORTS]
                                  & (lane_gnt[f_l*PORTS +: PORTS] - 1'b1)) != {PORTS{1'b0}};
            for (f_o = 0; f_o < PORTS; f_o = f_o + 1) begin
                if (lane_req[f_l*PORTS + f_o] && !pausing_i[f_o]) begin
                    f_asked[f_o] = 1'b1;
                    if (!(YIELDS[(f_l/LANES)*PORTS + f_o] && lane_yields[f_l])) begin
                        f_others[f_o] = 1'b1;
                    end
                end
                if (lane_gnt[f_l*PORTS + f_o]) begin
                    f_two_lanes[f_o] = f_granted[f_o];
                    f_granted[f_o]   = 1'b1;
                    f_yields[f_o]    = YIELDS[(f_l/LANES)*PORTS + f_o] && lane_yields[f_l];
                end
            end
        end
    end
    always @(posedge clk_i) begin
        f_counts_q  <= !rst_i && enable_i;
        f_granted_q <= f_granted;
    end
    `ENSURE(at_most_one_grant_of_an_output, !(|f_two_lanes))
    `ENSURE(at_most_one_grant_of_a_lane, !enable_i || !(|f_two_outputs))
    `ENSURE(a_grant_is_of_the_output_that_the_lane_asks_for, !(|(lane_gnt & ~lane_req)))
    `ENSURE(an_output_that_is_asked_for_grants, f_granted == f_asked)
    `ENSURE(an_output_that_pauses_grants_nothing, !(|(f_granted & pausing_i)))
    `ENSURE(a_head_that_turns_goes_last, !(|(f_yields & f_others)))
    `ENSURE(what_is_granted_is_on_the_pins, !f_counts_q || out_valid_o == f_granted_q)
`endif

endmodule

`default_nettype wire
