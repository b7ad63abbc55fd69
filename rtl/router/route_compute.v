// route_compute.v - the routing unit of one input port, for the head on the pins.
//
// Combinational. The unit serves dimension order on meshes, tori (with dateline classes) and
// hypercubes, and destination tags on butterflies. The result is a mask of outputs, and for tori
// the two dateline classes of VCs that the packet may take. The mask is empty if the destination
// does not exist. It names all local ports for a packet that has arrived; the module around this
// one chooses among them
// (timing.md 2.9).
// docs/timing.md section 3; Dally & Seitz 1987 (dateline), Sullivan & Bashkow 1977 (e-cube).
// Mirrored by model/common/routing.h.

`default_nettype none

module route_compute #(
    parameter PORTS         = 5,  // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,  // terminals, 0 .. PORTS
    parameter VCS           = 4,  // virtual channels, 1 .. 16; torus with 1: no dateline classes
    parameter ADDR_W        = 6,  // address width in bits, DIMENSIONS * COORD_W
    parameter ROUTING       = 0,  // 0 mesh, 1 torus up only, 2 torus, 3 hypercube, 4 tag
    parameter DIMENSIONS    = 2,  // at least 1
    parameter COORD_W       = 3,  // bits of one coordinate, at least 1
    parameter HIGHEST_FIRST = 1,  // 1: dimensions from the highest down; 0: from the lowest up
    // Derived, do not override.
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire [ADDR_W-1:0] node_i,         // own address; destination tag: digit number
    input  wire [ADDR_W-1:0] limit_i,        // highest coordinate of each dimension
    input  wire [PORT_W-1:0] port_i,         // input port of this unit

    input  wire              valid_i,        // a head is on the pins
    input  wire [VC_W-1:0]   vc_i,
    input  wire [ADDR_W-1:0] destination_i,

    output wire [PORTS-1:0]  outputs_o,      // legal outputs
    output wire [1:0]        classes_o       // permitted dateline classes, {1, 0}
);

    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;
    localparam BIDIRECTIONAL = (ROUTING == 0 || ROUTING == 2);

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_route_compute_PORTS_must_be_2_to_32 u_error ();
        end
        if (LOCAL_PORTS < 0 || LOCAL_PORTS > PORTS) begin : g_bad_local_ports
            ERROR_route_compute_LOCAL_PORTS_must_be_0_to_PORTS u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_route_compute_VCS_must_be_1_to_16 u_error ();
        end
        if (ROUTING < 0 || ROUTING > 4) begin : g_bad_routing
            ERROR_route_compute_ROUTING_must_be_0_to_4 u_error ();
        end
        if (DIMENSIONS < 1 || COORD_W < 1 || ADDR_W != DIMENSIONS * COORD_W) begin : g_bad_addr_w
            ERROR_route_compute_ADDR_W_must_be_DIMENSIONS_times_COORD_W u_error ();
        end
        if (ROUTING < 4 && LOCAL_PORTS < 1) begin : g_bad_no_local
            ERROR_route_compute_LOCAL_PORTS_must_be_at_least_1_for_this_ROUTING u_error ();
        end
        if (ROUTING < 4 && NETWORK_PORTS < (BIDIRECTIONAL ? 2 : 1) * DIMENSIONS) begin : g_bad_net
            ERROR_route_compute_too_few_network_ports_for_DIMENSIONS u_error ();
        end
    endgenerate

    generate
        if (ROUTING == 4) begin : g_tag
            // Digit number node_i of the destination is the output.
            reg [ADDR_W-1:0]  shifted;
            reg [COORD_W-1:0] digit;
            reg [PORTS-1:0]   outputs;
            integer           p;

            always @* begin
                p       = 0;
                shifted = {ADDR_W{1'b0}};
                digit   = {COORD_W{1'b0}};
                outputs = {PORTS{1'b0}};
                if (valid_i) begin
                    for (p = 0; p < DIMENSIONS; p = p + 1) begin
                        if (node_i == p[ADDR_W-1:0]) shifted = destination_i >> (p * COORD_W);
                    end
                    digit = shifted[COORD_W-1:0];
                    for (p = 0; p < PORTS; p = p + 1) begin
                        outputs[p] = (p < (1 << COORD_W)) && (digit == p[COORD_W-1:0])
                                   && (digit <= limit_i[COORD_W-1:0]);
                    end
                end
            end

            wire unused = &{1'b0, port_i, vc_i, limit_i, shifted};
            assign outputs_o = outputs;
            assign classes_o = 2'b11;
        end else begin : g_dimension_order
            localparam integer FIRST = (HIGHEST_FIRST != 0) ? 0 : DIMENSIONS - 1;
            localparam integer STEP  = (HIGHEST_FIRST != 0) ? 1 : -1;
            localparam integer STOP  = (HIGHEST_FIRST != 0) ? DIMENSIONS : -1;

            // Of the dimensions in which node and destination differ, the last one visited is
            // corrected.
            reg [DIMENSIONS-1:0] dimension;  // one-hot; zero: the packet has arrived
            reg                  outside;    // a coordinate is above its limit
            reg [COORD_W-1:0]    to;         // in the dimension that is visited
            reg [COORD_W-1:0]    from;
            reg [COORD_W-1:0]    here;       // in the dimension that is corrected
            reg [COORD_W-1:0]    there;
            reg [COORD_W-1:0]    top;
            reg [COORD_W+1:0]    radix;      // k
            reg [COORD_W+1:0]    around;     // distance going up
            reg [DIMENSIONS-1:0] last;       // those visited later do not differ
            reg [DIMENSIONS-1:0] above;      // the destination is above the node,
            reg [DIMENSIONS-1:0] below;      // or below it
            reg                  up;         // the way it takes on a ring
            reg [PORTS-1:0]      outputs;
            integer              d;

            always @* begin
                d         = 0;
                dimension = {DIMENSIONS{1'b0}};
                outside   = 1'b0;
                to        = {COORD_W{1'b0}};
                from      = {COORD_W{1'b0}};
                here      = {COORD_W{1'b0}};
                there     = {COORD_W{1'b0}};
                top       = {COORD_W{1'b0}};
                radix     = {(COORD_W+2){1'b0}};
                around    = {(COORD_W+2){1'b0}};
                last      = {DIMENSIONS{1'b0}};
                above     = {DIMENSIONS{1'b0}};
                below     = {DIMENSIONS{1'b0}};
                up        = 1'b1;
                outputs   = {PORTS{1'b0}};
                if (valid_i) begin
                    for (d = FIRST; d != STOP; d = d + STEP) begin
                        to   = destination_i[d*COORD_W +: COORD_W];
                        from = node_i[d*COORD_W +: COORD_W];
                        if (to > limit_i[d*COORD_W +: COORD_W]) outside = 1'b1;
                        above[d] = (to > from);
                        below[d] = (to < from);
                        if (to != from) begin
                            last         = {DIMENSIONS{1'b0}};
                            dimension    = {DIMENSIONS{1'b0}};
                            dimension[d] = 1'b1;
                            here         = from;
                            there        = to;
                            top          = limit_i[d*COORD_W +: COORD_W];
                        end
                        last[d] = 1'b1;
                    end
                    if (ROUTING == 2) begin
                        radix  = {2'b00, top} + 1'b1;
                        around = {2'b00, there} - {2'b00, here};
                        if (there < here) around = around + radix;
                        around = around << 1;
                        up     = (around == radix) ? !here[0] : (around < radix);
                    end
                    if (!outside) begin
                        for (d = NETWORK_PORTS; d < PORTS; d = d + 1) begin
                            outputs[d] = (dimension == {DIMENSIONS{1'b0}});
                        end
                        for (d = 0; d < DIMENSIONS; d = d + 1) begin
                            if (ROUTING == 0) begin
                                outputs[2*d]   = above[d] && last[d];
                                outputs[2*d+1] = below[d] && last[d];
                            end else if (BIDIRECTIONAL) begin
                                outputs[2*d]   = dimension[d] && up;
                                outputs[2*d+1] = dimension[d] && !up;
                            end else begin
                                outputs[d]     = dimension[d];
                            end
                        end
                    end
                end
            end

            assign outputs_o = outputs;

            if ((ROUTING == 1 || ROUTING == 2) && VCS > 1) begin : g_dateline
                localparam            CLASS_1_INT = VCS / 2;
                localparam [VC_W-1:0] CLASS_1     = CLASS_1_INT[VC_W-1:0];  // its first VC

                wire signed [31:0] port = $signed({{(32-PORT_W){1'b0}}, port_i});

                reg       continues;  // entered by a network port of this dimension and direction
                reg       ahead;      // the dateline is still before the packet after this channel
                reg       crossed;    // it came over the dateline
                reg [1:0] classes;
                integer   faces;
                integer   c;

                always @* begin
                    c         = 0;
                    faces     = 0;
                    continues = 1'b0;
                    ahead     = 1'b0;
                    crossed   = 1'b0;
                    classes   = 2'b11;
                    if (|dimension) begin
                        // A packet going up entered by the port that faces the lower neighbour.
                        for (c = 0; c < DIMENSIONS; c = c + 1) begin
                            faces = (ROUTING == 1) ? c : up ? 2*c + 1 : 2*c;
                            if (dimension[c] && port == faces) continues = 1'b1;
                        end
                        ahead   = up ? (here != top && there < here)
                                     : (here != {COORD_W{1'b0}} && there > here);
                        crossed = continues && (up ? here == {COORD_W{1'b0}} : here == top);
                        classes = {!ahead, !crossed && !(continues && vc_i >= CLASS_1)};
                    end
                end
                assign classes_o = classes;
            end else begin : g_any_vc
                wire unused = &{1'b0, port_i, vc_i, top, here, there, radix, around};
                assign classes_o = 2'b11;
            end
        end
    endgenerate

`ifdef FORMAL
`ifndef REQUIRE_IS_PROVED  // alone
    // A head gets one output, whose channel exists and leads one hop nearer to the destination, in
    // the order of the dimensions; at its destination it gets the local ports, and elsewhere none.
    localparam F_LEAST = (HIGHEST_FIRST != 0) ? DIMENSIONS - 1 : 0;  // corrected first
    integer f_d;
    integer f_n;
    integer f_here;
    integer f_there;
    integer f_top;
    integer f_around;   // channels on the way up
    integer f_outputs;
    reg     f_exists;
    reg     f_corrected;  // nothing is to be corrected before dimension f_d
    reg     f_up;
    always @* begin
        f_outputs   = 0;
        f_exists    = 1'b1;
        f_corrected = 1'b1;
        f_up        = 1'b1;
        f_here      = 0;
        f_there     = 0;
        f_top       = 0;
        f_around    = 0;
        f_d         = 0;
        for (f_n = 0; f_n < PORTS; f_n = f_n + 1) f_outputs = f_outputs + outputs_o[f_n];
        if (ROUTING == 4) begin
            f_there = (destination_i >> (node_i * COORD_W)) % (1 << COORD_W);
            if (valid_i && node_i < DIMENSIONS && f_there <= limit_i[COORD_W-1:0]
                && f_there < PORTS) begin
                assert (f_outputs == 1 && outputs_o[f_there]);  // the digit names the output
            end
            if (!valid_i || f_there > limit_i[COORD_W-1:0]) assert (f_outputs == 0);
        end else begin
            for (f_n = 0; f_n < DIMENSIONS; f_n = f_n + 1) begin
                assume (node_i[f_n*COORD_W +: COORD_W] <= limit_i[f_n*COORD_W +: COORD_W]);
                if (destination_i[f_n*COORD_W +: COORD_W] > limit_i[f_n*COORD_W +: COORD_W])
                    f_exists = 1'b0;
            end
            if (!valid_i || !f_exists) begin
                assert (f_outputs == 0);                        // nowhere
            end else if (node_i == destination_i) begin
                assert (f_outputs == LOCAL_PORTS
                        && (&outputs_o[PORTS-1:NETWORK_PORTS]));  // it has arrived
            end else begin
                assert (f_outputs == 1);                        // one output
            end
            for (f_n = 0; f_n < DIMENSIONS; f_n = f_n + 1) begin
                f_d      = (HIGHEST_FIRST != 0) ? F_LEAST - f_n : f_n;
                f_here   = node_i[f_d*COORD_W +: COORD_W];
                f_there  = destination_i[f_d*COORD_W +: COORD_W];
                f_top    = limit_i[f_d*COORD_W +: COORD_W];
                f_around = (f_there >= f_here) ? f_there - f_here : f_there + f_top + 1 - f_here;
                f_up     = outputs_o[BIDIRECTIONAL ? 2*f_d : f_d];
                if (f_up || (BIDIRECTIONAL && outputs_o[2*f_d+1])) begin
                    assert (f_corrected && f_here != f_there);  // dimensions in their order
                    if (ROUTING == 0) assert (f_up ? f_there > f_here : f_there < f_here);
                    if (ROUTING == 2) assert (f_up ? 2*f_around <= f_top + 1
                                                   : 2*f_around >= f_top + 1);  // the shorter way
                end
                if (f_here != f_there) f_corrected = 1'b0;
            end
            assert (!f_exists || classes_o != 2'b00 || vc_i >= VCS / 2);  // class 0 goes on
        end
    end
`endif
`endif

endmodule

`default_nettype wire
