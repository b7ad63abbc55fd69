// skid_buffer.v - a register stage of a valid/ready channel, with room for two words.
//
// A word is taken in a cycle with valid and ready high, and is on the other side in the next cycle.
// Registers drive both directions, and a word can pass in every cycle. A word that arrives while
// the output is held up waits in a spare register, and ready falls.
// Ready is low for one cycle after reset, so no word is taken while one side is still in reset.
// Mirrored by model/adapters/axi_memory.h.

`default_nettype none
`include "check.vh"

module skid_buffer #(
    parameter WIDTH = 8  // bits of a word, at least 1
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
            ERROR_skid_buffer_WIDTH_must_be_at_least_1 u_error ();
        end
    endgenerate

    reg             ready_q;
    reg             valid_q;
    reg             spare_valid_q;  // the output is held up and a second word is here
    reg [WIDTH-1:0] data_q;
    reg [WIDTH-1:0] spare_q;

    wire            take        = in_valid_i && ready_q;
    wire            move        = !valid_q || out_ready_i;  // the output register is free
    wire            spare_valid = !move && (spare_valid_q || take);

    assign in_ready_o  = ready_q;
    assign out_valid_o = valid_q;
    assign out_data_o  = data_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            ready_q       <= 1'b0;
            valid_q       <= 1'b0;
            spare_valid_q <= 1'b0;
        end else begin
            ready_q       <= !spare_valid;
            spare_valid_q <= spare_valid;
            if (move) valid_q <= spare_valid_q || take;
        end
    end

    always @(posedge clk_i) begin
        if (move) data_q  <= spare_valid_q ? spare_q : in_data_i;
        if (take) spare_q <= in_data_i;
    end

`ifdef FORMAL
    `ENSURE(the_spare_is_used_behind_the_other, !(spare_valid_q && (ready_q || !valid_q)))

    // Follow any word from its arrival until it leaves: none is lost, changed or overtaken.
    (* anyseq, keep *) wire f_pick;
    reg             f_watching_q;
    reg             f_ahead_q;  // a word is before it
    reg [WIDTH-1:0] f_data_q;
    wire            f_leaves = valid_q && out_ready_i;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (f_watching_q) begin
            if (f_leaves) f_ahead_q    <= 1'b0;
            if (f_leaves && !f_ahead_q) f_watching_q <= 1'b0;
        end else if (f_pick && take) begin
            f_watching_q <= 1'b1;
            f_ahead_q    <= valid_q && !out_ready_i;
            f_data_q     <= in_data_i;
        end
    end
    `ENSURE(the_watched_word_is_there, !f_watching_q || (valid_q && (!f_ahead_q || spare_valid_q)))
    `ENSURE(the_watched_word_is_unchanged,
            !f_watching_q || (f_ahead_q ? spare_q : data_q) == f_data_q)

    // Valid stays high, and the word does not change, until it is taken.
    reg             f_held_q;
    reg [WIDTH-1:0] f_held_data_q;
    always @(posedge clk_i) begin
        f_held_q      <= !rst_i && valid_q && !out_ready_i;
        f_held_data_q <= data_q;
    end
    `ENSURE(valid_stays_until_ready, !f_held_q || (valid_q && data_q == f_held_data_q))
`endif

endmodule

`default_nettype wire
