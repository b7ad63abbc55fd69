// turnpike_dpi.sv - the reference model in SystemVerilog testbenches: scoreboards, and a network
// around a router.
//
// A scoreboard has the pins of a component of rtl/, all as inputs, and its parameters. Instantiate
// it beside one's own router, or bind it:
//
//   bind router turnpike_router_scoreboard #(.VCS(VCS)) u_scoreboard (.*, .mismatch_o());
//
// It compares from the first reset on, in each cycle, sampling at the rising edge of clk_i. The
// first difference is printed with cycle, port, pin, expected and actual; then the simulation ends
// ($fatal), or with FATAL 0 goes on with mismatch_o high until the next reset. Cycle 0 is the first
// one after a reset. Inputs that break a neighbour's duty (docs/timing.md) are told in the same
// way, as from then on nobody knows what is right.
//
// turnpike_dpi.h says what the functions do. Tested with Verilator 5.006.

package turnpike_dpi;

    localparam int EQUAL     = 0;
    localparam int DIFFERENT = 1;

    import "DPI-C" function int turnpike_reference_new(input string component,
                                                       input string parameters);
    import "DPI-C" function int turnpike_reference_free(input int handle);
    import "DPI-C" function int turnpike_reference_input_bits(input int handle);
    import "DPI-C" function int turnpike_reference_output_bits(input int handle);
    import "DPI-C" function longint turnpike_reference_now(input int handle);
    import "DPI-C" function string turnpike_reference_text(input int handle);

    // The functions of turnpike_dpi.h with arrays, whose lengths SystemVerilog knows.
    import "DPI-C" turnpike_dpi_expected = function int turnpike_reference_expected(
        input int handle, output int unsigned outputs[]);
    import "DPI-C" turnpike_dpi_check = function int turnpike_reference_check(
        input int handle, input int unsigned outputs[]);
    import "DPI-C" turnpike_dpi_cycle = function int turnpike_reference_cycle(
        input int handle, input int reset, input int unsigned inputs[]);

    // A network around a router.
    import "DPI-C" function int turnpike_surroundings_new(input string parameters);
    import "DPI-C" function int turnpike_surroundings_free(input int handle);
    import "DPI-C" function int turnpike_surroundings_stop(input int handle);
    import "DPI-C" function longint turnpike_surroundings_packets(input int handle,
                                                                  input int delivered);
    import "DPI-C" turnpike_dpi_surroundings = function int turnpike_surroundings_cycle(
        input int handle, input int reset, input int unsigned outputs[],
        output int unsigned inputs[]);

endpackage

// What all scoreboards are: a reference, and pins as the vectors of turnpike_dpi.h.
module turnpike_scoreboard #(
    parameter string COMPONENT  = "",
    parameter string PARAMETERS = "",  // as turnpike_reference_new() takes them
    parameter        IN_W       = 1,
    parameter        OUT_W      = 1,
    parameter        FATAL      = 1  // 1: a difference ends the simulation, 0: mismatch_o shows it
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [IN_W-1:0]  in_i,
    input  wire [OUT_W-1:0] out_i,
    output reg              mismatch_o
);

    import turnpike_dpi::*;

    localparam IN_WORDS  = (IN_W + 31) / 32;
    localparam OUT_WORDS = (OUT_W + 31) / 32;

    int unsigned in_words  [IN_WORDS];
    int unsigned out_words [OUT_WORDS];

    wire [32*IN_WORDS-1:0]  in_padded  = (32*IN_WORDS)'(in_i);
    wire [32*OUT_WORDS-1:0] out_padded = (32*OUT_WORDS)'(out_i);

    int handle = 0;
    int status = EQUAL;

    initial begin
        mismatch_o = 1'b0;
        handle     = turnpike_reference_new(COMPONENT, PARAMETERS);
        if (handle <= 0) $fatal(1, "%m: %s", turnpike_reference_text(0));
    end

    final begin
        if (handle > 0 && turnpike_reference_free(handle) != 0) begin
            $display("%m: %s", turnpike_reference_text(0));
        end
    end

    always @(posedge clk_i) begin
        if (handle > 0) begin
            for (int w = 0; w < IN_WORDS; w++) in_words[w] = in_padded[32*w +: 32];
            for (int w = 0; w < OUT_WORDS; w++) out_words[w] = out_padded[32*w +: 32];
            if (rst_i) begin
                mismatch_o <= 1'b0;
                void'(turnpike_reference_cycle(handle, 1, in_words));
            end else if (!mismatch_o) begin
                // One after the other: Verilator 5.006 calls both sides of an || in any order.
                status = turnpike_reference_check(handle, out_words);
                if (status == EQUAL) status = turnpike_reference_cycle(handle, 0, in_words);
                if (status != EQUAL) begin
                    mismatch_o <= 1'b1;
                    $display("%m: %s", turnpike_reference_text(handle));
                    if (FATAL != 0) $fatal(1, "%m: not as the reference model says");
                end
            end
        end
    end

