// work_ring.v - takes turns among collectors with a packet and engines that are done, in a ring.
//
// While there is work, an instruction is taken only directly after work (after_q low), so neither
// keeps the other waiting.
// docs/timing.md, section 8.7 (IDLE). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module work_ring #(
    parameter PORTS     = 7,  // collectors, and engines, 2 .. 13
    // Derived, do not override.
    parameter CHANNEL_W = $clog2(PORTS)
) (
    input  wire                 clk_i,
    input  wire                 rst_i,

    input  wire                 idle_i,       // the message unit can take something
    input  wire [PORTS-1:0]     packets_i,    // collectors, from registers
    input  wire [PORTS-1:0]     done_i,       // engines, from registers
    input  wire                 held_i,       // an instruction

    output wire                 take_instruction_o,
    output wire                 take_packet_o,
    output wire                 take_done_o,
    output wire [CHANNEL_W-1:0] channel_o     // of the packet or the engine
);

    generate
        if (PORTS < 2 || PORTS > 13) begin : g_bad_ports
            ERROR_work_ring_PORTS_must_be_2_to_13 u_error ();
        end
    endgenerate

    localparam                 PLACES   = 2 * PORTS;
    localparam                 TURN_W   = $clog2(PLACES);
    localparam                 LAST_INT = PLACES - 1;
    localparam [TURN_W-1:0]    LAST     = LAST_INT[TURN_W-1:0];
    localparam [PLACES-1:0]    PLACE_0  = 1;

    reg  [TURN_W-1:0]    turn_q;
    reg                  after_q;   // the last thing taken was an instruction

    reg                  instruction;
    reg  [PLACES-1:0]    work;
    reg  [PLACES-1:0]    from_turn;
    reg  [PLACES-1:0]    gnt;
    reg  [TURN_W-1:0]    place;
    reg  [CHANNEL_W-1:0] channel;
    integer              i;

    always @* begin
        i           = 0;
        instruction = 1'b0;
        work        = {PLACES{1'b0}};
        from_turn   = {PLACES{1'b0}};
        gnt         = {PLACES{1'b0}};
        place       = {TURN_W{1'b0}};
        channel     = {CHANNEL_W{1'b0}};
        if (idle_i) begin
            work        = {done_i, packets_i};
            instruction = held_i && (!after_q || work == {PLACES{1'b0}});
            if (!instruction && (|work)) begin
                from_turn = work & ~((PLACE_0 << turn_q) - PLACE_0);
                gnt       = (|from_turn) ? from_turn : work;
                gnt       = gnt & (~gnt + PLACE_0);  // lowest set bit
                for (i = 0; i < PORTS; i = i + 1) begin
                    if (gnt[i] || gnt[i+PORTS]) channel = channel | i[CHANNEL_W-1:0];
                end
                for (i = 0; i < PLACES; i = i + 1) begin
                    if (gnt[i]) place = place | i[TURN_W-1:0];
                end
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            turn_q  <= {TURN_W{1'b0}};
            after_q <= 1'b0;
        end else if (instruction) begin
            after_q <= 1'b1;
        end else if (|gnt) begin
            turn_q  <= (place == LAST) ? {TURN_W{1'b0}} : place + 1'b1;
            after_q <= 1'b0;
        end
    end

    assign take_instruction_o = instruction;
    assign take_packet_o      = |gnt[PORTS-1:0];
    assign take_done_o        = |gnt[PLACES-1:PORTS];
    assign channel_o          = channel;

`ifdef FORMAL
    `ENSURE(instruction + take_packet_o + take_done_o <= 1, "one thing is taken")
    `ENSURE(!instruction || held_i, "an instruction that is there")
    `ENSURE((gnt & ~{done_i, packets_i}) == {PLACES{1'b0}} && (gnt & (gnt - PLACE_0)) == 0,
            "or work that is there")
    `ENSURE(!idle_i || !(held_i || (|packets_i) || (|done_i)) || instruction || (|gnt),
            "something is taken if there is anything")
    `ENSURE(turn_q < 2 * PORTS, "the turn is somebody's")

    // The place behind the one that was taken last has its turn. After reset it is the lowest
    // place.
    integer f_turn;
    integer f_i;
    always @* begin
        f_turn = f_turn_q;
        for (f_i = 0; f_i < 2 * PORTS; f_i = f_i + 1) begin
            if (take_packet_o && f_i == channel_o) f_turn = (f_i + 1) % (2 * PORTS);
            if (take_done_o && f_i == channel_o + PORTS) f_turn = (f_i + 1) % (2 * PORTS);
        end
    end
    reg [31:0] f_turn_q;
    always @(posedge clk_i) f_turn_q <= rst_i ? 0 : f_turn;
    `ENSURE(turn_q == f_turn_q, "the turn goes round")

    // If work waits, one piece of it is taken between two instructions.
    reg       f_passed_q;  // since then an instruction was taken
    always @(posedge clk_i) begin
        if (rst_i || take_packet_o || take_done_o) f_passed_q <= 1'b0;
        else if (instruction && ((|packets_i) || (|done_i))) f_passed_q <= 1'b1;
    end
    `ENSURE(!f_passed_q || after_q, "an instruction has been taken")
    `ENSURE(!(f_passed_q && instruction && ((|packets_i) || (|done_i))),
            "no two instructions before work that waits")
`endif

endmodule

`default_nettype wire
