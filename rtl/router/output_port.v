// output_port.v - one output port of a router: arbiter, multiplexer, output register, VCs.
//
// docs/timing.md section 2. Dally & Towles, chapters 16 and 18.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module output_port #(
    parameter INPUTS  = 4,   // input ports that can send here, 1 .. 32
    parameter LANES   = 2,   // of each, 1 or 2
    parameter VCS     = 4,   // 1 .. 16
    parameter DEPTH   = 4,   // credits per VC after reset, 1 .. 64
    parameter ROOM    = 4,   // of these a head from a local port needs, 1 .. DEPTH
    parameter GROUPS  = 1,   // of VCs, with an offer each
    parameter DATA_W  = 32,
    parameter ROUTE_W = 5,   // of the next router,
    parameter [ROUTE_W-1:0] NEXT = {ROUTE_W{1'b1}},  // with the bits that can be high
    // Derived, do not override.
    parameter FLIT_W  = DATA_W + 2,
    parameter WORD_W  = FLIT_W + ROUTE_W,
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1,
    parameter SENDERS = INPUTS * LANES
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Lanes (input_lane.v)
    input  wire [SENDERS-1:0]         req_i,
    input  wire [SENDERS*WORD_W-1:0]  words_i,
    input  wire [SENDERS*VC_W-1:0]    vcs_i,
    input  wire [SENDERS*GROUPS-1:0]  takes_i,
    output wire [SENDERS-1:0]         gnt_o,

    // What flits may do
    output wire [GROUPS-1:0]        offer_o,
    output wire [GROUPS-1:0]        room_o,
    output wire [GROUPS*VC_W-1:0]   offer_vc_o,
    output wire [GROUPS-1:0]        offer_two_o,
    output wire [VCS-1:0]           two_o,

    // Downstream
    output wire                     out_valid_o,
    output wire [VC_W-1:0]          out_vc_o,
    output wire [ROUTE_W-1:0]       out_route_o,
    output wire [FLIT_W-1:0]        out_flit_o,
    input  wire [VCS-1:0]           out_credit_i
);

    localparam SIZE = LANES * ((INPUTS > 1) ? 1 << $clog2(INPUTS) : 2);

    reg                valid_q;
    reg  [VC_W-1:0]    vc_q;
    reg  [ROUTE_W-1:0] route_q;
    reg  [FLIT_W-1:0]  flit_q;

    wire [SIZE-1:0]    right;
    wire [WORD_W-1:0]  word;
    wire [SENDERS-1:0]   gnt;
    wire               any = |req_i;
    reg  [VC_W-1:0]    vc_sent;
    reg  [GROUPS-1:0]  taken;
    reg  [VCS-1:0]     sent;
    integer            k;
    integer            v;

    switch_arbiter #(
        .INPUTS (INPUTS),
        .LANES  (LANES)
    ) u_arbiter (
        .clk_i    (clk_i),
        .rst_i    (rst_i),
        .enable_i (enable_i),
        .req_i    (req_i),
        .gnt_o    (gnt),
        .right_o  (right)
    );

    switch_mux #(
        .INPUTS (INPUTS),
        .LANES  (LANES),
        .WIDTH  (WORD_W)
    ) u_mux (
        .words_i (words_i),
        .right_i (right),
        .word_o  (word)
    );

    // Grants are one-hot, and earlier than the way through the tree.
    always @* begin
        vc_sent = {VC_W{1'b0}};
        taken   = {GROUPS{1'b0}};
        for (k = 0; k < SENDERS; k = k + 1) begin
            vc_sent = vc_sent | (vcs_i[k*VC_W +: VC_W] & {VC_W{gnt[k]}});
            taken   = taken | (takes_i[k*GROUPS +: GROUPS] & {GROUPS{gnt[k]}});
        end
    end

    always @* begin
        for (v = 0; v < VCS; v = v + 1) sent[v] = valid_q && (VCS == 1 || vc_q == v[VC_W-1:0]);
    end

    // The route is zero while there is no flit: it is all that the next router looks at. Nobody
    // looks at the VC and the flit without the valid bit, so they need not hold still at rest.
    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 1'b0;
            route_q <= {ROUTE_W{1'b0}};
        end else if (enable_i) begin
            valid_q <= any;
            route_q <= NEXT & word[FLIT_W +: ROUTE_W] & {ROUTE_W{any}};
        end
        if (enable_i) begin
            vc_q   <= vc_sent;
            flit_q <= word[FLIT_W-1:0];
        end
    end

    output_vcs #(
        .VCS    (VCS),
        .DEPTH  (DEPTH),
        .ROOM   (ROOM),
        .GROUPS (GROUPS)
    ) u_vcs (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .credit_i    (out_credit_i),
        .sent_i      (sent),
        .sent_tail_i (flit_q[DATA_W+1]),
        .taken_i     (taken),
        .offer_o     (offer_o),
        .room_o      (room_o),
        .offer_vc_o  (offer_vc_o),
        .offer_two_o (offer_two_o),
        .two_o       (two_o)
    );

    assign gnt_o       = gnt;
    assign out_valid_o = valid_q;
    assign out_vc_o    = vc_q;
    assign out_route_o = route_q;
    assign out_flit_o  = flit_q;

endmodule

`default_nettype wire