endmodule

// Beside a router: parameters and pins of rtl/router/router.v.
module turnpike_router_scoreboard #(
    parameter PORTS           = 5,
    parameter LOCAL_PORTS     = 1,
    parameter VCS             = 4,
    parameter DEPTH           = 4,
    parameter DATA_W          = 32,
    parameter ADDR_W          = 6,
    parameter ROUTING         = 0,
    parameter DIMENSIONS      = 2,
    parameter COORD_W         = 3,
    parameter HIGHEST_FIRST   = 1,
    parameter LOOPBACK        = 0,
    parameter MESSAGE_CLASSES = 1,
    parameter ROOM            = (VCS > 1) ? DEPTH : (3 * DEPTH + 3) / 4,
    parameter PIPELINE        = 1,
    parameter PATIENCE        = 256,
    parameter TURNS_LAST      = 0,
    parameter LAYERS          = 1,
    parameter ESCAPE          = 0,
    parameter PACE            = 1,
    parameter FATAL           = 1,  // 1: a difference ends the simulation
    // Derived, do not override.
    parameter DATELINE        = ((ROUTING == 1 || ROUTING == 2) && VCS > MESSAGE_CLASSES) ? 1 : 0,
    parameter ROUTE_W         = (ESCAPE != 0) ? 2 * PORTS
                                              : PORTS + DATELINE + ((LAYERS > 1) ? LAYERS : 0),
    parameter INDEX_W         = ADDR_W + ((LAYERS > 1) ? $clog2(LAYERS) : 0),
    parameter FLIT_W          = DATA_W + 2,
    parameter VC_W            = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W          = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,
    input  wire                     table_we_i,
    input  wire [PORT_W-1:0]        table_port_i,
    input  wire [INDEX_W-1:0]       table_dest_i,
    input  wire [ROUTE_W-1:0]       table_mask_i,
    input  wire [PORTS-1:0]         in_valid_i,
    input  wire [PORTS*VC_W-1:0]    in_vc_i,
    input  wire [PORTS*ROUTE_W-1:0] in_route_i,
    input  wire [PORTS*FLIT_W-1:0]  in_flit_i,
    input  wire [PORTS*VCS-1:0]     in_credit_o,
    input  wire [PORTS-1:0]         out_valid_o,
    input  wire [PORTS*VC_W-1:0]    out_vc_o,
    input  wire [PORTS*ROUTE_W-1:0] out_route_o,
    input  wire [PORTS*FLIT_W-1:0]  out_flit_o,
    input  wire [PORTS*VCS-1:0]     out_credit_i,
    input  wire                     error_o,
    input  wire                     idle_o,
    output wire                     mismatch_o
);

    localparam IN_W  = 2 + 2 * ADDR_W + INDEX_W + PORT_W + ROUTE_W
                     + PORTS * (1 + VC_W + ROUTE_W + FLIT_W + VCS);
    localparam OUT_W = PORTS * (1 + VC_W + FLIT_W + ROUTE_W + VCS) + 2;

    turnpike_scoreboard #(
        .COMPONENT  ("router"),
        .PARAMETERS ({
            $sformatf("PORTS=%0d LOCAL_PORTS=%0d VCS=%0d ", PORTS, LOCAL_PORTS, VCS),
            $sformatf("DEPTH=%0d DATA_W=%0d ADDR_W=%0d ", DEPTH, DATA_W, ADDR_W),
            $sformatf("ROUTING=%0d DIMENSIONS=%0d COORD_W=%0d ", ROUTING, DIMENSIONS, COORD_W),
            $sformatf("HIGHEST_FIRST=%0d LOOPBACK=%0d MESSAGE_CLASSES=%0d ",
                      HIGHEST_FIRST, LOOPBACK, MESSAGE_CLASSES),
            $sformatf("ROOM=%0d PIPELINE=%0d PATIENCE=%0d ", ROOM, PIPELINE, PATIENCE),
            $sformatf("TURNS_LAST=%0d ", TURNS_LAST),
            $sformatf("LAYERS=%0d ESCAPE=%0d PACE=%0d", LAYERS, ESCAPE, PACE)}),
        .IN_W       (IN_W),
        .OUT_W      (OUT_W),
        .FATAL      (FATAL)
    ) u_scoreboard (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .in_i       ({out_credit_i, in_flit_i, in_route_i, in_vc_i, in_valid_i, table_mask_i,
                      table_dest_i, table_port_i, table_we_i, limit_i, node_i, enable_i}),
        .out_i      ({idle_o, error_o, in_credit_o, out_route_o, out_flit_o, out_vc_o,
                      out_valid_o}),
        .mismatch_o (mismatch_o)
    );

