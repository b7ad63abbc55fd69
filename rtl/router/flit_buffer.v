// flit_buffer.v - buffers the flits of all virtual channels of an input port in one memory.
//
// Every arriving flit takes the next slot of its VC, even if it bypasses the buffer in the cycle of
// its arrival. The memory (buffer_memory.v) shows the front flit of one VC, which a register
// selects; a second small memory shows what the front registers of the input unit need of the flit
// behind it. Each VC owns 2^PTR_W slots, and {vc, pointer} is a slot's address.
//
// Credits make an arrival without room impossible; a check reports it as a fault.
// Dally 1992 (virtual-channel flow control); Dally & Towles, chapter 17.
// Mirrored by model/router/vc_buffer.h.

`default_nettype none
`include "check.vh"

module flit_buffer #(
    parameter VCS    = 4,   // virtual channels, 1 .. 16
    parameter DEPTH  = 4,   // flits per VC, 1 .. 64
    parameter WORD_W = 39,  // what is stored of a flit
    parameter SIDE_W = 6,   // and once more, to be seen one flit ahead
    // Derived, do not override.
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              enable_i,

    // A flit on the pins
    input  wire [VCS-1:0]    arrive_i,     // one-hot or zero
    input  wire [VC_W-1:0]   arrive_vc_i,
    input  wire [WORD_W-1:0] word_i,
    input  wire [SIDE_W-1:0] side_i,

    // The VC to read, and the VC of the flit that leaves, from this buffer or past it
    input  wire [VC_W-1:0]   read_vc_i,
    output wire [WORD_W-1:0] front_o,
    output wire [SIDE_W-1:0] behind_o,     // of the flit behind the front one
    input  wire [VCS-1:0]    leave_i,      // one-hot or zero

    // From registers
    output wire [VCS-1:0]    nonempty_o,
    output wire [VCS-1:0]    last_o        // if it is not empty: it holds one flit
);

    generate
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_flit_buffer_VCS_must_be_1_to_16 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_flit_buffer_DEPTH_must_be_1_to_64 u_error ();
        end
    endgenerate

    localparam             PTR_W  = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam             SLOTS  = 1 << (((VCS > 1) ? VC_W : 0) + PTR_W);
    localparam             SLOT_W = $clog2(SLOTS);
    localparam             END    = DEPTH - 1;
    localparam [PTR_W-1:0] LAST   = END[PTR_W-1:0];

    reg  [VCS*PTR_W-1:0] front_q;                 // slot of the front flit
    reg  [VCS*PTR_W-1:0] next_q;                  // of the next flit to come
    reg  [VCS-1:0]       nonempty_q;

    wire [VCS-1:0]       last;
    wire [VCS-1:0]       full;
    wire [PTR_W-1:0]     write_slot  = next_q[arrive_vc_i*PTR_W +: PTR_W];
    wire [PTR_W-1:0]     front_slot  = front_q[read_vc_i*PTR_W +: PTR_W];
    wire [PTR_W-1:0]     behind_slot = (front_slot == LAST) ? {PTR_W{1'b0}} : front_slot + 1'b1;
    wire [VC_W+PTR_W-1:0] write_at   = {arrive_vc_i, write_slot};
    wire [VC_W+PTR_W-1:0] front_at   = {read_vc_i, front_slot};
    wire [VC_W+PTR_W-1:0] behind_at  = {read_vc_i, behind_slot};

`ifdef FORMAL
    wire [VC_W+PTR_W-1:0] f_at;  // a slot that the proof below follows, and what it holds
    wire [WORD_W-1:0]     f_stored;
    wire [SIDE_W-1:0]     f_side;
`endif

    wire unused = &{1'b0, write_at, front_at, behind_at};  // VCS 1: the bit of the VC

    wire [WORD_W-1:0] front_word;
    wire [SIDE_W-1:0] behind_side;
    wire              write = enable_i && (|arrive_i);

    // Not reset: nonempty_q guards them.
    buffer_memory #(.WORDS(SLOTS), .WORD_W(WORD_W)) u_words (
        .clk_i(clk_i), .write_i(write), .write_at_i(write_at[SLOT_W-1:0]), .word_i(word_i),
`ifdef FORMAL
        .f_at_i(f_at[SLOT_W-1:0]), .f_word_o(f_stored),
`endif
        .read_at_i(front_at[SLOT_W-1:0]), .word_o(front_word)
    );
    buffer_memory #(.WORDS(SLOTS), .WORD_W(SIDE_W)) u_sides (
        .clk_i(clk_i), .write_i(write), .write_at_i(write_at[SLOT_W-1:0]), .word_i(side_i),
`ifdef FORMAL
        .f_at_i(f_at[SLOT_W-1:0]), .f_word_o(f_side),
`endif
        .read_at_i(behind_at[SLOT_W-1:0]), .word_o(behind_side)
    );

    assign front_o    = front_word;
    assign behind_o   = behind_side;
    assign nonempty_o = nonempty_q;
    assign last_o     = last;

    genvar g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            wire [PTR_W-1:0] front = front_q[g*PTR_W +: PTR_W];
            wire [PTR_W-1:0] next  = next_q[g*PTR_W +: PTR_W];
            wire [PTR_W-1:0] after = (front == LAST) ? {PTR_W{1'b0}} : front + 1'b1;

            assign last[g] = (after == next);
            assign full[g] = (front == next);  // or empty

            always @(posedge clk_i) begin
                if (rst_i) begin
                    front_q[g*PTR_W +: PTR_W] <= {PTR_W{1'b0}};
                    next_q[g*PTR_W +: PTR_W]  <= {PTR_W{1'b0}};
                    nonempty_q[g]             <= 1'b0;
                end else if (enable_i) begin
                    if (arrive_i[g]) begin
                        next_q[g*PTR_W +: PTR_W] <= (next == LAST) ? {PTR_W{1'b0}} : next + 1'b1;
                    end
                    if (leave_i[g]) front_q[g*PTR_W +: PTR_W] <= after;
                    nonempty_q[g] <= leave_i[g] ? nonempty_q[g] && (!last[g] || arrive_i[g])
                                                : nonempty_q[g] || arrive_i[g];
                end
            end
        end
    endgenerate

    `REQUIRE(a_flit_comes_only_while_there_is_room,
            !enable_i || (arrive_i & nonempty_q & full) == {VCS{1'b0}})
    `REQUIRE(what_leaves_is_there, !enable_i || (leave_i & ~nonempty_q & ~arrive_i) == {VCS{1'b0}})
    wire unused_full = &{1'b0, full};

`ifdef FORMAL
    `REQUIRE(a_vc_that_exists,
            arrive_i == {VCS{1'b0}} || arrive_i == ({{(VCS-1){1'b0}}, 1'b1} << arrive_vc_i))
    `REQUIRE(one_flit_leaves, (leave_i & (leave_i - 1'b1)) == {VCS{1'b0}} && read_vc_i < VCS)

    // The flits of each VC lie between its front and the place of the next one.
    wire [VCS*8-1:0] f_counts;
    genvar           f;
    generate
        for (f = 0; f < VCS; f = f + 1) begin : g_count
            reg [7:0] f_count_q;
            always @(posedge clk_i) begin
                if (rst_i) f_count_q <= 8'd0;
                else if (enable_i) f_count_q <= f_count_q + arrive_i[f] - leave_i[f];
            end
            assign f_counts[f*8 +: 8] = f_count_q;
            wire [7:0] f_front = front_q[f*PTR_W +: PTR_W];
            wire [7:0] f_next  = next_q[f*PTR_W +: PTR_W];
            wire [7:0] f_end   = f_front + f_count_q;
            `ENSURE(front_and_count_in_range, f_front < DEPTH && f_count_q <= DEPTH)
            `ENSURE(next_is_front_plus_count, f_next == ((f_end >= DEPTH) ? f_end - DEPTH : f_end))
            `ENSURE(nonempty_tells_whether_flits_are_there, nonempty_q[f] == (f_count_q != 8'd0))
            `ENSURE(last_tells_of_the_last_flit, !nonempty_q[f] || last_o[f] == (f_count_q == 8'd1))
        end
    endgenerate

    // Follow any stored flit until it leaves: none is lost, changed or overtaken.
    (* anyseq, keep *) wire f_pick;
    reg                 f_watching_q;
    reg [VC_W-1:0]      f_vc_q;
    reg [7:0]           f_ahead_q;  // flits before it in its VC
    reg [WORD_W-1:0]    f_word_q;
    reg [SIDE_W-1:0]    f_side_q;
    wire                f_leaves = leave_i[f_vc_q];
    wire [7:0]          f_place = front_q[f_vc_q*PTR_W +: PTR_W] + f_ahead_q;
    wire [PTR_W-1:0]    f_slot = (f_place >= DEPTH) ? f_place - DEPTH : f_place;
    assign              f_at = {f_vc_q, f_slot};
    wire [7:0]          f_before = f_counts[arrive_vc_i*8 +: 8];
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (enable_i && f_watching_q) begin
            if (f_leaves) f_ahead_q <= f_ahead_q - 8'd1;
            if (f_leaves && f_ahead_q == 8'd0) f_watching_q <= 1'b0;
        end else if (enable_i && f_pick && (|arrive_i)
                     && !(leave_i[arrive_vc_i] && f_before == 8'd0)) begin  // it does not pass by
            f_watching_q <= 1'b1;
            f_vc_q       <= arrive_vc_i;
            f_ahead_q    <= f_before - leave_i[arrive_vc_i];
            f_word_q     <= word_i;
            f_side_q     <= side_i;
        end
    end
    `ENSURE(the_watched_flit_is_there,
            !f_watching_q || (f_vc_q < VCS && f_ahead_q < f_counts[f_vc_q*8 +: 8]))
    `ENSURE(the_watched_flit_is_unchanged, !f_watching_q || f_stored == f_word_q)
    `ENSURE(its_side_word_is_unchanged, !f_watching_q || f_side == f_side_q)
    `ENSURE(the_watched_flit_is_in_front_in_its_turn,
            !(f_watching_q && read_vc_i == f_vc_q && f_ahead_q == 8'd0) || front_o == f_word_q)
    `ENSURE(the_watched_flit_is_seen_one_ahead,
            !(f_watching_q && read_vc_i == f_vc_q && f_ahead_q == 8'd1) || behind_o == f_side_q)
`endif

endmodule

`default_nettype wire
