// match_hints.v - which VC each input should select, and which input each output should prefer.
//
// A separable matching of all input VCs to outputs, output first, a cycle or two ahead of the
// switch: it sees what the VCs ask for, not only what is presented. It only sets preferences: a
// hint that has become wrong costs a slot. docs/timing.md section 2, Hints.
//
// Dally & Towles, chapter 19 (separable allocation).
// Mirrored by model/router/router_step.h.

`default_nettype none
`include "check.vh"

module match_hints #(
    parameter                     PORTS = 5,  // 2 .. 32
    parameter                     VCS   = 2,  // 2 .. 16
    parameter [PORTS*PORTS-1:0]   TURNS = {(PORTS*PORTS){1'b1}}
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       enable_i,

    input  wire                       active_i,
    input  wire [PORTS*VCS*PORTS-1:0] ivc_req_i,   // of each input VC: one-hot or zero

    output wire [PORTS*VCS-1:0]       ivc_hint_o,  // of each input: one-hot or zero
    output wire [PORTS*PORTS-1:0]     op_ip_hint_o // of each output: one-hot or zero
);

    `include "turn_lists.vh"

    reg  [1:0]             turn_q;        // order of the inputs, the same for all outputs
    reg  [PORTS*VCS-1:0]   ivc_hint_q;
    reg  [PORTS*PORTS-1:0] op_ip_hint_q;

    reg  [PORTS*PORTS-1:0] ip_op_req;     // some VC of the input
    wire [PORTS*PORTS-1:0] ip_op_chosen;  // the output prefers the input
    reg  [PORTS*VCS-1:0]   ivc_hint;
    reg  [PORTS*PORTS-1:0] op_ip_hint;
    reg                    found;
    integer                i;
    integer                v;
    integer                o;

    always @* begin
        ip_op_req = {(PORTS*PORTS){1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
            for (v = 0; v < VCS; v = v + 1) begin
                ip_op_req[i*PORTS +: PORTS] = ip_op_req[i*PORTS +: PORTS]
                                            | ivc_req_i[(i*VCS+v)*PORTS +: PORTS];
            end
        end
    end

    genvar g;
    genvar k;

    generate
        for (g = 0; g < PORTS; g = g + 1) begin : g_output
            localparam INPUTS = inputs_of(g);
            wire [PORTS-1:0] chosen;
            if (INPUTS > 0) begin : g_arbiter
                wire [INPUTS-1:0] req;
                wire [INPUTS-1:0] gnt;
                for (k = 0; k < INPUTS; k = k + 1) begin : g_in
                    assign req[k] = ip_op_req[input_of(g, k)*PORTS + g];
                    assign chosen[input_of(g, k)] = gnt[k];
                end
                hint_arbiter #(
                    .INPUTS (INPUTS)
                ) u_arbiter (
                    .req_i  (req),
                    .turn_i (turn_q),
                    .gnt_o  (gnt)
                );
            end
            for (k = 0; k < PORTS; k = k + 1) begin : g_row
                if (TURNS[k*PORTS + g]) begin : g_turn
                    assign ip_op_chosen[k*PORTS + g] = chosen[k];
                end else begin : g_never
                    assign chosen[k]                 = 1'b0;
                    assign ip_op_chosen[k*PORTS + g] = 1'b0;
                end
            end
            wire unused = &{1'b0, chosen};
        end
    endgenerate

    // An input takes the first of its VCs that asks for an output that chose it, from a VC that
    // changes with the turn: so none is passed over for ever.
    reg  [VCS-1:0] from;  // VCs from that one up
    wire signed [31:0] quarter = $signed({30'd0, turn_q[0], turn_q[1]});
    reg  [PORTS-1:0] asks;
    reg  [VCS-1:0] won;
    reg  [VCS-1:0] later;

    always @* begin
        for (v = 0; v < VCS; v = v + 1) begin
            from[v] = (4*v + 3) / VCS >= quarter;
        end
    end

    always @* begin
        ivc_hint   = {(PORTS*VCS){1'b0}};
        op_ip_hint = {(PORTS*PORTS){1'b0}};
        asks       = {PORTS{1'b0}};
        won        = {VCS{1'b0}};
        later      = {VCS{1'b0}};
        o          = 0;
        for (i = 0; i < PORTS; i = i + 1) begin
            for (v = 0; v < VCS; v = v + 1) begin
                won[v] = |(ip_op_chosen[i*PORTS +: PORTS] & ivc_req_i[(i*VCS+v)*PORTS +: PORTS]);
            end
            later = (|(won & from)) ? won & from : won;
            found = 1'b0;
            for (v = 0; v < VCS; v = v + 1) begin
                ivc_hint[i*VCS + v] = later[v] && !found;
                // What the hinted one asks for; who was chosen has one.
                if (v == 0 || ivc_hint[i*VCS + v]) begin
                    asks = ivc_req_i[(i*VCS+v)*PORTS +: PORTS];
                end
                found = found || later[v];
            end
            for (o = 0; o < PORTS; o = o + 1) begin
                op_ip_hint[o*PORTS + i] = ip_op_chosen[i*PORTS + o] && asks[o];
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            turn_q       <= 2'd0;
            ivc_hint_q   <= {(PORTS*VCS){1'b0}};
            op_ip_hint_q <= {(PORTS*PORTS){1'b0}};
        end else if (enable_i) begin
            if (active_i) turn_q <= turn_q + 2'd1;
            ivc_hint_q   <= ivc_hint;
            op_ip_hint_q <= op_ip_hint;
        end
    end

    assign ivc_hint_o   = ivc_hint_q;
    assign op_ip_hint_o = op_ip_hint_q;

`ifdef FORMAL
    reg [PORTS*VCS*PORTS-1:0] f_req_q;  // what was asked for when the hints were made
    reg                       f_bad_req;
    reg                       f_several;
    reg                       f_unasked;
    reg                       f_unmatched;
    reg [PORTS-1:0]           f_asks;
    reg [PORTS-1:0]           f_hinted;
    integer                   f_i;
    integer                   f_v;
    integer                   f_o;
    always @(posedge clk_i) begin
        if (rst_i) f_req_q <= {(PORTS*VCS*PORTS){1'b0}};
        else if (enable_i) f_req_q <= ivc_req_i;
    end
    always @* begin
        f_bad_req   = 1'b0;
        f_several   = 1'b0;
        f_unasked   = 1'b0;
        f_unmatched = 1'b0;
        f_asks      = {PORTS{1'b0}};
        f_hinted    = {PORTS{1'b0}};
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1) begin
            f_asks = {PORTS{1'b0}};  // the hinted VC of the input
            for (f_v = 0; f_v < VCS; f_v = f_v + 1) begin
                f_hinted  = ivc_req_i[(f_i*VCS+f_v)*PORTS +: PORTS];
                f_bad_req = f_bad_req || (|(f_hinted & (f_hinted - 1'b1)))
                          || (|(f_hinted & ~TURNS[f_i*PORTS +: PORTS]));
                if (ivc_hint_q[f_i*VCS + f_v]) begin
                    f_several = f_several || (|f_asks);
                    f_asks    = f_asks | f_req_q[(f_i*VCS+f_v)*PORTS +: PORTS];
                    f_unasked = f_unasked || !(|f_req_q[(f_i*VCS+f_v)*PORTS +: PORTS]);
                end
            end
            for (f_o = 0; f_o < PORTS; f_o = f_o + 1) begin
                f_unmatched = f_unmatched || (op_ip_hint_q[f_o*PORTS + f_i] != f_asks[f_o]);
            end
        end
        for (f_o = 0; f_o < PORTS; f_o = f_o + 1) begin
            f_hinted  = op_ip_hint_q[f_o*PORTS +: PORTS];
            f_several = f_several || (|(f_hinted & (f_hinted - 1'b1)));
        end
    end
    `REQUIRE(!f_bad_req, "a VC asks for one output that it can go to")
    `ENSURE(!f_several, "one hint for each input and each output")
    `ENSURE(!f_unasked, "a hint for what was asked for")
    `ENSURE(!f_unmatched, "inputs and outputs agree")
    `ENSURE((|ivc_hint_q) == (|f_req_q), "if anybody asks there is a hint")
`endif

endmodule

`default_nettype wire
