// interchange.v - express interchange: a switch on the local channel before a node.
//
// It passes on what comes in on local and express channels, towards and never past the
// destination, on the same virtual channel. Ports are numbered by the direction in which the
// flits on them travel, inputs and outputs alike: for each dimension served first the lanes up,
// then the lanes down; lane 0 is the local channel, then come those of level 1, of level 2 ...
// A flit that finds nothing in its way is on the input pins in cycle t and on the output pins in
// cycle t + PIPELINE. All outputs are registers. This file is wiring: a port per input, one module
// for all outputs, an allocator, and the router's starvation guard and crossbar.
//
// enable_i stands at the beginning of every combinational path: while it is low there are no
// candidates, no requests, no grants, and no register moves.
//
// docs/timing.md section 6; Dally 1991, III and IV.
// Mirrored by model/interchange/interchange_core.h.

`default_nettype none

module interchange #(
    parameter VCS           = 4,    // virtual channels, 1 .. 16; a ring needs 2
    parameter DEPTH         = 4,    // flits per VC, local channels, 1 .. 64
    parameter EXPRESS_DEPTH = 4,    // flits per VC, express channels, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,    // address width in bits, DIMENSIONS * COORD_W, up to DATA_W
    parameter DIMENSIONS    = 1,    // of an address, at least 1
    parameter COORD_W       = 6,    // bits of one coordinate, 1 .. 30
    parameter BIDIRECTIONAL = 1,    // 1: both directions, 0: up only
    parameter RING          = 0,    // 1: the dimension wraps around, with dateline classes
    parameter JOINT         = 0,    // 1: serves all dimensions; needs BIDIRECTIONAL, no RING
    parameter HIGHEST_FIRST = 1,    // joint: highest dimension first, 0: lowest first
    parameter LEVELS        = 1,    // 0 .. 4; 0: passes on the local channel alone
    parameter CHANNELS_1    = 1,    // parallel channels of each level that is there, 1 .. 8
    parameter CHANNELS_2    = 1,
    parameter CHANNELS_3    = 1,
    parameter CHANNELS_4    = 1,
    parameter DISTANCE_1    = 4,    // the least way that takes them, 1 .. 2^COORD_W
    parameter DISTANCE_2    = 16,
    parameter DISTANCE_3    = 64,
    parameter DISTANCE_4    = 256,
    parameter ALIGNED       = 1,    // 1: distances are powers of two that divide the address
    parameter PIPELINE      = 1,    // cycles per hop, 1 or 2
    parameter PATIENCE      = 256,  // active cycles before a waiting flit is privileged
    parameter PACE          = 1,    // cycles from flit to flit at paced outputs, 1 .. 1024
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter DIMENSION_W   = (DIMENSIONS > 1) ? $clog2(DIMENSIONS) : 1,
    parameter LANES         = 1 + ((LEVELS > 0) ? CHANNELS_1 : 0)
                            + ((LEVELS > 1) ? CHANNELS_2 : 0)
                            + ((LEVELS > 2) ? CHANNELS_3 : 0)
                            + ((LEVELS > 3) ? CHANNELS_4 : 0),
    parameter PORTS         = ((JOINT != 0) ? DIMENSIONS : 1) * (BIDIRECTIONAL + 1) * LANES
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
    output wire [PORTS*FLIT_W-1:0] out_flit_o,
    input  wire [PORTS*VCS-1:0]    out_credit_i,

    // Status
    output wire                    error_o,      // a head that can never leave came in; sticky
    output wire                    idle_o        // nothing stored, nothing on the outputs, no pause
);

    // Outputs that a packet from one input can take: those of its direction, or all.
    localparam OUTPUTS = (JOINT != 0) ? PORTS : LANES;
    localparam LANE_W  = 32 * ((VC_W + FLIT_W + 31) / 32);

    generate
        if (EXPRESS_DEPTH < 1 || EXPRESS_DEPTH > 64) begin : g_bad_express_depth
            ERROR_interchange_EXPRESS_DEPTH_must_be_1_to_64 u_error ();
        end
        if (ADDR_W > DATA_W) begin : g_bad_addr_w
            ERROR_interchange_ADDR_W_must_be_1_to_DATA_W u_error ();
        end
        if (BIDIRECTIONAL < 0 || BIDIRECTIONAL > 1) begin : g_bad_bidirectional
            ERROR_interchange_BIDIRECTIONAL_must_be_0_or_1 u_error ();
        end
        if (JOINT != 0 && BIDIRECTIONAL == 0) begin : g_bad_joint
            ERROR_interchange_JOINT_needs_BIDIRECTIONAL u_error ();
        end
        if ((LEVELS > 0 && (CHANNELS_1 < 1 || CHANNELS_1 > 8))
            || (LEVELS > 1 && (CHANNELS_2 < 1 || CHANNELS_2 > 8))
            || (LEVELS > 2 && (CHANNELS_3 < 1 || CHANNELS_3 > 8))
            || (LEVELS > 3 && (CHANNELS_4 < 1 || CHANNELS_4 > 8))) begin : g_bad_channels
            ERROR_interchange_CHANNELS_must_be_1_to_8 u_error ();
        end
        if (PORTS > 32) begin : g_bad_ports
            ERROR_interchange_PORTS_must_be_2_to_32 u_error ();
        end
    endgenerate

    reg  [PORTS*VCS-1:0]    in_credit_q;
    reg                     error_q;

    wire [PORTS*VCS-1:0]    ivc_candidate;
    wire [PORTS*VCS-1:0]    ivc_nonempty;
    wire [PORTS*VCS-1:0]    ivc_gnt;
    wire [PORTS*VCS-1:0]    ivc_privileged;
    wire [PORTS-1:0]        ip_unroutable;
    wire [PORTS-1:0]        ip_privileged_gnt;
    wire [PORTS*PORTS-1:0]  ip_op_req;
    wire [PORTS*PORTS-1:0]  ip_op_privileged_req;
    wire [PORTS*PORTS-1:0]  ip_op_gnt;
    wire [PORTS*PORTS-1:0]  ip_op_way;  // the same, with the pairs that never meet left out
    wire [PORTS*LANE_W-1:0] ip_lane;

    wire [PORTS-1:0]        op_gnt;
    wire [PORTS*VC_W-1:0]   op_vc;
    wire [PORTS-1:0]        op_tail;
    wire [PORTS*VCS-1:0]    ovc_credit;
    wire [PORTS*VCS-1:0]    ovc_eligible;
    wire                    pausing;

    wire                    active = |ivc_candidate;

    genvar g;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_input
            // Its outputs are those from FIRST on; directions are counted over all dimensions.
            localparam                   FIRST     = (JOINT != 0) ? 0 : (g / LANES) * LANES;
            localparam                   DIRECTION = g / LANES;
            localparam                   UP        = (DIRECTION % (BIDIRECTIONAL + 1) == 0);
            localparam                   SERVED    = DIRECTION / (BIDIRECTIONAL + 1);
            localparam [DIMENSION_W-1:0] DIMENSION = SERVED[DIMENSION_W-1:0];

            wire [OUTPUTS-1:0] req;
            wire [OUTPUTS-1:0] privileged_req;
            wire [VC_W-1:0]    gnt_vc;
            wire [FLIT_W-1:0]  flit;

            interchange_port #(
                .VCS           (VCS),
                .DEPTH         ((g % LANES == 0) ? DEPTH : EXPRESS_DEPTH),
                .DATA_W        (DATA_W),
                .ADDR_W        (ADDR_W),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .RING          (RING),
                .JOINT         (JOINT),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .LEVELS        (LEVELS),
                .CHANNELS_1    (CHANNELS_1),
                .CHANNELS_2    (CHANNELS_2),
                .CHANNELS_3    (CHANNELS_3),
                .CHANNELS_4    (CHANNELS_4),
                .DISTANCE_1    (DISTANCE_1),
                .DISTANCE_2    (DISTANCE_2),
                .DISTANCE_3    (DISTANCE_3),
                .DISTANCE_4    (DISTANCE_4),
                .ALIGNED       (ALIGNED),
                .PIPELINE      (PIPELINE)
            ) u_port (
                .clk_i               (clk_i),
                .rst_i               (rst_i),
                .enable_i            (enable_i),
                .node_i              (node_i),
                .limit_i             (limit_i),
                .dimension_i         ((JOINT != 0) ? DIMENSION : dimension_i),
                .up_i                (UP),
                .connected_i         (connected_i[FIRST +: OUTPUTS]),
                .in_valid_i          (in_valid_i[g]),
                .in_vc_i             (in_vc_i[g*VC_W +: VC_W]),
                .in_flit_i           (in_flit_i[g*FLIT_W +: FLIT_W]),
                .candidate_o         (ivc_candidate[g*VCS +: VCS]),
                .nonempty_o          (ivc_nonempty[g*VCS +: VCS]),
                .ovc_credit_i        (ovc_credit[FIRST*VCS +: OUTPUTS*VCS]),
                .ovc_eligible_i      (ovc_eligible[FIRST*VCS +: OUTPUTS*VCS]),
                .privileged_i        (ivc_privileged[g*VCS +: VCS]),
                .op_req_o            (req),
                .op_privileged_req_o (privileged_req),
                .op_gnt_i            (ip_op_gnt[g*PORTS + FIRST +: OUTPUTS]),
                .gnt_privileged_i    (ip_privileged_gnt[g]),
                .gnt_o               (ivc_gnt[g*VCS +: VCS]),
                .gnt_vc_o            (gnt_vc),
                .flit_o              (flit),
                .unroutable_o        (ip_unroutable[g])
            );

            // Nothing is asked of the outputs of other directions, and so nothing granted.
            localparam [PORTS-1:0] REACH = ({PORTS{1'b1}} >> (PORTS - OUTPUTS)) << FIRST;

            assign ip_op_req[g*PORTS +: PORTS]            = {(PORTS/OUTPUTS){req}} & REACH;
            assign ip_op_privileged_req[g*PORTS +: PORTS] = {(PORTS/OUTPUTS){privileged_req}}
                                                          & REACH;
            assign ip_op_way[g*PORTS +: PORTS]            = ip_op_gnt[g*PORTS +: PORTS] & REACH;

            assign ip_lane[g*LANE_W +: LANE_W] = {{(LANE_W-VC_W-FLIT_W){1'b0}}, gnt_vc, flit};
        end
    endgenerate

    starvation_guard #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .PATIENCE (PATIENCE)
    ) u_starvation_guard (
        .clk_i            (clk_i),
        .rst_i            (rst_i),
        .active_i         (active),
        .ivc_nonempty_i   (ivc_nonempty),
        .ivc_gnt_i        (ivc_gnt),
        .ivc_privileged_o (ivc_privileged)
    );

    interchange_allocator #(
        .PORTS (PORTS)
    ) u_allocator (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .active_i            (active),
        .ip_op_req_i         (ip_op_req),
        .ip_op_privileged_i  (ip_op_privileged_req),
        .ip_op_gnt_o         (ip_op_gnt),
        .op_gnt_o            (op_gnt),
        .ip_privileged_gnt_o (ip_privileged_gnt)
    );

    crossbar #(
        .PORTS  (PORTS),
        .VC_W   (VC_W),
        .FLIT_W (FLIT_W)
    ) u_crossbar (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .enable_i    (enable_i),
        .op_gnt_i    (op_gnt),
        .ip_op_gnt_i (ip_op_way),
        .ip_data_i   (ip_lane),
        .op_vc_o     (op_vc),
        .op_tail_o   (op_tail),
        .out_valid_o (out_valid_o),
        .out_vc_o    (out_vc_o),
        .out_flit_o  (out_flit_o)
    );

    interchange_output #(
        .PORTS         (PORTS),
        .LANES         (LANES),
        .VCS           (VCS),
        .DEPTH         (DEPTH),
        .EXPRESS_DEPTH (EXPRESS_DEPTH),
        .PACE          (PACE)
    ) u_output (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .paced_i        (paced_i),
        .pausing_o      (pausing),
        .ovc_credit_o   (ovc_credit),
        .ovc_eligible_o (ovc_eligible),
        .op_gnt_i       (op_gnt),
        .ip_op_gnt_i    (ip_op_way),
        .op_vc_i        (op_vc),
        .op_tail_i      (op_tail),
        .out_credit_i   (out_credit_i)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            in_credit_q <= {(PORTS*VCS){1'b0}};
            error_q     <= 1'b0;
        end else if (enable_i) begin
            in_credit_q <= ivc_gnt;
            if (|ip_unroutable) error_q <= 1'b1;
        end
    end

    assign in_credit_o = in_credit_q;
    assign error_o     = error_q;
    assign idle_o      = !((|ivc_nonempty) || (|out_valid_o) || (|in_credit_q) || pausing);

endmodule

`default_nettype wire
