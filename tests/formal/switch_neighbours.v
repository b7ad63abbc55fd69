// switch_neighbours.v - a router without its routing unit between any neighbours, for the proof.
//
// The neighbours send whole packets, with one output for each, on VCs that exist, and not more than
// there is room for; they return a credit for each flit. Counts of flits and cycles at the pins say
// what the router may do. docs/timing.md, 2.

`default_nettype none
`include "check.vh"

module switch_neighbours #(
    parameter PORTS    = 2,
    parameter VCS      = 1,
    parameter DEPTH    = 2,
    parameter PACE     = 3,
    parameter PATIENCE = 2,
    // Derived, do not override.
    parameter DATA_W   = 8,
    parameter ROUTE_W  = PORTS,
    parameter FLIT_W   = DATA_W + 2,
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input wire                     clk_i,
    input wire                     rst_i,
    input wire                     enable_i,
    input wire [PORTS*10-1:0]      pauses_i,
    input wire [PORTS*ROUTE_W-1:0] next_i,
    input wire [PORTS-1:0]         crossed_i,
    input wire [PORTS-1:0]         in_valid_i,
    input wire [PORTS*VC_W-1:0]    in_vc_i,
    input wire [PORTS*ROUTE_W-1:0] in_route_i,
    input wire [PORTS*FLIT_W-1:0]  in_flit_i,
    input wire [PORTS*VCS-1:0]     out_credit_i
);

    wire [PORTS*VCS-1:0]     in_credit_o;
    wire [PORTS-1:0]         out_valid_o;
    wire [PORTS*VC_W-1:0]    out_vc_o;
    wire [PORTS*ROUTE_W-1:0] out_route_o;
    wire [PORTS*FLIT_W-1:0]  out_flit_o;
    wire                     error_o;
    wire                     idle_o;

    router_switch #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .DEPTH    (DEPTH),
        .DATA_W   (DATA_W),
        .PATIENCE (PATIENCE),
        .PACE     (PACE)
    ) u_router (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .pauses_i     (pauses_i),
        .next_i       (next_i),
        .crossed_i    (crossed_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_route_i   (in_route_i),
        .in_flit_i    (in_flit_i),
        .in_credit_o  (in_credit_o),
        .out_valid_o  (out_valid_o),
        .out_vc_o     (out_vc_o),
        .out_route_o  (out_route_o),
        .out_flit_o   (out_flit_o),
        .out_credit_i (out_credit_i),
        .error_o      (error_o),
        .idle_o       (idle_o)
    );

    // Flits in each input VC and behind each output VC, and cycles since an output sent a flit
    reg  [PORTS*VCS*8-1:0]     stored_q;
    reg  [PORTS*VCS*8-1:0]     behind_q;
    reg  [PORTS*11-1:0]        since_q;   // at most 1024
    reg  [PORTS*VCS-1:0]       open_q;    // the last flit of the input VC was no tail,
    reg  [PORTS*VCS*PORTS-1:0] way_q;     // and its head came with these outputs
    reg  [PORTS*10-1:0]        pauses_q;
    reg                        error_q;   // a stray has come

    // VCs of the flits on the pins
    reg  [PORTS*VCS-1:0]       arrives;
    reg  [PORTS*VCS-1:0]       leaves;
    reg  [PORTS*VCS*8-1:0]     behind;    // with the flit on the pins
    // Breaches of duties
    reg                        no_vc;
    reg                        two_outputs;
    reg                        disorder;
    reg                        overflow;
    reg                        overpaid;
    // What the router may not do
    reg                        no_credit;
    reg                        too_soon;
    reg                        inside;
    reg                        stray;     // a head without a way is on the pins
    reg  [PORTS-1:0]           way;       // the outputs on the pins of a port
    integer                    p;
    integer                    v;
    integer                    w;

    always @* begin
        no_vc       = 1'b0;
        two_outputs = 1'b0;
        disorder    = 1'b0;
        overflow    = 1'b0;
        overpaid    = 1'b0;
        no_credit   = 1'b0;
        too_soon    = 1'b0;
        inside      = 1'b0;
        stray       = 1'b0;
        behind      = behind_q;
        for (p = 0; p < PORTS; p = p + 1) begin
            way = in_route_i[p*ROUTE_W +: PORTS];
            if (pauses_i[p*10 +: 10] >= PACE) no_vc = 1'b1;
            if (in_valid_i[p] && VCS > 1 && in_vc_i[p*VC_W +: VC_W] >= VCS) no_vc = 1'b1;
            if ((way & (way - 1'b1)) != {PORTS{1'b0}}) two_outputs = 1'b1;
            if (out_valid_o[p] && since_q[p*11 +: 11] < pauses_i[p*10 +: 10]) too_soon = 1'b1;
            // Only a local port, the last one, can bring a head without a way.
            if (in_valid_i[p] && in_flit_i[p*FLIT_W + DATA_W] && p == PORTS - 1
                && way == {PORTS{1'b0}}) stray = 1'b1;
            for (v = 0; v < VCS; v = v + 1) begin
                w          = p * VCS + v;
                arrives[w] = in_valid_i[p] && (VCS == 1 || in_vc_i[p*VC_W +: VC_W] == v);
                leaves[w]  = out_valid_o[p] && (VCS == 1 || out_vc_o[p*VC_W +: VC_W] == v);
                behind[w*8 +: 8] = behind_q[w*8 +: 8] + leaves[w];
                if (stored_q[w*8 +: 8] != 8'd0) inside = 1'b1;
                if (arrives[w] && stored_q[w*8 +: 8] - in_credit_o[w] >= DEPTH) overflow = 1'b1;
                if (arrives[w] && (in_flit_i[p*FLIT_W + DATA_W] == open_q[w]
                                   || (open_q[w] && way != way_q[w*PORTS +: PORTS]))) begin
                    disorder = 1'b1;
                end
                if (behind[w*8 +: 8] > DEPTH) no_credit = 1'b1;
                if (out_credit_i[w] && behind_q[w*8 +: 8] == 8'd0) overpaid = 1'b1;
            end
        end
    end

    integer n;
    integer c;

    always @(posedge clk_i) begin
        pauses_q <= pauses_i;
        if (rst_i) begin
            stored_q <= {(PORTS*VCS*8){1'b0}};
            behind_q <= {(PORTS*VCS*8){1'b0}};
            since_q  <= {PORTS{11'd1024}};
            open_q   <= {(PORTS*VCS){1'b0}};
            error_q  <= 1'b0;
        end else if (enable_i) begin
            error_q <= error_q || stray;
            for (n = 0; n < PORTS; n = n + 1) begin
                since_q[n*11 +: 11] <= out_valid_o[n] ? 11'd0
                    : since_q[n*11 +: 11] + (since_q[n*11 +: 11] != 11'd1024);
                for (c = n * VCS; c < (n + 1) * VCS; c = c + 1) begin
                    stored_q[c*8 +: 8] <= stored_q[c*8 +: 8] + arrives[c] - in_credit_o[c];
                    behind_q[c*8 +: 8] <= behind[c*8 +: 8] - out_credit_i[c];
                    if (arrives[c]) begin
                        open_q[c]               <= !in_flit_i[n*FLIT_W + DATA_W + 1];
                        way_q[c*PORTS +: PORTS] <= in_route_i[n*ROUTE_W +: PORTS];
                    end
                end
            end
        end
    end

    `REQUIRE(vcs_that_exist_and_pauses_below_pace, !no_vc)
    `REQUIRE(a_route_names_one_output, !two_outputs)
    `REQUIRE(pauses_are_constant, pauses_i == pauses_q)
    `REQUIRE(whole_packets_and_body_flits_with_the_route_of_their_head, !disorder)
    `REQUIRE(a_flit_comes_only_where_a_place_is_free, !overflow)
    `REQUIRE(a_credit_for_a_flit, !overpaid)
    `ENSURE(no_grant_without_a_credit, !no_credit)
    `ENSURE(an_output_keeps_its_pace, !too_soon)
    `ENSURE(an_error_when_a_head_without_a_way_has_come_and_only_then, error_o == error_q)
    `ENSURE(idle_no_flit_is_here, !(idle_o && inside))

endmodule

`default_nettype wire
