// some_networks.h - specs and networks that the topology tests share.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/topology/build.h"
#include "model/topology/route.h"

namespace turnpike::test {

inline model::TopologySpec spec_of(model::TopologyKind kind, std::vector<unsigned> radix,
                                   bool bidirectional = true) {
  model::TopologySpec spec;
  spec.kind = kind;
  spec.radix = std::move(radix);
  spec.bidirectional = bidirectional;
  return spec;
}

inline model::TopologySpec irregular(std::vector<std::pair<unsigned, unsigned>> links) {
  model::TopologySpec spec;
  spec.kind = model::TopologyKind::irregular;
  spec.links = std::move(links);
  return spec;
}

// Ten switches of degree three, root 6.
inline model::TopologySpec ten_switches() {
  model::TopologySpec spec = irregular({{0, 2},
                                        {0, 4},
                                        {0, 9},
                                        {1, 2},
                                        {1, 4},
                                        {1, 9},
                                        {2, 6},
                                        {3, 6},
                                        {3, 7},
                                        {3, 8},
                                        {4, 6},
                                        {5, 7},
                                        {5, 8},
                                        {5, 9},
                                        {7, 8}});
  spec.root = 6;
  return spec;
}

inline model::Network build(const model::TopologySpec& topology, unsigned virtual_channels = 2) {
  model::RouterSpec router;
  router.virtual_channels = virtual_channels;
  return model::build_network(topology, router, model::LinkSpec{});
}

// Calls check(from, to, path) for every pair of terminals.
template <class Check>
void for_all_pairs(const model::Network& network, Check check) {
  const model::Wiring wiring(network);
  const auto nodes = static_cast<model::NodeId>(network.terminals.size());
  for (model::NodeId from = 0; from < nodes; ++from) {
    for (model::NodeId to = 0; to < nodes; ++to) {
      check(from, to, model::route(network, wiring, from, to));
    }
  }
}

// Channels whose ends lie on different sides, the upper half of the terminals being one side.
inline std::size_t channels_across_the_middle(const model::Network& network) {
  const std::size_t half = network.components.size() / 2;
  std::size_t count = 0;
  for (const model::Channel& channel : network.channels) {
    if ((channel.from < half) != (channel.to < half)) ++count;
  }
  return count;
}

}  // namespace turnpike::test
