// work_ring.v - takes turns among collectors with a packet and engines that are done, in a ring.
//
// While there is work, an instruction is taken only directly after work (after_q low), so neither
// keeps the other waiting.
// docs/timing.md, section 8.7 (IDLE). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module work_ring #(
    parameter PORTS = 7  // collectors, and engines, 2 .. 13
) (
    input  wire                 clk_i,
    input  wire                 rst_i,

    input  wire                 idle_i,       // the message unit can take something
    input  wire [PORTS-1:0]     packets_i,    // collectors, from registers
    input  wire [PORTS-1:0]     done_i,       // engines, from registers
    input  wire                 held_i,       // an instruction

    output wire                 take_instruction_o,
    output wire [PORTS-1:0]     packet_gnt_o, // one-hot or zero: the packet that is taken
    output wire [PORTS-1:0]     done_gnt_o    // the engine
);

    generate
        if (PORTS < 2 || PORTS > 13) begin : g_bad_ports
            ERROR_work_ring_PORTS_must_be_2_to_13 u_error ();
        end
    endgenerate

    localparam PLACES = 2 * PORTS;

    reg               after_q;  // the last thing taken was an instruction

    wire [PLACES-1:0] work        = {done_i, packets_i};
    wire              instruction = idle_i && held_i && (!after_q || work == {PLACES{1'b0}});
    // An instruction that does not come after another one goes before all work, so this does not
    // wait for the question whether there is work.
    wire              takes_work  = idle_i && !(held_i && !after_q);
    wire [PLACES-1:0] first;
    wire [PLACES-1:0] gnt         = first & {PLACES{takes_work}};

    rr_arbiter #(
        .N (PLACES)
    ) u_arbiter (
        .clk_i  (clk_i),
        .rst_i  (rst_i),
        .req_i  (work),
        .hold_i (!takes_work),
        .gnt_o  (first)
    );

    always @(posedge clk_i) begin
        if (rst_i)            after_q <= 1'b0;
        else if (instruction) after_q <= 1'b1;
        else if (|gnt)        after_q <= 1'b0;
    end

    assign take_instruction_o = instruction;
    assign packet_gnt_o       = gnt[PORTS-1:0];
    assign done_gnt_o         = gnt[PLACES-1:PORTS];

`ifdef FORMAL
    wire f_takes_work = |gnt;
    `ENSURE(one_thing_is_taken, !(instruction && f_takes_work))
    `ENSURE(an_instruction_that_is_there, !instruction || held_i)
    `ENSURE(work_that_is_there,
            (gnt & ~{done_i, packets_i}) == {PLACES{1'b0}} && (gnt & (gnt - 1'b1)) == 0)
    `ENSURE(nothing_while_the_unit_is_busy, idle_i || !(instruction || f_takes_work))
    `ENSURE(something_is_taken_if_there_is_anything,
            !idle_i || !(held_i || (|packets_i) || (|done_i)) || instruction || f_takes_work)

    // If work waits, one piece of it is taken between two instructions.
    reg       f_passed_q;  // since then an instruction was taken
    always @(posedge clk_i) begin
        if (rst_i || f_takes_work) f_passed_q <= 1'b0;
        else if (instruction && ((|packets_i) || (|done_i))) f_passed_q <= 1'b1;
    end
    `ENSURE(an_instruction_has_been_taken, !f_passed_q || after_q)
    `ENSURE(no_two_instructions_before_work_that_waits,
            !(f_passed_q && instruction && ((|packets_i) || (|done_i))))
`endif

endmodule

`default_nettype wire
