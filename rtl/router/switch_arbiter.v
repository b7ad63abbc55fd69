// switch_arbiter.v - which of the lanes that ask for an output sends.
//
// A binary tree. Each inner node has a register: which side goes first when both ask. A grant
// turns the nodes on its way to the other side (pseudo least recently served). The lanes of an
// input port are siblings. Above them, of S places, input k has place 2k, or, that being too high,
// place 2S - 1 - 2k: so inputs without a neighbour stand alone, and their nodes need no gates.
//
// Dally & Towles, chapter 18.
// Mirrored by model/router/arbiter_trees.h.

`default_nettype none
`include "check.vh"

module switch_arbiter #(
    parameter INPUTS = 4,  // input ports that can send here, 1 .. 32
    parameter LANES  = 1,  // of each, 1 or 2
    // Derived, do not override.
    parameter SENDERS = INPUTS * LANES,
    parameter SIZE    = LANES * ((INPUTS > 1) ? 1 << $clog2(INPUTS) : 2)
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,

    input  wire [SENDERS-1:0] req_i,

    output wire [SENDERS-1:0] gnt_o,   // one-hot, or zero when nobody asks
    output wire [SIZE-1:0]    right_o  // of each inner node: the right side goes first
);

    generate
        if (INPUTS < 1 || INPUTS > 32) begin : g_bad_inputs
            ERROR_switch_arbiter_INPUTS_must_be_1_to_32 u_error ();
        end
        if (LANES < 1 || LANES > 2) begin : g_bad_lanes
            ERROR_switch_arbiter_LANES_must_be_1_or_2 u_error ();
        end
    endgenerate

    // Inner nodes are 1 .. SIZE-1, the children of n are 2n and 2n + 1; leaf l is SIZE + l.
    reg  [SIZE-1:0]    right_first_q;

    reg  [2*SIZE-1:0]  req;     // somebody below asks
    reg  [2*SIZE-1:0]  wins;    // against all others, if somebody below asks
    reg  [SIZE-1:0]    right;
    reg  [SENDERS-1:0] gnt;
    integer            k;
    integer            n;
    integer            t;

    function automatic integer leaf;
        input integer sender;
        integer       place;
        integer       places;
        begin
            place  = sender / LANES;
            places = SIZE / LANES;
            place  = (2*place < places) ? 2*place : 2*places - 1 - 2*place;
            leaf   = SIZE + place * LANES + sender % LANES;
        end
    endfunction

    always @* begin
        req    = {(2*SIZE){1'b0}};
        right  = {SIZE{1'b0}};
        wins   = {{(2*SIZE-2){1'b0}}, 2'b10};
        for (k = 0; k < SENDERS; k = k + 1) begin
            req[leaf(k)] = req_i[k];
        end
        for (n = SIZE - 1; n >= 1; n = n - 1) begin
            req[n]   = req[2*n] || req[2*n+1];
            right[n] = req[2*n+1] && !(req[2*n] && !right_first_q[n]);
        end
        for (n = 1; n < SIZE; n = n + 1) begin
            wins[2*n]   = wins[n] && !(req[2*n+1] && right_first_q[n]);
            wins[2*n+1] = wins[n] && !(req[2*n] && !right_first_q[n]);
        end
        for (k = 0; k < SENDERS; k = k + 1) gnt[k] = wins[leaf(k)] && req_i[k];
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            right_first_q <= {SIZE{1'b0}};
        end else if (enable_i) begin
            for (t = 1; t < SIZE; t = t + 1) begin
                if (wins[t] && req[t]) right_first_q[t] <= !right[t];
            end
        end
    end

    assign gnt_o   = gnt;
    assign right_o = right;

    `ENSURE((gnt_o & (gnt_o - 1'b1)) == {SENDERS{1'b0}}, "one grant")
    `ENSURE((|gnt_o) == (|req_i), "a request and no grant")

`ifdef FORMAL
    `ENSURE((gnt_o & ~req_i) == {SENDERS{1'b0}}, "grant without a request")

    // What moves: the nodes on the way to who was granted, and nothing without a grant.
    reg [SIZE-1:0]    f_first_q;  // in the cycle before
    reg [SENDERS-1:0] f_gnt_q;
    reg [SIZE-1:0]    f_way;
    reg [SIZE-1:0]    f_right_way;
    integer           f_k;
    integer           f_m;
    always @(posedge clk_i) begin
        f_first_q <= rst_i ? {SIZE{1'b0}} : right_first_q;
        f_gnt_q   <= (rst_i || !enable_i) ? {SENDERS{1'b0}} : gnt_o;
    end
    always @* begin
        f_way       = {SIZE{1'b0}};
        f_right_way = {SIZE{1'b0}};
        for (f_k = 0; f_k < SENDERS; f_k = f_k + 1) begin
            for (f_m = leaf(f_k); f_m > 1; f_m = f_m / 2) begin
                if (f_gnt_q[f_k]) f_way[f_m/2] = 1'b1;
                if (f_gnt_q[f_k] && f_m % 2 == 1) f_right_way[f_m/2] = 1'b1;
            end
        end
    end
    `ENSURE((right_first_q & ~f_way) == (f_first_q & ~f_way), "a turn without a grant")
    `ENSURE((right_first_q & f_way) == (f_way & ~f_right_way), "a grant turns its way")

    // How many others can go before an input, by the nodes on its way; it is served after so many
    // if it asks without a break.
    genvar f;
    generate
        for (f = 0; f < SENDERS; f = f + 1) begin : g_wait
            reg [7:0] f_before;
            integer   f_node;
            integer   f_level;
            always @* begin
                f_before = 8'd0;
                f_node   = leaf(f);
                for (f_level = 0; f_level < $clog2(SIZE); f_level = f_level + 1) begin
                    f_before = 2*f_before + (right_first_q[f_node/2] != (f_node % 2 == 1));
                    f_node   = f_node / 2;
                end
            end
            reg [7:0] f_others_q;  // served while f asks
            always @(posedge clk_i) begin
                if (rst_i || (enable_i && (!req_i[f] || gnt_o[f]))) f_others_q <= 8'd0;
                else if (enable_i) f_others_q <= f_others_q + 8'd1;
            end
            `ENSURE(f_others_q + f_before < SIZE, "bounded wait")
        end
    endgenerate
`endif

endmodule

`default_nettype wire
