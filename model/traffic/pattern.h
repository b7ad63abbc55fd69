// pattern.h - the descriptor of a traffic pattern: its word, and the destinations of a node.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

struct Network;
struct TrafficSpec;

// Destinations that are drawn, message by message.
class DrawnDestinations {
 public:
  DrawnDestinations() = default;
  DrawnDestinations(const DrawnDestinations&) = delete;
  DrawnDestinations& operator=(const DrawnDestinations&) = delete;
  virtual ~DrawnDestinations() = default;
  // The destination of message number `event` of the node; the same at every call.
  virtual NodeId pick(NodeId node, std::uint64_t event) const = 0;
  // Probability that a message of `source` is for `destination`.
  virtual double share(NodeId source, NodeId destination) const = 0;
};

struct Pattern {
  static const Pattern* const uniform;        // any node, the source included
  static const Pattern* const uniform_other;  // any node but the source
  static const Pattern* const transpose;  // 2n address bits: halves swapped; square arrays: x and y
  static const Pattern* const bit_complement;
  static const Pattern* const bit_reversal;
  static const Pattern* const perfect_shuffle;  // the node number's bits rotated left by one
  static const Pattern* const butterfly;        // its highest and its lowest bit swapped
  static const Pattern* const tornado;          // ceil(k/2) - 1 further in every dimension
  static const Pattern* const neighbour;        // one further in every dimension
  static const Pattern* const hot_spot;     // hot_fraction to hot_node, the others as uniform_other
  static const Pattern* const locality;     // Agarwal's window, one-sided, k' whole nodes a side
  static const Pattern* const permutation;  // file: one "source destination" pair a line
  static const Pattern* const trace;  // file: "cycle source destination flits", cycles ascending

  const char* word;  // of traffic.pattern
  // For a pattern with one destination for each source: returns [source] its destination, or
  // Destinations::kNone. Throws ConfigurationError when the pattern does not fit the network.
  std::vector<NodeId> (*fixed)(const TrafficSpec&, const Network&) = nullptr;
  // For a pattern that draws destinations. A trace has neither function.
  std::unique_ptr<DrawnDestinations> (*drawn)(const TrafficSpec&, const Network&,
                                              std::uint64_t seed) = nullptr;
  bool takes_file = false;
};

// All patterns, in the order in which users see them.
const std::vector<const Pattern*>& patterns();
// Adds a pattern from outside the library, before main() reads a configuration. Returns true, so
// that the definition of a constant can call it.
bool add_pattern(const Pattern& pattern);

}  // namespace turnpike::model
