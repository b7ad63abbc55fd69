// axi4_in_flight.v - counts the transactions in flight of each ID, and remembers their target.
//
// AXI4 requires the responses of one ID in the order of its requests. With IN_ORDER 1 the network
// keeps the packets of one target in order. A transaction may then start if all transactions of its
// ID in flight have the same target; otherwise it waits for them. With IN_ORDER 0 it waits for them
// in both cases. may_o is combinational. A transaction that starts in cycle t is counted from t + 1
// on. Arm IHI 0022, A5.3.
// Mirrored by model/adapters/axi4_initiator.h.

`default_nettype none
`include "check.vh"

module axi4_in_flight #(
    parameter ID_W     = 4,   // bits of an ID, 1 .. 16
    parameter TARGET_W = 7,   // bits that name a target
    parameter ENTRIES  = 4,   // different IDs in flight, 1 .. 64
    parameter PER_ID   = 4,   // transactions of one ID in flight, 1 .. 64
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

    localparam               COUNT_W  = $clog2(PER_ID + 1);
    localparam               FULL_INT = PER_ID;
    localparam [COUNT_W-1:0] FULL     = FULL_INT[COUNT_W-1:0];
    localparam [COUNT_W-1:0] ONE      = 1;
    localparam               ORDERED  = IN_ORDER;

    reg  [ENTRIES-1:0]          used_q;
    reg  [ENTRIES*ID_W-1:0]     id_q;
    reg  [ENTRIES*TARGET_W-1:0] target_q;
    reg  [ENTRIES*COUNT_W-1:0]  count_q;

    reg  [ENTRIES-1:0]          same;     // the entry of id_i
    reg  [ENTRIES-1:0]          joins;    // a further transaction may join it
    reg  [ENTRIES-1:0]          ending;   // the entry of end_id_i
    reg  [ENTRIES-1:0]          empty;    // the lowest that is not used
    integer                     i;

    always @* begin
        empty = ~used_q & (used_q + {{(ENTRIES-1){1'b0}}, 1'b1});
        for (i = 0; i < ENTRIES; i = i + 1) begin
            same[i]   = used_q[i] && id_q[i*ID_W +: ID_W] == id_i;
            joins[i]  = (ORDERED != 0) && target_q[i*TARGET_W +: TARGET_W] == target_i
                      && count_q[i*COUNT_W +: COUNT_W] != FULL;
            ending[i] = end_i && used_q[i] && id_q[i*ID_W +: ID_W] == end_id_i;
        end
    end

    assign may_o = (|same) ? |(same & joins) : !(&used_q);

    wire [ENTRIES-1:0] starting = start_i ? ((|same) ? same : empty) : {ENTRIES{1'b0}};

    genvar g;

    generate
        for (g = 0; g < ENTRIES; g = g + 1) begin : g_entry
            wire [COUNT_W-1:0] count = count_q[g*COUNT_W +: COUNT_W];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    used_q[g] <= 1'b0;
                end else begin
                    used_q[g] <= starting[g] || (used_q[g] && !(ending[g] && count == ONE));
                end
                if (starting[g] && !used_q[g]) begin
                    id_q[g*ID_W +: ID_W]             <= id_i;
                    target_q[g*TARGET_W +: TARGET_W] <= target_i;
                    count_q[g*COUNT_W +: COUNT_W]    <= ONE;
                end else if (starting[g] != ending[g]) begin
                    count_q[g*COUNT_W +: COUNT_W] <= starting[g] ? count + 1'b1 : count - 1'b1;
                end
            end
        end
    endgenerate

    `REQUIRE(!(start_i && !may_o), "a transaction starts when it may")
    `REQUIRE(!(end_i && ending == {ENTRIES{1'b0}}), "a response belongs to a transaction")

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
    wire [ENTRIES-1:0] f_of;
    genvar             f;
    generate
        for (f = 0; f < ENTRIES; f = f + 1) begin : g_of
            assign f_of[f] = used_q[f] && id_q[f*ID_W +: ID_W] == f_id;
            `ENSURE(!f_of[f] || (count_q[f*COUNT_W +: COUNT_W] == f_count_q
                                 && target_q[f*TARGET_W +: TARGET_W] == f_target_q), "true")
        end
    endgenerate
    `ENSURE((|f_of) == (f_count_q != 8'd0) && f_count_q <= PER_ID, "an entry while in flight")
    `ENSURE((f_of & (f_of - 1'b1)) == {ENTRIES{1'b0}}, "one entry an ID")
    `ENSURE(!(f_starts && f_count_q != 8'd0) || (target_i == f_target_q && IN_ORDER != 0),
            "one target an ID")
`endif

endmodule

`default_nettype wire
