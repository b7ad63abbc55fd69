// message_list.h - an explicit list of messages, which is the same for all transport schemes.
//
// The list has the traffic of Buzzard & Mudge 1988, section 6, and its measures. Times are in
// ticks: a link takes 2 ticks for a byte. All properties of a message are drawn from (seed, source,
// its number there). The k-th message of a source thus has the same length, destination and time
// for every scheme, and on every machine, because no property uses the library's log() or sqrt().

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

using Tick = std::uint64_t;

struct ListedMessage {
  Tick queued = 0;
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t bytes = 0;  // of data
};

// When the nodes of a list begin; the paper does not say.
enum class ListStart : std::uint8_t {
  together,  // each one intergeneration time after tick 0: the first messages come in one burst
  spread,    // shifted by a uniform part of the mean intergeneration time
};

struct MessageListSpec {
  unsigned dimension = 6;          // of the hypercube, 1 .. 16
  unsigned messages_per_node = 0;  // 1 or more
  unsigned mean_bytes = 512;       // 1 .. 2^24
  Tick intergeneration = 1024;     // mean, 1 .. 2^32
  ListStart start = ListStart::together;
  Tick granularity = 4;  // generation times are rounded down to a multiple of it, 1 or more
  std::uint64_t seed = 1;
};

// Ordered by time, then source. Destinations: any node but the source, equally likely. Lengths:
// exponential, rounded up to whole bytes (so at least 1), the exponential such that the mean after
// rounding is mean_bytes. Times between messages of a node: normal, in whole ticks, the variance
// half the mean (a sum of twelve uniform numbers, so within six standard deviations; at least 1).
// Throws std::invalid_argument.
std::vector<ListedMessage> make_message_list(const MessageListSpec& spec);

// Hops of a message in a hypercube.
inline unsigned hypercube_hops(NodeId a, NodeId b) {
  return static_cast<unsigned>(__builtin_popcount(a ^ b));
}

// Section 6: 2 M L ticks for each message of M bytes over L hops, over the time of all links up to
// the generation of the last message. `links`: in the whole network.
double ideal_link_utilisation(const std::vector<ListedMessage>& messages, double links);

}  // namespace turnpike::model
