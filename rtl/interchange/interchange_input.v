// interchange_input.v - one input port of an interchange: VC buffers and state of the packets.
//
// Each VC offers the front flit of its buffer to the switch; with PIPELINE 1 also the flit on
// the pins, when the buffer of its VC is empty. The route of a packet comes from the routing unit
// while its head is on the pins. It waits in the front route of the VC, or, behind other flits,
// in the route memory of vc_buffer. Once the head was granted the route is the one output that
// it took, until the tail has left; the output VC follows from the VC and needs no register.
//
// Dally 1991, IV (input state); Dally & Towles, chapter 16.
// Mirrored by model/interchange/interchange_core.h.

`default_nettype none
`include "check.vh"

module interchange_input #(
    parameter OUTPUTS  = 2,   // outputs that a packet from here can take
    parameter VCS      = 4,   // virtual channels, 1 .. 16
    parameter DEPTH    = 4,   // flits per VC, 1 .. 64
    parameter DATA_W   = 32,  // flit data in bits, 8 .. 256
    parameter PIPELINE = 1,   // cycles per hop, 1 or 2
    // Derived, do not override.
    parameter FLIT_W   = DATA_W + 2,
    parameter VC_W     = (VCS > 1) ? $clog2(VCS) : 1
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   enable_i,

    // Upstream; the credit goes back through interchange.v
    input  wire                   in_valid_i,
    input  wire [VC_W-1:0]        in_vc_i,
    input  wire [FLIT_W-1:0]      in_flit_i,
    input  wire [OUTPUTS-1:0]     in_route_i,    // of the head on the pins

    // To the VC selector
    output wire [VCS-1:0]         candidate_o,   // the VC has a flit to send
    output wire [VCS-1:0]         holding_o,     // its packet holds an output VC
    output wire [VCS*OUTPUTS-1:0] route_o,       // outputs that it may take, or holds

    // From the VC selector: which VC sends, and to where
    input  wire [VCS-1:0]         gnt_i,         // one-hot or zero
    input  wire [VC_W-1:0]        gnt_index_i,   // the same as a number
    input  wire [OUTPUTS-1:0]     gnt_output_i,  // one-hot

    // To the crossbar
    output wire [FLIT_W-1:0]      flit_o,

    // Status
    output wire [VCS-1:0]         nonempty_o
);

    localparam HEAD = DATA_W;
    localparam TAIL = DATA_W + 1;

    localparam [VCS-1:0]         VC_0    = {VCS{1'b1}} >> (VCS - 1);
    localparam [VCS*OUTPUTS-1:0] ROUTE_0 = {(VCS*OUTPUTS){1'b1}} >> ((VCS - 1) * OUTPUTS);

    generate
        if (OUTPUTS < 1) begin : g_bad_outputs
            ERROR_interchange_input_OUTPUTS_must_be_at_least_1 u_error ();
        end
        if (PIPELINE < 1 || PIPELINE > 2) begin : g_bad_pipeline
            ERROR_interchange_input_PIPELINE_must_be_1_or_2 u_error ();
        end
        if (DATA_W < 8 || DATA_W > 256) begin : g_bad_data_w
            ERROR_interchange_input_DATA_W_must_be_8_to_256 u_error ();
        end
    endgenerate

    reg [VCS-1:0]         holding_q, holding_d;  // the front packet holds an output VC
    reg [VCS*OUTPUTS-1:0] route_q, route_d;      // of the front packets

    // The flit on the pins
    wire                   arrives = enable_i && in_valid_i;
    reg  [VCS-1:0]         arrival;              // one-hot: its VC
    reg  [VCS*OUTPUTS-1:0] arrival_mask;
    reg                    passes;               // its buffer is empty: it may pass by
    reg  [VCS-1:0]         candidate;
    reg  [VCS*OUTPUTS-1:0] route;                // of the candidates

    // The granted flit
    wire                   sends     = |gnt_i;
    wire                   from_pins = sends && passes && in_vc_i == gnt_index_i;
    wire                   pop       = sends && !from_pins;
    wire                   push      = arrives && !from_pins;
    wire [VCS-1:0]         nonempty;
    wire [FLIT_W-1:0]      front_flit;
    wire [OUTPUTS-1:0]     behind_route;
    wire                   last;
    reg  [FLIT_W-1:0]      flit;
    reg  [VCS*OUTPUTS-1:0] gnt_mask;
    reg                    to_front;             // a head that comes is the next front of its VC

    vc_buffer #(
        .VCS     (VCS),
        .DEPTH   (DEPTH),
        .FLIT_W  (FLIT_W),
        .ROUTE_W (OUTPUTS)
    ) u_vc_buffer (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .push_i         (push),
        .push_vc_i      (in_vc_i),
        .push_flit_i    (in_flit_i),
        .push_route_i   (in_route_i),
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
        arrival_mask = {(VCS*OUTPUTS){1'b0}};
        passes       = 1'b0;
        candidate    = enable_i ? nonempty : {VCS{1'b0}};
        route        = route_q;
        if (arrives) begin
            arrival      = VC_0 << in_vc_i;
            arrival_mask = ROUTE_0 << (in_vc_i * OUTPUTS);
            if (PIPELINE == 1) begin
                passes    = !(|(arrival & nonempty));
                candidate = arrival | nonempty;
                if (passes && in_flit_i[HEAD]) begin
                    route = (route_q & ~arrival_mask) | ({VCS{in_route_i}} & arrival_mask);
                end
            end
        end
    end

    assign candidate_o = candidate;
    assign holding_o   = holding_q;
    assign route_o     = route;
    assign nonempty_o  = nonempty;

    always @* begin
        flit = {FLIT_W{1'b0}};
        if (sends) flit = from_pins ? in_flit_i : front_flit;
    end

    assign flit_o = flit;

    // The front packets of the next cycle
    wire [OUTPUTS-1:0] next_route = flit[TAIL] ? behind_route : gnt_output_i;

    always @* begin
        holding_d = holding_q;
        route_d   = route_q;
        gnt_mask  = {(VCS*OUTPUTS){1'b0}};
        to_front  = 1'b0;
        if (sends) begin
            gnt_mask  = ROUTE_0 << (gnt_index_i * OUTPUTS);
            holding_d = flit[TAIL] ? holding_q & ~gnt_i : holding_q | gnt_i;
            route_d   = (route_q & ~gnt_mask) | ({VCS{next_route}} & gnt_mask);
        end
        if (push && in_flit_i[HEAD]) begin
            to_front = !(|(arrival & nonempty)) || (pop && last && in_vc_i == gnt_index_i);
            if (to_front) begin
                route_d = (route_d & ~arrival_mask) | ({VCS{in_route_i}} & arrival_mask);
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            holding_q <= {VCS{1'b0}};
        end else if (sends) begin
            holding_q <= holding_d;
        end
    end

    always @(posedge clk_i) begin
        if (sends || to_front) route_q <= route_d;
    end

    // The state of each VC as one reads it in a waveform; synthesis removes it.
    localparam [1:0] EMPTY     = 2'd0;  // no flit
    localparam [1:0] HEAD_WAIT = 2'd1;  // a head that holds no output VC yet
    localparam [1:0] ADVANCING = 2'd2;  // a flit is granted
    localparam [1:0] BLOCKED   = 2'd3;  // a body waits for a credit or its turn
    wire [2*VCS-1:0] state;
    wire             unused = &{1'b0, state};
    genvar           g;

    generate
        for (g = 0; g < VCS; g = g + 1) begin : g_state
            assign state[2*g +: 2] = gnt_i[g]      ? ADVANCING
                                   : !candidate[g] ? EMPTY
                                   : holding_q[g]  ? BLOCKED
                                   :                 HEAD_WAIT;
        end
    endgenerate

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
    `REQUIRE((gnt_i & ~candidate) == {VCS{1'b0}}, "grants go to candidates")
    `ENSURE(!sends || flit[HEAD] != holding_q[gnt_index_i], "a head holds no output VC yet")
`endif

endmodule

`default_nettype wire
