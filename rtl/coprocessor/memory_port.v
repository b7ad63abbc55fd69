// memory_port.v - the single port to the memory, which the parts of a co-processor share.
//
// When no request is on the pins, or the memory takes it in this cycle, the port grants one agent,
// whose request is on the pins in the next cycle. Agent 0, the message unit, goes first unless it
// had the previous grant and another agent can be granted; the others take turns.
// Read data return in the order of the requests. A small FIFO remembers the agent of each
// read, and its depth bounds the reads under way. Agents 0 and 1 may write.
//
// An agent holds its request until the grant. A response reaches its agent in the cycle in which
// it is on the pins. The tags of a write take effect when the memory takes the write.
// docs/timing.md, section 8.1. Mirrored by model/coprocessor/memory_port.h.

`default_nettype none
`include "check.vh"

module memory_port #(
    parameter AGENTS  = 9,  // 3 .. 15
    parameter READS   = 8,  // reads under way, a power of two, 2 .. 64
    parameter ENTRY_W = 3,  // number of a comparator pair, bits
    // Derived, do not override.
    parameter WORD_W  = 29  // address of a word of 8 bytes
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Agents; the writers are the first two
    input  wire [AGENTS-1:0]        ag_valid_i,
    input  wire [AGENTS*WORD_W-1:0] ag_address_i,
    input  wire [2*77-1:0]          ag_write_i,     // message_records.vh; 0: a read
    output wire [AGENTS-1:0]        ag_gnt_o,
    output wire [AGENTS-1:0]        ag_response_o,  // memory_data_i is this agent's

    // Tags, which a write carries; of advance the pair and its new next
    input  wire [ENTRY_W-1:0]       advance_entry_i,
    input  wire [32:0]              advance_next_i,
    output wire                     sent_o,
    output wire                     received_o,
    output wire                     advance_o,      // the tagged write is taken in this cycle
    output wire [ENTRY_W-1:0]       advance_entry_o,
    output wire [32:0]              advance_next_o,

    // Memory
    output wire                     memory_valid_o,
    output wire                     memory_write_o,
    output wire                     memory_fence_o,
    output wire [31:0]              memory_address_o,
    output wire [63:0]              memory_data_o,
    output wire [7:0]               memory_strobe_o,
    input  wire                     memory_ready_i,
    input  wire                     memory_response_i,

    // Status, from registers
    output wire                     idle_o
);

    generate
        if (AGENTS < 3 || AGENTS > 15) begin : g_bad_agents
            ERROR_memory_port_AGENTS_must_be_3_to_15 u_error ();
        end
        if (READS < 2 || READS > 64 || (READS & (READS - 1)) != 0) begin : g_bad_reads
            ERROR_memory_port_READS_must_be_a_power_of_two_2_to_64 u_error ();
        end
    endgenerate

    `include "message_records.vh"

    localparam               AGENT_W  = $clog2(AGENTS);
    localparam               PLACE_W  = $clog2(READS);
    localparam               COUNT_W  = $clog2(READS + 1);
    localparam [COUNT_W-1:0] FULL     = READS[COUNT_W-1:0];
    localparam [COUNT_W-1:0] NONE     = {COUNT_W{1'b0}};
    localparam [AGENTS-1:0]  AGENT_0  = 1;

    // Request register
    reg                  valid_q, valid_d;
    reg  [WORD_W-1:0]    address_q;
    reg  [WRITE_W-1:0]   write_q;
    reg  [ENTRY_W-1:0]   entry_q;
    reg  [32:0]          next_q;
    reg                  sent_q;
    reg                  received_q;

    reg                  favour_q;   // the message unit goes first
    // Owners of the reads in flight
    reg  [AGENT_W-1:0]   agents_mem_q [0:READS-1];  // not reset: outstanding_q guards it
    reg  [PLACE_W-1:0]   oldest_q;
    reg  [COUNT_W-1:0]   outstanding_q;

    reg                  taken;
    reg                  grants;     // an agent
    reg  [AGENTS-1:0]    writes;     // agents that would write
    reg  [AGENTS-1:0]    able;       // agents that can be granted
    reg                  unit_gnt;   // the message unit is
    reg  [AGENT_W-1:0]   gnt_index;
    reg                  gnt_write;
    reg  [WORD_W-1:0]    gnt_address;
    reg  [AGENTS-1:0]    response;
    integer              i;

    wire [WRITE_W-1:0]   write_0    = ag_write_i[0 +: WRITE_W];
    wire [WRITE_W-1:0]   write_1    = ag_write_i[WRITE_W +: WRITE_W];
    wire [AGENTS-2:0]    first;      // of the other agents
    wire                 others_go  = grants && !unit_gnt;
    wire [AGENTS-1:0]    gnt        = {first & {(AGENTS-1){others_go}}, unit_gnt};
    wire                 read_gnt   = grants && !gnt_write;
    wire                 answered   = enable_i && memory_response_i;
    wire [AGENT_W-1:0]   owner      = agents_mem_q[oldest_q];
    wire [PLACE_W-1:0]   next_place = oldest_q + outstanding_q[PLACE_W-1:0];

    always @* begin
        taken    = 1'b0;
        grants   = 1'b0;
        writes   = {{(AGENTS-2){1'b0}}, write_1[WRITE_VALID], write_0[WRITE_VALID]};
        able     = ag_valid_i & ((outstanding_q == FULL) ? writes : {AGENTS{1'b1}});
        unit_gnt = 1'b0;
        valid_d  = valid_q;
        if (enable_i) begin
            taken   = valid_q && memory_ready_i;
            valid_d = valid_q && !memory_ready_i;
            if (!valid_d) begin
                unit_gnt = able[0] && (favour_q || able == AGENT_0);
                grants   = |able;
                valid_d  = grants;
            end
        end
    end

    rr_arbiter #(
        .N (AGENTS-1)
    ) u_arbiter (
        .clk_i  (clk_i),
        .rst_i  (rst_i),
        .req_i  (able[AGENTS-1:1]),
        .hold_i (!others_go),
        .gnt_o  (first)
    );

    always @* begin
        gnt_index   = {AGENT_W{1'b0}};
        gnt_address = {WORD_W{1'b0}};
        gnt_write   = |(gnt & writes);
        for (i = 0; i < AGENTS; i = i + 1) begin
            if (gnt[i]) begin
                gnt_index   = gnt_index | i[AGENT_W-1:0];
                gnt_address = gnt_address | ag_address_i[i*WORD_W +: WORD_W];
            end
        end
    end

    always @* begin
        response = {AGENTS{1'b0}};
        if (answered) response = AGENT_0 << owner;
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q       <= 1'b0;
            sent_q        <= 1'b0;
            received_q    <= 1'b0;
            favour_q      <= 1'b1;
            oldest_q       <= {PLACE_W{1'b0}};
            outstanding_q <= NONE;
        end else if (enable_i) begin
            valid_q    <= valid_d;
            sent_q     <= taken && write_q[WRITE_SENT];
            received_q <= taken && write_q[WRITE_RECEIVED];
            if (grants) favour_q <= !unit_gnt;
            if (answered) oldest_q <= oldest_q + 1'b1;
            if (read_gnt != answered) begin
                outstanding_q <= answered ? outstanding_q - 1'b1 : outstanding_q + 1'b1;
            end
        end
    end
    always @(posedge clk_i) begin
        if (grants) begin
            address_q <= gnt_address;
            write_q   <= (write_0 & {WRITE_W{gnt[0]}}) | (write_1 & {WRITE_W{gnt[1]}});
            entry_q   <= advance_entry_i;
            next_q    <= advance_next_i;
            if (!gnt_write) agents_mem_q[next_place] <= gnt_index;
        end
    end

    assign ag_gnt_o         = gnt;
    assign ag_response_o    = response;
    assign sent_o           = sent_q;
    assign received_o       = received_q;
    assign advance_o        = taken && write_q[WRITE_ADVANCE];
    assign advance_entry_o  = entry_q;
    assign advance_next_o   = next_q;
    assign memory_valid_o   = valid_q;
    assign memory_write_o   = write_q[WRITE_VALID];
    assign memory_fence_o   = write_q[WRITE_FENCE];
    assign memory_address_o = {address_q, 3'b000};
    assign memory_data_o    = write_q[WRITE_DATA +: 64];
    assign memory_strobe_o  = write_q[WRITE_STROBE +: 8];
    assign idle_o           = !valid_q && outstanding_q == NONE;

    // A read on the pins has not been taken yet.
    wire               is_read     = valid_q && !memory_write_o;
    wire [COUNT_W-1:0] taken_reads = outstanding_q - {{(COUNT_W-1){1'b0}}, is_read};
    `REQUIRE(a_response_answers_a_read_that_was_taken, !(answered && taken_reads == NONE))
