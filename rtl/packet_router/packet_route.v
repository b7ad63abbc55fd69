// packet_route.v - routing unit of a packet router: the set of outputs to which a head is copied.
//
// Combinational, in each cycle in which the head is the candidate of its VC. The router's routing
// unit routes a unicast packet. In a hypercube its sender may choose the first hop (FIRST_HOP); the
// packet is contrary if e-cube would correct another dimension first. Broadcasts follow the
// spanning binomial tree. `side_o` distinguishes packets at an output: it is the VC that the packet
// takes there, or, with VCS 1, says that the packet is contrary and needs two free slots.
//
// docs/timing.md section 7; Buzzard & Mudge 1988, sections 3 and 5.
// Mirrored by model/packet_router/.

`default_nettype none

module packet_route #(
    parameter PORTS         = 5,  // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,  // 0 .. PORTS
    parameter VCS           = 1,  // virtual channels, 1 or 2; torus 2
    parameter ADDR_W        = 6,  // address width in bits, DIMENSIONS * COORD_W
    parameter ROUTING       = 0,  // 0 mesh, 1 torus up only, 2 torus, 3 hypercube, 4 tag
    parameter DIMENSIONS    = 2,  // hypercube: the number of network ports
    parameter COORD_W       = 3,  // bits of one coordinate; hypercube 1
    parameter HIGHEST_FIRST = 1,  // 1: dimensions from the highest down; 0: from the lowest up
    parameter FIRST_HOP     = 0,  // hypercube, 1: local port j feeds network output j
    // Derived, do not override.
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire [ADDR_W-1:0] node_i,         // own address; destination tag: digit number
    input  wire [ADDR_W-1:0] limit_i,        // highest coordinate of each dimension
    input  wire [PORT_W-1:0] port_i,         // input port of this unit

    input  wire              valid_i,        // the candidate is a head
    input  wire              vc_i,           // its VC
    input  wire [ADDR_W-1:0] destination_i,
    input  wire [1:0]        kind_i,         // 0 unicast, 1 broadcast, 2 near-neighbour broadcast

    output wire [PORTS-1:0]  outputs_o,      // all that it is copied to
    output wire              side_o          // its VC there, or (VCS 1) whether it is contrary
);

    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;

    generate
        if (VCS < 1 || VCS > 2) begin : g_bad_vcs
            ERROR_packet_route_VCS_must_be_1_or_2 u_error ();
        end
        if ((ROUTING == 1 || ROUTING == 2) && VCS < 2) begin : g_bad_dateline
            ERROR_packet_route_torus_needs_VCS_of_2 u_error ();
        end
        if (FIRST_HOP < 0 || FIRST_HOP > 1) begin : g_bad_first_hop
            ERROR_packet_route_FIRST_HOP_must_be_0_or_1 u_error ();
        end
        if (FIRST_HOP == 1 && ROUTING != 3) begin : g_bad_first_hop_routing
            ERROR_packet_route_FIRST_HOP_needs_ROUTING_3 u_error ();
        end
        if (ROUTING == 3 && (COORD_W != 1 || NETWORK_PORTS != DIMENSIONS)) begin : g_bad_cube
            ERROR_packet_route_hypercube_needs_COORD_W_1_and_as_many_network_ports u_error ();
        end
    endgenerate

    // A packet that came by port d, network or local, leaves by local port d modulo
    // LOCAL_PORTS.
    wire [PORTS-1:0] own_local;

    generate
        if (LOCAL_PORTS > 0) begin : g_local
            reg [PORTS-1:0] port_hot;
            integer         p;

            always @* begin
                p        = 0;
                port_hot = {PORTS{1'b0}};
                for (p = 0; p < PORTS; p = p + 1) begin
                    if (port_i == p[PORT_W-1:0]) begin
                        port_hot[(p < NETWORK_PORTS) ? NETWORK_PORTS + p % LOCAL_PORTS : p] = 1'b1;
                    end
                end
            end
            assign own_local = port_hot;
        end else begin : g_no_local
            assign own_local = {PORTS{1'b0}};
        end
    endgenerate

    localparam [PORTS-1:0] ONE     = {PORTS{1'b1}} >> (PORTS - 1);
    localparam [PORTS-1:0] NETWORK = {PORTS{1'b1}} >> LOCAL_PORTS;

    wire [PORTS-1:0] way;       // of section 3
    wire [1:0]       classes;   // dateline classes that it may take
    wire             arrived = (way & ~NETWORK) != {PORTS{1'b0}} && ROUTING != 4;

    route_compute #(
        .PORTS         (PORTS),
        .LOCAL_PORTS   (LOCAL_PORTS),
        .VCS           (VCS),
        .ADDR_W        (ADDR_W),
        .ROUTING       (ROUTING),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .HIGHEST_FIRST (HIGHEST_FIRST)
    ) u_route_compute (
        .node_i        (node_i),
        .limit_i       (limit_i),
        .port_i        (port_i),
        .valid_i       (valid_i),
        .vc_i          (vc_i),
        .destination_i (destination_i),
        .outputs_o     (way),
        .classes_o     (classes)
    );

    generate
        if (ROUTING == 3) begin : g_cube
            wire [PORTS-1:0] own     = ONE << port_i;
            wire             entered = (own & NETWORK) == {PORTS{1'b0}};  // from a local port
            wire [PORTS-1:0] chosen  = (own >> NETWORK_PORTS) & NETWORK;  // by FIRST_HOP
            wire [PORTS-1:0] bits    = {{(PORTS-ADDR_W){1'b0}}, destination_i};
            wire [PORTS-1:0] differs = {{(PORTS-ADDR_W){1'b0}}, destination_i ^ node_i};
            // Dimensions that e-cube corrects after that of the input port.
            wire [PORTS-1:0] later   = (HIGHEST_FIRST != 0) ? own - 1'b1 : ~(own | (own - 1'b1));

            reg  [PORTS-1:0] outputs;
            reg              contrary;

            always @* begin
                outputs  = {PORTS{1'b0}};
                contrary = 1'b0;
                if (valid_i) begin
                    case (kind_i)
                        2'd0: begin
                            outputs = arrived ? own_local : way;
                            if (FIRST_HOP != 0 && chosen != {PORTS{1'b0}} && (|way) && !arrived)
                            begin
                                outputs  = chosen & differs;
                                contrary = (outputs & ~way) != {PORTS{1'b0}};
                            end
                        end
                        2'd1: outputs = entered ? NETWORK : own_local | (later & NETWORK);
                        2'd2: outputs = entered ? bits & NETWORK : own_local;
                        default: outputs = {PORTS{1'b0}};  // reserved
                    endcase
                end
            end

            wire unused = &{1'b0, classes};
            assign outputs_o = outputs;
            assign side_o    = contrary;
        end else begin : g_unicast
            wire unused = &{1'b0, kind_i, own_local, classes};
            assign outputs_o = arrived ? own_local : way;
            assign side_o    = (ROUTING == 1 || ROUTING == 2) && !classes[0];
        end
    endgenerate

endmodule

`default_nettype wire
