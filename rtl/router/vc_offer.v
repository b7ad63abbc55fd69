// vc_offer.v - a group of output virtual channels: credits, who is in use, which is offered.
//
// A head needs no allocation of a VC in the cycle in which it leaves: the output offers one, in a
// register, that is free and has a credit. (Of a group of one it is always that one.) What is spent
// and taken in a cycle is known last in it, and goes straight into the registers; what is asked of
// them is a gate away.
//
// docs/timing.md section 2. Dally & Towles, chapter 16.
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module vc_offer #(
    parameter VCS   = 4,  // of the group, 1 .. 16
    parameter DEPTH = 4,  // credits per VC after reset, 1 .. 64
    parameter ROOM  = 4   // of these a head from a local port needs
) (
    input  wire            clk_i,
    input  wire            rst_i,
    input  wire            enable_i,

    input  wire [VCS-1:0]  out_credit_i,

    // The flit that is sent
    input  wire [VCS-1:0]  spend_i,      // its VC; none: zero
    input  wire            tail_i,
    input  wire            taken_i,      // a head takes the offer

    output wire            offer_o,      // there is an offer
    output wire            room_o,       // which has ROOM credits
    output wire [VCS-1:0]  offer_vc_o,   // the VC, one-hot
    output wire            head_soon_o,  // there will be one, if nobody takes it
    output wire [VCS-1:0]  two_o         // of a VC with a credit: two in the next cycle
);

    wire [VCS-1:0]  offer;        // one-hot or zero
    wire            may;          // not zero
    wire            room_now;     // the VC on offer has it

    wire [VCS-1:0]  idle;         // not in use, with a credit in a register
    wire [VCS-1:0]  room;
    wire [VCS-1:0]  soon;         // not in use, with a credit
    wire [VCS-1:0]  free;         // and not offered
    wire [VCS-1:0]  pick;         // the lowest of them

`ifdef FORMAL
    wire [VCS-1:0]  f_busy;
    wire [VCS-1:0]  f_one;
    wire [VCS-1:0]  f_room;
`endif

    genvar g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            reg  busy_q;
            wire one;
            wire two;
            wire at_room;
            wire below_room;

            credit_counter #(
                .DEPTH (DEPTH),
                .ROOM  (ROOM)
            ) u_credits (
                .clk_i    (clk_i),
                .rst_i    (rst_i),
                .enable_i (enable_i),
                .credit_i (out_credit_i[g]),
                .spend_i  (spend_i[g]),
                .one_o    (one),
                .two_o    (two),
                .room_o   (at_room),
                .less_o   (below_room)
            );

            always @(posedge clk_i) begin
                if (rst_i) busy_q <= 1'b0;
                else if (enable_i && spend_i[g]) busy_q <= !tail_i;
            end

`ifdef FORMAL
            reg    f_held_q;  // between a head and its tail
            always @(posedge clk_i) begin
                if (rst_i) f_held_q <= 1'b0;
                else if (enable_i && spend_i[g]) f_held_q <= !tail_i;
            end
            `ENSURE(busy_q == f_held_q, "in use until the tail has left")
            assign f_busy[g] = f_held_q;
            assign f_one[g]  = one;
            assign f_room[g] = at_room;
`endif

            assign two_o[g] = two || out_credit_i[g];
            assign room[g]  = out_credit_i[g] ? below_room : at_room;
            assign idle[g]  = !busy_q && one;
            assign soon[g]  = !busy_q && (one || out_credit_i[g]);
            assign free[g]  = soon[g] && !offer[g];
            if (g == 0) begin : g_first
                assign pick[g] = free[g];
            end else begin : g_next
                assign pick[g] = free[g] && !(|free[g-1:0]);
            end
        end
    endgenerate

    generate
        if (VCS == 1) begin : g_one  // on offer whenever it may be: nothing to choose
            reg room_q;

            always @(posedge clk_i) begin
                if (rst_i) room_q <= 1'b1;
                else if (enable_i) room_q <= room;
            end

            assign offer    = idle;
            assign may      = idle;
            assign room_now = room_q;
            wire unused = &{1'b0, free, pick};
        end else begin : g_several
            reg  [VCS-1:0] offer_q;  // one-hot or zero
            reg            may_q;    // not zero
            reg            room_q;
            wire           keep = may_q && !taken_i;

            always @(posedge clk_i) begin
                if (rst_i) begin
                    offer_q <= {VCS{1'b1}} >> (VCS - 1);
                    may_q   <= 1'b1;
                    room_q  <= 1'b1;
                end else if (enable_i) begin
                    offer_q <= keep ? offer_q : pick;
                    may_q   <= keep || (|free);
                    room_q  <= keep ? |(offer_q & room) : |(pick & room);
                end
            end

            assign offer    = offer_q;
            assign may      = may_q;
            assign room_now = room_q;
            wire unused = &{1'b0, idle};
        end
    endgenerate

    assign offer_o     = may;
    assign room_o      = room_now;
    assign offer_vc_o  = offer;
    assign head_soon_o = may || (|soon);  // if a VC is offered that is all that counts

    `REQUIRE(!(enable_i && taken_i && !may), "a head takes what is offered")
    `ENSURE(may == (|offer), "there is an offer or not")

`ifdef FORMAL
    `REQUIRE((spend_i & (spend_i - 1'b1)) == {VCS{1'b0}}, "one flit")
    `REQUIRE(taken_i ? spend_i == offer : (spend_i & ~f_busy) == {VCS{1'b0}},
             "heads take what is offered, bodies what they hold")

    // What was free in the cycle before; `f_same`: the offer stays.
    reg [VCS-1:0] f_free_q;
    reg [VCS-1:0] f_offer_q;
    reg           f_taken_q;
    reg           f_soon_q;
    reg           f_same_q;
    always @(posedge clk_i) begin
        f_free_q  <= ~f_busy & ~offer & (f_one | out_credit_i);
        f_offer_q <= offer;
        f_taken_q <= taken_i;
        f_soon_q  <= head_soon_o;
        f_same_q  <= rst_i || !enable_i;
        if (rst_i) begin
            f_taken_q <= 1'b0;
            f_soon_q  <= 1'b1;
            f_offer_q <= {VCS{1'b1}} >> (VCS - 1);
        end
    end
    `ENSURE((offer & (offer - 1'b1)) == {VCS{1'b0}}, "one offer")
    `ENSURE((offer & (f_busy | ~f_one)) == {VCS{1'b0}}, "what is offered is free, with a credit")
    `ENSURE(room_o == (|(offer & f_room)), "room tells of the VC on offer")
    `ENSURE(!(f_same_q || ((|f_offer_q) && !f_taken_q)) || offer == f_offer_q,
            "an offer that nobody takes stays")
    `ENSURE(f_same_q || ((|f_offer_q) && !f_taken_q)
            || offer == (f_free_q & (~f_free_q + 1'b1)), "else the lowest free VC")
    `ENSURE(f_same_q || f_soon_q || !may, "an offer that comes is seen before")
`endif

endmodule

`default_nettype wire
