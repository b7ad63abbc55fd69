// event_registers.v - records pending interrupts, the last errors, and counters of events.
//
// An event on the pins in cycle t is in the registers in t + 1. The module counts events of the
// co-processor only while enable_i is high, and events of the bus always. An event in the cycle in
// which its pending bit is cleared stays pending. Counters wrap. interrupt_o is a level, and
// follows one cycle later. Mirrored by model/adapters/axi_registers.h.

`default_nettype none
`include "check.vh"

module event_registers (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        enable_i,  // low: this cycle does not count for the co-processor

    // Events of the co-processor
    input  wire        sent_i,
    input  wire        received_i,
    input  wire        error_valid_i,
    input  wire [7:0]  error_code_i,
    input  wire [31:0] error_pointer_i,
    // Events of the memory's bus
    input  wire        read_error_i,
    input  wire        write_error_i,
    input  wire [31:0] error_address_i,

    // Interrupts: 0 sent, 1 received, 2 error, 3 bus error
    input  wire [3:0]  clear_i,
    input  wire [3:0]  interrupts_i,  // those that are enabled
    output wire [3:0]  pending_o,
    output wire        interrupt_o,

    // Registers
    output wire [7:0]  error_code_o,
    output wire [31:0] error_pointer_o,
    output wire [31:0] bus_error_address_o,
    output wire [31:0] sent_o,
    output wire [31:0] received_o,
    output wire [31:0] errors_o,
    output wire [31:0] bus_errors_o,
    output wire [63:0] cycles_o
);

    reg [3:0]  pending_q;
    reg        interrupt_q;
    reg [7:0]  error_code_q;
    reg [31:0] error_pointer_q;
    reg [31:0] bus_error_address_q;
    reg [31:0] sent_q;
    reg [31:0] received_q;
    reg [31:0] errors_q;
    reg [31:0] bus_errors_q;
    reg [63:0] cycles_q;

    wire       sent      = sent_i && enable_i;
    wire       received  = received_i && enable_i;
    wire       error     = error_valid_i && enable_i;
    wire       bus_error = read_error_i || write_error_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            pending_q           <= 4'd0;
            interrupt_q         <= 1'b0;
            error_code_q        <= 8'd0;
            error_pointer_q     <= 32'd0;
            bus_error_address_q <= 32'd0;
            sent_q              <= 32'd0;
            received_q          <= 32'd0;
            errors_q            <= 32'd0;
            bus_errors_q        <= 32'd0;
            cycles_q            <= 64'd0;
        end else begin
            pending_q   <= (pending_q & ~clear_i) | {bus_error, error, received, sent};
            interrupt_q <= |(pending_q & interrupts_i);
            if (enable_i) cycles_q   <= cycles_q + 64'd1;
            if (sent)     sent_q     <= sent_q + 32'd1;
            if (received) received_q <= received_q + 32'd1;
            if (error) begin
                errors_q        <= errors_q + 32'd1;
                error_code_q    <= error_code_i;
                error_pointer_q <= error_pointer_i;
            end
            if (bus_error) begin
                bus_errors_q        <= bus_errors_q + {31'd0, read_error_i} +
                                       {31'd0, write_error_i};
                bus_error_address_q <= error_address_i;
            end
        end
    end

    assign pending_o           = pending_q;
    assign interrupt_o         = interrupt_q;
    assign error_code_o        = error_code_q;
    assign error_pointer_o     = error_pointer_q;
    assign bus_error_address_o = bus_error_address_q;
    assign sent_o              = sent_q;
    assign received_o          = received_q;
    assign errors_o            = errors_q;
    assign bus_errors_o        = bus_errors_q;
    assign cycles_o            = cycles_q;

`ifdef FORMAL
    // Each kind of event is pending from its cycle until software clears it.
    reg [3:0] f_due_q;
    always @(posedge clk_i) begin
        if (rst_i) begin
            f_due_q <= 4'd0;
        end else begin
            if (clear_i[0])                    f_due_q[0] <= 1'b0;
            if (clear_i[1])                    f_due_q[1] <= 1'b0;
            if (clear_i[2])                    f_due_q[2] <= 1'b0;
            if (clear_i[3])                    f_due_q[3] <= 1'b0;
            if (sent_i && enable_i)            f_due_q[0] <= 1'b1;
            if (received_i && enable_i)        f_due_q[1] <= 1'b1;
            if (error_valid_i && enable_i)     f_due_q[2] <= 1'b1;
            if (read_error_i || write_error_i) f_due_q[3] <= 1'b1;
        end
    end
    `ENSURE(pending_until_it_is_cleared, pending_o == f_due_q)
`endif

endmodule

`default_nettype wire
