// random.h - counter-based random numbers keyed by (seed, stream, node, event).
//
// There is no state. The number of an event is therefore the same whoever asks first, on one thread
// or on many, in the model or beside the RTL, and on any machine (no std distribution, no libm).
//
// Quality: for a fixed (seed, stream, node) the inner mix walks SplitMix64's sequence, which passes
// BigCrush (Steele, Lea, Flood 2014), from a start that depends on the whole key. The outer mix
// uses the key once more, so that two nodes whose walks happen to overlap still draw different
// numbers. Both mixes are bijections: one key repeats no number in 2^64 events.

#pragma once

#include <cstdint>

#include "model/common/flit.h"
#include "model/common/types.h"

namespace turnpike::model {

// The purposes of random numbers; each draws from a sequence of its own.
enum class Stream : std::uint32_t {
  arrival = 1,             // gap to a node's next message; event: message count of the node
  destination = 2,         // event: message count of the node
  destination_choice = 3,  // hot node or not; event: message count of the node
  length = 4,              // event: message count of the node
  sink_stall = 5,          // event: cycle
  test = 6,                // inputs that tests make up
  phase = 7,               // when a node begins; event: 0
  broadcast = 8,           // or not; event: message count of the node
  broadcast_base = 9,      // of its tree; event: broadcasts of the node
  message_class = 11,      // event: message count of the node
  burst = 13,              // lengths of a node's bursts and pauses; event: how many there were
  generator = 12,          // state of a node's own generator; event: 0
  wiring = 10,             // of a random network; node: attempt, event: place in the shuffle
  memory_stall = 16,       // of a node's memory; event: cycle
  memory_latency = 17,     // event: cycle of the read
  bus = 18,                // what stands at a node's buses does; event: draws of a cycle
};

// 64 equally likely bits.
class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, Stream stream)
      : key_(mix(mix(seed) ^ static_cast<std::uint32_t>(stream))) {}

  constexpr std::uint64_t draw(NodeId node, std::uint64_t event) const {
    const std::uint64_t node_key = mix(key_ ^ node);
    return mix(mix(node_key + event * 0x9e3779b97f4a7c15u) ^ node_key);
  }

 private:
  std::uint64_t key_;
};

constexpr std::uint64_t draw(std::uint64_t seed, Stream stream, NodeId node, std::uint64_t event) {
  return RandomStream(seed, stream).draw(node, event);
}

// A draw as a number in [0, 1): a multiple of 2^-53, each equally likely.
constexpr double unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * (1.0 / 9007199254740992.0);
}

// A draw as a number in [0, n), n >= 1. No number's probability is off by more than 2^-64,
// less than a part in 2^32 of it (Lemire 2019, without the rejection).
constexpr std::uint32_t below(std::uint64_t bits, std::uint32_t n) {
  const std::uint64_t high = (bits >> 32) * n;
  const std::uint64_t low = (bits & 0xffffffffu) * n;
  return static_cast<std::uint32_t>((high + (low >> 32)) >> 32);
}

// A draw as a coin that shows true with probability `probability`, exact to 2^-53.
constexpr bool chance(std::uint64_t bits, double probability) { return unit(bits) < probability; }

}  // namespace turnpike::model
