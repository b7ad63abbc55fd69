// router.v - input-buffered virtual-channel wormhole router.
//
// A flit that finds nothing in its way is on the input pins in cycle t and on the output pins
// in cycle t + PIPELINE. All outputs are registers. The output that a packet takes comes with its
// flits (lookahead routing), computed by the router before, or from a table here.
// docs/timing.md section 2 says what happens in which cycle. This file is wiring: the routing units
// around switch_core.v.
//
// Dally 1992; Dally & Towles, chapters 16 to 19. Mirrored by model/router/.

`default_nettype none

module router #(
    parameter PORTS         = 5,    // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,    // terminals, the last ports, 0 .. PORTS; at least 1 below 4
    parameter VCS           = 4,    // virtual channels, 1 .. 16
    parameter DEPTH         = 4,    // flits per VC, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,    // address width in bits, 1 .. DATA_W
    parameter ROUTING       = 0,    // 0 mesh, 1 torus up, 2 torus, 3 hypercube, 4 tag, 5 table
    parameter DIMENSIONS    = 2,    // at least 1; ROUTING 5 does not use it
    parameter COORD_W       = 3,    // bits of one coordinate; ROUTING 5 does not use it
    parameter HIGHEST_FIRST = 1,    // 1: highest dimension first, 0: lowest first
    parameter LOOPBACK      = 0,    // 1: packets go from local ports to local ports too
    parameter MESSAGE_CLASSES = 1,  // 1 .. 4; they share the VCs out evenly
    parameter ROOM          = (VCS > 1) ? DEPTH : (3 * DEPTH + 3) / 4,  // injection; 1: fair
    parameter PIPELINE      = 1,    // cycles per hop, 1 or 2
    parameter PATIENCE      = 256,  // active cycles before a waiting flit is privileged
    parameter LOADED        = 1,    // ROUTING 5, 0: in_route_i is what a table says; none is here
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > MESSAGE_CLASSES) ? 1 : 0,
    parameter ROUTE_W       = PORTS + DATELINE,
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // Address
    input  wire [ADDR_W-1:0]       node_i,
    input  wire [ADDR_W-1:0]       limit_i,

    // Route table, ROUTING 5 only
    input  wire                    table_we_i,
    input  wire [PORT_W-1:0]       table_port_i,
    input  wire [ADDR_W-1:0]       table_dest_i,
    input  wire [PORTS-1:0]        table_mask_i,

    // Upstream
    input  wire [PORTS-1:0]        in_valid_i,
    input  wire [PORTS*VC_W-1:0]   in_vc_i,
    input  wire [PORTS*ROUTE_W-1:0] in_route_i,  // {class 1 allowed, output that it takes here}
    input  wire [PORTS*FLIT_W-1:0] in_flit_i,
    output wire [PORTS*VCS-1:0]    in_credit_o,

    // Downstream
    output wire [PORTS-1:0]        out_valid_o,
    output wire [PORTS*VC_W-1:0]   out_vc_o,
    output wire [PORTS*ROUTE_W-1:0] out_route_o,
    output wire [PORTS*FLIT_W-1:0] out_flit_o,
    input  wire [PORTS*VCS-1:0]    out_credit_i,

    // Status
    output wire                    error_o,  // a head that can never leave came in; sticky
    output wire                    idle_o    // nothing stored, nothing on the outputs
);

    `include "turns.vh"
    localparam [PORTS*PORTS-1:0] TURNS = all_turns(PORTS);

    localparam GROUPS        = MESSAGE_CLASSES * (1 + DATELINE);  // of VCs
    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;
    localparam LOOKUP        = (ROUTING == 5) ? 1 : 0;
    localparam BIDIRECTIONAL = (ROUTING == 0 || ROUTING == 2) ? 1 : 0;

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_router_PORTS_must_be_2_to_32 u_error ();
        end
        if (LOCAL_PORTS < 0 || LOCAL_PORTS > PORTS) begin : g_bad_local_ports
            ERROR_router_LOCAL_PORTS_must_be_0_to_PORTS u_error ();
        end
        if (ROUTING < 0 || ROUTING > 5) begin : g_bad_routing
            ERROR_router_ROUTING_must_be_0_to_5 u_error ();
        end
        if (ROUTING < 4 && LOCAL_PORTS < 1) begin : g_bad_no_local
            ERROR_router_LOCAL_PORTS_must_be_at_least_1_for_this_ROUTING u_error ();
        end
        if (ROUTING < 4 && NETWORK_PORTS < (1 + BIDIRECTIONAL) * DIMENSIONS) begin : g_bad_network
            ERROR_router_too_few_network_ports_for_DIMENSIONS u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_router_VCS_must_be_1_to_16 u_error ();
        end
        if (MESSAGE_CLASSES < 1 || MESSAGE_CLASSES > 4
            || VCS % MESSAGE_CLASSES != 0) begin : g_bad_classes
            ERROR_router_MESSAGE_CLASSES_must_be_1_to_4_and_divide_VCS u_error ();
        end
        if (DATA_W < 8 || DATA_W > 256) begin : g_bad_data_w
            ERROR_router_DATA_W_must_be_8_to_256 u_error ();
        end
        if (ADDR_W < 1 || ADDR_W > DATA_W) begin : g_bad_addr_w
            ERROR_router_ADDR_W_must_be_1_to_DATA_W u_error ();
        end
        if (ROUTING != 5 && (DIMENSIONS < 1 || COORD_W < 1
                             || ADDR_W != DIMENSIONS * COORD_W)) begin : g_bad_address
            ERROR_router_ADDR_W_must_be_DIMENSIONS_times_COORD_W u_error ();
        end
        if (PIPELINE < 1 || PIPELINE > 2) begin : g_bad_pipeline
            ERROR_router_PIPELINE_must_be_1_or_2 u_error ();
        end
    endgenerate

    // Rows of switch_core.v
    function automatic [PORTS*32-1:0] all_ports;
        input [31:0] value;
        all_ports = {PORTS{value}};
    endfunction

    function automatic [PORTS*PORTS-1:0] enters;  // from local ports
        input integer ports;
        integer       in_port;
        begin
            enters = {(PORTS*PORTS){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                enters[in_port*PORTS +: PORTS] = {PORTS{in_port >= NETWORK_PORTS}};
            end
        end
    endfunction

    function automatic [PORTS*PORTS-1:0] all_straight;
        input integer ports;
        integer       in_port;
        begin
            all_straight = {(PORTS*PORTS){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                all_straight[in_port*PORTS +: PORTS] = straight(in_port);
            end
        end
    endfunction

    function automatic [PORTS*ROUTE_W-1:0] in_nexts;
        input integer ports;
        integer       in_port;
        begin
            in_nexts = {(PORTS*ROUTE_W){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                in_nexts[in_port*ROUTE_W +: ROUTE_W] = all_next(TURNS[in_port*PORTS +: PORTS]);
            end
        end
    endfunction

    function automatic [PORTS*ROUTE_W-1:0] out_nexts;
        input integer ports;
        integer       out_port;
        begin
            out_nexts = {(PORTS*ROUTE_W){1'b0}};
            for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
                out_nexts[out_port*ROUTE_W +: ROUTE_W] = next_turns(out_port);
            end
        end
    endfunction

    reg                         error_q;

    // Routes: of a head on the pins at the next router, or, from a table, here
    wire [PORTS*ROUTE_W-1:0]    ip_next;
    wire [PORTS-1:0]            ip_crossed;   // what goes straight on came over the dateline
    wire [PORTS-1:0]            op_sent;
    wire unused = &{1'b0, op_sent};

    route_units #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .DATELINE      (DATELINE),
        .LOADED        (LOADED),
        .TURNS         (TURNS)
    ) u_routes (
        .clk_i        (clk_i),
        .enable_i     (enable_i),
        .node_i       (node_i),
        .limit_i      (limit_i),
        .table_we_i   (table_we_i),
        .table_port_i (table_port_i),
        .table_dest_i (table_dest_i),
        .table_mask_i (table_mask_i),
        .in_valid_i   (in_valid_i),
        .in_route_i   (in_route_i),
        .in_flit_i    (in_flit_i),
        .next_o       (ip_next),
        .crossed_o    (ip_crossed)
    );

    switch_core #(
        .PORTS     (PORTS),
        .VCS       (VCS),
        .DATA_W    (DATA_W),
        .GROUPS    (GROUPS),
        .DATELINE  (DATELINE),
        .LOOKUP    (LOOKUP),
        .SEVERAL   (LOOKUP),
        .PIPELINE  (PIPELINE),
        .PATIENCE  (PATIENCE),
        .DEPTHS    (all_ports($unsigned(DEPTH))),
        .ROOMS     (all_ports($unsigned(ROOM))),
        .TURNS     (TURNS),
        .ENTERS    (enters(PORTS)),
        .STRAIGHT  (all_straight(PORTS)),
        .IN_NEXTS  (in_nexts(PORTS)),
        .OUT_NEXTS (out_nexts(PORTS))
    ) u_core (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_route_i   (in_route_i),
        .in_flit_i    (in_flit_i),
        .next_i       (ip_next),
        .here_i       (ip_next),
        .crossed_i    (ip_crossed),
        .in_credit_o  (in_credit_o),
        .out_valid_o  (out_valid_o),
        .out_vc_o     (out_vc_o),
        .out_route_o  (out_route_o),
        .out_flit_o   (out_flit_o),
        .out_credit_i (out_credit_i),
        .paced_i      ({PORTS{1'b0}}),
        .pausing_i    ({PORTS{1'b0}}),
        .still_i      ({PORTS{1'b0}}),
        .sent_o       (op_sent),
        .idle_o       (idle_o)
    );

    // Only sources can give a head no output: routers compute one for each. Tables may have holes.
    reg     unroutable;
    integer p;

    always @* begin
        unroutable = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            if (in_valid_i[p] && in_flit_i[p*FLIT_W + DATA_W]) begin
                if (LOOKUP != 0) begin
                    if (ip_next[p*ROUTE_W +: PORTS] == {PORTS{1'b0}}) unroutable = 1'b1;
                end else if (p >= NETWORK_PORTS) begin
                    if ((in_route_i[p*ROUTE_W +: PORTS] & TURNS[p*PORTS +: PORTS])
                        == {PORTS{1'b0}}) unroutable = 1'b1;
                end
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) error_q <= 1'b0;
        else if (enable_i && unroutable) error_q <= 1'b1;
    end

    assign error_o = error_q;

endmodule

`default_nettype wire
