// sliced_source.h - C++ that evaluates 64 instances of a component at once, from its gates.
//
// Each net is a word, bit n of which belongs to instance n (a lane), so that one machine
// instruction serves a gate of 64 routers. The pins lie in memory as adapter/sliced_pins.h says,
// and adapter/sliced_bank.h calls what is written here. Why: docs/decisions.md, 31.

#pragma once

#include <string>

#include "sim/hardware/rtl_components/gate_netlist.h"
#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

// Source that adapter/sliced.cpp includes. `texts`: what a violated check of the netlist says,
// [check]. Throws std::runtime_error that names what cannot be written that way.
std::string sliced_source(const GateNetlist& netlist, const Shape& shape,
                          const std::vector<std::string>& texts);

}  // namespace turnpike::sim
