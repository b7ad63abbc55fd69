// packet_input.v - an input port of a packet router: buffers, routes, passes, and its offer.
//
// In each cycle the port offers the next flit of one of its VCs: a body flit of a pass under way,
// or a head with an available slot at one or more of its outputs. The head requests all of these
// outputs, and moves if one or more of them grant. Its body flits follow to these outputs without a
// request. Further passes over the packet serve the other outputs; the packet stays in its buffer
// until the final pass.
//
// The path from the pins through the offer to the outputs is combinational, and their grants return
// in the same cycle. docs/timing.md section 7; Buzzard & Mudge 1988, section 5 (broadcast to each
// output as it becomes free). Mirrored by model/packet_router/.

`default_nettype none
`include "check.vh"

module packet_input #(
    parameter PORTS         = 5,   // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,   // 0 .. PORTS
    parameter VCS           = 1,   // virtual channels, 1 or 2
    parameter DEPTH         = 7,   // flits per VC, PACKET_FLITS .. 64
    parameter DATA_W        = 32,  // flit data in bits, 8 .. 512
    parameter ADDR_W        = 6,   // address width in bits, up to DATA_W - 2
    parameter ROUTING       = 0,   // 0 .. 4, docs/timing.md section 3
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,   // bits of one coordinate
    parameter HIGHEST_FIRST = 1,   // dimension order
    parameter PACKET_FLITS  = 5,   // most flits of a packet, 1 .. 64
    parameter FIRST_HOP     = 0,   // 1: the local port says the first output
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1,
    parameter ROW_W         = (PACKET_FLITS > 1) ? $clog2(PACKET_FLITS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,

    // Address
    input  wire [ADDR_W-1:0]  node_i,
    input  wire [ADDR_W-1:0]  limit_i,
    input  wire [PORT_W-1:0]  port_i,        // number of this port

    // Upstream. packet_router.v registers credit_o.
    input  wire               in_valid_i,
    input  wire               in_vc_i,
    input  wire [FLIT_W-1:0]  in_flit_i,
    output wire [VCS-1:0]     credit_o,      // a flit of the VC leaves for good

    // To and from the outputs
    input  wire [2*PORTS-1:0] side_open_i,   // outputs with a slot for packets of side 0, of side 1
    output wire [PORTS-1:0]   req_o,         // the offered flit is a head and asks for these
    output wire [PORTS-1:0]   body_o,        // it follows its head to these
    input  wire [PORTS-1:0]   gnt_i,         // of the requests
    output wire               side_o,        // of an offered head, see packet_route.v
    output wire               vc_o,          // of the offered flit
    output wire [FLIT_W-1:0]  flit_o,
    output wire [VCS*PORTS-1:0] open_o,      // outputs of the pass of each VC; registered
    output wire [VCS*ROW_W-1:0] row_o,       // and its next row

    // Status
    output wire               nonempty_o,    // flits are stored
    output wire               unroutable_o   // a head without a way is discarded
);

    localparam HEAD = DATA_W;
    localparam TAIL = DATA_W + 1;

    generate
        if (DATA_W < 8 || DATA_W > 512) begin : g_bad_data_w
            ERROR_packet_input_DATA_W_must_be_8_to_512 u_error ();
        end
        if (ADDR_W < 1 || ADDR_W + 2 > DATA_W) begin : g_bad_addr_w
            ERROR_packet_input_ADDR_W_must_be_1_to_DATA_W_minus_2 u_error ();
        end
        if (PACKET_FLITS < 1 || PACKET_FLITS > DEPTH) begin : g_bad_packet_flits
            ERROR_packet_input_PACKET_FLITS_must_be_1_to_DEPTH u_error ();
        end
    endgenerate

    reg [VCS-1:0]       pass_q, pass_d;        // a pass is under way
    reg [VCS*PORTS-1:0] outputs_q, outputs_d;  // its outputs
    reg [VCS*PORTS-1:0] rest_q, rest_d;        // outputs for further passes
    reg [VCS*ROW_W-1:0] row_q, row_d;          // its flits that moved
    reg                 vc_turn_q;

    // The candidates
    wire                  arrives = enable_i && in_valid_i;
    wire [VCS-1:0]        nonempty;
    wire [VCS-1:0]        here;                // there is one
    wire [VCS-1:0]        head;                // head candidate
    wire [VCS-1:0]        lost;                // head without an output: moves to nowhere
    wire [VCS-1:0]        side;
    wire [VCS-1:0]        goes_on;             // body candidate
    wire [VCS-1:0]        ready;               // may be offered
    wire [VCS*PORTS-1:0]  need;                // of head candidates
    wire [VCS*FLIT_W-1:0] next_flit;           // of candidates

    // The offer
    wire                  vc;
    wire [FLIT_W-1:0]     flit    = vc ? next_flit[(VCS-1)*FLIT_W +: FLIT_W]
                                       : next_flit[0 +: FLIT_W];
    wire                  is_head = head[vc];
    wire [PORTS-1:0]      op_need = need[vc*PORTS +: PORTS] & {PORTS{is_head}};
    wire [PORTS-1:0]      req     = op_need & side_open_i[side[vc]*PORTS +: PORTS];
    wire [PORTS-1:0]      body    = open_o[vc*PORTS +: PORTS] & {PORTS{here[vc]}};

    // The move. Grants come late in their cycle.
    wire                  moves    = (|gnt_i) || goes_on[vc] || lost[vc];
    wire [PORTS-1:0]      rest;
    wire                  is_final;

    genvar g;

    // Without broadcasts a packet has one output, so each pass is the final one.
    generate
        if (ROUTING == 3) begin : g_passes
            wire may_end = is_head ? (|op_need) || lost[vc]
                         : goes_on[vc] && rest_q[vc*PORTS +: PORTS] == {PORTS{1'b0}};
            assign rest     = op_need & ~gnt_i;
            assign is_final = may_end && rest == {PORTS{1'b0}};
        end else begin : g_one_pass
            assign rest     = {PORTS{1'b0}};
            assign is_final = 1'b1;
        end
    endgenerate

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            localparam       VC_INT = g;
            localparam [0:0] VC     = VC_INT[0:0];

            wire              comes   = arrives && in_vc_i == VC;
            wire              chosen  = moves && vc == VC;
            wire              stored;
            wire [FLIT_W-1:0] front;
            wire [FLIT_W-1:0] next    = stored ? front : in_flit_i;
            wire [PORTS-1:0]  again   = rest_q[g*PORTS +: PORTS];
            wire              first   = enable_i && !pass_q[g] && again == {PORTS{1'b0}};
            wire              kept    = first && stored;            // a head that is stored
            wire              passes  = first && !stored && comes;  // a head on the pins

            // The route is found as the flit comes, and stored with it: a stored head then asks for
            // its outputs early in the cycle.
            wire [PORTS-1:0]  in_outputs, front_outputs;
            wire              in_side, front_side;
            wire [PORTS-1:0]  outputs  = (front_outputs & {PORTS{kept}})
                                       | (in_outputs & {PORTS{passes}});
            wire              its_side = (front_side && kept) || (in_side && passes);
            wire              fits    = head[g] &&  // a slot is available somewhere
                (|(need[g*PORTS +: PORTS] & side_open_i[its_side*PORTS +: PORTS]));

            packet_buffer #(
                .DEPTH  (DEPTH),
                .FLIT_W (1 + PORTS + FLIT_W)
            ) u_buffer (
                .clk_i      (clk_i),
                .rst_i      (rst_i),
                .comes_i    (comes),
                .flit_i     ({in_side, in_outputs, in_flit_i}),
                .stored_o   (stored),
                .flit_o     ({front_side, front_outputs, front}),
                .move_i     (chosen),
                .final_i    (is_final),
                .tail_i     (flit[TAIL]),
                .nonempty_o (nonempty[g])
            );

            packet_route #(
                .PORTS         (PORTS),
                .LOCAL_PORTS   (LOCAL_PORTS),
                .VCS           (VCS),
                .ADDR_W        (ADDR_W),
                .ROUTING       (ROUTING),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .FIRST_HOP     (FIRST_HOP)
            ) u_route (
                .node_i        (node_i),
                .limit_i       (limit_i),
                .port_i        (port_i),
                .valid_i       (1'b1),
                .vc_i          (VC),
                .destination_i (in_flit_i[ADDR_W-1:0]),
                .kind_i        (in_flit_i[ADDR_W +: 2]),
                .outputs_o     (in_outputs),
                .side_o        (in_side)
            );

            // Only broadcasts, which have side 0, have further passes.
            assign here[g]                      = enable_i
                && (stored || (in_valid_i && in_vc_i == VC));
            assign head[g]                      = here[g] && !pass_q[g];
            assign lost[g]                      = (kept || passes) && outputs == {PORTS{1'b0}};
            assign side[g]                      = its_side;
            assign need[g*PORTS +: PORTS]       = again | outputs;
            assign next_flit[g*FLIT_W +: FLIT_W] = next;
            assign goes_on[g]                   = here[g] && pass_q[g];
            assign ready[g]                     = fits || goes_on[g] || lost[g];
            assign open_o[g*PORTS +: PORTS]     = outputs_q[g*PORTS +: PORTS] & {PORTS{pass_q[g]}};
            assign credit_o[g]                  = chosen && is_final;
        end
        if (VCS > 1) begin : g_turn
            assign vc = ready[vc_turn_q] ? vc_turn_q : !vc_turn_q;
        end else begin : g_no_turn
            wire unused = &{1'b0, vc_turn_q, ready};
            assign vc = 1'b0;
        end
    endgenerate

    assign req_o        = req;
    assign body_o       = body;
    assign side_o       = side[vc];
    assign vc_o         = vc;
    assign unroutable_o = lost[vc];
    assign flit_o       = flit;
    assign row_o        = row_q;
    assign nonempty_o   = |nonempty;

    always @* begin
        pass_d    = pass_q;
        outputs_d = outputs_q;
        rest_d    = rest_q;
        row_d     = row_q;
        if (moves) begin
            pass_d[vc] = !flit[TAIL];
            row_d[vc*ROW_W +: ROW_W] = flit[TAIL] ? {ROW_W{1'b0}}
                                                  : row_q[vc*ROW_W +: ROW_W] + 1'b1;
            if (is_head) begin
                outputs_d[vc*PORTS +: PORTS] = gnt_i;
                rest_d[vc*PORTS +: PORTS]    = rest;
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            pass_q    <= {VCS{1'b0}};
            rest_q    <= {(VCS*PORTS){1'b0}};
            row_q     <= {(VCS*ROW_W){1'b0}};
            vc_turn_q <= 1'b0;
        end else if (moves) begin
            pass_q    <= pass_d;
            rest_q    <= rest_d;
            row_q     <= row_d;
            vc_turn_q <= (VCS > 1) && (vc ^ flit[TAIL]);
        end
    end

    always @(posedge clk_i) begin
        if (moves && is_head) outputs_q <= outputs_d;
    end

    // State for the checks: the arriving packet, its VC, and its flits so far
    localparam                LENGTH_W = $clog2(PACKET_FLITS + 1);
    localparam [LENGTH_W-1:0] LONGEST  = PACKET_FLITS[LENGTH_W-1:0];

    reg                open_q;
    reg                open_vc_q;
    reg [LENGTH_W-1:0] length_q;
    wire               begins = in_flit_i[HEAD];

    always @(posedge clk_i) begin
        if (rst_i) begin
            open_q   <= 1'b0;
            length_q <= {LENGTH_W{1'b0}};
        end else if (arrives) begin
            open_q    <= !in_flit_i[TAIL];
            open_vc_q <= in_vc_i;
            length_q  <= (begins ? {LENGTH_W{1'b0}} : length_q) + 1'b1;
        end
    end

    `REQUIRE(a_flit_names_a_vc_that_exists, !arrives || VCS > 1 || !in_vc_i)
    `REQUIRE(a_head_after_each_tail, !arrives || begins != open_q)
    `REQUIRE(packets_do_not_mix_on_a_channel, !arrives || begins || in_vc_i == open_vc_q)
    `REQUIRE(a_packet_has_packet_flits_flits_at_most, !arrives || begins || length_q != LONGEST)
`ifdef FORMAL
    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_formal
            // The upstream router has DEPTH credits of the VC and uses each once.
            reg [7:0] f_held_q;  // flits that came and did not leave
            always @(posedge clk_i) begin
                if (rst_i) f_held_q <= 8'd0;
                else f_held_q <= f_held_q + (arrives && in_vc_i == g) - credit_o[g];
            end
            `REQUIRE(a_flit_has_a_credit, !(arrives && in_vc_i == g) || f_held_q < DEPTH)
            `ENSURE(a_credit_for_a_flit_that_came,
                    !credit_o[g] || f_held_q != 0 || (arrives && in_vc_i == g))

            // A packet goes once to each of its outputs: a further pass serves those that the first
            // did not.
            wire             f_head = moves && is_head && vc == g;
            wire             f_end  = credit_o[g] && flit[TAIL];  // the packet leaves
            reg              f_known_q;                           // of the packet in front
            reg  [PORTS-1:0] f_left_q;
            always @(posedge clk_i) begin
                if (rst_i) begin
                    f_known_q <= 1'b0;
                    f_left_q  <= {PORTS{1'b0}};
                end else begin
                    if (f_head) begin
                        f_known_q <= 1'b1;
                        f_left_q  <= (f_known_q ? f_left_q : op_need) & ~gnt_i;
                    end
                    if (f_end) f_known_q <= 1'b0;
                end
            end
            `ENSURE(a_flit_goes_once_to_an_output,
                    !(f_head && f_known_q) || (gnt_i & ~f_left_q) == {PORTS{1'b0}})
            `ENSURE(a_request_stays_until_it_is_granted,
                    !(f_head && f_known_q) || op_need == f_left_q)
            `ENSURE(a_packet_ends_when_it_is_everywhere,
                    !(f_end && !f_head) || f_left_q == {PORTS{1'b0}})
            `ENSURE(a_body_follows_its_head, !(moves && !is_head && vc == g) || f_known_q)
        end
    endgenerate

    `REQUIRE(grants_go_to_requests, (gnt_i & ~req) == {PORTS{1'b0}})
    `ENSURE(a_head_or_a_body, req == {PORTS{1'b0}} || body == {PORTS{1'b0}})
    `ENSURE(a_pass_begins_with_a_head, !moves || flit[HEAD] == is_head)
    `ENSURE(in_its_turn_a_head_without_a_way_does_not_stay,
            !lost[vc_turn_q] || (moves && vc == vc_turn_q))
    `ENSURE(one_flit_a_cycle, (credit_o & (credit_o - 1'b1)) == {VCS{1'b0}})
`endif

endmodule

`default_nettype wire
