// packet_router.v - an output-buffered packet switch with virtual cut-through.
//
// Each output port has SLOTS packet buffers. The router copies a packet to its outputs, one or (for
// broadcasts) several, to each as it has a free slot. A flit that meets no other is on the input
// pins in cycle t and on the output pins in cycle t + 1. Registers drive all outputs.
// docs/timing.md section 7 says what happens in which cycle. This file is wiring of a packet_input
// for each input and a packet_output for each output.
//
// enable_i gates the beginning of every combinational path: while it is low there are no candidates
// and no requests, nothing is sent, and no register changes.
//
// Buzzard & Mudge 1988, section 5; Agarwal 1991, section II-B. Mirrored by model/packet_router/.

`default_nettype none

module packet_router #(
    parameter PORTS         = 5,   // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,   // the last ports, 0 .. PORTS
    parameter VCS           = 1,   // virtual channels, 1 or 2; tori 2
    parameter DEPTH         = 7,   // flits per input VC, PACKET_FLITS .. 64
    parameter DATA_W        = 32,  // flit data in bits, 8 .. 512
    parameter ADDR_W        = 6,   // address width in bits, DIMENSIONS * COORD_W, to DATA_W - 2
    parameter ROUTING       = 0,   // 0 mesh, 1 torus up, 2 torus, 3 hypercube, 4 tag
    parameter DIMENSIONS    = 2,   // at least 1
    parameter COORD_W       = 3,   // bits of one coordinate
    parameter HIGHEST_FIRST = 1,   // 1: highest dimension first, 0: lowest first
    parameter PACKET_FLITS  = 5,   // most flits of a packet, 1 .. 64, at most DEPTH
    parameter SLOTS         = 16,  // packet buffers of each output port, VCS .. 256
    parameter CUT_THROUGH   = 1,   // 0: store and forward
    parameter FIRST_HOP     = 0,   // hypercube, 1: the local port says the first output
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = 1,
    parameter QUEUE_W       = $clog2(SLOTS + 1)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     enable_i,

    // Address
    input  wire [ADDR_W-1:0]        node_i,
    input  wire [ADDR_W-1:0]        limit_i,

    // Upstream
    input  wire [PORTS-1:0]         in_valid_i,
    input  wire [PORTS*VC_W-1:0]    in_vc_i,
    input  wire [PORTS*FLIT_W-1:0]  in_flit_i,
    output wire [PORTS*VCS-1:0]     in_credit_o,

    // Downstream
    output wire [PORTS-1:0]         out_valid_o,
    output wire [PORTS*VC_W-1:0]    out_vc_o,
    output wire [PORTS*FLIT_W-1:0]  out_flit_o,
    input  wire [PORTS*VCS-1:0]     out_credit_i,

    // Status
    output wire [PORTS*QUEUE_W-1:0] queue_o,  // of each output port: slots that are not free
    output wire                     error_o,  // a packet without a way was discarded; sticky
    output wire                     idle_o    // nothing stored, nothing on the outputs
);

    localparam PORT_W = (PORTS > 1) ? $clog2(PORTS) : 1;
    localparam LANE_W = 32 * ((FLIT_W + 31) / 32);
    localparam ROW_W  = (PACKET_FLITS > 1) ? $clog2(PACKET_FLITS) : 1;

    reg  [PORTS*VCS-1:0]    in_credit_q;
    reg                     error_q;

    wire [PORTS*VCS-1:0]    ivc_credit;
    wire [PORTS-1:0]        ip_nonempty;
    wire [PORTS-1:0]        ip_unroutable;
    wire [PORTS-1:0]        ip_side;
    wire [PORTS-1:0]        ip_vc;
    wire [PORTS*PORTS-1:0]  ip_op_req;
    wire [PORTS*PORTS-1:0]  ip_op_body;
    wire [PORTS*LANE_W-1:0] ip_lane;

    wire [PORTS*VCS*PORTS-1:0] ivc_open;  // outputs of the pass of each input VC
    wire [PORTS*VCS*ROW_W-1:0] ivc_row;   // and its next row

    wire [2*PORTS-1:0]      side_open;  // outputs with a slot for packets of side 0, of side 1
    wire [PORTS*PORTS-1:0]  op_ip_gnt;

    genvar g;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_input
            localparam              PORT_INT = g;
            localparam [PORT_W-1:0] PORT     = PORT_INT[PORT_W-1:0];

            wire [PORTS-1:0]  req;
            reg  [PORTS-1:0]  gnt;
            wire [FLIT_W-1:0] flit;
            integer           o;

            packet_input #(
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
                .PACKET_FLITS  (PACKET_FLITS),
                .FIRST_HOP     (FIRST_HOP)
            ) u_input (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .node_i       (node_i),
                .limit_i      (limit_i),
                .port_i       (PORT),
                .in_valid_i   (in_valid_i[g]),
                .in_vc_i      (in_vc_i[g]),
                .in_flit_i    (in_flit_i[g*FLIT_W +: FLIT_W]),
                .credit_o     (ivc_credit[g*VCS +: VCS]),
                .side_open_i  (side_open),
                .req_o        (req),
                .body_o       (ip_op_body[g*PORTS +: PORTS]),
                .gnt_i        (gnt),
                .side_o       (ip_side[g]),
                .vc_o         (ip_vc[g]),
                .flit_o       (flit),
                .open_o       (ivc_open[g*VCS*PORTS +: VCS*PORTS]),
                .row_o        (ivc_row[g*VCS*ROW_W +: VCS*ROW_W]),
                .nonempty_o   (ip_nonempty[g]),
                .unroutable_o (ip_unroutable[g])
            );

            always @* begin
                o = 0;
                for (o = 0; o < PORTS; o = o + 1) gnt[o] = op_ip_gnt[o*PORTS + g];
            end

            assign ip_op_req[g*PORTS +: PORTS] = req;
            assign ip_lane[g*LANE_W +: LANE_W] = {{(LANE_W-FLIT_W){1'b0}}, flit};
        end
    endgenerate

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_output
            reg [PORTS-1:0]     req;
            reg [PORTS-1:0]     body;
            reg [PORTS*VCS-1:0] open;
            integer             i;

            always @* begin
                i = 0;
                for (i = 0; i < PORTS; i = i + 1) begin
                    req[i]  = ip_op_req[i*PORTS + g];
                    body[i] = ip_op_body[i*PORTS + g];
                end
                for (i = 0; i < PORTS * VCS; i = i + 1) open[i] = ivc_open[i*PORTS + g];
            end

            packet_output #(
                .PORTS        (PORTS),
                .VCS          (VCS),
                .DEPTH        (DEPTH),
                .FLIT_W       (FLIT_W),
                .PACKET_FLITS (PACKET_FLITS),
                .SLOTS        (SLOTS),
                .CUT_THROUGH  (CUT_THROUGH)
            ) u_output (
                .clk_i        (clk_i),
                .rst_i        (rst_i),
                .enable_i     (enable_i),
                .side_open_o  ({side_open[PORTS + g], side_open[g]}),
                .ip_req_i     (req),
                .ip_side_i    (ip_side),
                .ip_body_i    (body),
                .ip_vc_i      (ip_vc),
                .ip_lane_i    (ip_lane),
                .ivc_open_i   (open),
                .ivc_row_i    (ivc_row),
                .ip_gnt_o     (op_ip_gnt[g*PORTS +: PORTS]),
                .out_valid_o  (out_valid_o[g]),
                .out_vc_o     (out_vc_o[g]),
                .out_flit_o   (out_flit_o[g*FLIT_W +: FLIT_W]),
                .out_credit_i (out_credit_i[g*VCS +: VCS]),
                .used_o       (queue_o[g*QUEUE_W +: QUEUE_W])
            );
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            in_credit_q <= {(PORTS*VCS){1'b0}};
            error_q     <= 1'b0;
        end else if (enable_i) begin
            in_credit_q <= ivc_credit;
            if (|ip_unroutable) error_q <= 1'b1;
        end
    end

    assign in_credit_o = in_credit_q;
    assign error_o     = error_q;
    assign idle_o      = !((|ip_nonempty) || (|queue_o) || (|out_valid_o) || (|in_credit_q));

endmodule

`default_nettype wire
