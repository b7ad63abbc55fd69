// hop_counter.h - how many channels a packet crosses between routers on its way from node to node.
//
// All paths that a routing function permits between two nodes have the same length, so the number
// is exact although no hop is counted. A pair that was asked for before needs no allocation.

#pragma once

#include <cstdint>
#include <vector>

#include "model/topology/network.h"
#include "model/topology/wiring.h"

namespace turnpike::api {

class HopCounter {
 public:
  // `network` outlives it.
  explicit HopCounter(const model::Network& network);

  std::uint32_t hops(model::NodeId from, model::NodeId to);

 private:
  std::uint32_t along_dimensions(model::NodeId from, model::NodeId to) const;
  std::uint32_t along_route(model::NodeId from, model::NodeId to) const;

  const model::Network& network_;
  model::Wiring wiring_;
  // Mesh, torus and hypercube without interchanges: [node * dimensions + dimension]; else empty.
  std::vector<unsigned> coordinates_;
  // Other networks: [from * nodes + to] one more than the hops, 0: not asked for yet. Empty where
  // it would be too large.
  std::vector<std::uint16_t> known_;
};

}  // namespace turnpike::api
