// vc_outlook.v - what the virtual channels of one input port would do if they were presented.
//
// Combinational. Of each VC: is its front flit ready for the next cycle (docs/timing.md 2.6), and
// which output would it ask for in this one (2.7); the groups of output VCs that a head may take
// (2.9). The front flit of an empty VC is the one on the pins.
// Mirrored by model/router/router_step.h.

`default_nettype none

module vc_outlook #(
    parameter             PORTS    = 5,  // 2 .. 32
    parameter             VCS      = 4,  // 2 .. 16
    parameter [PORTS-1:0] TURNS    = {PORTS{1'b1}},
    parameter             GROUPS   = 1,              // of VCs (output_unit.v)
    parameter             PIPELINE = 1,              // 2: a head that is there is ready
    parameter             DATELINE = 0,              // dateline classes (vc_groups.vh)
    parameter             LAYERS   = 1,              // of VCs in a message class (vc_groups.vh)
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}},  // the output that goes on in its direction
    parameter             SEVERAL  = 0,              // heads may have several legal outputs
    // Derived, do not override.
    parameter             ROUTE_W  = PORTS + DATELINE % 2 + ((LAYERS > 1) ? LAYERS : 0)
) (
    // Each VC
    input  wire [VCS-1:0]         nonempty_i,
    input  wire [VCS-1:0]         empty_i,      // no flit of it is stored or on the pins
    input  wire [VCS-1:0]         held_i,
    input  wire [VCS*ROUTE_W-1:0] route_i,      // of the front flit in the buffer
    input  wire [VCS-1:0]         body_ready_i, // there is a credit for its body flit: register
    input  wire [VCS-1:0]         credit_i,     // the same with the credits on the pins
    input  wire [VCS-1:0]         privileged_i,
    input  wire [VCS-1:0]         several_i,    // SEVERAL: one of them is `soon` (front_routes.v)

    input  wire [ROUTE_W-1:0]     in_route_i,   // of the flit on the pins
    input  wire                   crossed_i,    // what goes straight on came over the dateline

    // Outputs (input_unit.v)
    input  wire [PORTS*GROUPS-1:0] head_may_i,
    input  wire [PORTS*GROUPS-1:0] head_offer_i,
    input  wire [PORTS*GROUPS-1:0] head_soon_i,
    input  wire [PORTS*GROUPS-1:0] closed_i,

    output wire [VCS-1:0]         ready_o,
    output wire [VCS*GROUPS-1:0]  allow_o,      // groups that it may take, being a head
    output wire [VCS*PORTS-1:0]   vc_req_o,     // what it asks for
    output wire [PORTS+GROUPS+1:0] front_o      // privilege.v, but for whether it is sent
);

    `include "vc_groups.vh"

    wire [VCS*GROUPS-1:0]    stored_allows;
    reg  [PORTS+GROUPS+1:0]  privileged_front;
    integer                  v;

    genvar g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_vc
            wire [ROUTE_W-1:0] stored       = route_i[g*ROUTE_W +: ROUTE_W];
            wire [ROUTE_W-1:0] front        = nonempty_i[g] ? stored : in_route_i;
            wire [PORTS-1:0]   stored_to    = stored[PORTS-1:0] & TURNS;
            wire [PORTS-1:0]   front_to     = front[PORTS-1:0] & TURNS;
            wire [GROUPS-1:0]  stored_allow = groups_of(g, |(stored_to & STRAIGHT),
                                                        stored, crossed_i);
            wire [GROUPS-1:0]  front_allow  = groups_of(g, |(front_to & STRAIGHT),
                                                        front, crossed_i);
            reg  [GROUPS-1:0]  open_allow;  // but for those in which somebody else goes first
            integer            o;
            integer            c;

            always @* begin
                open_allow = front_allow;
                for (o = 0; o < PORTS; o = o + 1) begin
                    for (c = 0; c < GROUPS; c = c + 1) begin
                        if (front_to[o] && closed_i[o*GROUPS + c] && !privileged_i[g]) begin
                            open_allow[c] = 1'b0;
                        end
                    end
                end
            end

            // A head that is there, and its output has something for it soon
            wire               head_here    = !empty_i[g] && !held_i[g];
            wire [PORTS-1:0]   soon         = front_to & {PORTS{head_here}}
                                            & any_of(head_soon_i, open_allow);
            wire [PORTS-1:0]   may          = any_of(privileged_i[g] ? head_offer_i : head_may_i,
                                                     stored_allow);

            // PIPELINE 2: the privileged one, in its buffer, waits for an offer.
            wire               waits        = privileged_i[g] && !(|(stored_to & may));
            wire               head_ready   = (PIPELINE == 2) ? head_here && !waits
                                            : (SEVERAL != 0 && !privileged_i[g])
                                            ? head_here && several_i[g] : |soon;

            assign ready_o[g] = head_ready || (!empty_i[g] && held_i[g] && credit_i[g]);
            assign stored_allows[g*GROUPS +: GROUPS] = stored_allow;
            assign allow_o[g*GROUPS +: GROUPS] = front_allow;
            assign vc_req_o[g*PORTS +: PORTS]  = stored_to & {PORTS{nonempty_i[g]}}
                                               & (held_i[g] ? {PORTS{body_ready_i[g]}} : may);
        end
    endgenerate

    wire unused = &{1'b0, several_i};

    always @* begin
        privileged_front = {(PORTS+GROUPS+2){1'b0}};
        for (v = 0; v < VCS; v = v + 1) begin
            privileged_front = privileged_front
                | ({1'b1, !held_i[v], stored_allows[v*GROUPS +: GROUPS],
                    route_i[v*ROUTE_W +: PORTS] & TURNS} & {(PORTS+GROUPS+2){privileged_i[v]}});
        end
    end

    assign front_o = privileged_front;

endmodule

`default_nettype wire
