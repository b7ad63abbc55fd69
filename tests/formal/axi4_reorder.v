// axi4_reorder.v - a reorder buffer between any manager and any targets.
//
// Transactions of one or two words with one of IDS IDs, to one of two targets. Each is marked or
// not, and bit 0 of a word is its number. Each target answers any transaction that it has, of an ID
// the oldest. Ledgers, apart from the buffer, say what must come out:
//
// - handshake: a word stays until the manager takes it;
// - count: each word belongs to a transaction without all its words;
// - order: the words of an ID are those of its oldest transaction, with its mark;
// - no lost word: the words of a transaction come in their order, each once;
// - room: each word that comes is taken at once (no transaction here is longer than the places).

`default_nettype none
`include "check.vh"

module axi4_reorder #(
    parameter ENTRIES  = 2,
    parameter BURSTS   = 1,
    parameter BEATS    = 4,
    parameter IN_ORDER = 1,
    parameter IDS      = 2   // 1 or 2
) (
    input wire clk_i,
    // Any manager
    input wire go_i,
    input wire id_i,
    input wire target_i,
    input wire len_i,
    input wire mark_i,
    input wire out_ready_i,
    // Any targets
    input wire in_go_i,
    input wire in_id_i,
    input wire in_target_i
);

    reg  started_q = 1'b0;
    wire rst_i     = !started_q;
    always @(posedge clk_i) started_q <= 1'b1;

    wire       may;
    wire       full;
    wire       targets_full;
    wire       id    = id_i && IDS != 1;
    wire       len   = len_i && BURSTS != 0;
    wire       start = go_i && may && !full && !targets_full && !rst_i;

    // What the targets owe
    wire [1:0] source = {in_target_i, in_id_i && IDS != 1};
    wire       owed;
    wire       owed_word;
    wire       owed_last;
    wire       owed_mark;
    wire       in_valid = in_go_i && owed && !rst_i;
    wire       in_ready;

    axi4_ledger #(
        .ID_W    (2),
        .NOTE_W  (1),
        .ENTRIES (ENTRIES)
    ) u_targets (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (start),
        .id_i      ({target_i, id}),
        .len_i     (len),
        .note_i    (mark_i),
        .full_o    (targets_full),
        .step_id_i (source),
        .step_i    (in_valid),
        .known_o   (owed),
        .beat_o    (owed_word),
        .last_o    (owed_last),
        .note_o    (owed_mark),
        .older_o   ()
    );

    wire       out_valid;
    wire       out_id;
    wire [1:0] out;
    wire       known;
    wire       word;
    wire       last;
    wire       mark;

    axi4_ledger #(
        .NOTE_W  (1),
        .ENTRIES (ENTRIES + 1)  // one may have left the list, and wait for the manager
    ) u_manager (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .add_i     (start),
        .id_i      (id),
        .len_i     (len),
        .note_i    (mark_i),
        .full_o    (full),
        .step_id_i (out_id),
        .step_i    (out_valid && out_ready_i),
        .known_o   (known),
        .beat_o    (word),
        .last_o    (last),
        .note_o    (mark),
        .older_o   ()
    );

    axi4_reorder_buffer #(
        .ID_W     (1),
        .TARGET_W (1),
        .WIDTH    (2),
        .ENTRIES  (ENTRIES),
        .PER_ID   (2),
        .IN_ORDER (IN_ORDER),
        .BURSTS   (BURSTS),
        .BEATS    (BEATS)
    ) u_buffer (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .id_i        (id),
        .target_i    (target_i),
        .len_i       ({7'd0, len}),
        .may_o       (may),
        .start_i     (start),
        .in_valid_i  (in_valid),
        .in_id_i     (source[0]),
        .in_target_i (source[1]),
        .in_data_i   ({owed_mark, owed_word}),
        .in_ready_o  (in_ready),
        .out_valid_o (out_valid),
        .out_id_o    (out_id),
        .out_data_o  (out),
        .out_ready_i (out_ready_i)
    );

    // Of responses of one word: which targets owe one of which ID.
    reg  [3:0] owes_q;
    always @(posedge clk_i) begin
        if (rst_i) owes_q <= 4'd0;
        else owes_q <= (owes_q & ~({3'd0, in_valid} << source))
                     | ({3'd0, start} << {target_i, id});
    end
    `ENSURE(one_at_a_time_of_an_id_to_a_target_where_responses_overtake,
            IN_ORDER != 0 || !start || !owes_q[{target_i, id}])
    `ENSURE(a_word_of_a_transaction_without_all_its_words, !out_valid || known)
    `ENSURE(of_the_oldest_with_its_id_in_order, !out_valid || out == {mark, word})
    `ENSURE(a_place_for_each_word, !in_valid || in_ready)

    held_channel #(.WIDTH(3)) u_held (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .valid_i (out_valid),
        .word_i  ({out_id, out}),
        .ready_i (out_ready_i)
    );

    wire unused = &{1'b0, owed_last, last};

endmodule

`default_nettype wire
