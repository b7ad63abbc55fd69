// word_queue.v - a queue of words between two valid/ready sides, of any depth.
//
// A word that the queue takes in cycle t is on its output in t + 1 at the earliest. Registers drive
// ready and valid, and a word can enter and leave in every cycle. The memory has a clocked read
// port, so synthesis may use block RAM. A word that reaches the front at once bypasses
// the memory. Ready is low for one cycle after reset, as in skid_buffer.
// Mirrored by model/adapters/axi4_bus.h.

`default_nettype none
`include "check.vh"

module word_queue #(
    parameter WIDTH = 8,  // bits of a word, at least 1
    parameter DEPTH = 2   // words, 1 .. 1024
) (
    input  wire             clk_i,
    input  wire             rst_i,

    // Upstream
    input  wire             in_valid_i,
    input  wire [WIDTH-1:0] in_data_i,
    output wire             in_ready_o,

    // Downstream
    output wire             out_valid_o,
    output wire [WIDTH-1:0] out_data_o,
    input  wire             out_ready_i
);

    generate
        if (WIDTH < 1) begin : g_bad_width
            ERROR_word_queue_WIDTH_must_be_at_least_1 u_error ();
        end
        if (DEPTH < 1 || DEPTH > 1024) begin : g_bad_depth
            ERROR_word_queue_DEPTH_must_be_1_to_1024 u_error ();
        end
    endgenerate

    localparam               PTR_W    = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam               COUNT_W  = $clog2(DEPTH + 1);
    localparam               LAST_INT = DEPTH - 1;
    localparam [PTR_W-1:0]   LAST     = LAST_INT[PTR_W-1:0];
    // A power of two of places, but for 1: the pointers wrap by themselves.
    localparam               WRAPS    = DEPTH == 1 || (DEPTH & (DEPTH - 1)) != 0;
    localparam               FULL_INT = DEPTH;
    localparam [COUNT_W-1:0] FULL     = FULL_INT[COUNT_W-1:0];

    // A word that is needed in the cycle of its write passes the memory by in spare_q.
    (* no_rw_check *)
    reg [WIDTH-1:0]   memory_q [0:DEPTH-1];
    reg [WIDTH-1:0]   read_q;
    reg [WIDTH-1:0]   spare_q;
    reg               fresh_q;  // the front word is in spare_q
    reg               ready_q;
    reg               valid_q;
    reg [COUNT_W-1:0] count_q;
    reg [PTR_W-1:0]   front_q;  // place of the front word
    reg [PTR_W-1:0]   back_q;   // place of the next word to come

    wire               push  = in_valid_i && ready_q;
    wire               pop   = valid_q && out_ready_i;
    // In one addition each: one more for each pop, or push, and one less
    wire [PTR_W:0]     after = {front_q, 1'b1} + {{PTR_W{1'b0}}, pop};
    wire [COUNT_W:0]   sum   = {count_q, 1'b1} + {{COUNT_W{pop}}, push};
    wire [PTR_W-1:0]   front = (WRAPS && pop && front_q == LAST) ? {PTR_W{1'b0}} : after[PTR_W:1];
    wire [COUNT_W-1:0] count = sum[COUNT_W:1];

    wire               unused = &{1'b0, after[0], sum[0]};

    assign in_ready_o  = ready_q;
    assign out_valid_o = valid_q;
    assign out_data_o  = fresh_q ? spare_q : read_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            ready_q <= 1'b0;
            valid_q <= 1'b0;
            count_q <= {COUNT_W{1'b0}};
            front_q <= {PTR_W{1'b0}};
            back_q  <= {PTR_W{1'b0}};
        end else begin
            ready_q <= (count != FULL);
            valid_q <= (count != {COUNT_W{1'b0}});
            count_q <= count;
            front_q <= front;
            if (push) back_q <= (WRAPS && back_q == LAST) ? {PTR_W{1'b0}} : back_q + 1'b1;
        end
    end

    always @(posedge clk_i) begin
        fresh_q <= push && back_q == front;
        spare_q <= in_data_i;
    end
    always @(posedge clk_i) begin
        read_q <= memory_q[front];
    end
    always @(posedge clk_i) begin
        if (push) memory_q[back_q] <= in_data_i;
    end

`ifdef FORMAL
    // The words lie between the front place and the back one.
    wire [15:0] f_end = front_q + count_q;
    `ENSURE(in_range, front_q < DEPTH && count_q <= DEPTH)
    `ENSURE(the_back_is_front_plus_count, back_q == ((f_end >= DEPTH) ? f_end - DEPTH : f_end))
    `ENSURE(valid_says_that_a_word_is_there, valid_q == (count_q != 0))
    `ENSURE(ready_says_that_there_is_room, !(ready_q && count_q == DEPTH))
    `ENSURE(the_front_word_shows, !valid_q || (fresh_q ? spare_q : read_q) == memory_q[front_q])

    // Follow any word from its arrival until it leaves: none is lost, changed or overtaken.
    (* anyseq, keep *) wire f_pick;
    reg             f_watching_q;
    reg [15:0]      f_ahead_q;
    reg [WIDTH-1:0] f_data_q;
    wire [15:0]     f_place = front_q + f_ahead_q;
    wire [15:0]     f_slot  = (f_place >= DEPTH) ? f_place - DEPTH : f_place;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (f_watching_q) begin
            if (pop) f_ahead_q <= f_ahead_q - 16'd1;
            if (pop && f_ahead_q == 16'd0) f_watching_q <= 1'b0;
        end else if (f_pick && push) begin
            f_watching_q <= 1'b1;
            f_ahead_q    <= count_q - pop;
            f_data_q     <= in_data_i;
        end
    end
    `ENSURE(the_watched_word_is_there, !f_watching_q || f_ahead_q < count_q)
    `ENSURE(the_watched_word_is_unchanged, !f_watching_q || memory_q[f_slot] == f_data_q)
    `ENSURE(the_watched_word_comes_out,
            !(f_watching_q && f_ahead_q == 16'd0) || out_data_o == f_data_q)

    // Valid stays high, and the word does not change, until it is taken.
    reg             f_held_q;
    reg [WIDTH-1:0] f_held_data_q;
    always @(posedge clk_i) begin
        f_held_q      <= !rst_i && valid_q && !out_ready_i;
        f_held_data_q <= out_data_o;
    end
    `ENSURE(valid_stays_until_ready, !f_held_q || (valid_q && out_data_o == f_held_data_q))
`endif

endmodule

`default_nettype wire
