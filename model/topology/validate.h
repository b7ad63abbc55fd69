// validate.h - checks that a network graph is sound, and that its routes reach every destination.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/topology/network.h"
#include "model/topology/used_pairs.h"

namespace turnpike::model {

struct ValidationReport {
  std::vector<std::string> problems;  // empty: valid; at most kMaxProblems are kept
  std::size_t pairs = 0;              // (source, destination) pairs of nodes walked
  std::string coverage;               // "all pairs", or which sample of sources

  static constexpr std::size_t kMaxProblems = 20;
  bool valid() const { return problems.empty(); }
};

// All pairs are walked up to this many nodes; above, kMaxTerminalsAllPairs^2 pairs at most:
// evenly spread sources to all destinations.
constexpr std::size_t kMaxTerminalsAllPairs = 1024;

// Checks that
// - every number is in range and each input and output port is used once. A channel carries its
//   credits backwards, so this also gives every sender exactly one source of credits;
// - every interchange knows which of its outputs are connected;
// - addresses are unique, one for all terminals of a node;
// - all components are connected;
// - from every source, on every legal way, a packet for each destination gets there: no empty
//   mask on the way, no output that leads nowhere or to another terminal, no way in a circle.
// With `pairs` only their ways are followed, and all of them.
ValidationReport validate(const Network& network, const UsedPairs* pairs = nullptr);

}  // namespace turnpike::model
