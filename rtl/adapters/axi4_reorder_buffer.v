// axi4_reorder_buffer.v - responses of one direction in the order of each ID, whatever the targets.
//
// A list of transactions, in the order of their starts, and places for the words of their
// responses. A transaction reserves its places when it starts, so the network never holds a word
// that has no place. A word that comes belongs to the oldest transaction with its ID and target
// that lacks one. The channel takes the next word of the oldest transaction that has one and whose
// ID has no older transaction with words to give. The oldest transaction of all gives a place back
// in each cycle in which it has given the word there, and leaves the list with its last place.
// A word that comes in cycle t is on the channel in t + 2. docs/axi.md, 4; Arm IHI 0022, A5.3.
// Mirrored by model/adapters/axi4_reorder_buffer.h.

`default_nettype none
`include "check.vh"

module axi4_reorder_buffer #(
    parameter ID_W     = 4,    // bits of an ID, 1 .. 16
    parameter TARGET_W = 7,    // bits that name a target
    parameter WIDTH    = 68,   // bits of a word
    parameter ENTRIES  = 8,    // transactions in the list, 1 .. 64
    parameter PER_ID   = 8,    // of these with one ID, 1 .. 64
    parameter IN_ORDER = 1,    // 0: one at a time with an ID and a target lacks words
    parameter BURSTS   = 1,    // 0: a transaction has one word and a place of its own
    parameter BEATS    = 256   // with BURSTS 1: places, a power of two, 2 .. 1024
) (
    input  wire                clk_i,
    input  wire                rst_i,

    // The transaction that asks to start
    input  wire [ID_W-1:0]     id_i,
    input  wire [TARGET_W-1:0] target_i,
    input  wire [7:0]          len_i,       // words of its response less one
    output wire                may_o,
    input  wire                start_i,     // it does, not without may_o

    // A word of a response
    input  wire                in_valid_i,
    input  wire [ID_W-1:0]     in_id_i,
    input  wire [TARGET_W-1:0] in_target_i,
    input  wire [WIDTH-1:0]    in_data_i,
    output wire                in_ready_o,  // from a register

    // To the manager, from registers
    output wire                out_valid_o,
    output wire [ID_W-1:0]     out_id_o,
    output wire [WIDTH-1:0]    out_data_o,
    input  wire                out_ready_i
);

    generate
        if (ID_W < 1 || ID_W > 16) begin : g_bad_id_w
            ERROR_axi4_reorder_buffer_ID_W_must_be_1_to_16 u_error ();
        end
        if (ENTRIES < 1 || ENTRIES > 64 || PER_ID < 1 || PER_ID > 64) begin : g_bad_entries
            ERROR_axi4_reorder_buffer_ENTRIES_and_PER_ID_must_be_1_to_64 u_error ();
        end
        if (BURSTS != 0 && (BEATS < 2 || BEATS > 1024 || (BEATS & (BEATS - 1)) != 0)) begin : g_bad
            ERROR_axi4_reorder_buffer_BEATS_must_be_a_power_of_two_from_2_to_1024 u_error ();
        end
        if (BURSTS < 0 || BURSTS > 1 || IN_ORDER < 0 || IN_ORDER > 1) begin : g_bad_flags
            ERROR_axi4_reorder_buffer_BURSTS_and_IN_ORDER_must_be_0_or_1 u_error ();
        end
    endgenerate

    localparam               PLACES  = (BURSTS != 0) ? BEATS : ENTRIES;
    localparam               PLACE_W = (PLACES > 1) ? $clog2(PLACES) : 1;
    localparam               ENTRY_W = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
    localparam [ENTRIES-1:0] HIGHEST = {{(ENTRIES-1){1'b0}}, 1'b1} << (ENTRIES - 1);

    // State of each transaction in the list
    reg  [ENTRIES-1:0]          used_q;      // it is in the list
    reg  [ENTRIES-1:0]          coming_q;    // words of it are to come
    reg  [ENTRIES-1:0]          giving_q;    // words of it are to be given
    reg  [ENTRIES-1:0]          behind_q;    // an older one with its ID has words to give
    reg  [ENTRIES-1:0]          youngest_q;  // none with its ID is younger
    reg  [ENTRIES*ID_W-1:0]     id_q;
    reg  [ENTRIES*TARGET_W-1:0] target_q;
    reg  [ENTRIES*ENTRY_W-1:0]  elder_q;     // while behind: the next older one with its ID
    wire [ENTRIES-1:0]          there;       // a word has come and is not given
    wire [ENTRIES-1:0]          last_in;     // the next word to come is the last one
    wire [ENTRIES-1:0]          last_out;    // the next word to be given is
    wire [ENTRIES*PLACE_W-1:0]  into;        // place of the next word to come
    wire [ENTRIES*PLACE_W-1:0]  from;        // place of the next word to be given

    // The list is a ring. It begins behind the entry gone_q and ends with added_q; both are one-
    // hot.
    reg  [ENTRIES-1:0]          gone_q;
    reg  [ENTRIES-1:0]          added_q;
    wire [ENTRIES:0]            gone   = {gone_q, gone_q[ENTRIES-1]};
    wire [ENTRIES:0]            added  = {added_q, added_q[ENTRIES-1]};
    wire [ENTRIES-1:0]          oldest = gone[ENTRIES-1:0];
    wire [ENTRIES-1:0]          next   = added[ENTRIES-1:0];

    // Entries that have the ID or target of the transaction that asks to start, or of a word.
    reg  [ENTRIES-1:0]          same_id;
    reg  [ENTRIES-1:0]          same_target;
    reg  [ENTRIES-1:0]          answered;
    reg  [6:0]                  count;       // in the list with the ID
    integer                     i;

    always @* begin
        count = 7'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            same_id[i]     = used_q[i] && id_q[i*ID_W +: ID_W] == id_i;
            same_target[i] = same_id[i] && target_q[i*TARGET_W +: TARGET_W] == target_i;
            answered[i]    = coming_q[i] && id_q[i*ID_W +: ID_W] == in_id_i
                           && target_q[i*TARGET_W +: TARGET_W] == in_target_i;
            count          = count + {6'd0, same_id[i]};
        end
    end

    // The word that arrives
    wire [ENTRIES-1:0]          taker;
    wire                        comes = in_valid_i && in_ready_o;
    wire [ENTRIES-1:0]          takes = taker & {ENTRIES{comes}};

    first_after #(
        .N (ENTRIES)
    ) u_taker (
        .set_i   (answered),
        .after_i (gone_q),
        .first_o (taker)
    );

    // The word that the manager takes
    reg                         valid_q;
    reg  [ID_W-1:0]             given_id_q;
    reg  [WIDTH-1:0]            given_q;
    wire [ENTRIES-1:0]          can     = giving_q & there & ~behind_q;
    wire [ENTRIES-1:0]          giver;
    wire                        free    = !valid_q || out_ready_i;
    wire [ENTRIES-1:0]          gives   = giver & {ENTRIES{free}};
    wire [ENTRIES-1:0]          ends    = gives & last_out;  // it gives its last word

    first_after #(
        .N (ENTRIES)
    ) u_giver (
        .set_i   (can),
        .after_i (gone_q),
        .first_o (giver)
    );

    reg  [PLACE_W-1:0]          into_place;
    reg  [PLACE_W-1:0]          from_place;
    reg  [PLACE_W-1:0]          oldest_from;
    reg  [ID_W-1:0]             from_id;
    reg  [ENTRY_W-1:0]          elder;       // of a transaction that would start
    integer                     j;

    always @* begin
        into_place  = {PLACE_W{1'b0}};
        from_place  = {PLACE_W{1'b0}};
        oldest_from = {PLACE_W{1'b0}};
        from_id     = {ID_W{1'b0}};
        elder       = {ENTRY_W{1'b0}};
        for (j = 0; j < ENTRIES; j = j + 1) begin
            if (taker[j])  into_place  = into_place | into[j*PLACE_W +: PLACE_W];
            if (giver[j])  from_place  = from_place | from[j*PLACE_W +: PLACE_W];
            if (oldest[j]) oldest_from = oldest_from | from[j*PLACE_W +: PLACE_W];
            if (giver[j])  from_id     = from_id | id_q[j*ID_W +: ID_W];
            if (same_id[j] && youngest_q[j]) elder = elder | j[ENTRY_W-1:0];
        end
    end

    // A word can be read from the cycle after its write on, and is never read in that of its write.
    (* no_rw_check *)
    reg  [WIDTH-1:0]            memory_q [0:PLACES-1];

    always @(posedge clk_i) begin
        if (comes) memory_q[into_place] <= in_data_i;
    end
    always @(posedge clk_i) begin
        if (|gives) begin
            given_q    <= memory_q[from_place];
            given_id_q <= from_id;
        end
    end

    assign out_valid_o = valid_q;
    assign out_id_o    = given_id_q;
    assign out_data_o  = given_q;

    wire                        leaves;   // the oldest transaction leaves the list
    wire                        room;     // there are places for the one that would start
    wire                        order_may;
    wire                        id_may;

    always @(posedge clk_i) begin
        if (rst_i) begin
            gone_q  <= HIGHEST;
            added_q <= HIGHEST;
            valid_q <= 1'b0;
        end else begin
            if (leaves)  gone_q  <= oldest;
            if (start_i) added_q <= next;
            if (free)    valid_q <= |giver;
        end
    end

    wire [ENTRIES-1:0]          enters = next & {ENTRIES{start_i}};
    wire                        behind = |(same_id & youngest_q & giving_q & ~ends);

    genvar g;

    generate
        for (g = 0; g < ENTRIES; g = g + 1) begin : g_entry
            always @(posedge clk_i) begin
                if (rst_i) begin
                    used_q[g]     <= 1'b0;
                    coming_q[g]   <= 1'b0;
                    giving_q[g]   <= 1'b0;
                    behind_q[g]   <= 1'b0;
                    youngest_q[g] <= 1'b0;
                end else begin
                    used_q[g]     <= enters[g] || (used_q[g] && !(leaves && oldest[g]));
                    coming_q[g]   <= enters[g] || (coming_q[g] && !(takes[g] && last_in[g]));
                    giving_q[g]   <= enters[g] || (giving_q[g] && !ends[g]);
                    behind_q[g]   <= enters[g] ? behind
                                   : behind_q[g] && !ends[elder_q[g*ENTRY_W +: ENTRY_W]];
                    youngest_q[g] <= enters[g] || (youngest_q[g] && !(start_i && same_id[g]));
                end
                if (enters[g]) begin
                    id_q[g*ID_W +: ID_W]             <= id_i;
                    target_q[g*TARGET_W +: TARGET_W] <= target_i;
                    elder_q[g*ENTRY_W +: ENTRY_W]    <= elder;
                end
            end
        end

        if (PER_ID < ENTRIES) begin : g_limit
            localparam       LIMIT_INT = PER_ID;
            localparam [6:0] LIMIT     = LIMIT_INT[6:0];
            assign id_may = (count < LIMIT);
        end else begin : g_no_limit
            assign id_may = 1'b1;
            wire unused_count = &{1'b0, count};
        end

        if (IN_ORDER != 0) begin : g_in_order
            assign order_may = 1'b1;
            wire unused_target = &{1'b0, same_target};
        end else begin : g_overtaking
            assign order_may = !(|(same_target & coming_q));
        end

        if (BURSTS != 0) begin : g_bursts
            localparam                COUNT_W  = $clog2(BEATS + 1);
            localparam                FULL_INT = BEATS;
            localparam [COUNT_W-1:0]  FULL     = FULL_INT[COUNT_W-1:0];

            reg  [ENTRIES*8-1:0]       to_come_q;  // words less one, while there are any
            reg  [ENTRIES*8-1:0]       to_give_q;
            reg  [ENTRIES*PLACE_W-1:0] into_q;
            reg  [ENTRIES*PLACE_W-1:0] from_q;
            reg  [PLACE_W-1:0]         back_q;     // the place after those reserved
            reg  [PLACE_W-1:0]         front_q;    // the place that is given back next
            reg  [COUNT_W-1:0]         held_q;     // words that have come, in places
            reg                        full_q;
            wire                       frees  = |(oldest & used_q) && front_q != oldest_from;
            wire [PLACE_W-1:0]         after  = front_q + 1'b1;
            wire [8:0]                 length = {1'b0, len_i} + 9'd1;
            wire [PLACE_W+8:0]         beyond = {9'd0, back_q} + {{PLACE_W{1'b0}}, length};
            wire [COUNT_W-1:0]         held   = (comes == frees) ? held_q
                                              : comes ? held_q + 1'b1 : held_q - 1'b1;

            assign into       = into_q;
            assign from       = from_q;
            assign leaves     = frees && !(|(oldest & giving_q)) && after == oldest_from;
            assign in_ready_o = !full_q;

            always @(posedge clk_i) begin
                if (rst_i) begin
                    back_q  <= {PLACE_W{1'b0}};
                    front_q <= {PLACE_W{1'b0}};
                    held_q  <= {COUNT_W{1'b0}};
                    full_q  <= 1'b0;
                end else begin
                    if (start_i) back_q  <= beyond[PLACE_W-1:0];
                    if (frees)   front_q <= after;
                    held_q <= held;
                    full_q <= (held == FULL);
                end
            end

            for (g = 0; g < ENTRIES; g = g + 1) begin : g_words
                wire [7:0]         to_come = to_come_q[g*8 +: 8];
                wire [7:0]         to_give = to_give_q[g*8 +: 8];
                wire [PLACE_W-1:0] to      = into_q[g*PLACE_W +: PLACE_W];
                wire [PLACE_W-1:0] at      = from_q[g*PLACE_W +: PLACE_W];

                assign last_in[g]  = (to_come == 8'd0);
                assign last_out[g] = (to_give == 8'd0);
                assign there[g]    = !coming_q[g] || to_come != to_give;

                always @(posedge clk_i) begin
                    if (enters[g])     to_come_q[g*8 +: 8] <= len_i;
                    else if (takes[g]) to_come_q[g*8 +: 8] <= to_come - 8'd1;
                    if (enters[g])     to_give_q[g*8 +: 8] <= len_i;
                    else if (gives[g]) to_give_q[g*8 +: 8] <= to_give - 8'd1;
                    if (enters[g])     into_q[g*PLACE_W +: PLACE_W] <= back_q;
                    else if (takes[g]) into_q[g*PLACE_W +: PLACE_W] <= to + 1'b1;
                    if (enters[g])     from_q[g*PLACE_W +: PLACE_W] <= back_q;
                    else if (gives[g]) from_q[g*PLACE_W +: PLACE_W] <= at + 1'b1;
                end
            end

            axi4_room #(
                .BEATS (BEATS)
            ) u_room (
                .clk_i   (clk_i),
                .rst_i   (rst_i),
                .len_i   (len_i),
                .may_o   (room),
                .start_i (start_i),
                .beat_i  (frees)
            );

            wire unused_beyond = &{1'b0, beyond};
        end else begin : g_single
            assign last_in    = {ENTRIES{1'b1}};
            assign last_out   = {ENTRIES{1'b1}};
            assign there      = ~coming_q;
            assign leaves     = |(oldest & used_q & ~giving_q);
            assign in_ready_o = 1'b1;
            assign room       = 1'b1;

            for (g = 0; g < ENTRIES; g = g + 1) begin : g_place
                localparam PLACE_INT = g;
                assign into[g*PLACE_W +: PLACE_W] = PLACE_INT[PLACE_W-1:0];
                assign from[g*PLACE_W +: PLACE_W] = PLACE_INT[PLACE_W-1:0];
            end

            wire unused_words = &{1'b0, len_i, oldest_from};
        end
    endgenerate

    wire unused = &{1'b0, gone[ENTRIES], added[ENTRIES]};

    assign may_o = !(|(next & used_q)) && room && order_may && id_may;

    `REQUIRE(a_transaction_starts_when_it_may, !(start_i && !may_o))
    `REQUIRE(a_word_belongs_to_a_transaction, !(in_valid_i && answered == {ENTRIES{1'b0}}))

endmodule

`default_nettype wire
