// readme.h - the README of an emitted network.

#pragma once

#include <string>

#include "model/topology/network.h"
#include "sim/hardware/emit/network_module.h"
#include "sim/hardware/shapes/network_shapes.h"

namespace turnpike::sim {

// Markdown: pins, parameters, how tools read it. `adapter`, `axi`: at its terminals, or null.
// `is_board`: for an FPGA, with network_demonstrator.v and client.py.
std::string readme(const model::Network& network, const NetworkShapes& shapes,
                   const EmittedNames& names, const TerminalAdapter* adapter,
                   const Axi4Terminals* axi, bool has_bench, bool is_board);

}  // namespace turnpike::sim
