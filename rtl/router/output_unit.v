// output_unit.v - one output port of a router: arbiter, crossbar, register, credits, offers.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 and 18.

`default_nettype none
`include "check.vh"

module output_unit #(
    parameter INPUTS  = 4,   // that can send here
    parameter PORTS   = 5,
    parameter VCS     = 4,   // 1 .. 16
    parameter DEPTH   = 4,   // credits per VC after reset, 1 .. 64
    parameter ROOM    = 4,   // of these a head from a local port needs, 1 .. DEPTH
    parameter DATA_W  = 32,
    parameter ROUTE_W = PORTS,  // of the next router
    parameter GROUPS  = 1,      // of VCs: message classes, times two with dateline classes
    parameter [INPUTS-1:0]  LOCALS = {INPUTS{1'b0}},   // inputs that are local ports
    parameter [ROUTE_W-1:0] NEXT   = {ROUTE_W{1'b1}},  // route bits that can be high
    // Derived, do not override.
    parameter FLIT_W  = DATA_W + 2,
    parameter WORD_W  = FLIT_W + ROUTE_W,
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Inputs
    input  wire [INPUTS-1:0]        req_i,
    input  wire [INPUTS*WORD_W-1:0] words_i,
    input  wire [INPUTS-1:0]        bodies_i,
    input  wire [INPUTS*GROUPS-1:0] allows_i,     // of a head: groups that it may take
    input  wire [INPUTS*VC_W-1:0]   body_vcs_i,
    input  wire [INPUTS-1:0]        hint_i,
    output wire [INPUTS-1:0]        gnt_o,

    // What flits may do (input_unit.v)
    output wire [GROUPS-1:0]        head_may_o,
    output wire [GROUPS-1:0]        local_may_o,  // a head from a local port
    output wire [GROUPS*VC_W-1:0]   head_vc_o,
    output wire [GROUPS-1:0]        head_two_o,
    output wire [GROUPS-1:0]        head_soon_o,
    output wire [VCS-1:0]           credit_o,
    output wire [VCS-1:0]           two_o,

    // Downstream
    output wire                     out_valid_o,
    output wire [VC_W-1:0]          out_vc_o,
    output wire [ROUTE_W-1:0]             out_route_o,
    output wire [FLIT_W-1:0]        out_flit_o,
    input  wire [VCS-1:0]           out_credit_i
);

    localparam TAIL   = DATA_W + 1;
    localparam SEND_W = VC_W + WORD_W;
    localparam SIZE   = (INPUTS > 1) ? 1 << $clog2(INPUTS) : 2;

    reg                      valid_q;
    reg  [VC_W-1:0]          vc_q;
    reg  [ROUTE_W-1:0]       route_q;
    reg  [FLIT_W-1:0]        flit_q;

    wire [SIZE-1:0]          right;
    wire [INPUTS*SEND_W-1:0] sends;
    wire [SEND_W-1:0]        send;
    wire [INPUTS*GROUPS-1:0] taken_by;
    reg  [GROUPS-1:0]        taken;
    wire                     any = |req_i;

    integer                  n;

    genvar g;

    switch_arbiter #(
        .INPUTS (INPUTS),
        .HINTS  ((VCS > 1) ? 1 : 0)
    ) u_arbiter (
        .clk_i    (clk_i),
        .rst_i    (rst_i),
        .enable_i (enable_i),
        .req_i    (req_i),
        .hint_i   (hint_i),
        .gnt_o    (gnt_o),
        .right_o  (right)
    );

    generate
        for (g = 0; g < INPUTS; g = g + 1) begin : g_input
            wire [WORD_W-1:0] word = words_i[g*WORD_W +: WORD_W];
            // The lowest group that has an offer and is allowed
            wire [GROUPS-1:0] may = allows_i[g*GROUPS +: GROUPS]
                                  & (LOCALS[g] ? local_may_o : head_may_o);
            reg  [VC_W-1:0]   vc;
            reg  [GROUPS-1:0] takes;
            integer           c;
            always @* begin
                vc    = {VC_W{1'b0}};
                takes = {GROUPS{1'b0}};
                for (c = GROUPS - 1; c >= 0; c = c - 1) begin
                    if (may[c] || c == GROUPS - 1) begin
                        vc       = head_vc_o[c*VC_W +: VC_W];
                        takes    = {GROUPS{1'b0}};
                        takes[c] = 1'b1;
                    end
                end
            end
            assign taken_by[g*GROUPS +: GROUPS] = takes & {GROUPS{gnt_o[g] && !bodies_i[g]}};
            assign sends[g*SEND_W +: SEND_W] = {
                bodies_i[g] ? body_vcs_i[g*VC_W +: VC_W] : vc,
                word & {NEXT, {FLIT_W{1'b1}}}};
        end
    endgenerate

    switch_mux #(
        .INPUTS (INPUTS),
        .WIDTH  (SEND_W)
    ) u_mux (
        .words_i (sends),
        .right_i (right),
        .word_o  (send)
    );

    // The route is zero while there is no flit: it is all that the next router looks at.
    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 1'b0;
            route_q <= {ROUTE_W{1'b0}};
        end else if (enable_i) begin
            valid_q <= any;
            route_q <= any ? send[FLIT_W +: ROUTE_W] : {ROUTE_W{1'b0}};
        end
    end

    always @(posedge clk_i) begin
        if (enable_i) {vc_q, flit_q} <= {send[WORD_W +: VC_W], send[FLIT_W-1:0]};
    end

    assign out_valid_o = valid_q;
    assign out_vc_o    = vc_q;
    assign out_route_o = route_q;
    assign out_flit_o  = flit_q;

    generate
        if (VCS == 1) begin : g_one_vc
            reg  free_q;
            reg  room_q;
            wire room;

            credit_counter #(
                .DEPTH (DEPTH),
                .ROOM  (ROOM)
            ) u_credits (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .enable_i (enable_i),
                .credit_i (out_credit_i),
                .spend_i  (any),
                .one_o    (credit_o),
                .two_o    (two_o),
                .three_o  (),
                .room_o   (room)
            );

            always @(posedge clk_i) begin
                if (rst_i) begin
                    free_q <= 1'b1;
                    room_q <= 1'b1;
                end else if (enable_i) begin
                    if (any) free_q <= send[TAIL];
                    room_q <= room;
                end
            end

            assign head_may_o  = free_q;
            assign local_may_o = free_q && room_q;
            assign head_vc_o   = 1'b0;
            assign head_two_o  = 1'b0;
            assign head_soon_o = 1'b0;
        end else begin : g_vcs
            assign credit_o = out_credit_i;

            always @* begin
                taken = {GROUPS{1'b0}};
                for (n = 0; n < INPUTS; n = n + 1) begin
                    taken = taken | taken_by[n*GROUPS +: GROUPS];
                end
            end

            for (g = 0; g < GROUPS; g = g + 1) begin : g_group
                localparam FIRST = g * VCS / GROUPS;
                localparam SIZE  = (g + 1) * VCS / GROUPS - FIRST;

                vc_offer #(
                    .VCS   (SIZE),
                    .FIRST (FIRST),
                    .VC_W  (VC_W),
                    .DEPTH (DEPTH),
                    .ROOM  (ROOM)
                ) u_offer (
                    .clk_i        (clk_i),
                    .rst_i        (rst_i),
                    .enable_i     (enable_i),
                    .out_credit_i (out_credit_i[FIRST +: SIZE]),
                    .out_valid_i  (valid_q),
                    .out_vc_i     (out_vc_o),
                    .out_tail_i   (out_flit_o[TAIL]),
                    .taken_i      (taken[g]),
                    .head_may_o   (head_may_o[g]),
                    .local_may_o  (local_may_o[g]),
                    .head_vc_o    (head_vc_o[g*VC_W +: VC_W]),
                    .head_two_o   (head_two_o[g]),
                    .head_soon_o  (head_soon_o[g]),
                    .two_o        (two_o[FIRST +: SIZE])
                );
            end
        end
    endgenerate

endmodule

`default_nettype wire
