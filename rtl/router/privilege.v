// privilege.v - what a privileged input VC does to the outputs of its router.
//
// Its input goes first at the output of its front flit (the hint of match_hints.v gives way);
// while the front flit is a head the groups of VCs that it may take there are closed from the next
// cycle on: no other head takes their offers. docs/timing.md section 2.8.
// Mirrored by model/router/router_step.h.

`default_nettype none

module privilege #(
    parameter PORTS   = 5,  // 2 .. 32
    parameter GROUPS  = 1,  // of VCs (output_unit.v)
    // Derived, do not override.
    parameter FRONT_W = PORTS + GROUPS + 2
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Of each input: {a VC of it is privileged, its front flit is a head that is not sent in this
    // cycle, groups that it may take, output of that flit}. Of one input at most.
    input  wire [PORTS*FRONT_W-1:0] ip_front_i,

    input  wire [PORTS*PORTS-1:0]   op_ip_hint_i,  // of each output: one-hot or zero
    output wire [PORTS*PORTS-1:0]   op_ip_hint_o,
    output wire [PORTS*GROUPS-1:0]  op_closed_o    // register
);

    reg  [PORTS*GROUPS-1:0] closed_q;

    reg  [PORTS*GROUPS-1:0] closed;
    reg  [PORTS-1:0]       wanted;   // output of the privileged VC
    reg  [PORTS*PORTS-1:0] hint;
    reg  [FRONT_W-1:0]     front;
    integer                i;
    integer                n;
    integer                o;
    integer                t;

    always @* begin
        closed = {(PORTS*GROUPS){1'b0}};
        wanted = {PORTS{1'b0}};
        front  = {FRONT_W{1'b0}};
        for (n = 0; n < PORTS; n = n + 1) begin
            front  = ip_front_i[n*FRONT_W +: FRONT_W];
            wanted = wanted | front[PORTS-1:0];
            for (t = 0; t < PORTS; t = t + 1) begin
                closed[t*GROUPS +: GROUPS] = closed[t*GROUPS +: GROUPS]
                    | (front[PORTS +: GROUPS] & {GROUPS{front[t] && front[PORTS+GROUPS]}});
            end
        end
    end

    always @* begin
        hint = {(PORTS*PORTS){1'b0}};
        for (o = 0; o < PORTS; o = o + 1) begin
            for (i = 0; i < PORTS; i = i + 1) begin
                hint[o*PORTS + i] = ip_front_i[i*FRONT_W + o]
                    || (op_ip_hint_i[o*PORTS + i] && !wanted[o]
                        && !ip_front_i[i*FRONT_W + FRONT_W - 1]);
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) closed_q <= {(PORTS*GROUPS){1'b0}};
        else if (enable_i) closed_q <= closed;
    end

    assign op_ip_hint_o = hint;
    assign op_closed_o  = closed_q;

endmodule

`default_nettype wire
