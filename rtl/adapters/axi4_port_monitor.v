// axi4_port_monitor.v - reports the transactions, latencies and errors of an AXI4 port in each
// cycle.
//
// The monitor reads the pins of the bus. A read is answered in the cycle of its last beat, and a
// write in the cycle of its response; an answer SLVERR or DECERR is an error. wait_o has the
// numbers of writes and of reads that are on AW or AR, or were taken from it, and were not answered
// up to this cycle. Their sums over all cycles are therefore the sums of all latencies, from the
// first cycle with AxVALID to the answer. timeouts_o is the growth, at most 2, of the counter whose
// lowest bits are timeouts_i. The halves of the outputs are {write, read}.
// The monitor has no enable_i, because enable_i does not stop the bus.
// Mirrored by model/axi/axi4_observer.h.

`default_nettype none
`include "check.vh"

module axi4_port_monitor #(
    parameter WAIT_W = 8  // bits of the number of transactions that wait
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire [1:0]          ax_valid_i,    // {AW, AR}
    input  wire [1:0]          ax_ready_i,
    input  wire [1:0]          answered_i,    // {B, last beat of R}: valid and ready
    input  wire [3:0]          response_i,    // {BRESP, RRESP}
    input  wire [1:0]          timeouts_i,
    output wire [1:0]          answered_o,
    output wire [1:0]          error_o,
    output wire [2*WAIT_W-1:0] wait_o,
    output wire [1:0]          timeouts_o
);

    generate
        if (WAIT_W < 1 || WAIT_W > 32) begin : g_bad_wait_w
            ERROR_axi4_port_monitor_WAIT_W_must_be_1_to_32 u_error ();
        end
    endgenerate

    reg [2*WAIT_W-1:0] taken_q;  // of each kind: taken, not answered
    reg [1:0]          timeouts_q;

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_kind
            wire [WAIT_W-1:0] taken = taken_q[g*WAIT_W +: WAIT_W];
            wire [WAIT_W-1:0] on_ax = {{(WAIT_W-1){1'b0}}, ax_valid_i[g]};
            wire [WAIT_W-1:0] done  = {{(WAIT_W-1){1'b0}}, answered_i[g]};
            wire [WAIT_W-1:0] waits = taken + on_ax - done;

            always @(posedge clk_i) begin
                if (rst_i) begin
                    taken_q[g*WAIT_W +: WAIT_W] <= {WAIT_W{1'b0}};
                end else begin
                    taken_q[g*WAIT_W +: WAIT_W] <= (ax_valid_i[g] && !ax_ready_i[g])
                                                 ? taken - done : waits;
                end
            end

            assign wait_o[g*WAIT_W +: WAIT_W] = waits;
            assign error_o[g] = answered_i[g] && response_i[2*g+1];

            `REQUIRE(an_answer_has_a_request, !answered_i[g] || taken != {WAIT_W{1'b0}})
            `REQUIRE(wait_w_holds_all_that_wait,
                    taken != {WAIT_W{1'b1}} || !ax_valid_i[g] || answered_i[g])
        end
    endgenerate

    always @(posedge clk_i) begin
        timeouts_q <= rst_i ? 2'd0 : timeouts_i;
    end

    assign answered_o = answered_i;
    assign timeouts_o = timeouts_i - timeouts_q;

    wire unused = &{1'b0, response_i[2], response_i[0]};

endmodule

`default_nettype wire