endmodule

// Beside an interchange: parameters and pins of rtl/interchange/interchange.v.
module turnpike_interchange_scoreboard #(
    parameter VCS           = 4,
    parameter DEPTH         = 4,
    parameter EXPRESS_DEPTH = 4,
    parameter DATA_W        = 32,
    parameter ADDR_W        = 6,
    parameter DIMENSIONS    = 1,
    parameter COORD_W       = 6,
    parameter BIDIRECTIONAL = 1,
    parameter RING          = 0,
    parameter JOINT         = 0,
    parameter HIGHEST_FIRST = 1,
    parameter LEVELS        = 1,
    parameter [4*32-1:0] CHANNELS  = {4{32'd1}},
    parameter [4*32-1:0] DISTANCES = {32'd256, 32'd64, 32'd16, 32'd4},
    parameter ALIGNED       = 1,
    parameter PIPELINE      = 1,
    parameter ROOM          = (VCS > 1) ? EXPRESS_DEPTH : (3 * EXPRESS_DEPTH + 3) / 4,
    parameter PATIENCE      = 256,
    parameter PACE          = 1,
    parameter FATAL         = 1,  // 1: a difference ends the simulation
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1,
    parameter PER_DIRECTION = 1 + ((LEVELS > 0) ? $signed(CHANNELS[0*32 +: 32]) : 0)
                            + ((LEVELS > 1) ? $signed(CHANNELS[1*32 +: 32]) : 0)
                            + ((LEVELS > 2) ? $signed(CHANNELS[2*32 +: 32]) : 0)
                            + ((LEVELS > 3) ? $signed(CHANNELS[3*32 +: 32]) : 0),
    parameter PORTS         = ((JOINT != 0) ? DIMENSIONS : 1) * (BIDIRECTIONAL + 1) * PER_DIRECTION,
    parameter ROUTER_PORTS  = ((RING != 0 && BIDIRECTIONAL == 0) ? 1 : 2) * DIMENSIONS + 1,
    parameter ROUTE_W       = ROUTER_PORTS + ((RING != 0) ? 1 : 0)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,
    input  wire [DIMENSION_W-1:0]   dimension_i,
    input  wire [PORTS-1:0]         connected_i,
    input  wire [PORTS-1:0]         paced_i,
    input  wire [PORTS-1:0]         in_valid_i,
    input  wire [PORTS*VC_W-1:0]    in_vc_i,
    input  wire [PORTS*FLIT_W-1:0]  in_flit_i,
    input  wire [PORTS*VCS-1:0]     in_credit_o,
    input  wire [PORTS-1:0]         out_valid_o,
    input  wire [PORTS*VC_W-1:0]    out_vc_o,
    input  wire [PORTS*ROUTE_W-1:0] out_route_o,
    input  wire [PORTS*FLIT_W-1:0]  out_flit_o,
    input  wire [PORTS*VCS-1:0]     out_credit_i,
    input  wire                     error_o,
    input  wire                     idle_o,
    output wire                     mismatch_o
);

    localparam IN_W  = 1 + 2 * ADDR_W + DIMENSION_W + 2 * PORTS + PORTS * (1 + VC_W + FLIT_W + VCS);
    localparam OUT_W = PORTS * (1 + VC_W + FLIT_W + ROUTE_W + VCS) + 2;

    turnpike_scoreboard #(
        .COMPONENT  ("interchange"),
        .PARAMETERS ({
            $sformatf("VCS=%0d DEPTH=%0d EXPRESS_DEPTH=%0d ", VCS, DEPTH, EXPRESS_DEPTH),
            $sformatf("DATA_W=%0d ADDR_W=%0d DIMENSIONS=%0d ", DATA_W, ADDR_W, DIMENSIONS),
            $sformatf("COORD_W=%0d BIDIRECTIONAL=%0d RING=%0d ", COORD_W, BIDIRECTIONAL, RING),
            $sformatf("JOINT=%0d HIGHEST_FIRST=%0d LEVELS=%0d ", JOINT, HIGHEST_FIRST, LEVELS),
            $sformatf("CHANNELS=%0d,%0d,%0d,%0d ", CHANNELS[0*32 +: 32], CHANNELS[1*32 +: 32],
                      CHANNELS[2*32 +: 32], CHANNELS[3*32 +: 32]),
            $sformatf("DISTANCES=%0d,%0d,%0d,%0d ", DISTANCES[0*32 +: 32], DISTANCES[1*32 +: 32],
                      DISTANCES[2*32 +: 32], DISTANCES[3*32 +: 32]),
            $sformatf("ALIGNED=%0d PIPELINE=%0d ROOM=%0d ", ALIGNED, PIPELINE, ROOM),
            $sformatf("PATIENCE=%0d PACE=%0d", PATIENCE, PACE)}),
        .IN_W       (IN_W),
        .OUT_W      (OUT_W),
        .FATAL      (FATAL)
    ) u_scoreboard (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .in_i       ({out_credit_i, in_flit_i, in_vc_i, in_valid_i, paced_i, connected_i,
                      dimension_i, limit_i, node_i, enable_i}),
        .out_i      ({idle_o, error_o, in_credit_o, out_route_o, out_flit_o, out_vc_o,
                      out_valid_o}),
        .mismatch_o (mismatch_o)
    );

