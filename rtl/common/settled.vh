// settled.vh - a wire for combinational logic that a simulator may evaluate once a cycle.
//
//   `SETTLED(width, name, value)  a wire of this name with this value
//
// In every call of eval() Verilator evaluates what follows input pins, and after every rising edge
// what follows registers. Logic that follows both is so evaluated three times a cycle. If input
// pins change only while the clock is high, a testbench can define ONCE_A_CYCLE: a settled wire
// then takes its value at the falling edge, after which nothing changes up to the rising edge, and
// what follows from settled wires is evaluated once. Registers and output pins are the same.
// docs/performance.md has the figures.
//
// Modules settle the pins, and registers where their values meet those of pins. Names end in _s.
// A value must not follow from settled wires itself.

`ifndef SETTLED_VH
`define SETTLED_VH
`ifdef ONCE_A_CYCLE
`define SETTLED(width, name, value) \
    reg [(width)-1:0] name; \
    always @(negedge clk_i) name = value;
`else
`define SETTLED(width, name, value) wire [(width)-1:0] name = value;
`endif
`endif
