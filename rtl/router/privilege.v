// privilege.v - what a privileged input VC does to the outputs of its router.
//
// Its input goes first at the output of its front flit (the hint of match_hints.v gives way);
// while the front flit is a head the output is closed from the next cycle on: no other head takes
// its offer. docs/timing.md section 2.8.

`default_nettype none
`include "check.vh"

module privilege #(
    parameter PORTS   = 5,  // 2 .. 32
    // Derived, do not override.
    parameter FRONT_W = PORTS + 2
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Of each input: {a VC of it is privileged, its front flit is a head that is not sent in this
    // cycle, output of that flit}. Of one input at most.
    input  wire [PORTS*FRONT_W-1:0] ip_front_i,

    input  wire [PORTS*PORTS-1:0]   op_ip_hint_i,  // of each output: one-hot or zero
    output wire [PORTS*PORTS-1:0]   op_ip_hint_o,
    output wire [PORTS-1:0]         op_closed_o    // register
);

    reg  [PORTS-1:0]       closed_q;

    reg  [PORTS-1:0]       closed;
    reg  [PORTS-1:0]       wanted;   // output of the privileged VC
    reg  [PORTS*PORTS-1:0] hint;
    reg  [FRONT_W-1:0]     front;
    integer                i;
    integer                o;

    always @* begin
        closed = {PORTS{1'b0}};
        wanted = {PORTS{1'b0}};
        front  = {FRONT_W{1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
            front  = ip_front_i[i*FRONT_W +: FRONT_W];
            wanted = wanted | front[PORTS-1:0];
            closed = closed | (front[PORTS-1:0] & {PORTS{front[PORTS]}});
        end
    end

    always @* begin
        hint = {(PORTS*PORTS){1'b0}};
        for (o = 0; o < PORTS; o = o + 1) begin
            for (i = 0; i < PORTS; i = i + 1) begin
                hint[o*PORTS + i] = ip_front_i[i*FRONT_W + o]
                    || (op_ip_hint_i[o*PORTS + i] && !wanted[o]
                        && !ip_front_i[i*FRONT_W + PORTS + 1]);
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) closed_q <= {PORTS{1'b0}};
        else if (enable_i) closed_q <= closed;
    end

    assign op_ip_hint_o = hint;
    assign op_closed_o  = closed_q;

    `ENSURE((closed_q & (closed_q - 1'b1)) == {PORTS{1'b0}}, "one output is closed at most")

endmodule

`default_nettype wire