endmodule

// Beside a packet router: parameters and pins of rtl/packet_router/packet_router.v.
module turnpike_packet_router_scoreboard #(
    parameter PORTS         = 5,
    parameter LOCAL_PORTS   = 1,
    parameter VCS           = 1,
    parameter DEPTH         = 7,
    parameter DATA_W        = 32,
    parameter ADDR_W        = 6,
    parameter ROUTING       = 0,
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,
    parameter HIGHEST_FIRST = 1,
    parameter PACKET_FLITS  = 5,
    parameter SLOTS         = 16,
    parameter CUT_THROUGH   = 1,
    parameter FIRST_HOP     = 0,
    parameter FATAL         = 1,  // 1: a difference ends the simulation
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = 1,
    parameter QUEUE_W       = $clog2(SLOTS + 1)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,
    input  wire [PORTS-1:0]         in_valid_i,
    input  wire [PORTS*VC_W-1:0]    in_vc_i,
    input  wire [PORTS*FLIT_W-1:0]  in_flit_i,
    input  wire [PORTS*VCS-1:0]     in_credit_o,
    input  wire [PORTS-1:0]         out_valid_o,
    input  wire [PORTS*VC_W-1:0]    out_vc_o,
    input  wire [PORTS*FLIT_W-1:0]  out_flit_o,
    input  wire [PORTS*VCS-1:0]     out_credit_i,
    input  wire [PORTS*QUEUE_W-1:0] queue_o,
    input  wire                     error_o,
    input  wire                     idle_o,
    output wire                     mismatch_o
);

    localparam IN_W  = 1 + 2 * ADDR_W + PORTS * (1 + VC_W + FLIT_W + VCS);
    localparam OUT_W = PORTS * (1 + VC_W + FLIT_W + VCS + QUEUE_W) + 2;

    turnpike_scoreboard #(
        .COMPONENT  ("packet_router"),
        .PARAMETERS ({
            $sformatf("PORTS=%0d LOCAL_PORTS=%0d VCS=%0d ", PORTS, LOCAL_PORTS, VCS),
            $sformatf("DEPTH=%0d DATA_W=%0d ADDR_W=%0d ", DEPTH, DATA_W, ADDR_W),
            $sformatf("ROUTING=%0d DIMENSIONS=%0d COORD_W=%0d ", ROUTING, DIMENSIONS, COORD_W),
            $sformatf("HIGHEST_FIRST=%0d PACKET_FLITS=%0d SLOTS=%0d ",
                      HIGHEST_FIRST, PACKET_FLITS, SLOTS),
            $sformatf("CUT_THROUGH=%0d FIRST_HOP=%0d", CUT_THROUGH, FIRST_HOP)}),
        .IN_W       (IN_W),
        .OUT_W      (OUT_W),
        .FATAL      (FATAL)
    ) u_scoreboard (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .in_i       ({out_credit_i, in_flit_i, in_vc_i, in_valid_i, limit_i, node_i, enable_i}),
        .out_i      ({idle_o, error_o, queue_o, in_credit_o, out_flit_o, out_vc_o, out_valid_o}),
        .mismatch_o (mismatch_o)
    );

