// destinations.h - the destinations of a node's messages: the traffic patterns.
//
// Bit and digit permutations are those of Dally & Towles, chapter 3. They permute terminal numbers,
// so they do not depend on the format of addresses on the wires. A node that a permutation maps to
// itself sends to itself: its messages go through its router and back.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/random.h"
#include "model/common/types.h"
#include "model/topology/network.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

class Destinations {
 public:
  static constexpr NodeId kNone = ~NodeId{0};

  Destinations() = default;
  // Every pattern but trace. Throws ConfigurationError when the pattern does not fit the network.
  Destinations(const TrafficSpec& spec, const Network& network, std::uint64_t seed);

  // False for a node that a permutation file does not name as a source.
  bool sends(NodeId node) const { return fixed_.empty() || fixed_[node] != kNone; }

  // Destination of message number `event` of a node that sends.
  NodeId pick(NodeId node, std::uint64_t event) const {
    return drawn_ ? drawn_->pick(node, event) : fixed_[node];
  }

  // Probability that a message of `source` is for `destination`; 0 for a source that does not send.
  double share(NodeId source, NodeId destination) const {
    if (drawn_) return drawn_->share(source, destination);
    return fixed_[source] == destination ? 1 : 0;
  }

 private:
  std::vector<NodeId> fixed_;  // [source] destination or kNone
  std::unique_ptr<DrawnDestinations> drawn_;
};

// Nodes of Agarwal's window in one dimension: the most that fit into locality^(1/dimensions) * k,
// at least 1.
unsigned locality_window(double locality, unsigned dimensions, unsigned radix);

}  // namespace turnpike::model
