// network_designs.h - the components of a network as designs to synthesise.

#pragma once

#include <filesystem>
#include <vector>

#include "model/topology/network.h"
#include "sim/studies/synthesis/design.h"

namespace turnpike::sim {

struct CountedDesign {
  Design design;
  unsigned count = 0;  // instances of it
};

// Each shape once: routers, interchanges, channels with registers. `root` has rtl/.
std::vector<CountedDesign> network_designs(const std::filesystem::path& root,
                                           const model::Network& network);

}  // namespace turnpike::sim
