// cells.h - modules that represent shapes, in an emitted network and in the simulator.
//
// A cell is an RTL module with its parameters: all instances of one shape are instances of one
// module without parameters, which a synthesis tool builds once.

#pragma once

#include <string>
#include <vector>

#include "sim/hardware/shapes/shape.h"
#include "sim/hardware/shapes/verilog.h"

namespace turnpike::sim {

// Widths of the pins of one port of a shape.
struct PortWidths {
  explicit PortWidths(const Shape& shape);

  unsigned vc;
  unsigned credit;
  unsigned route;
  unsigned flit;
};

// What a module has beside the pins of every channel, by its name.
struct CellPins {
  explicit CellPins(const Shape& shape);

  bool takes_routes;  // in_route_i
  bool gives_routes;  // out_route_o
  bool has_place;     // node_i, limit_i
  bool is_express;    // dimension_i, connected_i, paced_i
  bool has_pauses;    // pauses_i
  bool has_queue;     // queue_o
  bool has_status;    // error_o, idle_o
};

// Value of a parameter of the shape, which has it.
unsigned parameter_of(const Shape& shape, const std::string& name);

// Of an emitted network.
VerilogModule cell_module(const std::string& name, const Shape& shape);
// In the simulator, with the name that the shape gives it. The simulator evaluates logic that
// depends on inputs and registers twice a cycle, before and after the clock edge. Here enable is
// high only before it: the harness turns phase_i over in each cycle that counts, and the edge makes
// phase_q equal to it again. A cycle in which phase_i is left alone does not count. phase_q has no
// reset: whatever it starts with, the first cycle of the reset makes it equal to phase_i.
VerilogModule simulated_cell(const Shape& shape);

// Bits that tell so many values apart, at least one.
unsigned bits_for(unsigned values);

}  // namespace turnpike::sim
