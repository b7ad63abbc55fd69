// router.v - input-buffered virtual-channel wormhole router.
//
// A flit that finds nothing in its way is on the input pins in cycle t and on the output pins
// in cycle t + PIPELINE. All outputs are registers. docs/timing.md says what happens in which
// cycle; this file is wiring: an input unit and a VC allocator per input, one switch
// allocator, one starvation guard, the crossbar, an output unit per output.
//
// enable_i stands at the beginning of every combinational path: while it is low there are no
// candidates, no requests, no grants, and no register moves.
//
// Dally 1992; Dally & Towles, chapters 16 to 19. Mirrored by model/router/.

`default_nettype none

module router #(
    parameter PORTS         = 5,    // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,    // terminals, the last ports, 0 .. PORTS
    parameter VCS           = 4,    // virtual channels, 1 .. 16
    parameter DEPTH         = 4,    // flits per VC, 1 .. 64
    parameter DATA_W        = 32,   // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,    // address width in bits, 1 .. DATA_W
    parameter ROUTING       = 0,    // 0 mesh, 1 torus up, 2 torus, 3 hypercube, 4 tag, 5 table
    parameter DIMENSIONS    = 2,    // at least 1; ROUTING 5 does not use it
    parameter COORD_W       = 3,    // bits of one coordinate; ROUTING 5 does not use it
    parameter HIGHEST_FIRST = 1,    // 1: highest dimension first, 0: lowest first
    parameter PIPELINE      = 1,    // cycles per hop, 1 or 2
    parameter PATIENCE      = 256,  // active cycles before a waiting flit is privileged
    // Derived, do not override.
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
    input  wire [PORTS*FLIT_W-1:0] in_flit_i,
    output wire [PORTS*VCS-1:0]    in_credit_o,

    // Downstream
    output wire [PORTS-1:0]        out_valid_o,
    output wire [PORTS*VC_W-1:0]   out_vc_o,
    output wire [PORTS*FLIT_W-1:0] out_flit_o,
    input  wire [PORTS*VCS-1:0]    out_credit_i,

    // Status
    output wire                    error_o,  // a head that can never leave came in; sticky
    output wire                    idle_o    // nothing stored, nothing on the outputs
);

    localparam DATELINE = ((ROUTING == 1 || ROUTING == 2) && VCS > 1) ? 1 : 0;
    localparam ROUTE_W  = PORTS + ((DATELINE != 0) ? 2 : 0);
    localparam OFFER_W  = PORT_W + VC_W + ROUTE_W;
    localparam LANE_W   = 32 * ((VC_W + FLIT_W + 31) / 32);

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
    wire [PORTS*LANE_W-1:0] ip_lane;

    wire [PORTS-1:0]        op_gnt;
    wire [PORTS*VC_W-1:0]   op_vc;
    wire [PORTS-1:0]        op_tail;
    wire [PORTS-1:0]        op_class_0;
    wire [PORTS-1:0]        op_class_1;
    wire [PORTS-1:0]        op_roomy;
    wire [PORTS*VCS-1:0]    ovc_credit;
    wire [PORTS*VCS-1:0]    ovc_eligible;

    wire                    active = |ivc_candidate;

    genvar g;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_input
            localparam              PORT_INT = g;
            localparam [PORT_W-1:0] PORT     = PORT_INT[PORT_W-1:0];

            wire [VCS-1:0]         holding;
            wire [VCS*OFFER_W-1:0] offer;
            wire [VC_W-1:0]        gnt_index;
            wire [PORT_W-1:0]      gnt_port;
            wire [VC_W-1:0]        gnt_vc;
            wire [FLIT_W-1:0]      flit;

            input_unit #(
                .PORTS         (PORTS),
                .LOCAL_PORTS   (LOCAL_PORTS),
                .VCS           (VCS),
                .DEPTH         (DEPTH),
                .DATA_W        (DATA_W),
                .ADDR_W        (ADDR_W),
                .ROUTING       (ROUTING),
                .DIMENSIONS    (DIMENSIONS),
                .COORD_W       (COORD_W),
                .HIGHEST_FIRST (HIGHEST_FIRST),
                .PIPELINE      (PIPELINE)
            ) u_input_unit (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .node_i       (node_i),
                .limit_i      (limit_i),
                .port_i       (PORT),
                .table_we_i   (table_we_i && table_port_i == PORT),
                .table_dest_i (table_dest_i),
                .table_mask_i (table_mask_i),
                .in_valid_i   (in_valid_i[g]),
                .in_vc_i      (in_vc_i[g*VC_W +: VC_W]),
                .in_flit_i    (in_flit_i[g*FLIT_W +: FLIT_W]),
                .candidate_o  (ivc_candidate[g*VCS +: VCS]),
                .holding_o    (holding),
                .offer_o      (offer),
                .gnt_i        (|ivc_gnt[g*VCS +: VCS]),
                .gnt_index_i  (gnt_index),
                .gnt_output_i (ip_op_gnt[g*PORTS +: PORTS]),
                .gnt_port_i   (gnt_port),
                .gnt_vc_i     (gnt_vc),
                .flit_o       (flit),
                .nonempty_o   (ivc_nonempty[g*VCS +: VCS]),
                .unroutable_o (ip_unroutable[g])
            );

            vc_allocator #(
                .PORTS    (PORTS),
                .VCS      (VCS),
                .DATELINE (DATELINE)
            ) u_vc_allocator (
                .clk_i               (clk_i),
                .rst_i               (rst_i),
                .candidate_i         (ivc_candidate[g*VCS +: VCS]),
                .holding_i           (holding),
                .offer_i             (offer),
                .local_i             (g >= PORTS - LOCAL_PORTS),
                .ovc_credit_i        (ovc_credit),
                .ovc_eligible_i      (ovc_eligible),
                .op_class_0_i        (op_class_0),
                .op_class_1_i        (op_class_1),
                .op_roomy_i          (op_roomy),
                .privileged_i        (ivc_privileged[g*VCS +: VCS]),
                .op_req_o            (ip_op_req[g*PORTS +: PORTS]),
                .op_privileged_req_o (ip_op_privileged_req[g*PORTS +: PORTS]),
                .op_gnt_i            (ip_op_gnt[g*PORTS +: PORTS]),
                .gnt_privileged_i    (ip_privileged_gnt[g]),
                .gnt_o               (ivc_gnt[g*VCS +: VCS]),
                .gnt_index_o         (gnt_index),
                .gnt_port_o          (gnt_port),
                .gnt_vc_o            (gnt_vc)
            );

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

    switch_allocator #(
        .PORTS       (PORTS),
        .LOCAL_PORTS (LOCAL_PORTS),
        .DESCENDING  (HIGHEST_FIRST)
    ) u_switch_allocator (
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
        .ip_op_gnt_i (ip_op_gnt),
        .ip_data_i   (ip_lane),
        .op_vc_o     (op_vc),
        .op_tail_o   (op_tail),
        .out_valid_o (out_valid_o),
        .out_vc_o    (out_vc_o),
        .out_flit_o  (out_flit_o)
    );

    output_unit #(
        .PORTS    (PORTS),
        .VCS      (VCS),
        .DEPTH    (DEPTH),
        .DATELINE (DATELINE)
    ) u_output_unit (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .enable_i       (enable_i),
        .ovc_credit_o   (ovc_credit),
        .ovc_eligible_o (ovc_eligible),
        .op_class_0_o   (op_class_0),
        .op_class_1_o   (op_class_1),
        .op_roomy_o     (op_roomy),
        .op_gnt_i       (op_gnt),
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
    assign idle_o      = !((|ivc_nonempty) || (|out_valid_o) || (|in_credit_q));

endmodule

`default_nettype wire
