// xorshift_traffic.h - Bernoulli messages from a generator that costs an FPGA a hundred gates.
//
// Each node has a state of 32 bits that is stepped once a cycle by shifts and exclusive ors alone
// (Marsaglia 2003, xorshift with 13, 17, 5). Of the state x in a cycle and the next one, y:
//   x[31:16] < message_threshold()   a message is queued in this cycle
//   y[13:6]  < hot_threshold()       it is for the hot node
//   (x[15:0] * n) >> 16              otherwise its destination, of n; without the source, those
//                                    from it on move up by one
// The 40 bits are not independent, there are only 32; but those of two arrivals in a row are, and
// so are an arrival, the highest eight bits of a destination and the choice of the hot node.
// Mirrors rtl/fpga/traffic_source.v, to the bit. docs/fpga.md.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/topology/network.h"
#include "model/traffic/destinations.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

// The state of a node in cycle 0; never 0, which the generator would not leave.
std::uint32_t xorshift_seed(std::uint64_t seed, NodeId node);

constexpr std::uint32_t xorshift_step(std::uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

// Of 65,536: messages per node and cycle, rounded.
std::uint32_t message_threshold(const TrafficSpec& spec);
// Of 256: messages for the hot node, rounded.
std::uint32_t hot_threshold(const TrafficSpec& spec);

// Throws ConfigurationError for a pattern, lengths or classes that the generator does not have.
void check_xorshift(const TrafficSpec& spec, const Network& network);

class XorshiftTraffic {
 public:
  // Of a spec that was checked, with at most one message per node and cycle. Throws
  // ConfigurationError when the pattern does not fit the network.
  XorshiftTraffic(const TrafficSpec& spec, const Network& network, std::uint64_t seed);

  // The cycle of the node's first message; Traffic::kNever without load.
  Cycle first(NodeId node);
  // Where the message goes that is queued in the cycle last told.
  NodeId destination(NodeId node) const;
  // The cycle of the message behind the one queued in `cycle`.
  Cycle next(NodeId node, Cycle cycle);

  // Messages per node and cycle, as rounded.
  double rate() const { return threshold_ / 65536.0; }

  void visit_state(StateStream& state) { state.list(state_); }

 private:
  Destinations destinations_;  // of patterns that are fixed
  const Pattern* pattern_;
  NodeId nodes_;
  NodeId hot_node_;
  std::uint32_t threshold_;
  std::uint32_t hot_threshold_;
  std::vector<std::uint32_t> state_;  // [node] in the cycle last told
};

}  // namespace turnpike::model
