// axi4_slot_manager.v - an AXI4 manager that makes random bursts and checks what it reads.
//
// It has 2^SLOT_W slots: places of 16 beats in the memories. A write fills a slot, from its first
// address on, with a pattern that follows from 32 random bits. A read of a slot that has been
// written must bring that pattern, as many beats as were written. A slot has one burst in flight,
// and its number is the ID. Bursts are INCR, and beats as wide as the bus with all strobes. The
// manager takes B and R at once.
//
// A generator of 32 bits steps in each cycle with requests_i high (Marsaglia 2003, xorshift with
// 13, 17, 5). With x its state in cycle t and y the next one, in cycle t + 1
//   x[31:16] < pace_i   a write wants to begin: of slot y[31-:SLOT_W], with y[19:16] & beats_i
//                       beats and one, and y as the seed of the pattern;
//   x[15:0] < pace_i    a read wants to begin: of slot y[27-:SLOT_W].
// A burst that wants to begin does so if its slot has none in flight, if its channels (AW and W, or
// AR) have nothing left to send, and, a read, if its slot is written and no write of it begins. It
// is on the pins from t + 2 on. Else it is forgotten.
//
// Lane k (32 bits) of beat b is the seed, rotated left by k, with b in each of its eight digits
// exclusively ored.
// docs/fpga.md; Arm IHI 0022. Mirrored by model/axi/axi4_slot_manager.h.
// More than 30 ports: the bus has 22.