endmodule

// Around a router: a mesh, torus or hypercube of routers of the model, without the one at PLACE,
// whose pins are here. Terminals at all local ports send random packets and check what comes. With
// ROUTING 5 it is a mesh, and the routing tables are written first, by pins.
module turnpike_router_surroundings #(
    parameter PORTS           = 5,  // as in rtl/router/router.v
    parameter LOCAL_PORTS     = 1,
    parameter VCS             = 4,
    parameter DEPTH           = 4,
    parameter DATA_W          = 32,
    parameter ADDR_W          = 6,
    parameter ROUTING         = 0,  // 0 to 3, 5
    parameter DIMENSIONS      = 2,
    parameter COORD_W         = 3,
    parameter HIGHEST_FIRST   = 1,
    parameter MESSAGE_CLASSES = 1,
    parameter PIPELINE        = 1,
    parameter PATIENCE        = 256,
    parameter LAYERS          = 1,
    parameter ESCAPE          = 0,
    parameter RADIX           = 4,   // nodes in each dimension
    parameter PLACE           = 0,   // number of the node, dimension 0 first
    parameter LOAD            = 30,  // flits that a terminal sends in 100 cycles
    parameter PACKET_FLITS    = 4,
    parameter SEED            = 1,
    parameter FATAL           = 1,   // 1: a difference ends the simulation, 0: mismatch_o
    // Derived, do not override.
    parameter DATELINE        = ((ROUTING == 1 || ROUTING == 2) && VCS > MESSAGE_CLASSES) ? 1 : 0,
    parameter ROUTE_W         = (ESCAPE != 0) ? 2 * PORTS
                                              : PORTS + DATELINE + ((LAYERS > 1) ? LAYERS : 0),
    parameter INDEX_W         = ADDR_W + ((LAYERS > 1) ? $clog2(LAYERS) : 0),
    parameter FLIT_W          = DATA_W + 2,
    parameter VC_W            = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W          = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     stop_i,  // no more packets begin
    output wire [ADDR_W-1:0]        node_i,
    output wire [ADDR_W-1:0]        limit_i,
    output wire                     table_we_i,
    output wire [PORT_W-1:0]        table_port_i,
    output wire [INDEX_W-1:0]       table_dest_i,
    output wire [ROUTE_W-1:0]       table_mask_i,
    output wire [PORTS-1:0]         in_valid_i,
    output wire [PORTS*VC_W-1:0]    in_vc_i,
    output wire [PORTS*ROUTE_W-1:0] in_route_i,
    output wire [PORTS*FLIT_W-1:0]  in_flit_i,
    input  wire [PORTS*VCS-1:0]     in_credit_o,
    input  wire [PORTS-1:0]         out_valid_o,
    input  wire [PORTS*VC_W-1:0]    out_vc_o,
    input  wire [PORTS*ROUTE_W-1:0] out_route_o,
    input  wire [PORTS*FLIT_W-1:0]  out_flit_o,
    output wire [PORTS*VCS-1:0]     out_credit_i,
    output int                      sent_o,       // packets, since the reset
    output int                      delivered_o,  // with their heads
    output reg                      mismatch_o
);

    import turnpike_dpi::*;

    localparam IN_W      = 2 + 2 * ADDR_W + INDEX_W + PORT_W + ROUTE_W
                         + PORTS * (1 + VC_W + ROUTE_W + FLIT_W + VCS);
    localparam OUT_W     = PORTS * (1 + VC_W + FLIT_W + ROUTE_W + VCS) + 2;
    localparam IN_WORDS  = (IN_W + 31) / 32;
    localparam OUT_WORDS = (OUT_W + 31) / 32;

    int handle = 0;
    int status = EQUAL;

    int unsigned in_words  [IN_WORDS];
    int unsigned out_words [OUT_WORDS];

    reg  [32*IN_WORDS-1:0]  pins;
    wire [32*OUT_WORDS-1:0] out_padded = (32*OUT_WORDS)'({2'b00, in_credit_o, out_route_o,
                                                          out_flit_o, out_vc_o, out_valid_o});
    wire                    enable;

    assign {out_credit_i, in_flit_i, in_route_i, in_vc_i, in_valid_i, table_mask_i, table_dest_i,
            table_port_i, table_we_i, limit_i, node_i, enable} = pins[IN_W-1:0];
    wire unused = &{1'b0, enable, pins};

    initial begin
        mismatch_o = 1'b0;
        pins       = '0;
        handle = turnpike_surroundings_new({
            $sformatf("PORTS=%0d LOCAL_PORTS=%0d VCS=%0d ", PORTS, LOCAL_PORTS, VCS),
            $sformatf("DEPTH=%0d ", DEPTH),
            $sformatf("DATA_W=%0d ADDR_W=%0d ROUTING=%0d ", DATA_W, ADDR_W, ROUTING),
            $sformatf("DIMENSIONS=%0d COORD_W=%0d ", DIMENSIONS, COORD_W),
            $sformatf("HIGHEST_FIRST=%0d MESSAGE_CLASSES=%0d ", HIGHEST_FIRST, MESSAGE_CLASSES),
            $sformatf("PIPELINE=%0d PATIENCE=%0d RADIX=%0d ", PIPELINE, PATIENCE, RADIX),
            $sformatf("LAYERS=%0d ESCAPE=%0d ", LAYERS, ESCAPE),
            $sformatf("PLACE=%0d LOAD=%0d ", PLACE, LOAD),
            $sformatf("PACKET_FLITS=%0d SEED=%0d", PACKET_FLITS, SEED)});
        if (handle <= 0) $fatal(1, "%m: %s", turnpike_reference_text(0));
    end

    final begin
        if (handle > 0 && turnpike_surroundings_free(handle) != 0) begin
            $display("%m: %s", turnpike_reference_text(0));
        end
    end

    always @(posedge clk_i) begin
        if (handle > 0 && (rst_i || !mismatch_o)) begin
            for (int w = 0; w < OUT_WORDS; w++) out_words[w] = out_padded[32*w +: 32];
            status = 0;
            if (stop_i && !rst_i) status = turnpike_surroundings_stop(handle);
            status = turnpike_surroundings_cycle(handle, 32'(rst_i), out_words, in_words);
            for (int w = 0; w < IN_WORDS; w++) pins[32*w +: 32] <= in_words[w];
            sent_o      <= 32'(turnpike_surroundings_packets(handle, 0));
            delivered_o <= 32'(turnpike_surroundings_packets(handle, 1));
            mismatch_o  <= status != EQUAL;
            if (status != EQUAL) begin
                $display("%m: %s", turnpike_reference_text(handle));
                if (FATAL != 0) $fatal(1, "%m: not as a router of this network must be");
            end
        end
    end

endmodule
