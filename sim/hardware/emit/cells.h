// cells.h - the modules of an emitted network that stand for its shapes.
//
// A cell is an RTL module with its parameters: all instances of one shape are instances of one
// module without parameters, which a synthesis tool builds once.

#pragma once

#include <string>
#include <vector>

#include "sim/hardware/emit/verilog.h"
#include "sim/hardware/shapes/shape.h"

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
  bool has_queue;     // queue_o
  bool has_status;    // error_o, idle_o
};

// Value of a parameter of the shape, which has it.
unsigned parameter_of(const Shape& shape, const std::string& name);

VerilogModule cell_module(const std::string& name, const Shape& shape);

}  // namespace turnpike::sim
