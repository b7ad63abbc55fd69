// router_neighbours.v - a router between neighbours that keep their duties, for the proofs.
//
// All flits of one input VC, any, carry a mark, and one of them, any, a second one: what comes
// out tells whence it came. EAGER 0 proves that nothing is lost, changed, overtaken, mixed or sent
// without a credit; EAGER 1, with short packets and prompt credits, that the flit in front of any
// VC waits for at most BOUND cycles. docs/timing.md section 2; 2.8 gives the bound.

`default_nettype none
`include "check.vh"

module router_neighbours #(
    parameter PORTS         = 3,
    parameter LOCAL_PORTS   = 1,
    parameter VCS           = 2,
    parameter DEPTH         = 2,
    parameter ROUTING       = 3,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 1,
    parameter HIGHEST_FIRST = 1,
    parameter LOOPBACK      = 0,
    parameter ROOM          = DEPTH,
    parameter PATIENCE      = 2,
    parameter PIPELINE      = 1,
    parameter TURNS_LAST    = 0,
    parameter EAGER         = 0,
    parameter BOUND         = 1,
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > 1) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter ADDR_W        = DIMENSIONS * COORD_W,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1
) (
    input wire                     clk_i,
    input wire [ADDR_W-1:0]        node_i,
    input wire [ADDR_W-1:0]        limit_i,
    input wire [PORTS*VCS-1:0]     watch_i,  // the lowest bit: the marked input VC
    input wire                     pick_i,   // the next flit of it gets the second mark
    input wire [PORTS-1:0]         send_i,
    input wire [PORTS*VC_W-1:0]    vc_i,
    input wire [PORTS*ROUTE_W-1:0] route_i,
    input wire [PORTS-1:0]         tail_i,
    input wire [PORTS*6-1:0]       data_i,
    input wire [PORTS*VCS-1:0]     pay_i
);

    `include "turns.vh"
    localparam [PORTS*PORTS-1:0] TURNS  = all_turns(PORTS);
    localparam                   DATA_W = 8;   // {second mark, mark, data}
    localparam                   MARK   = 6;
    localparam                   PICK   = 7;
    localparam                   FLIT_W = DATA_W + 2;
    localparam                   IVCS   = PORTS * VCS;

    // One cycle of reset, in which address and mark are chosen
    reg              started_q = 1'b0;
    wire             rst_i     = !started_q;
    reg [ADDR_W-1:0] node_q;
    reg [ADDR_W-1:0] limit_q;
    reg [IVCS-1:0]   watch_q;
    always @(posedge clk_i) begin
        started_q <= 1'b1;
        if (rst_i) begin
            node_q  <= node_i;
            limit_q <= limit_i;
            watch_q <= watch_i & (~watch_i + 1'b1);
        end
    end

    wire [PORTS-1:0]         in_valid;
    wire [PORTS*VC_W-1:0]    in_vc;
    wire [PORTS*ROUTE_W-1:0] in_route;
    wire [PORTS*FLIT_W-1:0]  in_flit;
    wire [IVCS-1:0]          in_credit;
    wire [IVCS*4-1:0]        credits;
    wire [PORTS-1:0]         out_valid;
    wire [PORTS*VC_W-1:0]    out_vc;
    wire [PORTS*ROUTE_W-1:0] out_route;
    wire [PORTS*FLIT_W-1:0]  out_flit;
    wire [IVCS-1:0]          out_credit;
    wire                     error;
    wire                     idle;

    // The marked VC: its flits on the pins, its credits
    reg  [PORTS-1:0]         marked;
    reg  [PORTS*DATA_W-1:0]  in_data;
    reg  [3:0]               its_credits;
    reg                      its_credit;
    reg                      picked_q;    // a flit has its second mark
    integer                  p;
    integer                  n;

    always @* begin
        its_credits = 4'd0;
        its_credit  = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            marked[p] = 1'b0;
            for (n = 0; n < VCS; n = n + 1) begin
                if (watch_q[p*VCS + n]) begin
                    if (VCS == 1 || in_vc[p*VC_W +: VC_W] == n) marked[p] = 1'b1;
                    its_credits = credits[(p*VCS+n)*4 +: 4];
                    its_credit  = in_credit[p*VCS + n];
                end
            end
            in_data[p*DATA_W +: DATA_W] = {marked[p] && pick_i && !picked_q, marked[p],
                                           data_i[p*6 +: 6]};
        end
    end

    reg                      comes;
    reg  [ROUTE_W-1:0]       its_route;
    reg  [FLIT_W-1:0]        its_flit;
    integer                  m;

    always @* begin
        comes     = 1'b0;
        its_route = {ROUTE_W{1'b0}};
        its_flit  = {FLIT_W{1'b0}};
        for (m = 0; m < PORTS; m = m + 1) begin
            if (in_valid[m] && marked[m]) begin
                comes     = 1'b1;
                its_route = in_route[m*ROUTE_W +: ROUTE_W];
                its_flit  = in_flit[m*FLIT_W +: FLIT_W];
            end
        end
    end

    wire picks = comes && its_flit[PICK];

    genvar g;
    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_port
            any_source #(
                .PORTS   (PORTS),
                .VCS     (VCS),
                .DEPTH   (DEPTH),
                .FLIT_W  (FLIT_W),
                .ROUTE_W (ROUTE_W),
                .LEGAL   (TURNS[g*PORTS +: PORTS]),
                .EAGER   (EAGER)
            ) u_source (
                .clk_i     (clk_i),
                .rst_i     (rst_i),
                .send_i    (send_i[g]),
                .vc_i      (vc_i[g*VC_W +: VC_W]),
                .route_i   (route_i[g*ROUTE_W +: ROUTE_W]),
                .tail_i    (tail_i[g]),
                .data_i    (in_data[g*DATA_W +: DATA_W]),
                .valid_o   (in_valid[g]),
                .vc_o      (in_vc[g*VC_W +: VC_W]),
                .route_o   (in_route[g*ROUTE_W +: ROUTE_W]),
                .flit_o    (in_flit[g*FLIT_W +: FLIT_W]),
                .credit_i  (in_credit[g*VCS +: VCS]),
                .credits_o (credits[g*VCS*4 +: VCS*4])
            );

            any_sink #(
                .VCS    (VCS),
                .DEPTH  (DEPTH),
                .FLIT_W (FLIT_W),
                .MARK   (MARK),
                .EAGER  (EAGER)
            ) u_sink (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .pay_i    (pay_i[g*VCS +: VCS]),
                .valid_i  (out_valid[g]),
                .vc_i     (out_vc[g*VC_W +: VC_W]),
                .flit_i   (out_flit[g*FLIT_W +: FLIT_W]),
                .credit_o (out_credit[g*VCS +: VCS])
            );
        end
    endgenerate

    router #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .VCS           (VCS),
        .DEPTH         (DEPTH),
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .LOOPBACK      (LOOPBACK),
        .ROOM          (ROOM),
        .PATIENCE      (PATIENCE),
        .PIPELINE      (PIPELINE),
        .TURNS_LAST    (TURNS_LAST)
    ) u_router (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (1'b1),
        .node_i       (rst_i ? node_i : node_q),
        .limit_i      (rst_i ? limit_i : limit_q),
        .table_we_i   (1'b0),
        .table_port_i ({$clog2(PORTS){1'b0}}),
        .table_dest_i ({ADDR_W{1'b0}}),
        .table_mask_i ({PORTS{1'b0}}),
        .in_valid_i   (in_valid),
        .in_vc_i      (in_vc),
        .in_route_i   (in_route),
        .in_flit_i    (in_flit),
        .in_credit_o  (in_credit),
        .out_valid_o  (out_valid),
        .out_vc_o     (out_vc),
        .out_route_o  (out_route),
        .out_flit_o   (out_flit),
        .out_credit_i (out_credit),
        .error_o      (error),
        .idle_o       (idle)
    );

    // Marked flits on the output pins
    reg  [3:0]         inside_q;  // in the router
    reg                leaves;
    reg                twice;
    reg                out_of_order;
    reg  [3:0]         ahead_q;   // before the picked flit
    reg                here_q;    // that is in the router
    reg  [ROUTE_W-1:0] route_q;   // where it must come out, and what
    reg  [FLIT_W-1:0]  flit_q;
    integer            o;

    always @* begin
        leaves       = 1'b0;
        twice        = 1'b0;
        out_of_order = 1'b0;
        for (o = 0; o < PORTS; o = o + 1) begin
            if (out_valid[o] && out_flit[o*FLIT_W + MARK]) begin
                twice        = leaves || inside_q == 4'd0;
                leaves       = 1'b1;
                out_of_order = (out_flit[o*FLIT_W + PICK] != (here_q && ahead_q == 4'd0));
                if (out_flit[o*FLIT_W + PICK]) begin
                    out_of_order = out_of_order || !route_q[o]
                                   || out_flit[o*FLIT_W +: FLIT_W] != flit_q;
                end
            end
        end
    end

    reg [7:0] waits_q;  // cycles since a flit of the marked VC left, while another is there

    always @(posedge clk_i) begin
        inside_q <= inside_q + comes - leaves;
        waits_q  <= (its_credit || its_credits == DEPTH || watch_q == {IVCS{1'b0}}) ? 8'd0
                    : (waits_q > BOUND) ? waits_q : waits_q + 8'd1;
        if (picks) begin
            picked_q <= 1'b1;
            here_q   <= 1'b1;
            ahead_q  <= inside_q - leaves;
            route_q  <= its_route;
            flit_q   <= its_flit;
        end else if (here_q && leaves) begin
            ahead_q <= ahead_q - 4'd1;
            if (ahead_q == 4'd0) here_q <= 1'b0;
        end
        if (rst_i) begin
            inside_q <= 4'd0;
            waits_q  <= 8'd0;
            picked_q <= 1'b0;
            here_q   <= 1'b0;
        end
    end

    generate
        if (EAGER == 0) begin : g_safe
            `ENSURE(what_leaves_was_here_and_leaves_once, !twice)
            `ENSURE(unchanged_in_order_by_the_output_of_its_route, !out_of_order)
            `ENSURE(credits_and_flits_are_depth,
                    watch_q == {IVCS{1'b0}} || its_credits + inside_q == DEPTH)
            `ENSURE(a_credit_for_each_flit, watch_q == {IVCS{1'b0}} || its_credit == leaves)
            `ENSURE(idle_no_flit_is_here, !(idle && inside_q != 4'd0))
            `ENSURE(a_credit_goes_back_while_a_flit_goes_out, !(|in_credit) || (|out_valid))
            `ENSURE(no_error, !error)
        end else begin : g_timely
            `ENSURE(who_waits_is_served, waits_q <= BOUND)
        end
    endgenerate

endmodule

`default_nettype wire
