// packet_store.v - a queue of beats that knows whether it holds a whole packet.
//
// A beat with end_i ends its packet. The queue holds a whole packet if it holds such a beat, or two
// while one leaves in this cycle. From the next cycle on, the packet can then be sent without
// waiting for the side that fills the queue. word_queue states the cycles of the beats.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none
`include "check.vh"

module packet_store #(
    parameter WIDTH = 8,  // bits of a beat without its end, at least 1
    parameter DEPTH = 16  // beats, 1 .. 1024
) (
    input  wire             clk_i,
    input  wire             rst_i,

    // Upstream
    input  wire             in_valid_i,
    input  wire [WIDTH-1:0] in_data_i,
    input  wire             in_end_i,
    output wire             in_ready_o,

    // Downstream
    output wire             out_valid_o,
    output wire [WIDTH-1:0] out_data_o,
    output wire             out_end_o,
    input  wire             out_ready_i,

    // From registers: at least one end is in the queue, two
    output wire             one_o,
    output wire             two_o
);

    localparam COUNT_W = $clog2(DEPTH + 1);
    localparam [COUNT_W-1:0] ONE = 1;

    reg  [COUNT_W-1:0] ends_q;  // in the queue

    wire               enters = in_valid_i && in_ready_o && in_end_i;
    wire               leaves = out_valid_o && out_ready_i && out_end_o;

    word_queue #(
        .WIDTH (WIDTH + 1),
        .DEPTH (DEPTH)
    ) u_beats (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .in_valid_i  (in_valid_i),
        .in_data_i   ({in_end_i, in_data_i}),
        .in_ready_o  (in_ready_o),
        .out_valid_o (out_valid_o),
        .out_data_o  ({out_end_o, out_data_o}),
        .out_ready_i (out_ready_i)
    );

    assign one_o = |ends_q;
    assign two_o = |(ends_q & ~ONE);

    always @(posedge clk_i) begin
        if (rst_i)                 ends_q <= {COUNT_W{1'b0}};
        else if (enters && !leaves) ends_q <= ends_q + 1'b1;
        else if (leaves && !enters) ends_q <= ends_q - 1'b1;
    end

`ifdef FORMAL
    // The ends of the beats in the queue; the front one is the lowest. The proof of word_queue
    // shows that beats come out in their turn; here it is assumed.
    reg [DEPTH-1:0] f_bits_q;
    reg [15:0]      f_count_q;
    wire            f_push = in_valid_i && in_ready_o;
    wire            f_pop  = out_valid_o && out_ready_i;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_bits_q  <= {DEPTH{1'b0}};
            f_count_q <= 16'd0;
        end else begin
            f_bits_q  <= (f_bits_q | (enters << f_count_q)) >> f_pop;
            f_count_q <= f_count_q + f_push - f_pop;
        end
    end
    `REQUIRE(works_as_a_word_queue,
            out_valid_o == (f_count_q != 16'd0) && (!out_valid_o || out_end_o == f_bits_q[0])
            && (!in_ready_o || f_count_q < DEPTH))

    integer         f;
    reg [15:0]      f_ends;
    always @* begin
        f_ends = 16'd0;
        for (f = 0; f < DEPTH; f = f + 1) f_ends = f_ends + f_bits_q[f];
    end
    `ENSURE(in_range, f_count_q <= DEPTH && (f_bits_q >> f_count_q) == {DEPTH{1'b0}})
    `ENSURE(as_many_as_are_counted, ends_q == f_ends)
    `ENSURE(tells_whether_an_end_stays, one_o == (f_ends >= 1) && two_o == (f_ends >= 2))
`endif

    `ENSURE(an_end_that_leaves_has_entered, !(leaves && ends_q == {COUNT_W{1'b0}}))

endmodule

`default_nettype wire
