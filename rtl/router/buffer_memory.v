// buffer_memory.v - the memory of a flit buffer: one port to write, one to read.
//
// A word that is written in cycle t can be read from t + 1 on. Reading takes no clock: word_o
// follows read_at_i in the same cycle. Nothing is reset, as flit_buffer.v reads no word before it
// has been written. On an FPGA this is LUT RAM; for an ASIC, put a module with these pins around a
// register file of your library in its place (docs/fpga.md).
// Mirrored by model/router/vc_buffer.h.

`default_nettype none

module buffer_memory #(
    parameter WORDS  = 16,  // a power of two, from 2 on
    parameter WORD_W = 39,
    // Derived, do not override.
    parameter AT_W   = $clog2(WORDS)
) (
    input  wire              clk_i,
    input  wire              write_i,
    input  wire [AT_W-1:0]   write_at_i,
    input  wire [WORD_W-1:0] word_i,
    input  wire [AT_W-1:0]   read_at_i,
`ifdef FORMAL
    input  wire [AT_W-1:0]   f_at_i,    // for the proof of flit_buffer.v: any other word
    output wire [WORD_W-1:0] f_word_o,
`endif
    output wire [WORD_W-1:0] word_o
);

    reg [WORD_W-1:0] mem_q [0:WORDS-1];

    assign word_o = mem_q[read_at_i];

    always @(posedge clk_i) if (write_i) mem_q[write_at_i] <= word_i;

`ifdef FORMAL
    assign f_word_o = mem_q[f_at_i];
`endif

endmodule

`default_nettype wire
