// test_network.h - as much of a network as traffic looks at: nodes and radixes.

#pragma once

#include <vector>

#include "model/topology/network.h"

namespace turnpike::test {

// Radixes of a mesh; its nodes are their product.
inline model::Network nodes_with_radix(const std::vector<unsigned>& radix,
                                       unsigned local_channels = 1) {
  model::Network network;
  network.radix = radix;
  network.local_channels = local_channels;
  std::size_t nodes = local_channels;
  for (const unsigned k : radix) nodes *= k;
  network.terminals.resize(nodes);
  return network;
}

// An irregular network.
inline model::Network nodes_without_coordinates(std::size_t nodes) {
  model::Network network;
  network.topology = model::Topology::irregular;
  network.terminals.resize(nodes);
  return network;
}

}  // namespace turnpike::test
