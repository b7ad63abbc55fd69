// vc_packets.v - the packets under way of the virtual channels of one input port.
//
// Of each VC: the output VC that its packet holds, whether that has a credit, and what a flit that
// comes in may do at once. docs/timing.md section 2.
// Mirrored by model/router/router_step.h.

`default_nettype none

module vc_packets #(
    parameter             PORTS = 5,  // 2 .. 32
    parameter             VCS   = 4,  // 2 .. 16
    parameter [PORTS-1:0] TURNS = {PORTS{1'b1}},
    parameter             GROUPS = 1, // of VCs (output_unit.v)
    parameter             OWN_VC = 0, // 1: a packet goes on on the VC on which it came
    // Derived, do not override.
    parameter             VC_W  = $clog2(VCS)
) (
    input  wire                 clk_i,
    input  wire                 rst_i,
    input  wire                 enable_i,

    input  wire [VCS-1:0]       empty_i,      // no flit of it is stored or on the pins
    input  wire [VCS-1:0]       held_i,
    input  wire [VCS*PORTS-1:0] output_i,     // of the packet under way

    // The flit that is presented
    input  wire [VCS-1:0]       shown_i,      // its VC; zero: none
    input  wire [PORTS-1:0]     route_i,      // its output
    input  wire                 body_i,
    input  wire                 tail_i,
    input  wire                 more_i,       // another flit of its VC is there
    input  wire [GROUPS-1:0]    allow_i,      // of a head: groups that it may take
    input  wire                 privileged_i,
    input  wire [VC_W-1:0]      body_vc_i,    // it is a body flit: its output VC
    input  wire [VCS-1:0]       leave_i,      // its VC, if it is sent: late
    input  wire                 block_i,      // a VC is selected for the next cycle, or reset: late
    output wire                 two_o,        // no tail: its output VC has a credit left after it

    // Outputs (input_unit.v)
    input  wire [PORTS*GROUPS-1:0]      head_may_i,
    input  wire [PORTS*GROUPS-1:0]      head_offer_i,
    input  wire [PORTS*VCS-1:0]         head_vc_i,
    input  wire [PORTS*VCS-1:0]         credit_i,
    input  wire [PORTS*VCS-1:0]         two_i,

    output wire [VCS*VC_W-1:0]  held_vc_o,    // from registers
    output wire [VCS-1:0]       body_ready_o, // there was a credit for it: register
    output wire [VCS-1:0]       credit_o,     // the same with the pins

    // A flit for this VC may pass by: registers
    output wire [VCS-1:0]       body_pass_o,  // none selected, empty, packet under way, credit
    output wire [VCS-1:0]       head_pass_o   // if none is selected: empty, no packet under way
);

    reg  [VCS-1:0]      body_pass_q;
    reg  [VCS-1:0]      head_pass_q;
    reg  [VCS*VC_W-1:0] held_vc_q;
    reg  [VCS-1:0]      body_ready_q;

    wire [VCS-1:0]      credit;
    wire [VCS*VC_W-1:0] held_vcs;

    // A head takes the output VC on offer of the lowest group that it may take.
    wire [PORTS*GROUPS-1:0] may = privileged_i ? head_offer_i : head_may_i;
    reg  [GROUPS-1:0]   group;
    reg                 on;
    reg                 takes;        // output VC v of o
    reg  [VC_W-1:0]     head_vc;
    reg                 has_two;      // and leaves a credit there
    integer             o;
    integer             c;
    integer             v;

    always @* begin
        group    = {GROUPS{1'b0}};
        on       = 1'b0;
        takes    = 1'b0;
        has_two  = 1'b0;
        head_vc  = {VC_W{1'b0}};
        for (o = 0; o < PORTS; o = o + 1) begin
            for (c = GROUPS - 1; c >= 0; c = c - 1) begin
                if (c == GROUPS - 1 || (allow_i[c] && may[o*GROUPS + c])) begin
                    group    = {GROUPS{1'b0}};
                    group[c] = 1'b1;
                end
            end
            for (v = 0; v < VCS; v = v + 1) begin
                on    = head_vc_i[o*VCS + v] && group[((v + 1) * GROUPS - 1) / VCS];
                takes = TURNS[o] && route_i[o] && (body_i ? body_vc_i == v[VC_W-1:0] : on);
                if (TURNS[o] && route_i[o] && on) head_vc = head_vc | v[VC_W-1:0];
                has_two = has_two || (takes && two_i[o*VCS + v]);
            end
        end
    end

    wire two = !tail_i && has_two;

    assign two_o = two;

    // If it is sent: what a flit behind it may do on the pins
    wire body_behind = !more_i && two;
    wire head_behind = !more_i && tail_i;

    genvar g;
    genvar p;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            localparam            OWN_INT = g;
            localparam [VC_W-1:0] OWN     = OWN_INT[VC_W-1:0];
            wire [VC_W-1:0]  held_vc = (OWN_VC != 0) ? OWN : held_vc_q[g*VC_W +: VC_W];
            wire [PORTS-1:0] has;

            for (p = 0; p < PORTS; p = p + 1) begin : g_output
                wire [VCS-1:0] credits = credit_i[p*VCS +: VCS];
                assign has[p] = TURNS[p] && output_i[g*PORTS + p] && credits[held_vc];
            end
            assign held_vcs[g*VC_W +: VC_W] = held_vc;
            assign credit[g] = body_ready_q[g] || (|has);

            wire body_here = empty_i[g] && held_i[g] && credit[g];
            wire head_here = empty_i[g] && !held_i[g];

            // No body flit passes by a VC that is selected.
            always @(posedge clk_i) begin
                if (block_i) body_pass_q[g] <= 1'b0;
                else if (enable_i) body_pass_q[g] <= leave_i[g] ? body_behind : body_here;
            end

            always @(posedge clk_i) begin
                if (rst_i) head_pass_q[g] <= 1'b1;
                else if (enable_i) head_pass_q[g] <= leave_i[g] ? head_behind : head_here;
            end

            always @(posedge clk_i) begin
                if (enable_i) begin
                    body_ready_q[g] <= leave_i[g] ? two : credit[g];
                    // A head that may leave; the last one that does is the one that left.
                    if (shown_i[g] && !body_i) held_vc_q[g*VC_W +: VC_W] <= head_vc;
                end
            end
        end
    endgenerate

    assign held_vc_o    = held_vcs;
    assign body_ready_o = body_ready_q;
    assign credit_o     = credit;
    assign body_pass_o  = body_pass_q;
    assign head_pass_o  = head_pass_q;

endmodule

`default_nettype wire
