// settled.vh - a wire for combinational logic that a simulator needs to evaluate once a cycle.
//
//   `SETTLED(width, name, value)  declares the wire `name` with this value
//
// In every call of eval() Verilator evaluates the logic behind input pins, and after every rising
// edge the logic behind registers. It evaluates logic behind both three times a cycle. A testbench
// that changes input pins only while the clock is high can define ONCE_A_CYCLE. A settled wire then
// takes its value at the falling edge, after which nothing changes until the rising edge, so the
// logic behind settled wires is evaluated once. Registers and output pins have the same values.
// docs/performance.md has the figures.
//
// Modules settle pins, and registers where their values meet those of pins. The names end in _s.
// A settled value must not depend on another settled wire.

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
