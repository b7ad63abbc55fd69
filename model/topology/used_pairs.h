// used_pairs.h - the pairs of source and destination to which a proof is limited.

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::model {

class UsedPairs {
 public:
  explicit UsedPairs(NodeId nodes) : sources_(nodes) {}

  // A pair that is named twice counts once.
  void add(NodeId source, NodeId destination) {
    std::vector<NodeId>& sources = sources_.at(destination);
    const auto place = std::lower_bound(sources.begin(), sources.end(), source);
    if (place != sources.end() && *place == source) return;
    sources.insert(place, source);
    ++count_;
  }
  bool has(NodeId source, NodeId destination) const {
    const std::vector<NodeId>& sources = sources_[destination];
    return std::binary_search(sources.begin(), sources.end(), source);
  }
  std::size_t count() const { return count_; }
  const std::vector<NodeId>& sources_of(NodeId destination) const { return sources_[destination]; }
  // The sources of a destination, as terminals of the network.
  std::vector<NodeId> terminals_of(const Network& network, NodeId destination) const {
    std::vector<NodeId> terminals;
    for (const NodeId source : sources_[destination]) {
      for (NodeId i = 0; i < network.local_channels; ++i) {
        terminals.push_back(network.first_terminal(source) + i);
      }
    }
    return terminals;
  }

 private:
  std::vector<std::vector<NodeId>> sources_;  // [destination], ascending
  std::size_t count_ = 0;
};

}  // namespace turnpike::model
