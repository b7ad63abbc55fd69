// entry_route.v - computes the route of a head that enters the network: its output at the first
// router (docs/timing.md, 2.1), exactly as that router would compute it.
//
// Combinational. With tables (ROUTING 5) the router looks up the route itself, and route_o is zero.
// Mirrored by model/router/route_compute.h.

`default_nettype none

module entry_route #(
    parameter PORTS         = 5,   // of the router, as all that follows
    parameter LOCAL_PORTS   = 1,
    parameter DATELINE      = 0,   // the VCs are in dateline classes
    parameter ADDR_W        = 6,
    parameter ROUTING       = 0,   // 0 .. 5
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    // Derived, do not override.
    parameter ROUTE_W       = PORTS + DATELINE
) (
    input  wire [ADDR_W-1:0]  router_i,       // node_i and limit_i of the router
    input  wire [ADDR_W-1:0]  limit_i,
    input  wire [PORTS-1:0]   home_i,         // its output for packets to this node, one-hot
    input  wire [ADDR_W-1:0]  destination_i,
    output wire [ROUTE_W-1:0] route_o         // one-hot; the highest bit: class 1 is allowed
);

    localparam              PORT_W   = (PORTS > 1) ? $clog2(PORTS) : 1;
    localparam              LAST_INT = PORTS - 1;
    localparam [PORT_W-1:0] LAST     = LAST_INT[PORT_W-1:0];  // a local port, whichever
    localparam [PORTS-1:0]  LOCALS   = ~({PORTS{1'b1}} >> LOCAL_PORTS);

    generate
        if (ROUTING < 0 || ROUTING > 5) begin : g_bad_routing
            ERROR_entry_route_ROUTING_must_be_0_to_5 u_error ();
        end
        if (ROUTING < 5) begin : g_route
            wire [PORTS-1:0] outputs;
            wire [1:0]       classes;

            route_compute #(
                .PORTS         (PORTS),
                .LOCAL_PORTS   (LOCAL_PORTS),
                .VCS           (1 + DATELINE),
                .ADDR_W        (ADDR_W),
                .ROUTING       (ROUTING),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .HIGHEST_FIRST (HIGHEST_FIRST)
            ) u_route (
                .node_i        (router_i),
                .limit_i       (limit_i),
                .port_i        (LAST),
                .valid_i       (1'b1),
                .vc_i          (1'b0),
                .destination_i (destination_i),
                .outputs_o     (outputs),
                .classes_o     (classes)
            );

            wire arrived = (ROUTING < 4) && (|(outputs & LOCALS));
            assign route_o[PORTS-1:0] = arrived ? home_i : outputs;
            wire unused_home = &{1'b0, home_i};
            if (DATELINE != 0) begin : g_late
                assign route_o[PORTS] = classes[1];
                wire unused = &{1'b0, classes[0]};
            end else begin : g_no_late
                wire unused = &{1'b0, classes};
            end
        end else begin : g_table
            assign route_o = {ROUTE_W{1'b0}};
            wire unused = &{1'b0, router_i, limit_i, home_i, destination_i};
        end
    endgenerate

endmodule

`default_nettype wire
