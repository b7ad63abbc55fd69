// router_switch.v - a router without its routing unit: the switch, and pins for routes.
//
// A routing unit beside the switch (rtl/routing, or your own) computes, for the head on the pins of
// each input port, its output at the next router. With LOOKUP 1 a table names the outputs that the
// head may take at this router, and with LAYERS the layers of VCs. The legal turns are a parameter
// with a bit for each pair of ports, and the switch has no gates for other turns. docs/timing.md
// section 2 says what happens in which cycle. More than 20 parameters: as of router.v.
//
// Dally 1992; Dally & Towles, chapters 16 to 19. Mirrored by model/router/.

`default_nettype none
`include "check.vh"
`include "settled.vh"

module router_switch #(
    parameter PORTS           = 5,    // 2 .. 32, network ports first
    parameter LOCAL_PORTS     = 1,    // terminals, the last ports, 0 .. PORTS
    parameter VCS             = 4,    // virtual channels, 1 .. 16
    parameter DEPTH           = 4,    // flits per VC, 1 .. 64
    parameter DATA_W          = 32,   // flit data in bits, 8 .. 512
    parameter MESSAGE_CLASSES = 1,    // 1 .. 4; they share the VCs out evenly
    parameter ROOM            = (VCS > 1) ? DEPTH : (3 * DEPTH + 3) / 4,  // injection; 1: fair
    parameter PIPELINE        = 1,    // cycles per hop, 1 or 2
    parameter PATIENCE        = 256,  // active cycles before a waiting flit is privileged
    parameter DATELINE        = 0,    // 1: VCs are in dateline classes, and routes have a bit more
    parameter LOOKUP          = 0,    // 1: next_i are outputs at this router, of a table
    parameter CHOICES         = LOOKUP,  // 1: next_i may name several outputs for a head
    parameter LAYERS          = 1,    // with LOOKUP: of VCs in a message class; routes name them
    parameter ESCAPE          = 0,    // 1: of two layers the upper one is an escape
    parameter PACE            = 1,    // the most cycles from flit to flit at an output, 1 .. 1024
    parameter [PORTS*PORTS-1:0] TURNS    = {(PORTS*PORTS){1'b1}},  // row i: outputs of input i
    parameter [PORTS*PORTS-1:0] STRAIGHT = {(PORTS*PORTS){1'b0}},  // goes on in its direction
    parameter [PORTS*PORTS-1:0] YIELDS   = {(PORTS*PORTS){1'b0}},  // turns whose heads go last
    parameter [PORTS-1:0] ABSENT = {PORTS{1'b0}},  // no channel comes or goes there: no gates
    parameter ROUTE_W         = (ESCAPE != 0) ? 2 * PORTS  // derived
                                : PORTS + DATELINE + ((LAYERS > 1) ? LAYERS : 0),
    // Row o: bits of a route at the next router, behind output o, that can be high.
    parameter [PORTS*ROUTE_W-1:0] NEXTS = {(PORTS*ROUTE_W){1'b1}},
    // Derived, do not override.
    parameter FLIT_W          = DATA_W + 2,
    parameter VC_W            = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    enable_i,

    // Place, a constant: row o is the pause of output o after a flit, below PACE; ten bits
    input  wire [PORTS*10-1:0]     pauses_i,

    // Routing unit, of the heads on the pins
    input  wire [PORTS*ROUTE_W-1:0] next_i,     // {class 1 allowed, output at the next router}, or
                                                // {layers, outputs at this one}, or outputs at
                                                // this one on {layer 1, layer 0}
    input  wire [PORTS-1:0]        crossed_i,   // what goes straight on came over the dateline

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

    localparam GROUPS        = MESSAGE_CLASSES * (1 + DATELINE) * LAYERS;  // of VCs
    localparam NETWORK_PORTS = PORTS - LOCAL_PORTS;

    generate
        if (PORTS < 2 || PORTS > 32) begin : g_bad_ports
            ERROR_router_PORTS_must_be_2_to_32 u_error ();
        end
        if (LOCAL_PORTS < 0 || LOCAL_PORTS > PORTS) begin : g_bad_local_ports
            ERROR_router_LOCAL_PORTS_must_be_0_to_PORTS u_error ();
        end
        if (VCS < 1 || VCS > 16) begin : g_bad_vcs
            ERROR_router_VCS_must_be_1_to_16 u_error ();
        end
        if (MESSAGE_CLASSES < 1 || MESSAGE_CLASSES > 4
            || VCS % MESSAGE_CLASSES != 0) begin : g_bad_classes
            ERROR_router_MESSAGE_CLASSES_must_be_1_to_4_and_divide_VCS u_error ();
        end
        if (LAYERS < 1 || VCS % (MESSAGE_CLASSES * LAYERS) != 0) begin : g_bad_layers
            ERROR_router_MESSAGE_CLASSES_times_LAYERS_must_divide_VCS u_error ();
        end
        if (LAYERS > 1 && (LOOKUP == 0 || DATELINE != 0)) begin : g_no_layers
            ERROR_router_LAYERS_above_1_need_LOOKUP_1_and_DATELINE_0 u_error ();
        end
        if (CHOICES != 0 && LOOKUP == 0) begin : g_no_choices
            ERROR_router_CHOICES_1_needs_LOOKUP_1 u_error ();
        end
        if (ESCAPE != 0 && CHOICES == 0) begin : g_escape_is_a_choice
            ERROR_router_ESCAPE_needs_CHOICES_1 u_error ();
        end
        if (ESCAPE != 0 && LAYERS != 2) begin : g_no_escape
            ERROR_router_ESCAPE_needs_LAYERS_2 u_error ();
        end
        if (DATA_W < 8 || DATA_W > 512) begin : g_bad_data_w
            ERROR_router_DATA_W_must_be_8_to_512 u_error ();
        end
        if (PACE < 1 || PACE > 1024) begin : g_bad_pace
            ERROR_router_PACE_must_be_1_to_1024 u_error ();
        end
        if (PIPELINE < 1 || PIPELINE > 2) begin : g_bad_pipeline
            ERROR_router_PIPELINE_must_be_1_or_2 u_error ();
        end
    endgenerate

    // Rows of switch_core.v
    function automatic [PORTS*32-1:0] all_ports;
        input [31:0] value;
        all_ports = {PORTS{value}};
    endfunction

    function automatic [PORTS*PORTS-1:0] enters;  // from local ports
        input integer ports;
        integer       in_port;
        begin
            enters = {(PORTS*PORTS){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                enters[in_port*PORTS +: PORTS] = {PORTS{in_port >= NETWORK_PORTS}};
            end
        end
    endfunction

    function automatic [PORTS*ROUTE_W-1:0] in_nexts;  // behind any output of the input
        input integer ports;
        integer       in_port;
        integer       out_port;
        begin
            in_nexts = {(PORTS*ROUTE_W){1'b0}};
            for (in_port = 0; in_port < ports; in_port = in_port + 1) begin
                for (out_port = 0; out_port < ports; out_port = out_port + 1) begin
                    if (TURNS[in_port*PORTS + out_port]) begin
                        in_nexts[in_port*ROUTE_W +: ROUTE_W] = in_nexts[in_port*ROUTE_W +: ROUTE_W]
                            | NEXTS[out_port*ROUTE_W +: ROUTE_W];
                    end
                end
            end
        end
    endfunction

    // Only sources can give a head no output: routers compute one for each. Tables may have holes.
    localparam [2*PORTS-1:0] LOCAL  = {{PORTS{1'b1}}, {PORTS{1'b0}}} >> LOCAL_PORTS;
    localparam [PORTS-1:0]   STRAYS = (LOOKUP != 0) ? {PORTS{1'b1}} : LOCAL[PORTS-1:0];

    reg                      error_q;
    wire [PORTS*ROUTE_W-1:0] next;
    wire [PORTS-1:0]         op_sent;
    wire [PORTS-1:0]         op_pausing;
    wire                     idle;
    localparam               PAUSE_W = (PACE > 1) ? $clog2(PACE) : 1;
    `SETTLED(PORTS, in_valid_s, in_valid_i)
    wire unused = &{1'b0, pauses_i};

    genvar i;
    genvar o;

    generate
        for (o = 0; o < PORTS; o = o + 1) begin : g_output
            pause_counter #(
                .PACE (PACE)
            ) u_pause (
                .clk_i     (clk_i),
                .rst_i     (rst_i),
                .enable_i  (enable_i),
                .pause_i   (pauses_i[o*10 +: PAUSE_W]),
                .sent_i    (op_sent[o]),
                .pausing_o (op_pausing[o])
            );
        end
    endgenerate

    generate
        if (LOOKUP != 0) begin : g_lookup
            for (i = 0; i < PORTS; i = i + 1) begin : g_input
                assign next[i*ROUTE_W +: PORTS] = next_i[i*ROUTE_W +: PORTS]
                                                & TURNS[i*PORTS +: PORTS]
                                                & {PORTS{in_valid_s[i]}};
                if (ESCAPE != 0) begin : g_escape
                    assign next[i*ROUTE_W+PORTS +: PORTS] = next_i[i*ROUTE_W+PORTS +: PORTS]
                                                          & TURNS[i*PORTS +: PORTS]
                                                          & {PORTS{in_valid_s[i]}};
                end else if (LAYERS > 1) begin : g_layers
                    assign next[i*ROUTE_W+PORTS +: LAYERS] = next_i[i*ROUTE_W+PORTS +: LAYERS]
                                                           & {LAYERS{in_valid_s[i]}};
                end
            end
        end else begin : g_ahead
            assign next = next_i;
        end
    endgenerate

    switch_core #(
        .PORTS     (PORTS),
        .VCS       (VCS),
        .DATA_W    (DATA_W),
        .GROUPS    (GROUPS),
        .DATELINE  (DATELINE),
        .LAYERS    (LAYERS),
        .ESCAPE    (ESCAPE),
        .LOOKUP    (LOOKUP),
        .SEVERAL   (CHOICES),
        .PIPELINE  (PIPELINE),
        .PATIENCE  (PATIENCE),
        .DEPTHS    (all_ports($unsigned(DEPTH))),
        .ROOMS     (all_ports($unsigned(ROOM))),
        .TURNS     (TURNS),
        .ABSENT    (ABSENT),
        .ENTERS    (enters(PORTS)),
        .STRAIGHT  (STRAIGHT),
        .YIELDS    (YIELDS),
        .STRAYS    (STRAYS),
        .IN_NEXTS  (in_nexts(PORTS)),
        .OUT_NEXTS (NEXTS)
    ) u_core (
        .clk_i        (clk_i),
        .rst_i        (rst_i),
        .enable_i     (enable_i),
        .in_valid_i   (in_valid_i),
        .in_vc_i      (in_vc_i),
        .in_route_i   (in_route_i),
        .in_flit_i    (in_flit_i),
        .next_i       (next),
        .here_i       (next),
        .crossed_i    (crossed_i),
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

    assign idle_o = idle && !(|op_pausing);  // a pause counts on

    reg     unroutable;  // a head without an output is on the pins
    integer p;

    always @* begin
        unroutable = 1'b0;
        for (p = 0; p < PORTS; p = p + 1) begin
            if (in_valid_s[p] && in_flit_i[p*FLIT_W + DATA_W]) begin
                if (LOOKUP != 0) begin
                    if (next[p*ROUTE_W +: PORTS] == {PORTS{1'b0}}
                        && (ESCAPE == 0
                            || next[p*ROUTE_W + ROUTE_W - PORTS +: PORTS] == {PORTS{1'b0}})) begin
                        unroutable = 1'b1;
                    end
                end else if (p >= NETWORK_PORTS) begin
                    if ((in_route_i[p*ROUTE_W +: PORTS] & TURNS[p*PORTS +: PORTS])
                        == {PORTS{1'b0}}) unroutable = 1'b1;
                end
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) error_q <= 1'b0;
        else if (enable_i && unroutable) error_q <= 1'b1;
    end

    assign error_o = error_q;

endmodule

`default_nettype wire
