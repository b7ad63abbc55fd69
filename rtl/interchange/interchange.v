// interchange.v - an express interchange: a switch on the local channel before a node.
//
// The interchange forwards packets from local and express channels on their virtual channel,
// towards their destination and never past it. Ports, inputs and outputs alike, are numbered by the
// direction in which their flits travel: for each served dimension first the channels up, then the
// channels down. Channel 0 is the local one; the channels of level 1, of level 2 ... follow.
// A flit that meets no other is on the input pins in cycle t and on the output pins in cycle
// t + PIPELINE. Registers drive all outputs. The module is the core of a router (switch_core.v)
// that computes routes on arrival, and in which every VC is its own group.
//
// docs/timing.md section 6; Dally 1991, III and IV.
// Mirrored by model/interchange/interchange_core.h.

`default_nettype none

module interchange #(
    parameter VCS           = 4,    // virtual channels, 1 .. 16; a ring needs 2
    parameter DEPTH         = 4,    // flits per VC, local channels, 1 .. 64
    parameter EXPRESS_DEPTH = 4,    // flits per VC, express channels, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 512
    parameter ADDR_W        = 6,    // address width in bits, DIMENSIONS * COORD_W, up to DATA_W
    parameter DIMENSIONS    = 1,    // of an address, at least 1
    parameter COORD_W       = 6,    // bits of one coordinate, 1 .. 30
    parameter BIDIRECTIONAL = 1,    // 1: both directions, 0: up only
    parameter RING          = 0,    // 1: the dimension wraps around, with dateline classes
    parameter JOINT         = 0,    // 1: serves all dimensions; needs BIDIRECTIONAL, no RING
    parameter HIGHEST_FIRST = 1,    // joint: highest dimension first, 0: lowest first
    parameter LEVELS        = 1,    // 0 .. 4; 0: passes on the local channel alone
    // Of each level 32 bits, level 1 lowest: parallel channels, 1 .. 8, and the least remaining
    // distance that takes them, 1 .. 2^COORD_W. Those of a level that is not there are not read.
    parameter [4*32-1:0] CHANNELS  = {4{32'd1}},
    parameter [4*32-1:0] DISTANCES = {32'd256, 32'd64, 32'd16, 32'd4},
    parameter ALIGNED       = 1,    // 1: distances are powers of two that divide the address
    parameter PIPELINE      = 1,    // cycles per hop, 1 or 2
    // Credits that a head from a local channel needs to enter an express channel; 1: as any head
    parameter ROOM          = (VCS > 1) ? EXPRESS_DEPTH : (3 * EXPRESS_DEPTH + 3) / 4,
    parameter PATIENCE      = 256,  // active cycles before a waiting flit is privileged
    parameter PACE          = 1,    // cycles from flit to flit at paced outputs, 1 .. 1024
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1,
    parameter PER_DIRECTION = 1 + ((LEVELS > 0) ? $signed(CHANNELS[0*32 +: 32]) : 0)
                            + ((LEVELS > 1) ? $signed(CHANNELS[1*32 +: 32]) : 0)
                            + ((LEVELS > 2) ? $signed(CHANNELS[2*32 +: 32]) : 0)
                            + ((LEVELS > 3) ? $signed(CHANNELS[3*32 +: 32]) : 0),
    parameter PORTS         = ((JOINT != 0) ? DIMENSIONS : 1) * (BIDIRECTIONAL + 1) * PER_DIRECTION,
    // Ports of the routers on the local channels, and the width of a route there
    parameter ROUTER_PORTS  = ((RING != 0 && BIDIRECTIONAL == 0) ? 1 : 2) * DIMENSIONS + 1,
    parameter ROUTE_W       = ROUTER_PORTS + ((RING != 0) ? 1 : 0)
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // Place
    input  wire [ADDR_W-1:0]       node_i,       // the node that it stands before
    input  wire [ADDR_W-1:0]       limit_i,      // highest coordinate of each dimension
    input  wire [DIMENSION_W-1:0]  dimension_i,  // the one it serves; not used if JOINT
    input  wire [PORTS-1:0]        connected_i,  // outputs that lead somewhere
    input  wire [PORTS-1:0]        paced_i,      // outputs with a narrow channel behind them

    // Upstream
    input  wire [PORTS-1:0]        in_valid_i,
    input  wire [PORTS*VC_W-1:0]   in_vc_i,
    input  wire [PORTS*FLIT_W-1:0] in_flit_i,
    output wire [PORTS*VCS-1:0]    in_credit_o,

    // Downstream
    output wire [PORTS-1:0]        out_valid_o,
    output wire [PORTS*VC_W-1:0]   out_vc_o,
    output wire [PORTS*ROUTE_W-1:0] out_route_o,  // at the router behind; express channels: zero
    output wire [PORTS*FLIT_W-1:0] out_flit_o,
    input  wire [PORTS*VCS-1:0]    out_credit_i,

    // Status
    output wire                    error_o,      // a head without a way was discarded; sticky
    output wire                    idle_o        // nothing stored, nothing on the outputs, no pause
);

    localparam DATELINE = (RING != 0) ? 2 : 0;
    localparam SEVERAL  = PER_DIRECTION > 1 + LEVELS;  // a level has parallel channels

    genvar l;
    genvar o;

    generate
        if (EXPRESS_DEPTH < 1 || EXPRESS_DEPTH > 64) begin : g_bad_express_depth
            ERROR_interchange_EXPRESS_DEPTH_must_be_1_to_64 u_error ();
        end
        if (ROOM < 1 || ROOM > EXPRESS_DEPTH) begin : g_bad_room
            ERROR_interchange_ROOM_must_be_1_to_EXPRESS_DEPTH u_error ();
        end
        if (DATA_W < 8 || DATA_W > 512) begin : g_bad_data_w
            ERROR_interchange_DATA_W_must_be_8_to_512 u_error ();
        end
        if (ADDR_W > DATA_W) begin : g_bad_addr_w
            ERROR_interchange_ADDR_W_must_be_1_to_DATA_W u_error ();
        end
        if (BIDIRECTIONAL < 0 || BIDIRECTIONAL > 1) begin : g_bad_bidirectional
            ERROR_interchange_BIDIRECTIONAL_must_be_0_or_1 u_error ();
        end
        if (RING != 0 && VCS < 2) begin : g_bad_ring
            ERROR_interchange_RING_needs_VCS_of_at_least_2 u_error ();
        end
        if (JOINT != 0 && BIDIRECTIONAL == 0) begin : g_bad_joint
            ERROR_interchange_JOINT_needs_BIDIRECTIONAL u_error ();
        end
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            if (CHANNELS[l*32 +: 32] < 1 || CHANNELS[l*32 +: 32] > 8) begin : g_bad_channels
                ERROR_interchange_CHANNELS_must_be_1_to_8 u_error ();
            end
        end
        if (PORTS > 32) begin : g_bad_ports
            ERROR_interchange_PORTS_must_be_2_to_32 u_error ();
        end
        if (PIPELINE < 1 || PIPELINE > 2) begin : g_bad_pipeline
            ERROR_interchange_PIPELINE_must_be_1_or_2 u_error ();
        end
    endgenerate

    // Row i: the outputs of input i: those of its direction, or all.
    function automatic [PORTS*PORTS-1:0] all_turns;
        input integer ports;
        integer       in_port;
        integer       out_port;
        begin
            all_turns = {(PORTS*PORTS){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
                    all_turns[in_port*PORTS + out_port] = (JOINT != 0)
                        || in_port / PER_DIRECTION == out_port / PER_DIRECTION;
                end
            end
        end
    endfunction

    // Bits of a route at the router behind the local channel of a port's direction that can be high
    function automatic [ROUTE_W-1:0] next_turns;
        input integer port;
        integer       direction;
        integer       dimension;
        integer       other;
        begin
            next_turns = {ROUTE_W{1'b1}};
            direction  = port / PER_DIRECTION;
            dimension  = direction / (BIDIRECTIONAL + 1);
            if ((JOINT != 0 || DIMENSIONS == 1) && BIDIRECTIONAL != 0) begin
                for (other = 0; other < 2 * DIMENSIONS; other = other + 1) begin
                    next_turns[other] = (other / 2 == dimension) ? other == direction
                        : (other / 2 < dimension) == (HIGHEST_FIRST != 0);
                end
            end
        end
    endfunction

    // Rows of switch_core.v. Heads enter express channels from local ones.
    function automatic [PORTS*PORTS-1:0] enters;
        input integer ports;
        integer       in_port;
        integer       out_port;
        begin
            enters = {(PORTS*PORTS){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
                    enters[in_port*PORTS + out_port] = in_port % PER_DIRECTION == 0
                                                       && out_port % PER_DIRECTION != 0;
                end
            end
        end
    endfunction

    function automatic [PORTS*PORTS-1:0] all_straight;
        input integer ports;
        integer       in_port;
        integer       out_port;
        begin
            all_straight = {(PORTS*PORTS){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
                    all_straight[in_port*PORTS + out_port] =
                        out_port == in_port / PER_DIRECTION * PER_DIRECTION;
                end
            end
        end
    endfunction

    function automatic [PORTS*32-1:0] by_channel;  // of local channels, of express channels
        input [31:0] of_local;
        input [31:0] of_express;
        integer      port;
        begin
            by_channel = {PORTS{32'd0}};
            for (port = 0; port < PORTS; port = port + 1) begin
                by_channel[port*32 +: 32] = (port % PER_DIRECTION == 0) ? of_local : of_express;
            end
        end
    endfunction

    function automatic [PORTS*ROUTE_W-1:0] all_next;
        input integer express;  // 1: of express channels too
        integer       port;
        begin
            all_next = {(PORTS*ROUTE_W){1'b0}};
            for (port = 0; port < PORTS; port = port + 1) begin
                all_next[port*ROUTE_W +: ROUTE_W] = (express != 0 || port % PER_DIRECTION == 0)
                                                  ? next_turns(port) : {ROUTE_W{1'b0}};
            end
        end
    endfunction

    localparam               PAUSE_W   = (PACE > 1) ? $clog2(PACE) : 1;
    localparam               PAUSE_INT = PACE - 1;
    localparam [PAUSE_W-1:0] PAUSE     = PAUSE_INT[PAUSE_W-1:0];

    reg                         error_q;

    // Routes of the heads on the pins, here and at the next router
    wire [PORTS*PORTS-1:0]      ip_here;
    wire [PORTS*ROUTE_W-1:0]    ip_next;
    wire [PORTS-1:0]            ip_crossed;

    // Outputs that pause in this cycle, for their pace
    wire [PORTS-1:0]            op_pausing;
    wire [PORTS-1:0]            op_sent;
    wire                        idle;

    interchange_routes #(
        .DATA_W        (DATA_W),
        .ADDR_W        (ADDR_W),
        .DIMENSIONS    (DIMENSIONS),
        .COORD_W       (COORD_W),
        .BIDIRECTIONAL (BIDIRECTIONAL),
        .RING          (RING),
        .JOINT         (JOINT),
        .HIGHEST_FIRST (HIGHEST_FIRST),
        .LEVELS        (LEVELS),
        .CHANNELS      (CHANNELS),
        .DISTANCES     (DISTANCES),
        .ALIGNED       (ALIGNED),
        .PER_DIRECTION (PER_DIRECTION),
        .PORTS         (PORTS),
        .ROUTER_PORTS  (ROUTER_PORTS)
    ) u_routes (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .node_i      (node_i),
        .limit_i     (limit_i),
        .dimension_i (dimension_i),
        .connected_i (connected_i),
        .in_valid_i  (in_valid_i),
        .in_flit_i   (in_flit_i),
        .here_o      (ip_here),
        .next_o      (ip_next),
        .crossed_o   (ip_crossed)
    );

    switch_core #(
        .PORTS     (PORTS),
        .VCS       (VCS),
        .DATA_W    (DATA_W),
        .GROUPS    (VCS),        // each VC has an offer of its own
        .DATELINE  (DATELINE),
        .LOOKUP    (1),
        .SEVERAL   (SEVERAL),
        .PIPELINE  (PIPELINE),
        .PATIENCE  (PATIENCE),
        .NEXT_W    (ROUTE_W),
        .DEPTHS    (by_channel($unsigned(DEPTH), $unsigned(EXPRESS_DEPTH))),
        .ROOMS     (by_channel(32'd1, $unsigned(ROOM))),
        .TURNS     (all_turns(PORTS)),
        .ENTERS    (enters(PORTS)),
        .STRAIGHT  (all_straight(PORTS)),
        .STRAYS    ({PORTS{1'b1}}),
        .IN_NEXTS  (all_next(1)),
        .OUT_NEXTS (all_next(0))
    ) u_core (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_route_i   ({(PORTS*PORTS){1'b0}}),
        .in_flit_i    (in_flit_i),
        .next_i       (ip_next),
        .here_i       (ip_here),
        .crossed_i    (ip_crossed),
        .in_credit_o  (in_credit_o),
        .out_valid_o  (out_valid_o),
        .out_vc_o     (out_vc_o),
        .out_route_o  (out_route_o),
        .out_flit_o   (out_flit_o),
        .out_credit_i (out_credit_i),
        .pausing_i    (op_pausing),
        .sent_o       (op_sent),
        .idle_o       (idle)
    );

    generate
        for (o = 0; o < PORTS; o = o + 1) begin : g_output
            pause_counter #(
                .PACE (PACE)
            ) u_pause (
                .clk_i     (clk_i),
                .rst_i     (rst_i),
                .enable_i  (enable_i),
                .pause_i   (paced_i[o] ? PAUSE : {PAUSE_W{1'b0}}),
                .sent_i    (op_sent[o]),
                .pausing_o (op_pausing[o])
            );
        end
    endgenerate

    reg     unroutable;  // a head without an output is on the pins
    integer p;

    always @* begin
        unroutable = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            if (in_valid_i[p] && in_flit_i[p*FLIT_W + DATA_W]
                && ip_here[p*PORTS +: PORTS] == {PORTS{1'b0}}) unroutable = 1'b1;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) error_q <= 1'b0;
        else if (enable_i && unroutable) error_q <= 1'b1;
    end

    assign error_o = error_q;
    assign idle_o  = idle && !(|op_pausing);  // a pause counts on

endmodule

`default_nettype wire
