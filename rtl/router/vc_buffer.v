// vc_buffer.v - flit FIFOs of the virtual channels of one input port, in one memory.
//
// One flit a cycle comes in and one goes out, so all VCs share a memory with one write and
// one read port (LUT RAM: read without a clock). A flit that is pushed in cycle t can be read
// from cycle t+1 on. A second small memory at the same addresses keeps the route of each
// flit that is a head; while a flit is popped it shows the route of the flit behind it, which
// will be the front of its VC in the next cycle.
//
// Credits make a push into a full FIFO impossible; it is a fault and is checked.
// Each FIFO owns 2^PTR_W slots, so that a slot's address is {vc, pointer} for any depth.
// Dally 1992 (virtual-channel flow control); Dally & Towles, chapter 17.
// Mirrored by the buffers of model/router/.

`default_nettype none
`include "check.vh"

module vc_buffer #(
    parameter VCS     = 4,   // virtual channels, 1 .. 16
    parameter DEPTH   = 4,   // flits per VC, 1 .. 64, any integer
    parameter FLIT_W  = 34,  // flit width in bits, head and tail marks included
    parameter ROUTE_W = 5,   // route width in bits
    // Derived, do not override.
    parameter VC_W    = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,

    // From the channel
    input  wire               push_i,
    input  wire [VC_W-1:0]    push_vc_i,
    input  wire [FLIT_W-1:0]  push_flit_i,
    input  wire [ROUTE_W-1:0] push_route_i,  // of a head

    // To the switch; the three outputs mean something while pop_i is high
    input  wire               pop_i,
    input  wire [VC_W-1:0]    pop_vc_i,
    output wire [FLIT_W-1:0]  front_flit_o,    // the popped flit
    output wire [ROUTE_W-1:0] behind_route_o,  // route of the flit behind it
    output wire               last_o,          // no flit is behind it

    // Occupancy, from registers
    output wire [VCS-1:0]     nonempty_o
);

    generate
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_vc_buffer_VCS_must_be_1_to_16 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_vc_buffer_DEPTH_must_be_1_to_64 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_vc_buffer_FLIT_W_must_be_at_least_3 u_error ();
        end
        if (ROUTE_W < 1) begin : g_bad_route_w
            ERROR_vc_buffer_ROUTE_W_must_be_at_least_1 u_error ();
        end
    endgenerate

    localparam                   PTR_W     = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam                   SLOTS     = 1 << (VC_W + PTR_W);
    localparam                   LAST_SLOT = DEPTH - 1;
    localparam [PTR_W-1:0]       LAST      = LAST_SLOT[PTR_W-1:0];
    localparam [VCS-1:0]         VC_0      = {VCS{1'b1}} >> (VCS - 1);
    localparam [VCS*PTR_W-1:0]   PTR_0     = {(VCS*PTR_W){1'b1}} >> ((VCS - 1) * PTR_W);

    reg [FLIT_W-1:0]    flit_mem_q  [0:SLOTS-1];  // not reset: nonempty_q guards it
    reg [ROUTE_W-1:0]   route_mem_q [0:SLOTS-1];
    reg [VCS*PTR_W-1:0] head_q, head_d;           // per VC: slot of the front flit
    reg [VCS*PTR_W-1:0] tail_q, tail_d;           // per VC: next free slot
    reg [VCS-1:0]       nonempty_q, nonempty_d;   // tells full from empty when the two are equal

    reg [PTR_W-1:0]     head;                     // of the VC that is popped
    reg [PTR_W-1:0]     head_next;
    reg                 last;
    reg [PTR_W-1:0]     tail;                     // of the VC that is pushed
    reg [PTR_W-1:0]     tail_next;
    reg                 overflow;
    reg [VCS*PTR_W-1:0] mask;                     // the pointer that moves

    assign front_flit_o   = flit_mem_q[{pop_vc_i, head}];
    assign behind_route_o = route_mem_q[{pop_vc_i, head_next}];
    assign last_o         = last;
    assign nonempty_o     = nonempty_q;

    always @* begin
        head      = {PTR_W{1'b0}};
        head_next = {PTR_W{1'b0}};
        last      = 1'b0;
        if (pop_i) begin
            head      = head_q[pop_vc_i*PTR_W +: PTR_W];
            head_next = (head == LAST) ? {PTR_W{1'b0}} : head + 1'b1;
            last      = (head_next == tail_q[pop_vc_i*PTR_W +: PTR_W]);
        end
    end

    always @* begin
        tail       = {PTR_W{1'b0}};
        tail_next  = {PTR_W{1'b0}};
        mask       = {(VCS*PTR_W){1'b0}};
        overflow   = 1'b0;
        head_d     = head_q;
        tail_d     = tail_q;
        nonempty_d = nonempty_q;
        if (pop_i) begin
            mask       = PTR_0 << (pop_vc_i * PTR_W);
            head_d     = (head_q & ~mask) | ({VCS{head_next}} & mask);
            nonempty_d = nonempty_q & ~(last ? VC_0 << pop_vc_i : {VCS{1'b0}});
        end
        if (push_i) begin
            tail       = tail_q[push_vc_i*PTR_W +: PTR_W];
            tail_next  = (tail == LAST) ? {PTR_W{1'b0}} : tail + 1'b1;
            mask       = PTR_0 << (push_vc_i * PTR_W);
            overflow   = nonempty_q[push_vc_i] && (tail == head_q[push_vc_i*PTR_W +: PTR_W]);
            tail_d     = (tail_q & ~mask) | ({VCS{tail_next}} & mask);
            nonempty_d = nonempty_d | (VC_0 << push_vc_i);
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q     <= {(VCS*PTR_W){1'b0}};
            tail_q     <= {(VCS*PTR_W){1'b0}};
            nonempty_q <= {VCS{1'b0}};
        end else if (push_i || pop_i) begin
            head_q     <= head_d;
            tail_q     <= tail_d;
            nonempty_q <= nonempty_d;
        end
    end

    always @(posedge clk_i) begin
        if (push_i) begin
            flit_mem_q[{push_vc_i, tail}]  <= push_flit_i;
            route_mem_q[{push_vc_i, tail}] <= push_route_i;
        end
    end

    `REQUIRE(!overflow, "push only while there is room")
`ifdef FORMAL
    `REQUIRE(!(pop_i && !nonempty_q[pop_vc_i]), "pop only a flit that is there")
    `REQUIRE(!(push_i && push_vc_i >= VCS) && !(pop_i && pop_vc_i >= VCS), "a VC that exists")

    // The flits of each VC lie from its head up to its tail.
    wire [VCS*8-1:0] f_counts;
    genvar           f;
    generate
        for (f = 0; f < VCS; f = f + 1) begin : g_count
            reg [7:0] f_count_q;
            always @(posedge clk_i) begin
                if (rst_i) f_count_q <= 8'd0;
                else f_count_q <= f_count_q + (push_i && push_vc_i == f) - (pop_i && pop_vc_i == f);
            end
            assign f_counts[f*8 +: 8] = f_count_q;
            wire [7:0] f_head = head_q[f*PTR_W +: PTR_W];
            wire [7:0] f_tail = tail_q[f*PTR_W +: PTR_W];
            wire [7:0] f_end  = f_head + f_count_q;
            `ENSURE(f_head < DEPTH && f_count_q <= DEPTH, "in range")
            `ENSURE(f_tail == ((f_end >= DEPTH) ? f_end - DEPTH : f_end), "tail is head plus count")
            `ENSURE(nonempty_q[f] == (f_count_q != 8'd0), "nonempty tells whether flits are there")
        end
    endgenerate

    // Any flit that is pushed, followed until it is popped: nothing lost, changed or overtaken.
    (* anyseq, keep *) wire f_pick;
    reg                 f_watching_q;
    reg [VC_W-1:0]      f_vc_q;
    reg [7:0]           f_ahead_q;  // flits before it in its VC
    reg [FLIT_W-1:0]    f_flit_q;
    reg [ROUTE_W-1:0]   f_route_q;
    wire                f_pops = pop_i && pop_vc_i == f_vc_q;
    wire [7:0]          f_place = head_q[f_vc_q*PTR_W +: PTR_W] + f_ahead_q;
    wire [PTR_W-1:0]    f_slot = (f_place >= DEPTH) ? f_place - DEPTH : f_place;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (f_watching_q) begin
            if (f_pops) f_ahead_q <= f_ahead_q - 8'd1;
            if (f_pops && f_ahead_q == 8'd0) f_watching_q <= 1'b0;
        end else if (f_pick && push_i) begin
            f_watching_q <= 1'b1;
            f_vc_q       <= push_vc_i;
            f_ahead_q    <= f_counts[push_vc_i*8 +: 8] - (pop_i && pop_vc_i == push_vc_i);
            f_flit_q     <= push_flit_i;
            f_route_q    <= push_route_i;
        end
    end
    `ENSURE(!f_watching_q || (f_vc_q < VCS && f_ahead_q < f_counts[f_vc_q*8 +: 8]), "it is there")
    `ENSURE(!f_watching_q || flit_mem_q[{f_vc_q, f_slot}] == f_flit_q, "unchanged")
    `ENSURE(!f_watching_q || route_mem_q[{f_vc_q, f_slot}] == f_route_q, "and its route")
    `ENSURE(!(f_watching_q && f_pops && f_ahead_q == 8'd0) || front_flit_o == f_flit_q,
            "it leaves in its turn")
    `ENSURE(!(f_watching_q && f_pops && f_ahead_q == 8'd1) || behind_route_o == f_route_q,
            "its route shows when the flit before it leaves")
`endif

endmodule

`default_nettype wire
