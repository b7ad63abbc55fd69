// system_buffers.v - keeps which system buffers are used, and which of them the processor has.
//
// A message takes the lowest unused buffer. The buffer is free again when its data were copied, or
// after it was given to the processor and released. Buffer i is at system_base + (i << size_log2).
// docs/timing.md, section 8.5. Mirrored by model/coprocessor/system_buffers.h.

`default_nettype none
`include "check.vh"

module system_buffers #(
    parameter BUFFERS  = 16,  // 1 .. 64
    // Derived, do not override.
    parameter BUFFER_W = (BUFFERS > 1) ? $clog2(BUFFERS) : 1
) (
    input  wire                clk_i,
    input  wire                rst_i,

    // The lowest unused buffer, from registers. take_i takes it.
    output wire                available_o,
    output wire [BUFFER_W-1:0] buffer_o,
    input  wire                take_i,

    // To the processor and back
    input  wire                give_i,
    input  wire [BUFFER_W-1:0] give_which_i,
    input  wire [BUFFER_W-1:0] which_i,
    output wire                given_o,      // the processor has buffer which_i
    input  wire                release_i,    // it comes back

    // Copied
    input  wire                free_i,
    input  wire [BUFFER_W-1:0] free_which_i
);

    generate
        if (BUFFERS < 1 || BUFFERS > 64) begin : g_bad_buffers
            ERROR_system_buffers_BUFFERS_must_be_1_to_64 u_error ();
        end
    endgenerate

    localparam [BUFFERS-1:0] BUFFER_0 = {BUFFERS{1'b1}} >> (BUFFERS - 1);
    localparam [BUFFERS-1:0] NONE     = {BUFFERS{1'b0}};

    reg  [BUFFERS-1:0]  used_q;
    reg  [BUFFERS-1:0]  given_q;

    reg  [BUFFERS-1:0]  unused;  // the lowest, one-hot or zero
    reg  [BUFFER_W-1:0] lowest;
    integer             i;

    wire [BUFFERS-1:0]  taken    = take_i    ? unused                    : NONE;
    wire [BUFFERS-1:0]  gives    = give_i    ? BUFFER_0 << give_which_i  : NONE;
    wire [BUFFERS-1:0]  released = release_i ? BUFFER_0 << which_i       : NONE;
    wire [BUFFERS-1:0]  freed    = free_i    ? BUFFER_0 << free_which_i  : NONE;

    always @* begin
        lowest = {BUFFER_W{1'b0}};
        unused = NONE;
        for (i = 0; i < BUFFERS; i = i + 1) begin
            unused[i] = !used_q[i] && (&(used_q | ({BUFFERS{1'b1}} << i)));
            if (unused[i]) lowest = lowest | i[BUFFER_W-1:0];
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            used_q  <= NONE;
            given_q <= NONE;
        end else if (take_i || give_i || release_i || free_i) begin
            used_q  <= (used_q | taken) & ~(released | freed);
            given_q <= (given_q | gives) & ~released;
        end
    end

    assign available_o = |unused;
    assign buffer_o    = lowest;
    assign given_o     = |(given_q & (BUFFER_0 << which_i));

    `REQUIRE(take_only_an_unused_buffer, !(take_i && !available_o))
    `REQUIRE(give_only_a_used_buffer_and_once, (gives & ~(used_q & ~given_q)) == NONE)
    `REQUIRE(release_only_a_buffer_that_the_processor_has, (released & ~given_q) == NONE)
    `REQUIRE(free_only_a_used_buffer, (freed & ~(used_q & ~given_q)) == NONE)
    `REQUIRE(give_or_free, (freed & gives) == NONE)
`ifdef FORMAL
    // Follow any buffer: it is unused, used or given to the processor.
    (* anyseq, keep *) wire [BUFFER_W-1:0] f_pick;
    reg [BUFFER_W-1:0] f_buffer_q;
    reg                f_used_q;
    reg                f_given_q;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_buffer_q <= f_pick;
            f_used_q   <= 1'b0;
            f_given_q  <= 1'b0;
        end else if (take_i && buffer_o == f_buffer_q) begin
            f_used_q   <= 1'b1;
        end else begin
            if (give_i && give_which_i == f_buffer_q) f_given_q <= 1'b1;
            if ((release_i && which_i == f_buffer_q)
                || (free_i && free_which_i == f_buffer_q)) begin
                f_used_q  <= 1'b0;
                f_given_q <= 1'b0;
            end
        end
    end
    wire f_is = f_buffer_q < BUFFERS;
    `ENSURE(remembers_who_has_it,
            !f_is || (used_q[f_buffer_q] == f_used_q && given_q[f_buffer_q] == f_given_q))
    `ENSURE(what_is_given_is_used, (given_q & ~used_q) == NONE)
    `ENSURE(no_buffer_is_taken_twice, !(available_o && buffer_o == f_buffer_q && f_used_q))
    `ENSURE(the_lowest_is_taken, !f_is || !available_o || f_buffer_q >= buffer_o || f_used_q)
    `ENSURE(an_unused_buffer_is_found, !f_is || available_o || f_used_q)
`endif

endmodule

`default_nettype wire
