// vc_state.v - the state of the virtual channels of one lane: what packet each of them carries.
//
// A VC is idle while its buffer is empty and no packet is under way, waits for an output VC while a
// head is at its front, and is active from the grant of the head to the grant of the tail. This
// module keeps, for each VC: active, the output (route), the output VC, whether that has a credit,
// and whether the flit at the front is a tail. All are vectors over the VCs of the lane.
//
// docs/timing.md section 2.2. Dally & Towles, chapter 16. Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module vc_state #(
    parameter PORTS   = 5,   // 2 .. 32
    parameter VCS     = 4,   // virtual channels of an output, 1 .. 16
    parameter COUNT   = 2,   // VCs of the lane
    parameter LOOKUP  = 0,   // 1: a head may have several outputs; its packet keeps the one it took
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

    // The presented flit: its VC, and whether it leaves in this cycle
    input  wire [COUNT-1:0]         shown_i,
    input  wire                     grant_i,
    input  wire                     tail_i,
    input  wire [PORTS-1:0]         output_i,     // its output, one-hot
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

    wire [COUNT-1:0] leave = shown_i & {COUNT{grant_i}};
    wire [COUNT-1:0] more  = nonempty_i & (~last_i | arrive_i);  // a flit behind the front one
    wire [COUNT-1:0] show  = (leave & more) | (arrive_i & ~nonempty_i);  // comes to the front
    wire [COUNT-1:0] takes_behind = nonempty_i & ~last_i;        // from the memory, not the pins
    wire             unused = &{1'b0, output_i};

    // Is this bit of an output VC, of the route and output VC of a packet, high?
    function automatic of_packet;
        input [PORTS*VCS-1:0] bits;
        input [PORTS-1:0]     route;
        input [VC_W-1:0]      vc;
        integer               port;
        begin
            of_packet = 1'b0;
            for (port = 0; port < PORTS; port = port + 1) begin
                if (BITS[port]) begin
                    of_packet = of_packet | (route[port]
                        & bits[port*VCS + ((VCS > 1) ? {{(32-VC_W){1'b0}}, vc} : 0)]);
                end
            end
        end
    endfunction

    genvar v;

    generate
        for (v = 0; v < COUNT; v = v + 1) begin : g_vc
            wire [PORTS-1:0] route   = route_q[v*ROUTE_W +: PORTS];
            wire [VC_W-1:0]  out_vc  = out_vc_q[v*VC_W +: VC_W];

            always @(posedge clk_i) begin
                if (rst_i) begin
                    active_q[v]     <= 1'b0;
                    credit_q[v]     <= 1'b0;
                    privileged_q[v] <= 1'b0;
                end else if (enable_i) begin
                    if (leave[v]) begin
                        active_q[v] <= !tail_i;
                        credit_q[v] <= !tail_i && (active_q[v] ? of_packet(two_i, route, out_vc)
                                                               : head_two_i);
                    end else if (active_q[v] && of_packet(credit_i, route, out_vc)) begin
                        credit_q[v] <= 1'b1;
                    end
                    privileged_q[v] <= due_i[v] && nonempty_i[v] && !leave[v];
                end
                if (enable_i) begin
                    if (show[v]) tail_q[v] <= takes_behind[v] ? behind_tail_i : in_tail_i;
                    // The last head that is shown before the VC is active is the one that left.
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

    `ENSURE((credit_q & ~active_q) == {COUNT{1'b0}}, "a credit of a packet under way")

endmodule

`default_nettype wire