`ifdef FORMAL
    `REQUIRE(agents_rest_while_the_cycle_does_not_count, enable_i || !(|ag_valid_i))
    `ENSURE(one_grant, (gnt & (gnt - AGENT_0)) == {AGENTS{1'b0}})
    `ENSURE(a_request_is_granted_at_once, grants == |gnt)
    `ENSURE(a_grant_goes_to_a_request, (gnt & ~ag_valid_i) == {AGENTS{1'b0}})
    `ENSURE(no_more_reads_than_places_to_remember_them, outstanding_q <= READS)
    `ENSURE(a_read_on_the_pins_is_under_way, !is_read || outstanding_q != NONE)

    // A request on the pins does not change until it is taken.
    reg                       f_stays_q;
    reg  [WORD_W+WRITE_W-1:0] f_request_q;
    wire [WORD_W+WRITE_W-1:0] f_request = {address_q, write_q};
    always @(posedge clk_i) begin
        f_stays_q   <= !rst_i && valid_q && !(enable_i && memory_ready_i);
        f_request_q <= f_request;
    end
    `ENSURE(a_request_stays, !f_stays_q || (valid_q && f_request == f_request_q))

    // Follow any read until its answer, which comes in its turn to the agent that asked.
    (* anyseq, keep *) wire f_pick;
    reg                f_watching_q;
    reg [AGENT_W-1:0]  f_owner_q;
    reg [COUNT_W-1:0]  f_ahead_q;  // reads before it
    wire [PLACE_W-1:0] f_place = oldest_q + f_ahead_q[PLACE_W-1:0];
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_watching_q <= 1'b0;
        end else if (f_watching_q) begin
            if (answered) f_ahead_q <= f_ahead_q - 1'b1;
            if (answered && f_ahead_q == NONE) f_watching_q <= 1'b0;
        end else if (f_pick && read_gnt) begin
            f_watching_q <= 1'b1;
            f_owner_q    <= gnt_index;
            f_ahead_q    <= outstanding_q - answered;
        end
    end
    `ENSURE(the_watched_read_is_under_way, !f_watching_q || f_ahead_q < outstanding_q)
    `ENSURE(the_agent_of_a_read_is_remembered, !f_watching_q || agents_mem_q[f_place] == f_owner_q)
    `ENSURE(a_read_is_answered_in_its_turn,
            !(f_watching_q && f_ahead_q == NONE && answered) || response == AGENT_0 << f_owner_q)
`endif

endmodule

`default_nettype wire
