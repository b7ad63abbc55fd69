// packet_buffer.v - a flit buffer of one input VC that keeps a packet while it is copied.
//
// The buffer is a FIFO with a read position. The next flit is `read_q` places behind the front or,
// if it has not arrived, on the pins. In a final pass a flit leaves when it moves. In any other
// pass the module only advances the read position, and after the tail reads the packet from its
// head again. A flit that arrives in cycle t is stored at the end of t unless it leaves in t.
//
// docs/timing.md section 7 (candidates, passes). Mirrored by model/packet_router/.

`default_nettype none
`include "check.vh"

module packet_buffer #(
    parameter DEPTH  = 7,   // flits, 1 .. 64, any integer
    parameter FLIT_W = 34   // flit width in bits, head and tail marks included
) (
    input  wire              clk_i,
    input  wire              rst_i,

    // From the channel
    input  wire              comes_i,   // a flit is on the pins
    input  wire [FLIT_W-1:0] flit_i,

    // The next flit
    output wire              stored_o,  // it is here, from registers; else it is still to come
    output wire [FLIT_W-1:0] flit_o,    // while it is here
    input  wire              move_i,    // it moves, from here or straight from the pins
    input  wire              final_i,   // and leaves
    input  wire              tail_i,    // it is a tail

    output wire              nonempty_o
);

    generate
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_packet_buffer_DEPTH_must_be_1_to_64 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_packet_buffer_FLIT_W_must_be_at_least_3 u_error ();
        end
    endgenerate

    localparam               PTR_W   = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam               COUNT_W = $clog2(DEPTH + 1);
    localparam               ROWS    = 1 << PTR_W;
    localparam [COUNT_W-1:0] FULL    = DEPTH[COUNT_W-1:0];

    reg [FLIT_W-1:0]  flit_mem_q [0:ROWS-1];  // not reset: count_q guards it
    reg [PTR_W-1:0]   head_q;                 // row of the front flit
    reg [COUNT_W-1:0] count_q;                // flits that are stored
    reg [COUNT_W-1:0] read_q;                 // of these, copied but still kept
    reg [PTR_W-1:0]   next_q;                 // row of the next flit: head_q + read_q
    reg [PTR_W-1:0]   free_q;                 // row that is written next: head_q + count_q
    wire [COUNT_W-1:0] read_1 = read_q + 1'b1;
    wire               more   = count_q != read_1;
    reg               stored_q;               // the next flit is here: count_q is above read_q
    wire              leaves = move_i && final_i;
    wire              kept   = move_i && !final_i;
    wire              pop    = leaves && stored_q;
    wire              push   = comes_i && (stored_q || !leaves);
    wire              behind = stored_q && (comes_i || more);  // the flit behind the next is here

    assign stored_o   = stored_q;
    assign flit_o     = flit_mem_q[next_q];
    assign nonempty_o = |count_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            stored_q <= 1'b0;
            head_q   <= {PTR_W{1'b0}};
            count_q  <= {COUNT_W{1'b0}};
            read_q   <= {COUNT_W{1'b0}};
            next_q   <= {PTR_W{1'b0}};
            free_q   <= {PTR_W{1'b0}};
        end else begin
            // The grant is known late, so the logic that depends on it comes last.
            stored_q <= leaves ? behind : kept ? tail_i || behind : stored_q || comes_i;
            count_q  <= leaves ? (comes_i || !stored_q ? count_q : count_q - 1'b1)
                               : (comes_i ? count_q + 1'b1 : count_q);
            if (push) free_q <= free_q + 1'b1;
            if (pop) head_q <= head_q + 1'b1;
            if (kept) read_q <= tail_i ? {COUNT_W{1'b0}} : read_1;
            next_q   <= leaves ? (stored_q ? next_q + 1'b1 : next_q)
                      : kept   ? (tail_i ? head_q : next_q + 1'b1) : next_q;
        end
    end

    // Row free_q is free, so a flit that leaves at once may also be written there.
    always @(posedge clk_i) begin
        if (comes_i) flit_mem_q[free_q] <= flit_i;
    end

    `REQUIRE(a_flit_comes_only_while_there_is_room, !(comes_i && count_q == FULL))
`ifdef FORMAL
    // In a pass all flits of a packet are kept, or none. A kept flit is here or is written now.
    `REQUIRE(a_flit_that_moves_is_here, !(move_i && !stored_q && !comes_i))
    `REQUIRE(a_final_pass_keeps_nothing, !(move_i && final_i && read_q != {COUNT_W{1'b0}}))

    `ENSURE(counts_in_range, count_q <= DEPTH && read_q <= count_q)
    `ENSURE(the_next_flit_is_here_or_not, stored_q == (count_q != read_q))
    wire [7:0] f_next = head_q + read_q;
    wire [7:0] f_free = head_q + count_q;
    `ENSURE(rows_in_range, next_q == f_next[PTR_W-1:0] && free_q == f_free[PTR_W-1:0])

    // Follow any stored flit until it leaves: none is lost, changed or overtaken.
    (* anyseq, keep *) wire f_pick;
    reg                f_watching_q;
    reg  [7:0]         f_ahead_q;  // flits before it
    reg  [FLIT_W-1:0]  f_flit_q;
    wire [7:0]         f_row = head_q + f_ahead_q;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (f_watching_q) begin
            if (pop) f_ahead_q <= f_ahead_q - 8'd1;
            if (pop && f_ahead_q == 8'd0) f_watching_q <= 1'b0;
        end else if (f_pick && push) begin
            f_watching_q <= 1'b1;
            f_ahead_q    <= count_q - pop;
            f_flit_q     <= flit_i;
        end
    end
    `ENSURE(the_watched_flit_is_there, !f_watching_q || f_ahead_q < count_q)
    `ENSURE(the_watched_flit_is_unchanged,
            !f_watching_q || flit_mem_q[f_row[PTR_W-1:0]] == f_flit_q)
    `ENSURE(the_watched_flit_is_read_in_its_turn,
            !(f_watching_q && stored_q && f_ahead_q == read_q) || flit_o == f_flit_q)
`endif

endmodule

`default_nettype wire
