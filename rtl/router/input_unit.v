// input_unit.v - one input port of a router: VC buffers, routing unit, state of the packets.
//
// Each VC offers the front flit of its buffer to the switch; with PIPELINE 1 also the flit on
// the pins, when the buffer of its VC is empty. The route of a packet is computed once, while
// its head is on the pins. It waits in the front route register of the VC, or, behind other
// flits, in the route memory of vc_buffer. A grant (later in the same cycle) moves the flit
// into the switch and remembers the output VC until the tail has left.
//
// Dally & Towles, chapter 16. Mirrored by the input side of model/router/.

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
    parameter PORT_W        = (PORTS > 1) ? $clog2(PORTS) : 1
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  enable_i,

    // Address
    input  wire [ADDR_W-1:0]     node_i,
    input  wire [ADDR_W-1:0]     limit_i,
    input  wire [PORT_W-1:0]     port_i,       // number of this port
    input  wire                  table_we_i,
    input  wire [ADDR_W-1:0]     table_dest_i,
    input  wire [PORTS-1:0]      table_mask_i,

    // Upstream
    input  wire                  in_valid_i,
    input  wire [VC_W-1:0]       in_vc_i,
    input  wire [FLIT_W-1:0]     in_flit_i,
    output wire [VCS-1:0]        in_credit_o,

    // To VC allocation: what each VC offers
    output wire [VCS-1:0]        candidate_o,  // it has a flit to send
    output wire [VCS-1:0]        holding_o,    // its packet holds an output VC
    output wire [VCS*PORTS-1:0]  outputs_o,    // outputs that its packet may take
    output wire [VCS*2-1:0]      classes_o,    // dateline classes that its packet may take
    output wire [VCS*PORT_W-1:0] held_port_o,  // the output VC that it holds
    output wire [VCS*VC_W-1:0]   held_vc_o,

    // From VC allocation: which VC sends, and to where
    input  wire [VCS-1:0]        gnt_i,        // one-hot or zero
    input  wire [PORTS-1:0]      gnt_output_i, // one-hot
    input  wire [PORT_W-1:0]     gnt_port_i,   // the same as a number
    input  wire [VC_W-1:0]       gnt_vc_i,     // the output VC

    // To the crossbar
    output wire [FLIT_W-1:0]     flit_o,

    // Status
    output wire [VCS-1:0]        nonempty_o,
    output wire                  unroutable_o  // a head that can never leave is on the pins
);

    localparam DATELINE = (ROUTING == 1 || ROUTING == 2);
    localparam ROUTE_W  = PORTS + (DATELINE ? 2 : 0);
    localparam HEAD     = DATA_W;
    localparam TAIL     = DATA_W + 1;

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

    reg [VCS-1:0]         holding_q;    // the front packet of the VC holds an output VC
    reg [VCS*ROUTE_W-1:0] route_q;      // route of the front packet: {classes, outputs}
    reg [VCS*PORT_W-1:0]  held_port_q;
    reg [VCS*VC_W-1:0]    held_vc_q;
    reg [VCS-1:0]         in_credit_q;

    // The flit on the pins
    wire               arrives    = enable_i && in_valid_i;
    wire               head_comes = arrives && in_flit_i[HEAD];
    wire [PORTS-1:0]   pin_outputs;
    wire [ROUTE_W-1:0] pin_route;
    reg  [VCS-1:0]     arrival;         // one-hot: its VC
    reg  [VCS-1:0]     passing;         // one-hot: it may pass its buffer by

    wire [VCS-1:0]     nonempty;
    reg  [VCS-1:0]     candidate;
    reg  [VCS*ROUTE_W-1:0] route;       // of the candidates
    reg                granted;
    reg  [VC_W-1:0]    gnt_index;       // the input VC that is granted
    reg                from_pins;       // the granted flit comes from the pins
    reg  [FLIT_W-1:0]  flit;
    reg                sends_tail;
    wire               pop        = granted && !from_pins;
    wire               push       = arrives && !from_pins;
    wire [FLIT_W-1:0]  front_flit;
    wire [ROUTE_W-1:0] behind_route;
    wire               last;

    // A head that will be at the front of its VC in the next cycle
    reg                head_to_front;
    reg                behind_to_front;

    integer a;
    integer v;
    integer s;
    integer k;

    generate
        if (ROUTING == 5) begin : g_table
            route_table #(
                .PORTS  (PORTS),
                .ADDR_W (ADDR_W)
            ) u_route_table (
                .clk_i         (clk_i),
                .rst_i         (rst_i),
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
        .pop_vc_i       (gnt_index),
        .front_flit_o   (front_flit),
        .behind_route_o (behind_route),
        .last_o         (last),
        .nonempty_o     (nonempty)
    );

    always @* begin
        a         = 0;
        arrival   = {VCS{1'b0}};
        passing   = {VCS{1'b0}};
        candidate = {VCS{1'b0}};
        route     = route_q;
        if (enable_i) begin
            candidate = nonempty;
            if (in_valid_i) begin
                for (a = 0; a < VCS; a = a + 1) arrival[a] = (in_vc_i == a[VC_W-1:0]);
                if (PIPELINE == 1) begin
                    passing   = arrival & ~nonempty;
                    candidate = arrival | nonempty;
                    for (a = 0; a < VCS; a = a + 1) begin
                        if (passing[a] && in_flit_i[HEAD]) begin
                            route[a*ROUTE_W +: ROUTE_W] = pin_route;
                        end
                    end
                end
            end
        end
    end

    assign candidate_o = candidate;
    assign holding_o   = holding_q;
    assign held_port_o = held_port_q;
    assign held_vc_o   = held_vc_q;
    assign nonempty_o  = nonempty;

    generate
        if (DATELINE) begin : g_split
            genvar g;
            for (g = 0; g < VCS; g = g + 1) begin : g_vc
                assign outputs_o[g*PORTS +: PORTS] = route[g*ROUTE_W +: PORTS];
                assign classes_o[g*2 +: 2]         = route[g*ROUTE_W + PORTS +: 2];
            end
        end else begin : g_whole
            assign outputs_o = route;
            assign classes_o = {(2*VCS){1'b1}};
        end
    endgenerate

    always @* begin
        v         = 0;
        granted   = 1'b0;
        gnt_index = {VC_W{1'b0}};
        from_pins = 1'b0;
        if (|gnt_i) begin
            granted = 1'b1;
            for (v = 0; v < VCS; v = v + 1) begin
                if (gnt_i[v]) gnt_index = gnt_index | v[VC_W-1:0];
            end
            from_pins = |(gnt_i & passing);
        end
    end

    always @* begin
        flit            = {FLIT_W{1'b0}};
        sends_tail      = 1'b0;
        behind_to_front = 1'b0;
        if (granted) begin
            flit            = from_pins ? in_flit_i : front_flit;
            sends_tail      = flit[TAIL];
            behind_to_front = !from_pins && sends_tail && !last;
        end
    end

    assign flit_o = flit;

    always @* begin
        head_to_front = 1'b0;
        if (push && in_flit_i[HEAD]) begin
            head_to_front = !(|(arrival & nonempty)) || (pop && last && in_vc_i == gnt_index);
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            holding_q   <= {VCS{1'b0}};
            in_credit_q <= {VCS{1'b0}};
        end else if (enable_i) begin
            in_credit_q <= gnt_i;
            if (granted) holding_q <= sends_tail ? holding_q & ~gnt_i : holding_q | gnt_i;
        end
    end

    assign in_credit_o = in_credit_q;

    always @(posedge clk_i) begin
        if (granted) begin
            for (s = 0; s < VCS; s = s + 1) begin
                if (gnt_i[s]) begin
                    held_port_q[s*PORT_W +: PORT_W] <= gnt_port_i;
                    held_vc_q[s*VC_W +: VC_W]       <= gnt_vc_i;
                    if (behind_to_front) begin
                        route_q[s*ROUTE_W +: ROUTE_W] <= behind_route;
                    end else begin
                        // Of several legal outputs the packet goes on to the one it took.
                        route_q[s*ROUTE_W +: PORTS] <= gnt_output_i;
                    end
                end
            end
        end
        if (head_to_front) begin
            for (k = 0; k < VCS; k = k + 1) begin
                if (arrival[k]) route_q[k*ROUTE_W +: ROUTE_W] <= pin_route;
            end
        end
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

    `REQUIRE(!arrives || (|arrival), "a flit names a VC that exists")
    `REQUIRE(!arrives || in_flit_i[HEAD] != (|(open_q & arrival)), "a head after each tail")
    `REQUIRE((gnt_i & ~candidate) == {VCS{1'b0}}, "grants go to candidates")
    `ENSURE(!granted || flit[HEAD] != (|(holding_q & gnt_i)), "a head holds no output VC yet")

endmodule

`default_nettype wire
