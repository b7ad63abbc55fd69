// outstanding_queue.v - holds the addresses of requests that wait for a response from a bus.
//
// Responses come in the order of the requests. An address that is pushed in cycle t is found from
// t + 1 on, until it is popped. `match_o` says whether the queue holds the address at `address_i`,
// so that another request to the same word can wait.
// Mirrored by model/adapters/axi_memory.h.

`default_nettype none
`include "check.vh"

module outstanding_queue #(
    parameter DEPTH     = 8,  // requests, 1 .. 64
    parameter ADDRESS_W = 29, // bits of an address
    // Derived, do not override.
    parameter COUNT_W   = $clog2(DEPTH + 1)
) (
    input  wire                 clk_i,
    input  wire                 rst_i,

    // Requests
    input  wire                 push_i,
    input  wire [ADDRESS_W-1:0] address_i,  // to push, to look for
    output wire                 match_o,

    // Responses
    input  wire                 pop_i,
    output wire [ADDRESS_W-1:0] front_o,    // the oldest
    output wire [COUNT_W-1:0]   count_o     // from a register
);

    generate
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_outstanding_queue_DEPTH_must_be_1_to_64 u_error ();
        end
        if (ADDRESS_W < 1) begin : g_bad_address_w
            ERROR_outstanding_queue_ADDRESS_W_must_be_at_least_1 u_error ();
        end
    endgenerate

    localparam               PTR_W    = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam               LAST_INT = DEPTH - 1;
    localparam [PTR_W-1:0]   LAST     = LAST_INT[PTR_W-1:0];
    localparam [DEPTH-1:0]   ENTRY_0  = {DEPTH{1'b1}} >> (DEPTH - 1);

    reg [DEPTH*ADDRESS_W-1:0] address_q;  // per entry
    reg [DEPTH-1:0]           taken_q;    // per entry
    reg [PTR_W-1:0]           head_q;     // oldest entry
    reg [PTR_W-1:0]           tail_q;     // next free entry
    reg [COUNT_W-1:0]         count_q;

    wire [PTR_W-1:0]          head_next = (head_q == LAST) ? {PTR_W{1'b0}} : head_q + 1'b1;
    wire [PTR_W-1:0]          tail_next = (tail_q == LAST) ? {PTR_W{1'b0}} : tail_q + 1'b1;

    reg                       match;
    integer                   i;
    always @* begin
        match = 1'b0;
        for (i = 0; i < DEPTH; i = i + 1) begin
            if (taken_q[i] && address_q[i*ADDRESS_W +: ADDRESS_W] == address_i) match = 1'b1;
        end
    end

    assign match_o = match;
    assign count_o = count_q;
    assign front_o = address_q[head_q*ADDRESS_W +: ADDRESS_W];

    always @(posedge clk_i) begin
        if (rst_i) begin
            taken_q <= {DEPTH{1'b0}};
            head_q  <= {PTR_W{1'b0}};
            tail_q  <= {PTR_W{1'b0}};
            count_q <= {COUNT_W{1'b0}};
        end else begin
            taken_q <= (taken_q & ~(pop_i ? ENTRY_0 << head_q : {DEPTH{1'b0}})) |
                       (push_i ? ENTRY_0 << tail_q : {DEPTH{1'b0}});
            if (pop_i)  head_q <= head_next;
            if (push_i) tail_q <= tail_next;
            count_q <= count_q + {{(COUNT_W-1){1'b0}}, push_i} - {{(COUNT_W-1){1'b0}}, pop_i};
        end
    end

    always @(posedge clk_i) begin
        if (push_i) address_q[tail_q*ADDRESS_W +: ADDRESS_W] <= address_i;
    end

    `REQUIRE(push_only_while_there_is_room, !(push_i && (&taken_q)))
    `REQUIRE(a_response_belongs_to_a_request, !(pop_i && !(|taken_q)))

`ifdef FORMAL
    // The entries lie between the head and the tail.
    wire [7:0] f_count = count_q;
    wire [7:0] f_end   = head_q + f_count;
    genvar     f;
    `ENSURE(in_range, head_q < DEPTH && f_count <= DEPTH)
    `ENSURE(tail_is_head_plus_count, tail_q == ((f_end >= DEPTH) ? f_end - DEPTH : f_end))
    generate
        for (f = 0; f < DEPTH; f = f + 1) begin : g_taken
            wire [7:0] f_place = (f >= head_q) ? f - head_q : f + DEPTH - head_q;
            `ENSURE(taken_from_head_to_tail, taken_q[f] == (f_place < f_count))
        end
    endgenerate

    // Any address is found from its push until it is popped in its turn.
    (* anyseq, keep *) wire f_pick;
    reg                 f_watching_q;
    reg [7:0]           f_ahead_q;
    reg [ADDRESS_W-1:0] f_address_q;
    wire [7:0]          f_place = head_q + f_ahead_q;
    wire [7:0]          f_entry = (f_place >= DEPTH) ? f_place - DEPTH : f_place;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (f_watching_q) begin
            if (pop_i) f_ahead_q <= f_ahead_q - 8'd1;
            if (pop_i && f_ahead_q == 8'd0) f_watching_q <= 1'b0;
        end else if (f_pick && push_i) begin
            f_watching_q <= 1'b1;
            f_ahead_q    <= f_count - pop_i;
            f_address_q  <= address_i;
        end
    end
    `ENSURE(the_watched_word_is_there, !f_watching_q || f_ahead_q < f_count)
    `ENSURE(the_watched_word_is_unchanged,
            !f_watching_q || address_q[f_entry*ADDRESS_W +: ADDRESS_W] == f_address_q)
    `ENSURE(the_watched_word_is_found, !(f_watching_q && address_i == f_address_q) || match_o)
    `ENSURE(the_watched_word_is_in_front_in_its_turn,
            !(f_watching_q && f_ahead_q == 8'd0) || front_o == f_address_q)
`endif

endmodule

`default_nettype wire
