// routes_agree.v - what a head is told of the next router, beside what that router would say.
//
// The head goes to `destination_i` from the router `node_i`, by the output that route_compute.v
// gives it there (`route_o`). A routing unit computes `next_i` and `late_i` ahead. They must be
// those that route_compute.v gives at the router behind that output. docs/timing.md section 3.

`default_nettype none
`include "check.vh"

module routes_agree #(
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 2,
    parameter HIGHEST_FIRST = 1,
    // Derived, do not override.
    parameter ADDR_W        = DIMENSIONS * COORD_W,
    parameter PAIRS         = (ROUTING == 0 || ROUTING == 2) ? 1 : 0,
    parameter PORT_W        = $clog2(PORTS)
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire [ADDR_W-1:0] node_i,
    input  wire [ADDR_W-1:0] limit_i,
    input  wire [ADDR_W-1:0] destination_i,
    output wire [PORTS-1:0]  route_o,
    input  wire [PORTS-1:0]  next_i,
    input  wire              late_i
);

    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;

    wire [PORTS-1:0]   outputs;
    wire [1:0]         classes;
    wire [PORTS-1:0]   outputs_there;
    wire [1:0]         classes_there;
    reg  [ADDR_W-1:0]  there;
    reg  [PORT_W-1:0]  entry;
    reg  [PORTS-1:0]   expected;
    reg                exist;
    integer            o;
    integer            d;

    assign route_o = outputs & ({PORTS{1'b1}} >> LOCAL_PORTS);

    // The router behind the output, and the port by which the head comes in there
    always @* begin
        there = node_i;
        entry = {PORT_W{1'b0}};
        exist = 1'b1;
        for (d = 0; d < DIMENSIONS; d = d + 1) begin
            if (node_i[d*COORD_W +: COORD_W] > limit_i[d*COORD_W +: COORD_W]
                || destination_i[d*COORD_W +: COORD_W] > limit_i[d*COORD_W +: COORD_W]) begin
                exist = 1'b0;
            end
        end
        for (o = 0; o < (1 + PAIRS) * DIMENSIONS; o = o + 1) begin
            if (route_o[o]) begin
                d     = o / (1 + PAIRS);
                entry = (PAIRS != 0) ? o ^ 1 : o;
                if (ROUTING == 3) begin
                    there[d*COORD_W] = !node_i[d*COORD_W];
                end else if (PAIRS == 0 || o % 2 == 0) begin
                    there[d*COORD_W +: COORD_W] =
                        (node_i[d*COORD_W +: COORD_W] == limit_i[d*COORD_W +: COORD_W])
                        ? {COORD_W{1'b0}} : node_i[d*COORD_W +: COORD_W] + 1'b1;
                end else begin
                    there[d*COORD_W +: COORD_W] =
                        (node_i[d*COORD_W +: COORD_W] == {COORD_W{1'b0}})
                        ? limit_i[d*COORD_W +: COORD_W] : node_i[d*COORD_W +: COORD_W] - 1'b1;
                end
            end
        end
        expected = outputs_there;
        for (o = 0; o < LOCAL_PORTS; o = o + 1) begin
            expected[NETWORK_PORTS + o] = outputs_there[NETWORK_PORTS + o]
                                        && entry % LOCAL_PORTS == o;
        end
    end

    route_compute #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .VCS           (2),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST)
    ) u_here (
        .node_i        (node_i),
        .limit_i       (limit_i),
        .port_i        ({PORT_W{1'b0}}),
        .valid_i       (exist),
        .vc_i          (1'b0),
        .destination_i (destination_i),
        .outputs_o     (outputs),
        .classes_o     (classes)
    );

    route_compute #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .VCS           (2),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST)
    ) u_there (
        .node_i        (there),
        .limit_i       (limit_i),
        .port_i        (entry),
        .valid_i       (|route_o),
        .vc_i          (1'b0),
        .destination_i (destination_i),
        .outputs_o     (outputs_there),
        .classes_o     (classes_there)
    );

    `REQUIRE(a_router_and_a_destination_that_exist, exist)
    `ENSURE(the_output_at_the_next_router, next_i == expected)
    `ENSURE(class_1_is_allowed_at_the_next_router, !(|route_o) || late_i == classes_there[1])

endmodule

`default_nettype wire
