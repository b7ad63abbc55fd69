// router.v - an input-buffered wormhole router with virtual channels.
//
// A flit that meets no other is on the input pins in cycle t and on the output pins in cycle
// t + PIPELINE. Registers drive all outputs. The flits of a packet bring its output along
// (lookahead routing): the previous router computed it, or a table in this router supplies it.
// docs/timing.md section 2 says what happens in which cycle. This file is wiring of router_switch.v
// and one of the routing units of rtl/routing, which a number selects. `turnpike emit` writes a
// file like this one around your own unit. More than 20 parameters: each is a choice of the user.
//
// Dally 1992; Dally & Towles, chapters 16 to 19. Mirrored by model/router/.

`default_nettype none

module router #(
    parameter PORTS         = 5,    // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,    // terminals, the last ports, 0 .. PORTS; at least 1 below 4
    parameter VCS           = 4,    // virtual channels, 1 .. 16
    parameter DEPTH         = 4,    // flits per VC, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 512
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
    parameter TURNS_LAST    = 0,    // 1: heads that turn go last at an output (timing.md, 2.4)
    parameter LOADED        = 1,    // ROUTING 5, 0: in_route_i is what a table says; none is here
    parameter CHOICES       = 1,    // ROUTING 5, 0: no word of a table names several outputs
    parameter LAYERS        = 1,    // ROUTING 5: of VCs in a message class, named by the table
    parameter PACE          = 1,    // cycles from flit to flit at network ports, 1 .. 1024
    parameter ESCAPE        = 0,    // 1: of two layers the upper one is an escape (timing.md, 2.9)
    parameter [PORTS-1:0] ABSENT = {PORTS{1'b0}},  // no channel comes or goes there: no gates
    // Derived, do not override.
    parameter DATELINE      = ((ROUTING == 1 || ROUTING == 2) && VCS > MESSAGE_CLASSES) ? 1 : 0,
    parameter ROUTE_W       = (ESCAPE != 0) ? 2 * PORTS
                                            : PORTS + DATELINE + ((LAYERS > 1) ? LAYERS : 0),
    parameter INDEX_W       = ADDR_W + ((LAYERS > 1) ? $clog2(LAYERS) : 0),
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
    input  wire [INDEX_W-1:0]      table_dest_i,   // {layer, destination}
    input  wire [ROUTE_W-1:0]      table_mask_i,   // {layers, outputs}; ESCAPE: of each layer

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
    output wire                    error_o,  // a head without a way was discarded; sticky
    output wire                    idle_o    // nothing stored, nothing on the outputs
);

    `include "turns.vh"
    localparam [PORTS*PORTS-1:0] TURNS = all_turns(PORTS);

    localparam PAIRS  = (ROUTING == 0 || ROUTING == 2) ? 1 : 0;
    localparam RINGS  = (ROUTING == 1 || ROUTING == 2) ? 1 : 0;
    localparam LOOKUP = (ROUTING == 5) ? 1 : 0;

    generate
        if (ROUTING < 0 || ROUTING > 5) begin : g_bad_routing
            ERROR_router_ROUTING_must_be_0_to_5 u_error ();
        end
        if (ROUTING < 4 && LOCAL_PORTS < 1) begin : g_bad_no_local
            ERROR_router_LOCAL_PORTS_must_be_at_least_1_for_this_ROUTING u_error ();
        end
        if (ROUTING < 4 && PORTS - LOCAL_PORTS < (1 + PAIRS) * DIMENSIONS) begin : g_bad_network
            ERROR_router_too_few_network_ports_for_DIMENSIONS u_error ();
        end
        if (TURNS_LAST < 0 || TURNS_LAST > 1) begin : g_bad_turns_last
            ERROR_router_TURNS_LAST_must_be_0_or_1 u_error ();
        end
        if (TURNS_LAST == 1 && ROUTING > 3) begin : g_no_turns_last
            ERROR_router_TURNS_LAST_1_needs_ROUTING_0_to_3 u_error ();
        end
        if (ADDR_W < 1 || ADDR_W > DATA_W) begin : g_bad_addr_w
            ERROR_router_ADDR_W_must_be_1_to_DATA_W u_error ();
        end
        if (ROUTING != 5 && (DIMENSIONS < 1 || COORD_W < 1
                             || ADDR_W != DIMENSIONS * COORD_W)) begin : g_bad_address
            ERROR_router_ADDR_W_must_be_DIMENSIONS_times_COORD_W u_error ();
        end
    endgenerate

    // The narrow channels behind all network ports are alike.
    localparam               PAUSE_INT = PACE - 1;
    localparam [9:0]         PAUSE     = PAUSE_INT[9:0];
    wire [PORTS*10-1:0]      pauses;

    wire [PORTS*ADDR_W-1:0]  destination;  // of the heads on the pins
    wire [PORTS*PORTS-1:0]   route;        // the outputs that they take here
    wire [PORTS*ROUTE_W-1:0] next;
    wire [PORTS-1:0]         crossed;

    genvar i;

    generate
        for (i = 0; i < PORTS; i = i + 1) begin : g_head
            assign destination[i*ADDR_W +: ADDR_W] = in_flit_i[i*FLIT_W +: ADDR_W];
            assign route[i*PORTS +: PORTS]         = in_route_i[i*ROUTE_W +: PORTS];
            assign pauses[i*10 +: 10]              = (i < PORTS - LOCAL_PORTS) ? PAUSE : 10'd0;
        end

        if (ROUTING == 5 && LOADED != 0) begin : g_table
            for (i = 0; i < PORTS; i = i + 1) begin : g_input
                localparam              PORT_INT = i;
                localparam [PORT_W-1:0] PORT     = PORT_INT[PORT_W-1:0];

                route_table #(
                    .PORTS           (PORTS),
                    .ADDR_W          (ADDR_W),
                    .VCS             (VCS),
                    .MESSAGE_CLASSES (MESSAGE_CLASSES),
                    .LAYERS          (LAYERS),
                    .ESCAPE          (ESCAPE)
                ) u_table (
                    .clk_i         (clk_i),
                    .we_i          (enable_i && table_we_i && table_port_i == PORT),
                    .dest_i        (table_dest_i),
                    .mask_i        (table_mask_i),
                    .valid_i       (in_valid_i[i]),
                    .vc_i          (in_vc_i[i*VC_W +: VC_W]),
                    .destination_i (destination[i*ADDR_W +: ADDR_W]),
                    .outputs_o     (next[i*ROUTE_W +: ROUTE_W])
                );
            end
        end
        if (ROUTING == 5 && LOADED == 0) begin : g_given
            assign next = in_route_i;
        end
        if (ROUTING == 5) begin : g_lookup
            assign crossed = {PORTS{1'b0}};
            wire unused = &{1'b0, node_i, limit_i, table_we_i, table_port_i, table_dest_i,
                            table_mask_i, destination, route};
        end else begin : g_ahead
            wire unused = &{1'b0, table_we_i, table_port_i, table_dest_i, table_mask_i};
        end

        if (ROUTING == 4) begin : g_tag
            destination_tag #(
                .PORTS      (PORTS),
                .DIMENSIONS (DIMENSIONS),
                .COORD_W    (COORD_W)
            ) u_routes (
                .clk_i         (clk_i),
                .node_i        (node_i),
                .limit_i       (limit_i),
                .destination_i (destination),
                .route_i       (route),
                .next_o        (next),
                .crossed_o     (crossed)
            );
        end

        if (ROUTING < 4) begin : g_order
            dimension_order #(
                .PORTS         (PORTS),
                .LOCAL_PORTS   (LOCAL_PORTS),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .PAIRS         (PAIRS),
                .RINGS         (RINGS),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .DATELINE      (DATELINE),
                .TURNS         (TURNS)
            ) u_routes (
                .clk_i         (clk_i),
                .node_i        (node_i),
                .limit_i       (limit_i),
                .destination_i (destination),
                .route_i       (route),
                .next_o        (next),
                .crossed_o     (crossed)
            );
        end
    endgenerate

    router_switch #(
        .PORTS           (PORTS),
        .LOCAL_PORTS     (LOCAL_PORTS),
        .VCS             (VCS),
        .DEPTH           (DEPTH),
        .DATA_W          (DATA_W),
        .MESSAGE_CLASSES (MESSAGE_CLASSES),
        .ROOM            (ROOM),
        .PIPELINE        (PIPELINE),
        .PATIENCE        (PATIENCE),
        .PACE            (PACE),
        .DATELINE        (DATELINE),
        .LOOKUP          (LOOKUP),
        .CHOICES         ((LOOKUP != 0) ? CHOICES : 0),
        .LAYERS          (LAYERS),
        .ESCAPE          (ESCAPE),
        .TURNS           (TURNS),
        .ABSENT          (ABSENT),
        .STRAIGHT        (all_straight(PORTS)),
        .YIELDS          (all_yields(PORTS)),
        .NEXTS           (all_nexts(PORTS))
    ) u_switch (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .pauses_i     (pauses),
        .next_i       (next),
        .crossed_i    (crossed),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_route_i   (in_route_i),
        .in_flit_i    (in_flit_i),
        .in_credit_o  (in_credit_o),
        .out_valid_o  (out_valid_o),
        .out_vc_o     (out_vc_o),
        .out_route_o  (out_route_o),
        .out_flit_o   (out_flit_o),
        .out_credit_i (out_credit_i),
        .error_o      (error_o),
        .idle_o       (idle_o)
    );

endmodule

`default_nettype wire
