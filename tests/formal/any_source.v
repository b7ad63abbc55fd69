// any_source.v - what a neighbour may send to an input of a router, for the proofs.
//
// Sends any flits for which it has credits, on any VC, in whole packets of any length, with any
// legal output; what it chooses is on its pins *_i. EAGER 1: a packet has two flits at most, and
// what is begun is ended before another begins. docs/timing.md sections 1 and 2.

`default_nettype none

module any_source #(
    parameter               PORTS   = 3,
    parameter               VCS     = 2,
    parameter               DEPTH   = 2,
    parameter               FLIT_W  = 10,
    parameter               ROUTE_W = PORTS,
    parameter [PORTS-1:0]   LEGAL   = 7,  // outputs that its packets can take
    parameter               EAGER   = 0,
    // Derived, do not override.
    parameter               VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,

    // What it does, if it may
    input  wire               send_i,
    input  wire [VC_W-1:0]    vc_i,
    input  wire [ROUTE_W-1:0] route_i,  // the lowest bit that is legal is taken
    input  wire               tail_i,
    input  wire [FLIT_W-3:0]  data_i,

    output wire               valid_o,
    output wire [VC_W-1:0]    vc_o,
    output wire [ROUTE_W-1:0] route_o,
    output wire [FLIT_W-1:0]  flit_o,
    input  wire [VCS-1:0]     credit_i,
    output wire [VCS*4-1:0]   credits_o
);

    reg  [VCS*4-1:0]       credits_q;
    reg  [VCS-1:0]         open_q;    // a packet is under way
    reg  [VCS*ROUTE_W-1:0] routes_q;  // its route

    // The VC: the one chosen, but EAGER first the lowest with a packet that can go on
    reg  [VCS-1:0] able;
    reg  [VCS-1:0] chosen;
    integer        v;

    always @* begin
        for (v = 0; v < VCS; v = v + 1) begin
            able[v]   = (credits_q[v*4 +: 4] != 4'd0);
            chosen[v] = send_i && (VCS == 1 || vc_i == v) && able[v];
        end
        if (EAGER != 0 && (able & open_q) != {VCS{1'b0}}) begin
            chosen = able & open_q & (~(able & open_q) + 1'b1);
        end
        if (rst_i || LEGAL == {PORTS{1'b0}}) chosen = {VCS{1'b0}};
    end

    // The flit
    reg  [VC_W-1:0]    vc;
    reg  [ROUTE_W-1:0] open_route;
    integer            n;

    always @* begin
        vc         = {VC_W{1'b0}};
        open_route = {ROUTE_W{1'b0}};
        for (n = 0; n < VCS; n = n + 1) begin
            if (chosen[n]) vc = n;
            if (chosen[n]) open_route = routes_q[n*ROUTE_W +: ROUTE_W];
        end
    end

    wire [PORTS-1:0]   asked   = route_i[PORTS-1:0] & LEGAL;
    wire [PORTS-1:0]   outputs = (asked != {PORTS{1'b0}}) ? asked : LEGAL;
    wire [ROUTE_W-1:0] one     = outputs & (~outputs + 1'b1);
    wire [ROUTE_W-1:0] chance  = (route_i >> PORTS) << PORTS;
    wire               is_head = !(|(chosen & open_q));
    wire               is_tail = tail_i || (EAGER != 0 && !is_head);
    wire [ROUTE_W-1:0] route   = is_head ? (one | chance) : open_route;

    assign valid_o   = |chosen;
    assign vc_o      = vc;
    assign route_o   = valid_o ? route : {ROUTE_W{1'b0}};
    assign flit_o    = {is_tail, is_head, data_i};
    assign credits_o = credits_q;

    integer c;

    always @(posedge clk_i) begin
        for (c = 0; c < VCS; c = c + 1) begin
            credits_q[c*4 +: 4] <= credits_q[c*4 +: 4] + credit_i[c] - chosen[c];
            if (chosen[c]) begin
                open_q[c]                        <= !is_tail;
                routes_q[c*ROUTE_W +: ROUTE_W]   <= route;
            end
        end
        if (rst_i) begin
            for (c = 0; c < VCS; c = c + 1) credits_q[c*4 +: 4] <= DEPTH;
            open_q <= {VCS{1'b0}};
        end
    end

endmodule

`default_nettype wire
