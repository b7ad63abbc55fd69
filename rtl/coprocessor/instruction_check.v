// instruction_check.v - decodes the fields of a header block, and finds the errors in them.
//
// Combinational. neighbour_list checks the list of a near-neighbour broadcast.
// docs/coprocessor.md, sections 2 and 5; docs/timing.md, section 8.7 (CHECK). Mirrored by
// model/coprocessor/message_unit.h.

`default_nettype none

module instruction_check #(
    parameter DIMENSIONS = 6  // 1 .. 12
) (
    input  wire [DIMENSIONS-1:0] node_i,
    input  wire [2:0]            operation_i,
    input  wire [63:0]           word1_i,
    input  wire [63:0]           word2_i,

    output wire [31:0]           peer_o,    // destination or source
    output wire [17:0]           type_o,    // no overrun checking, any, type
    output wire                  adaptive_o,
    output wire [31:0]           length_o,
    output wire [31:0]           buffer_o,
    output wire [3:0]            error_o    // 0: none
);

    localparam [2:0] SEND    = 3'd0;
    localparam [2:0] RECEIVE = 3'd3;

    localparam [3:0] UNKNOWN_NODE  = 4'd1;
    localparam [3:0] OWN_NODE      = 4'd2;
    localparam [3:0] RESERVED_BITS = 4'd7;

    reg  [3:0]  error;
    reg         has_peer;
    reg         reserved;

    wire        is_pair = operation_i == SEND || operation_i == RECEIVE;
    wire [31:0] peer    = word1_i[31:0];
    wire [31:0] kind    = is_pair ? word1_i[63:32] : word1_i[31:0];

    always @* begin
        has_peer = 1'b0;
        reserved = |kind[31:16];
        if (operation_i == SEND) begin
            has_peer = 1'b1;
            reserved = kind[31] || (|kind[29:16]);
        end
        if (operation_i == RECEIVE) begin
            has_peer = peer != 32'hffffffff;
            reserved = |kind[30:17];
        end
        error = 4'd0;
        if (reserved) begin
            error = RESERVED_BITS;
        end else if (has_peer) begin
            if (|peer[31:DIMENSIONS])                error = UNKNOWN_NODE;
            else if (peer[DIMENSIONS-1:0] == node_i) error = OWN_NODE;
        end
    end

    assign peer_o     = peer;
    assign type_o     = {kind[31], kind[16:0]};
    assign adaptive_o = kind[30];
    assign length_o   = is_pair ? word2_i[31:0] : word1_i[63:32];
    assign buffer_o   = is_pair ? word2_i[63:32] : word2_i[31:0];
    assign error_o    = error;

endmodule

`default_nettype wire