`default_nettype none

module axi4_slot_manager #(
    parameter DATA_W = 64,  // 32 .. 512, a power of two
    parameter ADDR_W = 32,
    parameter ID_W   = 4,
    parameter SLOT_W = 1,   // 1 .. 4, at most ID_W
    parameter [(ADDR_W << SLOT_W)-1:0] SLOTS = {32'h1000, 32'h0000}  // addresses, of slot 0 lowest
) (
    input  wire              clk_i,
    input  wire              rst_i,

    input  wire              requests_i,  // bursts may want to begin
    input  wire [16:0]       pace_i,      // of 65,536: how many cycles want a write, and a read
    input  wire [3:0]        beats_i,     // the most beats of a burst, less one: 2^n - 1
    input  wire              seed_i,      // the state becomes seed_value_i
    input  wire [31:0]       seed_value_i,
    output wire              busy_o,      // a burst wants to begin, or is not answered
    output wire              wrong_o,     // an answer was wrong, until reset

    output wire              awvalid_o,
    output wire [ID_W-1:0]   awid_o,
    output wire [ADDR_W-1:0] awaddr_o,
    output wire [7:0]        awlen_o,
    input  wire              awready_i,
    output wire              wvalid_o,
    output wire [DATA_W-1:0] wdata_o,
    output wire              wlast_o,
    input  wire              wready_i,
    input  wire              bvalid_i,
    input  wire [ID_W-1:0]   bid_i,
    input  wire [1:0]        bresp_i,
    output wire              bready_o,
    output wire              arvalid_o,
    output wire [ID_W-1:0]   arid_o,
    output wire [ADDR_W-1:0] araddr_o,
    output wire [7:0]        arlen_o,
    input  wire              arready_i,
    input  wire              rvalid_i,
    input  wire [ID_W-1:0]   rid_i,
    input  wire [DATA_W-1:0] rdata_i,
    input  wire [1:0]        rresp_i,
    input  wire              rlast_i,
    output wire              rready_o
);

    localparam COUNT = 1 << SLOT_W;
    localparam LANES = DATA_W / 32;

    generate
        if (SLOT_W < 1 || SLOT_W > 4 || SLOT_W > ID_W) begin : g_bad_slot_w
            ERROR_axi4_slot_manager_SLOT_W_must_be_1_to_4_and_at_most_ID_W u_error ();
        end
    endgenerate

    function automatic [31:0] stepped;
        input reg [31:0] from;
        reg [31:0] one;
        reg [31:0] two;
        begin
            one     = from ^ (from << 13);
            two     = one ^ (one >> 17);
            stepped = two ^ (two << 5);
        end
    endfunction

    // Generator
    reg  [31:0]       state_q;
    reg               wants_write_q;
    reg               wants_read_q;
    wire [SLOT_W-1:0] write_slot = state_q[31 -: SLOT_W];
    wire [SLOT_W-1:0] read_slot  = state_q[27 -: SLOT_W];
    wire [3:0]        length     = state_q[19:16] & beats_i;  // less one

    always @(posedge clk_i) begin
        if (seed_i) state_q <= seed_value_i;
        else if (requests_i) state_q <= stepped(state_q);
        wants_write_q <= requests_i && !rst_i && {1'b0, state_q[31:16]} < pace_i;
        wants_read_q  <= requests_i && !rst_i && {1'b0, state_q[15:0]} < pace_i;
    end

    // Slots
    reg  [COUNT-1:0]  busy_q;     // one burst in flight
    reg  [COUNT-1:0]  reading_q;  // it is a read
    reg  [COUNT-1:0]  first_q;    // of which no beat has come
    reg  [COUNT-1:0]  written_q;
    reg  [31:0]       seeds_q [0:COUNT-1];
    reg  [3:0]        lengths_q [0:COUNT-1];  // less one
    reg  [3:0]        beats_q [0:COUNT-1];    // that have come, but for the first

    // Channels
    reg               aw_q;
    reg               w_q;
    reg               ar_q;
    reg  [SLOT_W-1:0] aw_slot_q;
    reg  [3:0]        aw_length_q;
    reg  [31:0]       w_seed_q;
    reg  [3:0]        w_beat_q;
    reg  [3:0]        w_length_q;
    reg  [SLOT_W-1:0] ar_slot_q;
    reg  [3:0]        ar_length_q;
    reg               wrong_q;

    wire begins_write = wants_write_q && !aw_q && !w_q && !busy_q[write_slot];
    wire begins_read  = wants_read_q && !ar_q && !busy_q[read_slot] && written_q[read_slot] &&
                        !(begins_write && write_slot == read_slot);
    wire w_last       = (w_beat_q == w_length_q);

    // Answers
    wire [SLOT_W-1:0] b_slot = bid_i[SLOT_W-1:0];
    wire [SLOT_W-1:0] r_slot = rid_i[SLOT_W-1:0];
    wire [3:0]        r_beat = first_q[r_slot] ? 4'd0 : beats_q[r_slot];
    reg               r_q;       // a beat came in the cycle before, with
    reg  [DATA_W-1:0] r_data_q;  // these data, of
    reg  [31:0]       r_seed_q;  // this pattern,
    reg  [3:0]        r_beat_q;  // beat
    wire              r_last = (r_beat == lengths_q[r_slot]);
    wire [DATA_W-1:0] w_data;
    wire [DATA_W-1:0] r_data;
    wire              b_far;  // IDs that no slot has
    wire              r_far;

    genvar k;
    generate
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [63:0] w_turned = {w_seed_q, w_seed_q} >> (32 - k);
            wire [63:0] r_turned = {r_seed_q, r_seed_q} >> (32 - k);
            assign w_data[32*k +: 32] = w_turned[31:0] ^ {8{w_beat_q}};
            assign r_data[32*k +: 32] = r_turned[31:0] ^ {8{r_beat_q}};
            wire unused = &{1'b0, w_turned[63:32], r_turned[63:32]};
        end
        if (ID_W > SLOT_W) begin : g_far
            assign b_far = |bid_i[ID_W-1:SLOT_W];
            assign r_far = |rid_i[ID_W-1:SLOT_W];
        end else begin : g_near
            assign b_far = 1'b0;
            assign r_far = 1'b0;
        end
    endgenerate

    wire b_wrong = b_far || !busy_q[b_slot] || reading_q[b_slot] || bresp_i != 2'd0;
    wire r_wrong = r_far || !busy_q[r_slot] || !reading_q[r_slot] || rresp_i != 2'd0 ||
                   rlast_i != r_last;

    // Data are compared in the cycle after they have come: block RAM may be in front of R.
    always @(posedge clk_i) begin
        r_q      <= rvalid_i && !rst_i;
        r_data_q <= rdata_i;
        r_seed_q <= seeds_q[r_slot];
        r_beat_q <= r_beat;
    end

    always @(posedge clk_i) begin
        if (begins_write) begin
            seeds_q[write_slot]   <= state_q;
            lengths_q[write_slot] <= length;
            aw_slot_q           <= write_slot;
            aw_length_q         <= length;
            w_seed_q            <= state_q;
            w_length_q          <= length;
            w_beat_q            <= 4'd0;
        end else if (w_q && wready_i) begin
            w_beat_q <= w_beat_q + 4'd1;
        end
        if (begins_read) begin
            ar_slot_q   <= read_slot;
            ar_length_q <= lengths_q[read_slot];
        end
        if (rvalid_i) beats_q[r_slot] <= r_beat + 4'd1;
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            aw_q      <= 1'b0;
            w_q       <= 1'b0;
            ar_q      <= 1'b0;
            busy_q    <= {COUNT{1'b0}};
            written_q <= {COUNT{1'b0}};
            wrong_q   <= 1'b0;
        end else begin
            aw_q <= begins_write || (aw_q && !awready_i);
            w_q  <= begins_write || (w_q && !(wready_i && w_last));
            ar_q <= begins_read || (ar_q && !arready_i);
            if (bvalid_i) busy_q[b_slot] <= 1'b0;
            if (rvalid_i && rlast_i) busy_q[r_slot] <= 1'b0;
            if (begins_write) begin
                busy_q[write_slot]    <= 1'b1;
                written_q[write_slot] <= 1'b1;
            end
            if (begins_read) busy_q[read_slot] <= 1'b1;
            if ((bvalid_i && b_wrong) || (rvalid_i && r_wrong) || (r_q && r_data_q != r_data)) begin
                wrong_q <= 1'b1;
            end
        end
        if (rvalid_i) first_q[r_slot] <= 1'b0;
        if (begins_write) reading_q[write_slot] <= 1'b0;
        if (begins_read) begin
            reading_q[read_slot] <= 1'b1;
            first_q[read_slot]   <= 1'b1;
        end
    end

    assign busy_o    = wants_write_q || wants_read_q || aw_q || w_q || ar_q || |busy_q;
    assign wrong_o   = wrong_q;
    assign awvalid_o = aw_q;
    assign awid_o    = {{(ID_W-SLOT_W){1'b0}}, aw_slot_q};
    assign awaddr_o  = SLOTS[ADDR_W * aw_slot_q +: ADDR_W];
    assign awlen_o   = {4'd0, aw_length_q};
    assign wvalid_o  = w_q;
    assign wdata_o   = w_data;
    assign wlast_o   = w_last;
    assign bready_o  = 1'b1;
    assign arvalid_o = ar_q;
    assign arid_o    = {{(ID_W-SLOT_W){1'b0}}, ar_slot_q};
    assign araddr_o  = SLOTS[ADDR_W * ar_slot_q +: ADDR_W];
    assign arlen_o   = {4'd0, ar_length_q};
    assign rready_o  = 1'b1;

endmodule

`default_nettype wire
