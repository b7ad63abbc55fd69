// instruction_port.v - holds one instruction until the message unit takes it, and decides whether
// it is a block, a release or an error.
//
// The error and the released buffer belong to the cycle in which the message unit takes the
// instruction; an error is on the pins in the next cycle. An instruction names a buffer by its
// data, which begin 32 bytes behind the beginning of the buffer.
// docs/timing.md, section 8.7 (instruction port, IDLE). Mirrored by
// model/coprocessor/message_unit.h.

`default_nettype none

module instruction_port #(
    parameter BUFFERS  = 16,  // system buffers, 1 .. 64
    // Derived, do not override.
    parameter BUFFER_W = (BUFFERS > 1) ? $clog2(BUFFERS) : 1
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                enable_i,
    input  wire [31:0]         system_base_i,
    input  wire [4:0]          system_size_log2_i,

    // From the processor
    input  wire                instruction_valid_i,
    input  wire [2:0]          operation_i,
    input  wire [31:0]         pointer_i,
    output wire                instruction_ready_o,
    output wire                error_valid_o,
    output wire [7:0]          error_code_o,
    output wire [31:0]         error_pointer_o,

    // To the message unit; the instruction is held until it is taken
    output wire                held_o,
    input  wire                take_i,
    output wire                is_block_o,    // it has a header block
    output wire [2:0]          operation_o,
    output wire [28:0]         block_o,

    // To the system buffers
    output wire [BUFFER_W-1:0] buffer_o,      // that the pointer means
    input  wire                given_i,       // it can be released
    output wire                release_o
);

    localparam [2:0]  LAST_OPERATION     = 3'd4;
    localparam [2:0]  RELEASE            = 3'd4;
    localparam [7:0]  MISALIGNED_POINTER = 8'd16;
    localparam [7:0]  BAD_RELEASE        = 8'd17;
    localparam [7:0]  UNKNOWN_OPERATION  = 8'd18;
    localparam [31:0] BUFFERS_32         = BUFFERS;

    reg         held_q;
    reg  [2:0]  operation_q;
    reg  [31:0] pointer_q;
    reg         error_valid_q;
    reg  [7:0]  error_code_q;
    reg  [31:0] error_pointer_q;

    reg  [31:0] offset_q;  // of the pointer, from the data of the first buffer
    reg  [31:0] number;    // of the buffer
    reg         is_buffer;
    reg  [7:0]  error;     // 0: none

    wire        accepts    = enable_i && instruction_valid_i && !held_q;
    wire        misaligned = pointer_q[31:3] == 29'd0 || pointer_q[2:0] != 3'd0;

    always @* begin
        number    = 32'd0;
        is_buffer = 1'b0;
        if (held_q && operation_q == RELEASE) begin
            number    = offset_q >> system_size_log2_i;
            is_buffer = number < BUFFERS_32
                        && (offset_q & ~({32{1'b1}} << system_size_log2_i)) == 32'd0;
        end
    end

    always @* begin
        error = 8'd0;
        if (operation_q > LAST_OPERATION) begin
            error = UNKNOWN_OPERATION;
        end else if (operation_q == RELEASE) begin
            if (!is_buffer || !given_i) error = BAD_RELEASE;
        end else if (misaligned) begin
            error = MISALIGNED_POINTER;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            held_q        <= 1'b0;
            error_valid_q <= 1'b0;
        end else if (enable_i) begin
            if (accepts)     held_q <= 1'b1;
            else if (take_i) held_q <= 1'b0;
            error_valid_q <= take_i && error != 8'd0;
        end
    end
    always @(posedge clk_i) begin
        if (accepts) begin
            operation_q <= operation_i;
            pointer_q   <= pointer_i;
            offset_q    <= pointer_i - system_base_i - 32'd32;
        end
        if (take_i && error != 8'd0) begin
            error_code_q    <= error;
            error_pointer_q <= pointer_q;
        end
    end

    assign instruction_ready_o = !held_q;
    assign error_valid_o       = error_valid_q;
    assign error_code_o        = error_code_q;
    assign error_pointer_o     = error_pointer_q;
    assign held_o              = held_q;
    assign is_block_o          = operation_q < RELEASE && !misaligned;
    assign operation_o         = operation_q;
    assign block_o             = pointer_q[31:3];
    assign buffer_o            = number[BUFFER_W-1:0];
    assign release_o           = take_i && operation_q == RELEASE && error == 8'd0;

endmodule

`default_nettype wire
