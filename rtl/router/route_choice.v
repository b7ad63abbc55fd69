// route_choice.v - one output of several that a routing unit gives.
//
// Combinational, while a head is on the pins: the lowest output with an offer that it may take,
// or, if none has one, the lowest. docs/timing.md section 2.11.
// Mirrored by model/router/router_core.h.

`default_nettype none

module route_choice #(
    parameter PORTS  = 5,  // 2 .. 32
    parameter VCS    = 4,  // 1 .. 16
    parameter GROUPS = 1,  // of VCs (output_unit.v)
    parameter DATELINE = 0,                         // dateline classes (vc_groups.vh)
    parameter [PORTS-1:0] STRAIGHT = {PORTS{1'b0}}, // the output that goes on in its direction
    // Derived, do not override.
    parameter VC_W   = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire [PORTS-1:0]        outputs_i,  // legal ones
    input  wire [VC_W-1:0]         vc_i,       // of the head
    input  wire                    crossed_i,  // what does not go straight on crosses the dateline
    input  wire [PORTS*GROUPS-1:0] offer_i,
    output wire [PORTS-1:0]        route_o     // one-hot; none is legal: zero
);

    `include "vc_groups.vh"

    reg     [GROUPS-1:0] group;    // that the head may take
    integer              v;

    always @* begin
        group = {GROUPS{1'b0}};
        for (v = 0; v < VCS; v = v + 1) begin
            if (GROUPS == 1 || vc_i == v[VC_W-1:0]) begin
                group = group | groups_of(v, |(outputs_i & STRAIGHT), 1'b0, crossed_i);
            end
        end
    end

    wire [PORTS-1:0] offered = outputs_i & any_of(offer_i, group);
    wire [PORTS-1:0] some    = (|offered) ? offered : outputs_i;

    assign route_o = some & (~some + 1'b1);

endmodule

`default_nettype wire
