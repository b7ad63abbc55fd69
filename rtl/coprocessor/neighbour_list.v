// neighbour_list.v - turns the list of a near-neighbour broadcast into a set of dimensions.
//
// A word has two entries; the first word has the number of destinations and the first of them. The
// module requests one word at a time, each in the cycle after the previous response. Each entry
// must be a neighbour that the list has not named before.
// docs/timing.md, section 8.7 (LIST). Mirrored by model/coprocessor/message_unit.h.

`default_nettype none
`include "check.vh"

module neighbour_list #(
    parameter DIMENSIONS = 6  // 1 .. 12
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire [DIMENSIONS-1:0] node_i,

    input  wire                  start_i,
    input  wire [28:0]           block_i,         // its word 3 holds the number

    // Memory, in the cycles after start_i
    input  wire                  active_i,
    output wire                  read_valid_o,
    output wire [28:0]           read_address_o,
    input  wire                  gnt_i,
    input  wire                  response_i,
    input  wire [63:0]           data_i,

    // In the cycle of a response
    output wire                  done_o,          // that was the last destination, none is bad
    output wire [3:0]            error_o,         // 0: none
    output wire [DIMENSIONS-1:0] set_o            // of the dimensions, after it was done
);

    localparam [31:0] MOST            = DIMENSIONS;
    localparam [3:0]  BAD_LIST        = 4'd3;
    localparam [3:0]  DUPLICATE       = 4'd4;
    localparam [3:0]  NOT_A_NEIGHBOUR = 4'd5;

    reg  [28:0]           word_q;      // the next one to be read
    reg                   waiting_q;   // for a response
    reg                   begins_q;     // it will hold the number
    reg  [3:0]            number_q;      // destinations behind it
    reg  [DIMENSIONS-1:0] mask_q, mask_d;

    reg  [3:0]            error;
    reg  [3:0]            left;
    reg                   done;
    reg  [31:0]           difference;
    integer               i;

    // Destinations of this word, in order.
    always @* begin
        i          = 0;
        error      = 4'd0;
        left       = number_q;
        done       = 1'b0;
        difference = 32'd0;
        mask_d      = mask_q;
        if (active_i && response_i) begin
            if (begins_q) begin
                left = data_i[3:0];
                if (data_i[31:0] == 32'd0 || data_i[31:0] > MOST) error = BAD_LIST;
            end
            for (i = 0; i < 2; i = i + 1) begin
                if (!(begins_q && i == 0) && left != 4'd0 && error == 4'd0) begin
                    difference = data_i[32*i +: 32] ^ {{(32-DIMENSIONS){1'b0}}, node_i};
                    left       = left - 4'd1;
                    if (difference == 32'd0 || (|difference[31:DIMENSIONS])
                        || (|(difference[DIMENSIONS-1:0]
                              & (difference[DIMENSIONS-1:0] - 1'b1)))) error = NOT_A_NEIGHBOUR;
                    else if (|(difference[DIMENSIONS-1:0] & mask_d)) error = DUPLICATE;
                    mask_d = mask_d | difference[DIMENSIONS-1:0];
                end
            end
            done = left == 4'd0 && error == 4'd0;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            waiting_q <= 1'b0;
        end else if (active_i) begin
            if (gnt_i)           waiting_q <= 1'b1;
            else if (response_i) waiting_q <= 1'b0;
        end
    end
    always @(posedge clk_i) begin
        if (start_i) begin
            word_q  <= block_i + 29'd3;
            begins_q <= 1'b1;
            mask_q   <= {DIMENSIONS{1'b0}};
        end else if (active_i && response_i) begin
            word_q  <= word_q + 29'd1;
            begins_q <= 1'b0;
            number_q  <= left;
            mask_q   <= mask_d;
        end
    end

    assign read_valid_o   = active_i && !waiting_q;
    assign read_address_o = word_q;
    assign done_o         = done;
    assign error_o        = error;
    assign set_o          = mask_q;

    `REQUIRE(a_response_to_a_request, !(active_i && response_i && !waiting_q))

endmodule

`default_nettype wire
