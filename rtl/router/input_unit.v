// input_unit.v - one input port of a router: VC buffers, routing unit, state of the packets.
//
// Each VC offers the front flit of its buffer to the switch; with PIPELINE 1 also the flit on
// the pins, when the buffer of its VC is empty. The route of a packet is computed once, while
// its head is on the pins. It waits in the front route of the VC, or, behind other flits, in
// the route memory of vc_buffer. A grant (later in the same cycle) moves the flit into the
// switch; the output VC is remembered until the tail has left.
//
// An offer is {held port, held VC, route}; a route is {dateline classes, outputs}, the classes
// only on tori. Dally & Towles, chapter 16. Mirrored by the input side of model/router/.

`default_nettype none
`include "check.vh"

module input_unit #(
    parameter PORTS         = 5,   // 2 .. 32, network ports first
    parameter LOCAL_PORTS   = 1,   // terminals, 0 .. PORTS
    parameter VCS           = 4,   // virtual channels, 1 .. 16
    parameter DEPTH         = 4,   // flits per VC, 1 .. 64
    parameter DATA_W        = 32,  // flit data in bits, 8 .. 256
    parameter ADDR_W        = 6,   // address width in bits
    parameter ROUTING       = 0,   // 0 .. 5, docs/timing.md section 3
    parameter DIMENSIONS    = 2,
    parameter COORD_W       = 3,   // bits of one coordinate
    parameter HIGHEST_FIRST = 1,   // dimension order
    parameter PIPELINE      = 1,   // cycles per hop, 1 or 2
    // Derived, do not override.
    parameter FLIT_W        = DATA_W + 2,
    parameter VC_W          = (VCS > 1) ? $clog2(VCS) : 1,
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1,
    parameter ROUTE_W       = PORTS + (((ROUTING == 1 || ROUTING == 2) && VCS > 1) ? 2 : 0),
    parameter OFFER_W       = PORT_W + VC_W + ROUTE_W
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   enable_i,

    // Address
    input  wire [ADDR_W-1:0]      node_i,
    input  wire [ADDR_W-1:0]      limit_i,
    input  wire [PORT_W-1:0]      port_i,         // number of this port
    input  wire                   table_we_i,
    input  wire [ADDR_W-1:0]      table_dest_i,
    input  wire [PORTS-1:0]       table_mask_i,

    // Upstream; the credit goes back through router.v
    input  wire                   in_valid_i,
    input  wire [VC_W-1:0]        in_vc_i,
    input  wire [FLIT_W-1:0]      in_flit_i,

    // To VC allocation
    output wire [VCS-1:0]         candidate_o,    // the VC has a flit to send
    output wire [VCS-1:0]         holding_o,      // its packet holds an output VC
    output wire [VCS*OFFER_W-1:0] offer_o,

    // From VC allocation: which VC sends, and to where
    input  wire                   gnt_i,
    input  wire [VC_W-1:0]        gnt_index_i,    // the VC
    input  wire [PORTS-1:0]       gnt_output_i,   // one-hot
    input  wire [PORT_W-1:0]      gnt_port_i,     // the same as a number
    input  wire [VC_W-1:0]        gnt_vc_i,       // the output VC

    // To the crossbar
    output wire [FLIT_W-1:0]      flit_o,

    // Status
    output wire [VCS-1:0]         nonempty_o,
    output wire                   unroutable_o    // a head that can never leave is on the pins
);

    localparam DATELINE = (ROUTING == 1 || ROUTING == 2) && VCS > 1;
    localparam HEAD     = DATA_W;
    localparam TAIL     = DATA_W + 1;

    localparam [VCS-1:0]         VC_0    = {VCS{1'b1}} >> (VCS - 1);
    localparam [VCS*OFFER_W-1:0] OFFER_0 = {(VCS*OFFER_W){1'b1}} >> ((VCS - 1) * OFFER_W);

    generate
        if (PIPELINE < 1 || PIPELINE > 2) begin : g_bad_pipeline
            ERROR_input_unit_PIPELINE_must_be_1_or_2 u_error ();
        end
        if (DATA_W < 8 || DATA_W > 256) begin : g_bad_data_w
            ERROR_input_unit_DATA_W_must_be_8_to_256 u_error ();
        end
        if (ADDR_W < 1 || ADDR_W > DATA_W) begin : g_bad_addr_w
            ERROR_input_unit_ADDR_W_must_be_1_to_DATA_W u_error ();
        end
        if (ROUTING < 0 || ROUTING > 5) begin : g_bad_routing
            ERROR_input_unit_ROUTING_must_be_0_to_5 u_error ();
        end
    endgenerate

    reg [VCS-1:0]         holding_q, holding_d;  // the front packet holds an output VC
    reg [VCS*OFFER_W-1:0] offer_q, offer_d;      // of the front packets

    // The flit on the pins
    wire                   arrives    = enable_i && in_valid_i;
    wire                   head_comes = arrives && in_flit_i[HEAD];
    wire [PORTS-1:0]       pin_outputs;
    wire [ROUTE_W-1:0]     pin_route;
    reg  [VCS-1:0]         arrival;              // one-hot: its VC
    reg  [VCS-1:0]         candidate;
    reg  [VCS*OFFER_W-1:0] offer;                // of the candidates
    reg  [VCS*OFFER_W-1:0] arrival_mask;
    reg                    passes;               // its buffer is empty: it may pass by
    wire [OFFER_W-1:0]     pin_offer = {{(PORT_W+VC_W){1'b0}}, pin_route};

    // The granted flit
    wire                   from_pins = gnt_i && passes && in_vc_i == gnt_index_i;
    wire                   pop       = gnt_i && !from_pins;
    wire                   push      = arrives && !from_pins;
    wire [VCS-1:0]         nonempty;
    wire [FLIT_W-1:0]      front_flit;
    wire [ROUTE_W-1:0]     behind_route;
    wire                   last;
    reg  [FLIT_W-1:0]      flit;
    reg  [VCS-1:0]         gnt_hot;
    reg  [VCS*OFFER_W-1:0] gnt_mask;
    reg                    to_front;             // a head that comes is the next front of its VC

    generate
        if (ROUTING == 5) begin : g_table
            route_table #(
                .PORTS  (PORTS),
                .ADDR_W (ADDR_W)
            ) u_route_table (
                .clk_i         (clk_i),
                .we_i          (enable_i && table_we_i),
                .dest_i        (table_dest_i),
                .mask_i        (table_mask_i),
                .valid_i       (head_comes),
                .destination_i (in_flit_i[ADDR_W-1:0]),
                .outputs_o     (pin_outputs)
            );
            wire unused = &{1'b0, node_i, limit_i, port_i};
            assign pin_route = pin_outputs;
        end else begin : g_compute
            wire [1:0] pin_classes;
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
                .valid_i       (head_comes),
                .vc_i          (in_vc_i),
                .destination_i (in_flit_i[ADDR_W-1:0]),
                .outputs_o     (pin_outputs),
                .classes_o     (pin_classes)
            );
            wire unused = &{1'b0, table_we_i, table_dest_i, table_mask_i, pin_classes};
            if (DATELINE) begin : g_dateline
                assign pin_route = {pin_classes, pin_outputs};
            end else begin : g_any_vc
                assign pin_route = pin_outputs;
            end
        end
    endgenerate

    assign unroutable_o = head_comes && (pin_outputs == {PORTS{1'b0}});

    vc_buffer #(
        .VCS     (VCS),
        .DEPTH   (DEPTH),
        .FLIT_W  (FLIT_W),
        .ROUTE_W (ROUTE_W)
    ) u_vc_buffer (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .push_i         (push),
        .push_vc_i      (in_vc_i),
        .push_flit_i    (in_flit_i),
        .push_route_i   (pin_route),
        .pop_i          (pop),
        .pop_vc_i       (gnt_index_i),
        .front_flit_o   (front_flit),
        .behind_route_o (behind_route),
        .last_o         (last),
        .nonempty_o     (nonempty)
    );

    // What the VCs offer
    always @* begin
        arrival      = {VCS{1'b0}};
        arrival_mask = {(VCS*OFFER_W){1'b0}};
        passes       = 1'b0;
        candidate    = enable_i ? nonempty : {VCS{1'b0}};
        offer        = offer_q;
        if (arrives) begin
            arrival      = VC_0 << in_vc_i;
            arrival_mask = OFFER_0 << (in_vc_i * OFFER_W);
            if (PIPELINE == 1) begin
                passes    = !(|(arrival & nonempty));
                candidate = arrival | nonempty;
                if (passes && in_flit_i[HEAD]) begin
                    offer = (offer_q & ~arrival_mask) | ({VCS{pin_offer}} & arrival_mask);
                end
            end
        end
    end

    assign candidate_o = candidate;
    assign holding_o   = holding_q;
    assign offer_o     = offer;
    assign nonempty_o  = nonempty;

    always @* begin
        flit = {FLIT_W{1'b0}};
        if (gnt_i) flit = from_pins ? in_flit_i : front_flit;
    end

    assign flit_o = flit;

    wire [ROUTE_W-1:0] held_route;
    wire [ROUTE_W-1:0] next_route = (flit[TAIL] && !from_pins) ? behind_route : held_route;

    generate
        if (DATELINE) begin : g_held_dateline
            assign held_route = {2'b11, gnt_output_i};
        end else begin : g_held
            assign held_route = gnt_output_i;
        end
    endgenerate

    // The front packets of the next cycle
    always @* begin
        holding_d = holding_q;
        offer_d   = offer_q;
        gnt_hot   = {VCS{1'b0}};
        gnt_mask  = {(VCS*OFFER_W){1'b0}};
        to_front  = 1'b0;
        if (gnt_i) begin
            gnt_hot   = VC_0 << gnt_index_i;
            gnt_mask  = OFFER_0 << (gnt_index_i * OFFER_W);
            holding_d = flit[TAIL] ? holding_q & ~gnt_hot : holding_q | gnt_hot;
            // Of several legal outputs the packet goes on to the one that it took.
            offer_d   = (offer_q & ~gnt_mask)
                      | ({VCS{{gnt_port_i, gnt_vc_i, next_route}}} & gnt_mask);
        end
        if (push && in_flit_i[HEAD]) begin
            to_front = !(|(arrival & nonempty)) || (pop && last && in_vc_i == gnt_index_i);
            if (to_front) begin
                offer_d = (offer_d & ~arrival_mask) | ({VCS{pin_offer}} & arrival_mask);
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            holding_q <= {VCS{1'b0}};
        end else if (gnt_i) begin
            holding_q <= holding_d;
        end
    end

    always @(posedge clk_i) begin
        if (gnt_i || to_front) offer_q <= offer_d;
    end

    // What the checks must remember: VCs whose last flit that came was not a tail.
    reg [VCS-1:0] open_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            open_q <= {VCS{1'b0}};
        end else if (arrives) begin
            open_q <= in_flit_i[TAIL] ? open_q & ~arrival : open_q | arrival;
        end
    end

    generate
        if (VCS != (1 << VC_W)) begin : g_check_vc
            `REQUIRE(!arrives || (|arrival), "a flit names a VC that exists")
        end
    endgenerate
    `REQUIRE(!arrives || in_flit_i[HEAD] != (|(open_q & arrival)), "a head after each tail")
`ifdef FORMAL
    `REQUIRE(!gnt_i || candidate[gnt_index_i], "grants go to candidates")
    `ENSURE(!gnt_i || flit[HEAD] != holding_q[gnt_index_i], "a head holds no output VC yet")
`endif

endmodule

`default_nettype wire
