// message_control.v - the state machine of the message unit, which runs one task after the other.
//
// A state that reads or writes holds each request until its grant, and step_q counts the writes of
// the state. All effects are at the end of a cycle with enable_i: without it all strobes are low.
// More than 30 ports: a condition or a strobe of each state.
// docs/timing.md, section 8.7, says what each state does. Mirrored by
// model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module message_control (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        enable_i,

    // IDLE
    input  wire        take_instruction_i,
    input  wire        is_block_i,
    input  wire [28:0] instruction_block_i,
    input  wire        take_packet_i,
    input  wire        take_done_i,

    // Memory
    input  wire        gnt_i,
    input  wire        last_write_i,      // the write that is shown is the last of this state
    input  wire        no_write_i,        // this state has none; both low in DATA
    input  wire        data_done_i,       // DATA: the packet's data are written, as done_o
    input  wire        writes_i,          // the request is a write
    input  wire        fetched_i,

    // Conditions of the transitions
    input  wire [2:0]  operation_i,
    input  wire        bad_i,             // CHECK
    input  wire        list_done_i,
    input  wire        list_bad_i,
    input  wire        startable_i,       // CHOOSE
    input  wire        waiting_i,         // SENT: blocks in the wait list
    input  wire [28:0] waiting_block_i,
    input  wire [28:0] next_i,            // in the list
    input  wire [28:0] posted_i,          // heads of the lists
    input  wire [28:0] unexpected_i,
    input  wire [9:0]  sees_i,            // message_records.vh

    // Control
    output wire [4:0]  state_o,
    output wire [1:0]  step_o,
    output wire        is_packet_o,       // the task began with a packet
    output wire        done_o,            // this state's writes are done; not in DATA
    output wire        fetch_o,
    output wire        fetch_skip_o,
    output wire [28:0] fetch_block_o
);

    `include "message_states.vh"
    `include "message_records.vh"

    wire             cleared   = sees_i[SEES_CLEARED];
    wire             match     = sees_i[SEES_MATCH];
    wire             placed    = sees_i[SEES_PLACED];
    wire             found     = sees_i[SEES_FOUND];
    wire             watched   = sees_i[SEES_WATCHED];
    wire             own       = sees_i[SEES_OWN];
    wire             complete  = sees_i[SEES_COMPLETE];
    wire             is_open   = sees_i[SEES_OPEN];
    wire             more      = sees_i[SEES_MORE];
    wire             copy      = sees_i[SEES_COPY];

    localparam [2:0] NEAR_NEIGHBOURS = 3'd2;
    localparam [2:0] RECEIVE         = 3'd3;

    reg  [4:0]  state_q, state_d;
    reg  [4:0]  then_q, then_d;    // the state after FETCH
    reg  [1:0]  step_q;
    reg         is_packet_q;

    reg         fetch;
    reg  [28:0] fetch_block;

    wire        done = enable_i && (no_write_i || (gnt_i && last_write_i));

    always @* begin
        state_d     = state_q;
        then_d      = then_q;
        fetch       = 1'b0;
        fetch_block = next_i;
        if (enable_i) begin
            case (state_q)
                CLEAR: if (cleared) state_d = IDLE;
                IDLE: begin
                    fetch_block = instruction_block_i;
                    fetch       = take_instruction_i && is_block_i;
                    then_d      = CHECK;
                    if (take_packet_i) state_d = DATA;
                    if (take_done_i)   state_d = SENT;
                end
                FETCH: if (fetched_i) state_d = then_q;
                CHECK: begin
                    fetch_block = unexpected_i;
                    then_d      = COMPARE;
                    if (bad_i)                               state_d = ERROR;
                    else if (operation_i == NEAR_NEIGHBOURS) state_d = LIST;
                    else if (operation_i != RECEIVE)         state_d = CHOOSE;
                    else if (unexpected_i == 29'd0)          state_d = POST;
                    else                                     fetch   = 1'b1;
                end
                LIST: begin
                    if (list_bad_i)       state_d = ERROR;
                    else if (list_done_i) state_d = CHOOSE;
                end
                CHOOSE: state_d = startable_i ? START : LINK;
                START: if (done) state_d = IDLE;
                LINK:  if (done) state_d = IDLE;
                SENT: begin
                    fetch_block = waiting_block_i;
                    then_d      = POP;
                    fetch       = done && waiting_i;
                    if (done) state_d = IDLE;
                end
                POP:   state_d = START;
                ERROR: if (done) state_d = IDLE;
                COMPARE: begin
                    if (match)                state_d = ALLOT;
                    else if (next_i != 29'd0) fetch   = 1'b1;
                    else                      state_d = is_packet_q ? ALLOT : POST;
                end
                ALLOT: begin
                    if (!placed)     state_d = IDLE;
                    else if (!found) state_d = DESCRIPTOR;
                    else             state_d = UNLINK;
                end
                UNLINK: if (done) state_d = DESCRIBE;
                DESCRIBE: if (done) begin
                    if (is_packet_q)   state_d = watched ? ONE : OPEN;
                    else if (own)      state_d = JOB;
                    else if (complete) state_d = THREE;
                    else               state_d = CLAIM;
                end
                ONE:        if (done) state_d = OPEN;
                OPEN:       state_d = DATA;
                DESCRIPTOR: if (done) state_d = OPEN;
                DATA: begin
                    fetch_block = posted_i;
                    then_d      = COMPARE;
                    if (is_open) begin
                        if (data_done_i) state_d = (more || copy) ? IDLE : FINISH;
                    end else begin
                        fetch   = posted_i != 29'd0;
                        state_d = ALLOT;
                    end
                end
                FINISH: if (done) state_d = IDLE;
                JOB:    if (done) state_d = complete ? IDLE : CLAIM;
                THREE:  if (done) state_d = IDLE;
                CLAIM:       state_d = CLAIM_WRITE;
                CLAIM_WRITE: state_d = IDLE;
                POST:   if (done) state_d = IDLE;
                default: state_d = CLEAR;
            endcase
            if (fetch) state_d = FETCH;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            state_q <= CLEAR;
            step_q  <= 2'd0;
        end else if (enable_i) begin
            state_q <= state_d;
            if (done || data_done_i || !writes_i) step_q <= 2'd0;
            else if (gnt_i)                       step_q <= step_q + 2'd1;
        end
    end
    always @(posedge clk_i) begin
        if (enable_i) begin
            then_q <= then_d;
            if (take_packet_i || take_instruction_i) is_packet_q <= take_packet_i;
        end
    end

`ifdef FORMAL
    `REQUIRE(a_receive_comes_with_a_message, found || is_packet_q || state_q != ALLOT)
    `REQUIRE(nothing_is_granted_or_taken_without_enable,
            enable_i || !(gnt_i || fetched_i || take_instruction_i || take_packet_i
                          || take_done_i))
    `REQUIRE(data_of_an_open_message, !data_done_i || (enable_i && state_q == DATA && is_open))
    `REQUIRE(whose_writes_are_no_others, state_q != DATA || !(last_write_i || no_write_i))
    `REQUIRE(work_is_taken_in_idle,
            state_q == IDLE || !(take_instruction_i || take_packet_i || take_done_i))
    `REQUIRE(one_thing_is_taken, take_instruction_i + take_packet_i + take_done_i <= 1)
    `ENSURE(the_states_are_never_left, state_q <= POST)
    `ENSURE(who_fetched_goes_on,
            state_q != FETCH || then_q == CHECK || then_q == POP || then_q == COMPARE)
    `ENSURE(data_comes_with_packets,
            is_packet_q || !(state_q == DATA || state_q == OPEN || state_q == ONE
            || state_q == DESCRIPTOR))
    `ENSURE(an_instruction_does_not_become_a_packet,
            !is_packet_q || !(state_q == CHECK || state_q == LIST || state_q == CHOOSE
            || state_q == LINK || state_q == ERROR || state_q == POST || state_q == JOB
            || state_q == THREE || state_q == CLAIM || state_q == CLAIM_WRITE
            || (state_q == FETCH && then_q == CHECK)))

    // A state that writes lasts until its last write is granted. With enable_i low no state
    // changes.
    reg       f_stays_q;
    reg [4:0] f_state_q;
    wire      f_writes = state_q == START || state_q == LINK || state_q == SENT || state_q == ERROR
                         || state_q == UNLINK || state_q == DESCRIBE || state_q == ONE
                         || state_q == DESCRIPTOR || state_q == FINISH || state_q == JOB
                         || state_q == THREE || state_q == POST || (state_q == DATA && is_open);
    always @(posedge clk_i) begin
        f_stays_q <= !rst_i && (!enable_i || (f_writes && !(done || data_done_i)));
        f_state_q <= state_q;
    end
    `ENSURE(stays_until_its_writes_are_granted, !f_stays_q || state_q == f_state_q)
`endif

    assign state_o       = state_q;
    assign step_o        = step_q;
    assign is_packet_o   = is_packet_q;
    assign done_o        = done;
    assign fetch_o       = fetch;
    assign fetch_skip_o  = state_q == IDLE;
    assign fetch_block_o = fetch_block;

endmodule

`default_nettype wire
