// packet_buffer.v - flit buffer of one input VC that keeps a packet while it is copied.
//
// A FIFO with a read position: the next flit is the one `read_q` places behind the front. A flit
// of a final pass leaves when it moves; one of another pass is only counted, and after the tail the
// packet is read again from its head. A flit that comes in cycle t is pushed at the end of t
// unless it leaves in t; it can be read from cycle t+1 on.
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
    input  wire              push_i,    // the flit on the pins is stored
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
    reg [PTR_W-1:0]   head_q, head_d;         // row of the front flit
    reg [COUNT_W-1:0] count_q, count_d;       // flits that are stored
    reg [COUNT_W-1:0] read_q, read_d;         // of these, copied but still kept
    reg [PTR_W-1:0]   next_q, next_d;         // row of the next flit: head_q + read_q
    reg [PTR_W-1:0]   free_q, free_d;         // row that is written next: head_q + count_q

    wire stored = count_q != read_q;
    wire pop    = move_i && final_i && stored;

    assign stored_o   = stored;
    assign flit_o     = stored ? flit_mem_q[next_q] : {FLIT_W{1'b0}};
    assign nonempty_o = |count_q;

    always @* begin
        head_d  = head_q;
        count_d = count_q;
        read_d  = read_q;
        next_d  = next_q;
        free_d  = free_q;
        if (push_i) begin
            free_d  = free_q + 1'b1;
            count_d = count_q + 1'b1;
        end
        if (pop) begin
            head_d  = head_q + 1'b1;
            next_d  = head_q + 1'b1;  // nothing is kept in a final pass
            count_d = push_i ? count_q : count_q - 1'b1;
        end
        if (move_i && !final_i) begin
            read_d = tail_i ? {COUNT_W{1'b0}} : read_q + 1'b1;
            next_d = tail_i ? head_q : next_q + 1'b1;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q  <= {PTR_W{1'b0}};
            count_q <= {COUNT_W{1'b0}};
            read_q  <= {COUNT_W{1'b0}};
            next_q  <= {PTR_W{1'b0}};
            free_q  <= {PTR_W{1'b0}};
        end else if (push_i || move_i) begin
            head_q  <= head_d;
            count_q <= count_d;
            read_q  <= read_d;
            next_q  <= next_d;
            free_q  <= free_d;
        end
    end

    always @(posedge clk_i) begin
        if (push_i) flit_mem_q[free_q] <= flit_i;
    end

    `REQUIRE(!(push_i && count_q == FULL), "push only while there is room")
`ifdef FORMAL
    // Passes: all of a packet is kept, or none of it; a kept flit is here or is pushed.
    `REQUIRE(!(move_i && !final_i && !stored && !push_i), "a flit that is kept is stored")
    `REQUIRE(!(move_i && final_i && !stored && push_i), "a flit that leaves is not stored")
    `REQUIRE(!(move_i && final_i && read_q != {COUNT_W{1'b0}}), "a final pass keeps nothing")

    `ENSURE(count_q <= FULL && read_q <= count_q, "in range")
    wire [7:0] f_next = head_q + read_q;
    wire [7:0] f_free = head_q + count_q;
    `ENSURE(next_q == f_next[PTR_W-1:0] && free_q == f_free[PTR_W-1:0], "rows")

    // Any flit that is stored, followed until it leaves: nothing lost, changed or overtaken.
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
        end else if (f_pick && push_i) begin
            f_watching_q <= 1'b1;
            f_ahead_q    <= count_q - pop;
            f_flit_q     <= flit_i;
        end
    end
    `ENSURE(!f_watching_q || f_ahead_q < count_q, "it is there")
    `ENSURE(!f_watching_q || flit_mem_q[f_row[PTR_W-1:0]] == f_flit_q, "unchanged")
    `ENSURE(!(f_watching_q && stored && f_ahead_q == read_q) || flit_o == f_flit_q,
            "it is read in its turn")
`endif

endmodule

`default_nettype wire
