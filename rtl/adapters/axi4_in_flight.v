// axi4_in_flight.v - remembers the transactions in flight, each with its ID and target.
//
// AXI4 requires the responses of one ID in the order of its requests. With IN_ORDER 1 the network
// keeps the packets of one target in order. A transaction may then start if all transactions of its
// ID in flight have the same target; otherwise it waits for them. With IN_ORDER 0 it waits for them
// in both cases. As those of one ID have one target, any entry of an ID may go when one ends. may_o
// is combinational. A transaction that starts in cycle t is in flight from t + 1 on. Arm IHI 0022,
// A5.3.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none
`include "check.vh"

module axi4_in_flight #(
    parameter ID_W     = 4,   // bits of an ID, 1 .. 16
    parameter TARGET_W = 7,   // bits that name a target
    parameter ENTRIES  = 4,   // transactions in flight, 1 .. 64
    parameter PER_ID   = 4,   // of these with one ID, 1 .. 64
    parameter IN_ORDER = 1    // 0 or 1
) (
    input  wire                clk_i,
    input  wire                rst_i,

    // The transaction that asks to start
    input  wire [ID_W-1:0]     id_i,
    input  wire [TARGET_W-1:0] target_i,
    output wire                may_o,
    input  wire                start_i,   // it does, not without may_o

    // The transaction that ends
    input  wire                end_i,
    input  wire [ID_W-1:0]     end_id_i
);

    generate
        if (ENTRIES < 1 || ENTRIES > 64) begin : g_bad_entries
            ERROR_axi4_in_flight_ENTRIES_must_be_1_to_64 u_error ();
        end
        if (PER_ID < 1 || PER_ID > 64) begin : g_bad_per_id
            ERROR_axi4_in_flight_PER_ID_must_be_1_to_64 u_error ();
        end
        if (IN_ORDER < 0 || IN_ORDER > 1) begin : g_bad_in_order
            ERROR_axi4_in_flight_IN_ORDER_must_be_0_or_1 u_error ();
        end
        if (ID_W < 1 || ID_W > 16) begin : g_bad_id_w
            ERROR_axi4_in_flight_ID_W_must_be_1_to_16 u_error ();
        end
    endgenerate

    localparam       MOST_INT = PER_ID;
    localparam [6:0] MOST     = MOST_INT[6:0];

    reg  [ENTRIES-1:0]          used_q;   // holds a transaction in flight
    reg  [ENTRIES*ID_W-1:0]     id_q;
    reg  [ENTRIES*TARGET_W-1:0] target_q;

    reg  [ENTRIES-1:0]          same;     // of id_i
    reg  [ENTRIES-1:0]          other;    // of id_i, to another target
    reg  [ENTRIES-1:0]          free;     // the lowest entry that is not used
    reg  [ENTRIES-1:0]          ending;   // the lowest entry of end_id_i
    reg                         below;    // each entry below is used
    reg                         found;
    reg  [6:0]                  count;    // of id_i
    integer                     i;

    always @* begin
        below = 1'b1;
        found = !end_i;
        count = 7'd0;
        for (i = 0; i < ENTRIES; i = i + 1) begin
            same[i]   = used_q[i] && id_q[i*ID_W +: ID_W] == id_i;
            other[i]  = same[i] && target_q[i*TARGET_W +: TARGET_W] != target_i;
            free[i]   = !used_q[i] && below;
            below     = below && used_q[i];
            ending[i] = !found && used_q[i] && id_q[i*ID_W +: ID_W] == end_id_i;
            found     = found || ending[i];
            count     = count + {6'd0, same[i]};
        end
    end

    assign may_o = !(&used_q) && ((IN_ORDER == 0) ? !(|same)
                                  : !(|other) && (PER_ID >= ENTRIES || count < MOST));

    genvar g;

    generate
        for (g = 0; g < ENTRIES; g = g + 1) begin : g_entry
            always @(posedge clk_i) begin
                if (rst_i) used_q[g] <= 1'b0;
                else       used_q[g] <= (start_i && free[g]) || (used_q[g] && !ending[g]);
            end
            // A transaction that starts is already here.
            always @(posedge clk_i) begin
                if (!used_q[g]) begin
                    id_q[g*ID_W +: ID_W]             <= id_i;
                    target_q[g*TARGET_W +: TARGET_W] <= target_i;
                end
            end
        end
    endgenerate

    `REQUIRE(a_transaction_starts_when_it_may, !(start_i && !may_o))
    `REQUIRE(a_response_belongs_to_a_transaction, !(end_i && ending == {ENTRIES{1'b0}}))

`ifdef FORMAL
    // For any ID, the entries of this module agree with the transactions in flight.
    (* anyconst, keep *) wire [ID_W-1:0] f_id;
    reg  [7:0]          f_count_q;
    reg  [TARGET_W-1:0] f_target_q;
    wire                f_starts = start_i && id_i == f_id;
    wire                f_ends   = end_i && end_id_i == f_id;
    always @(posedge clk_i) begin
        if (rst_i) f_count_q <= 8'd0;
        else       f_count_q <= f_count_q + f_starts - f_ends;
        if (f_starts && f_count_q == 8'd0) f_target_q <= target_i;
    end
    reg  [7:0]          f_entries;
    reg                 f_true;
    integer             f;
    always @* begin
        f_entries = 8'd0;
        f_true    = 1'b1;
        for (f = 0; f < ENTRIES; f = f + 1) begin
            if (used_q[f] && id_q[f*ID_W +: ID_W] == f_id) begin
                f_entries = f_entries + 8'd1;
                f_true    = f_true && target_q[f*TARGET_W +: TARGET_W] == f_target_q;
            end
        end
    end
    `ENSURE(an_entry_for_each_transaction_in_flight, f_entries == f_count_q && f_count_q <= PER_ID)
    `ENSURE(an_id_is_in_flight_to_its_target, f_true)
    `ENSURE(one_target_an_id,
            !(f_starts && f_count_q != 8'd0) || (target_i == f_target_q && IN_ORDER != 0))
`endif

endmodule

`default_nettype wire
