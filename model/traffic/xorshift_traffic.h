// xorshift_traffic.h - Bernoulli messages from a generator that costs about a hundred gates of an
// FPGA.
//
// Each node has a state of 32 bits, which steps once a cycle by shifts and exclusive ors alone
// (Marsaglia 2003, xorshift with 13, 17, 5). With the state x of a cycle and the next state y:
//   x[31:16] < message_threshold()   a message is queued in this cycle
//   y[13:6]  < hot_threshold()       the message is for the hot node
//   (x[15:0] * n) >> 16              otherwise its destination, of n; if the source is excluded,
//                                    numbers from the source on move up by one
// These 40 bits are not independent, since there are only 32. But those of two successive arrivals
// are, and so are an arrival, the highest eight bits of a destination and the choice of the hot
// node. Mirrors rtl/fpga/traffic_source.v, to the bit. docs/fpga.md.

#pragma once

#include <cstdint>

#include "model/common/types.h"
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

// Messages per node and cycle, in units of 1 / 65,536, rounded.
std::uint32_t message_threshold(const TrafficSpec& spec);
// The share of messages for the hot node, in units of 1 / 256, rounded.
std::uint32_t hot_threshold(const TrafficSpec& spec);

}  // namespace turnpike::model
