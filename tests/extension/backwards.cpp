// backwards.cpp - node n sends to the n-th last: the example of CONTRIBUTING.md for a traffic
// pattern of one's own.

#include "model/topology/network.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

namespace {

std::vector<NodeId> backwards(const TrafficSpec&, const Network& network) {
  std::vector<NodeId> to(network.nodes());
  for (NodeId node = 0; node < network.nodes(); ++node) to[node] = network.nodes() - 1 - node;
  return to;
}

constexpr Pattern kBackwards{"backwards", backwards};
[[maybe_unused]] const bool kHasBackwards = add_pattern(kBackwards);

}  // namespace

}  // namespace turnpike::model
