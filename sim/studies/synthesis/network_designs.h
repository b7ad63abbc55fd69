// network_designs.h - the components of a network as designs to synthesise.

#pragma once

#include <filesystem>
#include <vector>

#include "model/topology/network.h"
#include "sim/studies/synthesis/design.h"

namespace turnpike::sim {

struct CountedDesign {
  Design design;
  unsigned count = 0;    // instances of it
  bool is_part = false;  // of another design, with ports left out: only its cells are of interest
};

// Each shape once: routers, interchanges, channels with registers; routers with the same ports left
// out (absent_ports of network_shapes.h) are a shape. `root` has rtl/.
std::vector<CountedDesign> network_designs(const std::filesystem::path& root,
                                           const model::Network& network);

}  // namespace turnpike::sim
