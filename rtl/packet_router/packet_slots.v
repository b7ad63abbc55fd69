// packet_slots.v - the packet buffers of one output port.
//
// Each slot is a memory of its own, so that many inputs can fill slots of this output at a time,
// and each memory has one write port and one read port (LUT RAM: read without a clock). A slot is
// filled by one input at a time, from row 0 up, and counts its flits. A flit that is written in
// cycle t can be read in cycle t too (cut-through): then it comes straight from its input.
//
// docs/timing.md section 7 (slots, transmission); Buzzard & Mudge 1988, section 5.
// Mirrored by model/packet_router/.

`default_nettype none
`include "check.vh"

module packet_slots #(
    parameter PORTS        = 5,   // inputs that write, 2 .. 32
    parameter SLOTS        = 16,  // packet buffers, 1 .. 256
    parameter PACKET_FLITS = 5,   // flits of a packet buffer, 1 .. 64
    parameter FLIT_W       = 34,  // {tail, head, data}, at least 3
    parameter CUT_THROUGH  = 1,   // 0: somebody asks for whole packets
    // Derived, do not override.
    parameter LANE_W       = 32 * ((FLIT_W + 31) / 32),
    parameter SLOT_W       = (SLOTS > 1) ? $clog2(SLOTS) : 1,
    parameter COUNT_W      = $clog2(PACKET_FLITS + 1)
) (
    input  wire                    clk_i,
    input  wire                    rst_i,

    // From the inputs; a lane holds a flit in its low bits
    input  wire [PORTS-1:0]        ip_write_i,
    input  wire [PORTS*SLOT_W-1:0] ip_slot_i,    // to which slot, all different
    input  wire [PORTS*LANE_W-1:0] ip_lane_i,

    // To the channel
    input  wire                    read_i,
    input  wire [SLOT_W-1:0]       read_slot_i,
    input  wire [COUNT_W-1:0]      read_row_i,   // below PACKET_FLITS
    output wire                    there_o,      // the flit is here
    output wire [FLIT_W-1:0]       flit_o,
    input  wire                    clear_i,      // it is the last one: the slot becomes free

    output wire [SLOTS-1:0]        whole_o       // the tail is here; CUT_THROUGH 0 only
);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_packet_slots_PORTS_must_be_2_to_32 u_error ();
        end
        if (SLOTS < 1 || SLOTS > 256) begin : g_bad_slots
            ERROR_packet_slots_SLOTS_must_be_1_to_256 u_error ();
        end
        if (PACKET_FLITS < 1 || PACKET_FLITS > 64) begin : g_bad_packet_flits
            ERROR_packet_slots_PACKET_FLITS_must_be_1_to_64 u_error ();
        end
        if (FLIT_W < 3) begin : g_bad_flit_w
            ERROR_packet_slots_FLIT_W_must_be_at_least_3 u_error ();
        end
    endgenerate

    localparam               PORT_W  = $clog2(PORTS);
    localparam               ROW_W   = (PACKET_FLITS > 1) ? $clog2(PACKET_FLITS) : 1;
    localparam               TAIL    = FLIT_W - 1;
    localparam [SLOTS-1:0]   SLOT_0  = {SLOTS{1'b1}} >> (SLOTS - 1);
`ifdef FORMAL
    localparam [COUNT_W-1:0] FULL    = PACKET_FLITS[COUNT_W-1:0];
    (* anyseq, keep *) wire  f_pick;
`endif

    wire                    writes = |ip_write_i;
    reg  [SLOTS-1:0]        hot;        // slot of the input that is looked at
    reg  [SLOTS-1:0]        write;      // slots that are written
    reg  [PORT_W*SLOTS-1:0] writer;     // by which input: bit b of its number at [b*SLOTS + slot]
    reg  [SLOTS-1:0]        write_tail;
    integer                 i;
    integer                 b;
    integer                 s;

    wire [SLOTS-1:0]        read = read_i ? SLOT_0 << read_slot_i : {SLOTS{1'b0}};
    wire [SLOTS-1:0]        clear = clear_i ? read : {SLOTS{1'b0}};
    wire                    stored;     // of the slot that is read: the row was written before
    wire [FLIT_W-1:0]       stored_flit;
    reg  [FLIT_W-1:0]       flit;

    always @* begin
        i          = 0;
        b          = 0;
        hot        = {SLOTS{1'b0}};
        write      = {SLOTS{1'b0}};
        write_tail = {SLOTS{1'b0}};
        writer     = {(PORT_W*SLOTS){1'b0}};
        if (writes) begin
            for (i = 0; i < PORTS; i = i + 1) begin
                if (ip_write_i[i]) begin
                    hot   = SLOT_0 << ip_slot_i[i*SLOT_W +: SLOT_W];
                    write = write | hot;
                    if (ip_lane_i[i*LANE_W + TAIL]) write_tail = write_tail | hot;
                    for (b = 0; b < PORT_W; b = b + 1) begin
                        if (i[b]) begin
                            writer[b*SLOTS +: SLOTS] = writer[b*SLOTS +: SLOTS] | hot;
                        end
                    end
                end
            end
        end
    end

    genvar g;
    genvar h;

    generate
        for (g = 0; g < SLOTS; g = g + 1) begin : g_slot
            reg [FLIT_W-1:0]  flit_mem_q [0:(1<<ROW_W)-1];  // not reset: stored_q guards it
            reg [COUNT_W-1:0] stored_q;                     // flits that are here

            wire [PORT_W-1:0] source;
            for (h = 0; h < PORT_W; h = h + 1) begin : g_source
                assign source[h] = writer[h*SLOTS + g];
            end

            always @(posedge clk_i) begin
                if (writes) begin
                    if (write[g]) begin
                        flit_mem_q[stored_q[ROW_W-1:0]] <= ip_lane_i[source*LANE_W +: FLIT_W];
                    end
                end
            end

            always @(posedge clk_i) begin
                if (rst_i) begin
                    stored_q <= {COUNT_W{1'b0}};
                end else if (writes || clear_i) begin
                    if (write[g] || clear[g]) begin
                        stored_q <= clear[g] ? {COUNT_W{1'b0}} : stored_q + 1'b1;
                    end
                end
            end

            // What is read, of this slot and those below it in a heap whose root is the last slot:
            // an OR of small vectors, which simulators like better than one wide vector.
            localparam LEFT  = 2 * (SLOTS - 1 - g) + 1;
            localparam RIGHT = LEFT + 1;

            wire [FLIT_W:0] own = (read[g] && stored_q != read_row_i)
                                ? {1'b1, flit_mem_q[read_row_i[ROW_W-1:0]]} : {(FLIT_W+1){1'b0}};
            wire [FLIT_W:0] found;

            if (RIGHT < SLOTS) begin : g_two
                assign found = own | g_slot[SLOTS-1-LEFT].found | g_slot[SLOTS-1-RIGHT].found;
            end else if (LEFT < SLOTS) begin : g_one
                assign found = own | g_slot[SLOTS-1-LEFT].found;
            end else begin : g_leaf
                assign found = own;
            end
`ifdef FORMAL
            `REQUIRE(!(write[g] && stored_q == FULL), "a packet has no more flits than its slot")
            `REQUIRE(!read[g] || read_row_i <= stored_q, "rows are read in order")
            `REQUIRE(!read[g] || read_row_i != FULL, "and exist")
            `ENSURE(stored_q <= FULL, "no more flits than rows")

            wire f_now = write[g] && read_row_i == stored_q;  // read while it is written
            wire [FLIT_W-1:0] f_comes = ip_lane_i[source*LANE_W +: FLIT_W];
            `ENSURE(!read[g] || there_o == (read_row_i < stored_q || f_now), "here or not")
            `ENSURE(!(read[g] && f_now) || flit_o == f_comes, "cut through as it comes")

            // Any flit that is written, followed until its slot is free again.
            reg               f_watching_q;
            reg [COUNT_W-1:0] f_row_q;
            reg [FLIT_W-1:0]  f_flit_q;
            always @(posedge clk_i) begin
                if (rst_i || clear[g]) begin
                    f_watching_q <= 1'b0;
                end else if (f_pick && write[g] && !f_watching_q) begin
                    f_watching_q <= 1'b1;
                    f_row_q      <= stored_q;
                    f_flit_q     <= f_comes;
                end
            end
            `ENSURE(!f_watching_q || (f_row_q < stored_q
                    && flit_mem_q[f_row_q[ROW_W-1:0]] == f_flit_q), "it stays where it is")
            `ENSURE(!(f_watching_q && read[g] && read_row_i == f_row_q)
                    || (there_o && flit_o == f_flit_q), "it is read as it was written")
            `ENSURE(CUT_THROUGH != 0 || !f_watching_q || !f_flit_q[TAIL] || whole_o[g],
                    "a slot with its tail is whole")
            `ENSURE(!whole_o[g] || stored_q != 0 || write[g], "an empty one is not")
`endif
        end
    endgenerate

    assign {stored, stored_flit} = g_slot[SLOTS-1].found;

    always @* begin
        s    = 0;
        flit = {FLIT_W{1'b0}};
        if (stored) begin
            flit = stored_flit;
        end else if (read_i && writes) begin
            for (s = 0; s < PORTS; s = s + 1) begin
                if (ip_write_i[s] && ip_slot_i[s*SLOT_W +: SLOT_W] == read_slot_i) begin
                    flit = flit | ip_lane_i[s*LANE_W +: FLIT_W];
                end
            end
        end
    end

    assign flit_o  = flit;
    assign there_o = stored || (|(read & write));

    generate
        if (CUT_THROUGH == 0) begin : g_whole
            reg [SLOTS-1:0] whole_q;  // the tail is in the slot

            always @(posedge clk_i) begin
                if (rst_i) begin
                    whole_q <= {SLOTS{1'b0}};
                end else if (writes || clear_i) begin
                    whole_q <= (whole_q | write_tail) & ~clear;
                end
            end
            assign whole_o = whole_q | write_tail;
        end else begin : g_any
            assign whole_o = {SLOTS{1'b0}};
        end
`ifdef FORMAL
        for (g = 0; g < PORTS; g = g + 1) begin : g_one_writer
            for (h = 0; h < g; h = h + 1) begin : g_other
                `REQUIRE(!(ip_write_i[g] && ip_write_i[h])
                         || ip_slot_i[g*SLOT_W +: SLOT_W] != ip_slot_i[h*SLOT_W +: SLOT_W],
                         "a slot is written by one input")
            end
            `REQUIRE(!ip_write_i[g] || ip_slot_i[g*SLOT_W +: SLOT_W] < SLOTS, "a slot that exists")
        end
`endif
        if (LANE_W > FLIT_W) begin : g_padding
            for (g = 0; g < PORTS; g = g + 1) begin : g_port
                wire unused = &{1'b0, ip_lane_i[g*LANE_W + FLIT_W +: LANE_W - FLIT_W]};
            end
        end
    endgenerate

endmodule

`default_nettype wire
