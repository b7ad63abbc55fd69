// credit_counter.v - counts the credits of one output virtual channel.
//
// A credit stands for a free place in the buffer downstream. The counter holds up to eight credits
// as a row of ones, which costs one gate a bit and no adder, and larger numbers in binary.
// Dally & Towles, chapter 13 (credit-based flow control).
// Mirrored by model/router/lane_counters.h.

`default_nettype none
`include "check.vh"

module credit_counter #(
    parameter DEPTH = 4,  // credits after reset, 1 .. 64
    parameter ROOM  = 4   // 1 .. DEPTH
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire enable_i,

    input  wire credit_i,  // a place became free
    input  wire spend_i,   // a flit goes out

    // From registers: at least one credit, at least two, at least ROOM, at least ROOM - 1
    output wire one_o,
    output wire two_o,
    output wire room_o,
    output wire less_o
);

    generate
        if (DEPTH < 1 || DEPTH > 64) begin : g_bad_depth
            ERROR_credit_counter_DEPTH_must_be_1_to_64 u_error ();
        end
        if (ROOM < 1 || ROOM > DEPTH) begin : g_bad_room
            ERROR_credit_counter_ROOM_must_be_1_to_DEPTH u_error ();
        end
        if (DEPTH <= 8) begin : g_row
            reg  [DEPTH-1:0] ones_q;
            wire [DEPTH+2:0] ones = {2'b00, ones_q, 1'b1};  // bit n: at least n
            always @(posedge clk_i) begin
                if (rst_i) ones_q <= {DEPTH{1'b1}};
                else if (enable_i && credit_i != spend_i) begin
                    ones_q <= credit_i ? ones[DEPTH-1:0] : ones[DEPTH+1:2];
                end
            end
            assign one_o   = ones[1];
            assign two_o   = ones[2];
            assign room_o  = ones[ROOM];
            assign less_o  = ones[ROOM-1];
            `REQUIRE(no_credit_too_many, !(enable_i && credit_i && !spend_i && ones_q[DEPTH-1]))
        end else begin : g_binary
            localparam W = $clog2(DEPTH + 1);
            reg  [W-1:0] count_q;
            wire signed [31:0] count = $signed({{(32-W){1'b0}}, count_q});
            always @(posedge clk_i) begin
                if (rst_i) count_q <= DEPTH[W-1:0];
                else if (enable_i && credit_i && !spend_i) count_q <= count_q + 1'b1;
                else if (enable_i && spend_i && !credit_i) count_q <= count_q - 1'b1;
            end
            assign one_o   = (count >= 1);
            assign two_o   = (count >= 2);
            assign room_o  = (count >= ROOM);
            assign less_o  = (count >= ROOM - 1);
            `REQUIRE(no_credit_too_many, !(enable_i && credit_i && !spend_i && count == DEPTH))
        end
    endgenerate

    `REQUIRE(no_flit_without_a_credit, !(enable_i && spend_i && !one_o))

`ifdef FORMAL
    reg [7:0] f_count_q;  // free places downstream
    always @(posedge clk_i) begin
        if (rst_i) f_count_q <= DEPTH;
        else if (enable_i) f_count_q <= f_count_q + credit_i - spend_i;
    end
    genvar f;
    generate
        if (DEPTH <= 8) begin : g_f_row
            for (f = 0; f < DEPTH; f = f + 1) begin : g_f
                `ENSURE(ones_in_a_row, g_row.ones_q[f] == (f_count_q > f))
            end
        end else begin : g_f_binary
            `ENSURE(counts_credits, g_binary.count_q == f_count_q)
        end
    endgenerate
    `ENSURE(no_more_credits_than_places, f_count_q <= DEPTH)
    `ENSURE(credits_tell_how_many,
            one_o == (f_count_q >= 1) && two_o == (f_count_q >= 2) && room_o == (f_count_q >= ROOM)
            && less_o == (f_count_q + 8'd1 >= ROOM))
`endif

endmodule

`default_nettype wire
