// context_memory.v - one word for each stream of each source: the state of the message that is
// arriving from there.
//
// It has one port: a word that is read or written in cycle t is on the output from t + 1 until the
// next access. docs/timing.md, section 8.5. Mirrored by model/coprocessor/context_memory.h.

`default_nettype none
`include "check.vh"

module context_memory #(
    parameter WORDS   = 448,  // streams times sources, at least 2
    parameter WORD_W  = 32,   // bits of a word
    // Derived, do not override.
    parameter INDEX_W = $clog2(WORDS)
) (
    input  wire               clk_i,
    input  wire               rst_i,

    input  wire               read_i,
    input  wire               write_i,
    input  wire [INDEX_W-1:0] index_i,
    input  wire [WORD_W-1:0]  word_i,
    output wire [WORD_W-1:0]  word_o
);

    generate
        if (WORDS < 2) begin : g_bad_words
            ERROR_context_memory_WORDS_must_be_at_least_2 u_error ();
        end
    endgenerate

    localparam               LAST_INT = WORDS - 1;
    localparam [INDEX_W-1:0] LAST     = LAST_INT[INDEX_W-1:0];

    reg  [WORD_W-1:0] words_mem_q [0:WORDS-1];  // not reset: cleared before it is used
    reg  [WORD_W-1:0] output_q;

    always @(posedge clk_i) begin
        if (write_i) begin
            words_mem_q[index_i] <= word_i;
            output_q             <= word_i;
        end else if (read_i) begin
            output_q             <= words_mem_q[index_i];
        end
    end

    assign word_o = output_q;

    `REQUIRE(read_or_write, !(read_i && write_i))
    generate
        if (WORDS != (1 << INDEX_W)) begin : g_check_index
            `REQUIRE(a_stream_and_a_source_that_exist, !((read_i || write_i) && index_i > LAST))
        end
    endgenerate

endmodule

`default_nettype wire
