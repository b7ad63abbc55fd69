// comparator_cache.v - detects processor accesses to bytes that have not arrived yet.
//
// Each watched message has a pair of numbers: the next expected byte and the end of its data. An
// access that touches a byte of [next, end) of a valid pair gets an exception in the next cycle.
// The numbers have 33 bits, so a buffer may end at the end of the address space.
//
// Buzzard & Mudge 1988, section 5.3.
// docs/timing.md, section 8.4. Mirrored by model/coprocessor/comparator_cache.h.

`default_nettype none
`include "check.vh"

module comparator_cache #(
    parameter PAIRS   = 6,  // 1 .. 12
    // Derived, do not override.
    parameter ENTRY_W = (PAIRS > 1) ? $clog2(PAIRS) : 1
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               enable_i,

    // The processor's accesses
    input  wire               watch_valid_i,
    input  wire [31:0]        watch_address_i,
    input  wire [3:0]         watch_bytes_i,    // 1 .. 8
    output wire               watch_exception_o,

    // The lowest pair that is not valid, from registers. load_i loads it.
    output wire               available_o,
    output wire [ENTRY_W-1:0] entry_o,
    input  wire               load_i,
    input  wire [31:0]        start_i,
    input  wire [31:0]        room_i,

    input  wire               invalidate_i,
    input  wire [ENTRY_W-1:0] which_i,

    // Data that was written
    input  wire               advance_i,
    input  wire [ENTRY_W-1:0] advance_entry_i,
    input  wire [32:0]        advance_next_i
);

    generate
        if (PAIRS < 1 || PAIRS > 12) begin : g_bad_pairs
            ERROR_comparator_cache_PAIRS_must_be_1_to_12 u_error ();
        end
    endgenerate

    localparam [PAIRS-1:0] PAIR_0 = {PAIRS{1'b1}} >> (PAIRS - 1);

    reg  [PAIRS-1:0]    valid_q;
    reg  [PAIRS*33-1:0] next_q;
    reg  [PAIRS*33-1:0] end_q;
    reg                 exception_q;

    reg  [PAIRS-1:0]    touched;
    reg  [32:0]         access_end;
    reg  [PAIRS-1:0]    lowest;  // that is not valid, one-hot or zero
    reg  [ENTRY_W-1:0]  entry;
    integer             i;
    integer             j;
    integer             k;

    always @* begin
        i          = 0;
        touched    = {PAIRS{1'b0}};
        access_end = 33'd0;
        if (enable_i && watch_valid_i && (|valid_q)) begin
            access_end = {1'b0, watch_address_i} + {29'd0, watch_bytes_i};
            for (i = 0; i < PAIRS; i = i + 1) begin
                touched[i] = valid_q[i] && {1'b0, watch_address_i} < end_q[i*33 +: 33]
                             && access_end > next_q[i*33 +: 33]
                             && next_q[i*33 +: 33] < end_q[i*33 +: 33];
            end
        end
    end

    always @* begin
        entry  = {ENTRY_W{1'b0}};
        lowest = {PAIRS{1'b0}};
        for (j = 0; j < PAIRS; j = j + 1) begin
            lowest[j] = !valid_q[j] && (&(valid_q | ({PAIRS{1'b1}} << j)));
            if (lowest[j]) entry = entry | j[ENTRY_W-1:0];
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q     <= {PAIRS{1'b0}};
            exception_q <= 1'b0;
        end else if (enable_i) begin
            exception_q <= |touched;
            if (load_i || invalidate_i) begin
                valid_q <= (valid_q | (load_i ? lowest : {PAIRS{1'b0}}))
                           & ~(invalidate_i ? PAIR_0 << which_i : {PAIRS{1'b0}});
            end
        end
    end
    always @(posedge clk_i) begin
        if (load_i || advance_i) begin
            for (k = 0; k < PAIRS; k = k + 1) begin
                if (load_i && lowest[k]) begin
                    next_q[k*33 +: 33] <= {1'b0, start_i};
                    end_q[k*33 +: 33]  <= {1'b0, start_i} + {1'b0, room_i};
                end else if (advance_i && advance_entry_i == k[ENTRY_W-1:0]) begin
                    next_q[k*33 +: 33] <= advance_next_i;
                end
            end
        end
    end

    assign watch_exception_o = exception_q;
    assign available_o       = |lowest;
    assign entry_o           = entry;

    `REQUIRE(load_only_a_pair_that_is_free, !(load_i && !available_o))
    `REQUIRE(invalidate_a_valid_pair, !(invalidate_i && !(|(valid_q & (PAIR_0 << which_i)))))
    `REQUIRE(an_access_of_1_to_8_bytes,
            !(enable_i && watch_valid_i && (watch_bytes_i == 4'd0 || watch_bytes_i > 4'd8)))
`ifdef FORMAL
    `REQUIRE(nothing_moves_without_enable, enable_i || !(load_i || invalidate_i || advance_i))

    // Follow any pair by a copy of it, with any byte of the access. In an exception both bounds
    // contain the higher one of their first bytes.
    (* anyseq, keep *) wire [ENTRY_W-1:0] f_pick;
    (* anyseq, keep *) wire [2:0]         f_offset;
    reg  [ENTRY_W-1:0] f_entry_q;
    reg                f_valid_q;
    reg  [32:0]        f_next_q;
    reg  [32:0]        f_end_q;
    reg                f_missed_q;
    reg                f_common_q;
    wire [32:0]        f_address = {1'b0, watch_address_i};
    wire [32:0]        f_byte    = f_address + f_offset;
    wire [32:0]        f_witness = (f_address > f_next_q) ? f_address : f_next_q;
    wire               f_is      = f_entry_q < PAIRS;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_entry_q  <= f_pick;
            f_valid_q  <= 1'b0;
            f_missed_q <= 1'b0;
            f_common_q <= 1'b0;
        end else if (enable_i) begin
            f_missed_q <= watch_valid_i && f_valid_q && f_offset < watch_bytes_i
                          && f_byte >= f_next_q && f_byte < f_end_q;
            f_common_q <= watch_valid_i && f_valid_q && f_witness < f_end_q
                          && f_witness < f_address + watch_bytes_i;
            if (load_i && entry_o == f_entry_q) begin
                f_valid_q <= 1'b1;
                f_next_q  <= {1'b0, start_i};
                f_end_q   <= {1'b0, start_i} + {1'b0, room_i};
            end else begin
                if (invalidate_i && which_i == f_entry_q) f_valid_q <= 1'b0;
                if (advance_i && advance_entry_i == f_entry_q) f_next_q <= advance_next_i;
            end
        end
    end
    `ENSURE(remembers_which_are_valid, !f_is || valid_q[f_entry_q] == f_valid_q)
    `ENSURE(remembers_what_is_expected,
            !f_is || !f_valid_q || (next_q[f_entry_q*33 +: 33] == f_next_q
            && end_q[f_entry_q*33 +: 33] == f_end_q))
    `ENSURE(no_pair_is_loaded_over_another, !(load_i && f_valid_q && entry_o == f_entry_q))
    `ENSURE(a_missing_byte_is_noticed, !f_is || !f_missed_q || watch_exception_o)
    `ENSURE(no_other_byte_is_noticed, PAIRS > 1 || !f_is || !watch_exception_o || f_common_q)
`endif

endmodule

`default_nettype wire
