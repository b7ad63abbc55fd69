// pace_register.v - registers, beside each router, for the signals that go to a whole network.
//
// Reset, enable and time start in one place and reach tens of thousands of registers all over the
// FPGA. Each router has a copy for itself and its terminals. All copies are one clock late, which
// changes no result. The module keeps its hierarchy; otherwise synthesis would merge the equal
// copies.
// No mirror: wires.

`default_nettype none

(* keep_hierarchy *)
module pace_register (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        enable_i,
    input  wire        measured_i,
    input  wire [15:0] time_i,
    output wire        rst_o,
    output wire        enable_o,
    output wire        measured_o,
    output wire [15:0] time_o
);

    reg        rst_q = 1'b1;  // as an FPGA begins
    reg        enable_q;
    reg        measured_q;
    reg [15:0] time_q;

    always @(posedge clk_i) begin
        rst_q      <= rst_i;
        enable_q   <= enable_i;
        measured_q <= measured_i;
        time_q     <= time_i;
    end

    assign rst_o      = rst_q;
    assign enable_o   = enable_q;
    assign measured_o = measured_q;
    assign time_o     = time_q;

endmodule

`default_nettype wire
