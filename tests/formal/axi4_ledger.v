// axi4_ledger.v - transactions of one direction on one bus, in their order, for the proofs.
//
// A transaction that is added stays until its last response. The response of an ID is that of the
// oldest transaction with this ID: known_o says that there is one, and last_o, beat_o and note_o
// what its next response must be. Independent of the RTL of the adapters.

`default_nettype none

module axi4_ledger #(
    parameter ID_W    = 1,
    parameter NOTE_W  = 3,
    parameter ENTRIES = 6,
    parameter BY_ID   = 1  // 0: the oldest of all, whatever its ID
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              add_i,
    input  wire [ID_W-1:0]   id_i,
    input  wire              len_i,
    input  wire [NOTE_W-1:0] note_i,
    output wire              full_o,

    input  wire [ID_W-1:0]   step_id_i,
    input  wire              step_i,
    output reg               known_o,
    output reg               beat_o,     // number of the response: 0 or 1
    output reg               last_o,
    output reg  [NOTE_W-1:0] note_o,
    output wire [7:0]        older_o     // transactions that are older, of any ID
);

    reg  [ENTRIES-1:0]        used_q;
    reg  [ENTRIES*ID_W-1:0]   id_q;
    reg  [ENTRIES-1:0]        len_q;
    reg  [ENTRIES-1:0]        beat_q;
    reg  [ENTRIES*NOTE_W-1:0] note_q;

    reg  [7:0]                at;     // of the transaction that is answered
    reg  [7:0]                back;   // place of the next one
    integer                   i;

    always @* begin
        known_o = 1'b0;
        at      = 8'd0;
        back    = 8'd0;
        for (i = ENTRIES - 1; i >= 0; i = i - 1) begin
            if (used_q[i] && (BY_ID == 0 || id_q[i*ID_W +: ID_W] == step_id_i)) begin
                known_o = 1'b1;
                at      = i;
            end
        end
        for (i = 0; i < ENTRIES; i = i + 1) if (used_q[i]) back = i + 1;
        beat_o = beat_q[at];
        last_o = (beat_q[at] == len_q[at]);
        note_o = note_q[at*NOTE_W +: NOTE_W];
    end

    assign full_o  = used_q[ENTRIES-1];
    assign older_o = at;

    wire    ends = step_i && known_o && last_o;
    integer j;

    always @(posedge clk_i) begin
        if (step_i && known_o) beat_q[at] <= 1'b1;
        if (ends) begin
            for (j = 0; j < ENTRIES; j = j + 1) begin
                if (j >= at) begin
                    used_q[j] <= (j + 1 < ENTRIES) ? used_q[(j + 1) % ENTRIES] : 1'b0;
                    id_q[j*ID_W +: ID_W] <= id_q[((j + 1) % ENTRIES)*ID_W +: ID_W];
                    len_q[j]  <= len_q[(j + 1) % ENTRIES];
                    beat_q[j] <= beat_q[(j + 1) % ENTRIES];
                    note_q[j*NOTE_W +: NOTE_W] <= note_q[((j + 1) % ENTRIES)*NOTE_W +: NOTE_W];
                end
            end
        end
        for (j = 0; j < ENTRIES; j = j + 1) begin
            if (add_i && j + ends == back) begin
                used_q[j] <= 1'b1;
                id_q[j*ID_W +: ID_W] <= id_i;
                len_q[j]  <= len_i;
                beat_q[j] <= 1'b0;
                note_q[j*NOTE_W +: NOTE_W] <= note_i;
            end
        end
        if (rst_i) used_q <= {ENTRIES{1'b0}};
    end

endmodule

`default_nettype wire
