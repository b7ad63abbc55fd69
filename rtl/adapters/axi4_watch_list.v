// axi4_watch_list.v - lists the transactions of one direction that wait for their answer.
//
// Entry 0 is the oldest. A response or a beat belongs to the oldest entry with its ID, and the last
// beat removes that entry. The next_* outputs name the transaction to answer first if the
// subordinate never does: the oldest one with an answered beat, else the oldest, so
// no burst is interrupted. An event in cycle t is counted from t + 1 on. docs/axi.md, 5.
// Mirrored by model/adapters/axi4_watchdog.h.

`default_nettype none
`include "check.vh"

module axi4_watch_list #(
    parameter ID_W    = 10,
    parameter ENTRIES = 16   // 1 .. 64
) (
    input  wire            clk_i,
    input  wire            rst_i,

    input  wire            add_i,      // not while full
    input  wire [ID_W-1:0] id_i,
    input  wire [7:0]      len_i,      // beats of its response, less one
    output wire            full_o,
    output wire            any_o,

    input  wire            step_i,     // a response, or a beat of one
    input  wire [ID_W-1:0] step_id_i,
    input  wire            step_last_i,
    output wire            oldest_o,   // step_id_i is that of the oldest entry

    output wire [ID_W-1:0] next_id_o,  // while there is any
    output wire            next_last_o
);

    generate
        if (ENTRIES < 1 || ENTRIES > 64) begin : g_bad_entries
            ERROR_axi4_watch_list_ENTRIES_must_be_1_to_64 u_error ();
        end
    endgenerate

    localparam ENTRY_W = ID_W + 9;  // {some beats have been answered, beats to come less one, ID}

    reg  [ENTRIES-1:0]         used_q;   // from bit 0 up
    reg  [ENTRIES*ENTRY_W-1:0] entry_q;

    reg  [ENTRIES-1:0]         same;     // entries of the ID that steps
    reg  [ENTRIES-1:0]         begun;
    integer                    i;

    always @* begin
        for (i = 0; i < ENTRIES; i = i + 1) begin
            same[i]  = used_q[i] && entry_q[i*ENTRY_W +: ID_W] == step_id_i;
            begun[i] = used_q[i] && entry_q[i*ENTRY_W+ID_W+8];
        end
    end

    localparam [ENTRIES-1:0]   ONE   = 1;
    wire [ENTRIES-1:0]         steps = step_i ? same & (~same + ONE) : {ENTRIES{1'b0}};
    wire [ENTRIES-1:0]         moves = step_last_i ? ~(steps - ONE) : {ENTRIES{1'b0}};
    wire                       ends  = step_last_i && (|steps);
    wire [ENTRIES-1:0]         left;     // used after the step
    wire [ENTRIES-1:0]         below;    // the entry below is, so this is the first that is free
    wire [ENTRIES-1:0]         later;    // of the entry above: used, and what it holds
    wire [ENTRIES*ENTRY_W-1:0] above;

    assign left = ends ? later : used_q;

    genvar g;

    generate
        for (g = 0; g < ENTRIES; g = g + 1) begin : g_entry
            if (g == 0) begin : g_oldest
                assign below[g] = 1'b1;
            end else begin : g_younger
                assign below[g] = left[g-1];
            end
            if (g == ENTRIES - 1) begin : g_highest
                assign later[g]                     = 1'b0;
                assign above[g*ENTRY_W +: ENTRY_W]  = {ENTRY_W{1'b0}};
            end else begin : g_lower
                assign later[g]                     = used_q[g+1];
                assign above[g*ENTRY_W +: ENTRY_W]  = entry_q[(g+1)*ENTRY_W +: ENTRY_W];
            end
            wire [ENTRY_W-1:0] entry = moves[g] ? above[g*ENTRY_W +: ENTRY_W]
                                                : entry_q[g*ENTRY_W +: ENTRY_W];
            wire               adds  = add_i && !left[g] && below[g];
            always @(posedge clk_i) begin
                if (rst_i) used_q[g] <= 1'b0;
                else       used_q[g] <= left[g] || adds;
                if (adds) begin
                    entry_q[g*ENTRY_W +: ENTRY_W] <= {1'b0, len_i, id_i};
                end else if (steps[g] && !step_last_i) begin
                    entry_q[g*ENTRY_W+ID_W +: 9] <= {1'b1, entry[ID_W +: 8] - 8'd1};
                end else begin
                    entry_q[g*ENTRY_W +: ENTRY_W] <= entry;
                end
            end
        end
    endgenerate

    wire [ENTRIES-1:0] next = (|begun) ? begun & (~begun + ONE) : ONE;
    reg  [ENTRY_W-1:0] picked;
    integer            j;

    always @* begin
        picked = {ENTRY_W{1'b0}};
        for (j = 0; j < ENTRIES; j = j + 1) begin
            if (next[j]) picked = picked | entry_q[j*ENTRY_W +: ENTRY_W];
        end
    end

    assign full_o      = used_q[ENTRIES-1];
    assign any_o       = used_q[0];
    assign oldest_o    = same[0];
    assign next_id_o   = picked[ID_W-1:0];
    assign next_last_o = (picked[ID_W +: 8] == 8'd0);

    wire unused = &{1'b0, picked[ENTRY_W-1]};

    `REQUIRE(nothing_is_added_to_a_full_list, !(add_i && full_o))
    `REQUIRE(a_response_belongs_to_a_transaction, !(step_i && same == {ENTRIES{1'b0}}))

`ifdef FORMAL
    // Any ID has as many entries as transactions in flight, and the list has no gaps.
    (* anyconst, keep *) wire [ID_W-1:0] f_id;
    reg  [7:0]         f_count_q;
    reg  [7:0]         f_entries;
    integer            f;
    wire               f_ends = step_i && step_last_i && step_id_i == f_id;
    always @* begin
        f_entries = 8'd0;
        for (f = 0; f < ENTRIES; f = f + 1) begin
            f_entries = f_entries + (used_q[f] && entry_q[f*ENTRY_W +: ID_W] == f_id);
        end
    end
    always @(posedge clk_i) begin
        if (rst_i) f_count_q <= 8'd0;
        else       f_count_q <= f_count_q + (add_i && id_i == f_id) - f_ends;
    end
    `ENSURE(as_many_entries_as_transactions, f_entries == f_count_q)
    `ENSURE(no_gaps, (used_q & (used_q + ONE)) == {ENTRIES{1'b0}})

    // Follow any transaction until it is answered. Its entry keeps its ID and beats, the entries
    // below it are the older ones, and those of the same ID are answered before it.
    (* anyseq, keep *) wire f_pick;
    reg                f_watching_q;
    reg  [6:0]         f_place_q;
    reg  [7:0]         f_beats_q;   // to come, less one
    reg                f_begun_q;
    wire [ENTRIES-1:0] f_at    = ONE << f_place_q;
    wire               f_step  = |(f_at & steps);
    wire               f_moves = |(f_at & moves);
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (f_watching_q) begin
            if (f_step && step_last_i) f_watching_q <= 1'b0;
            else if (f_step) begin
                f_beats_q <= f_beats_q - 8'd1;
                f_begun_q <= 1'b1;
            end else if (f_moves) f_place_q <= f_place_q - 7'd1;
        end else if (f_pick && add_i && id_i == f_id) begin
            f_watching_q <= 1'b1;
            f_begun_q    <= 1'b0;
            f_beats_q    <= len_i;
            f_place_q    <= 7'd0;
            for (f = 0; f < ENTRIES; f = f + 1) if (left[f]) f_place_q <= f + 1;
        end
    end
    `ENSURE(the_watched_entry_is_in_the_list,
            !f_watching_q || (f_place_q < ENTRIES && (f_at & used_q) != {ENTRIES{1'b0}}))
    `ENSURE(the_watched_entry_is_unchanged,
            !f_watching_q || entry_q[f_place_q*ENTRY_W +: ENTRY_W] == {f_begun_q, f_beats_q, f_id})
    `ENSURE(of_one_id_the_oldest_is_answered_first,
            !(f_watching_q && step_i && step_id_i == f_id) || f_step
            || |(same & (f_at - ONE)))
    `ENSURE(there_is_a_next_one, !any_o || |(next & used_q))
`endif

endmodule

`default_nettype wire
