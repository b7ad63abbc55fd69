// credit_limit.h - the throughput of a channel whose buffers are smaller than its round trip.

#pragma once

#include <optional>

#include "model/topology/network.h"

namespace turnpike::model {

// Cycles from the sending of a flit to the earliest use of its credit, over a channel with
// `latency` registers (docs/timing.md, 2.11).
constexpr unsigned credit_round_trip(unsigned latency, unsigned pipeline_cycles) {
  return 2 * latency + 2 + pipeline_cycles;
}

struct CreditLimit {
  ChannelId channel = 0;
  unsigned depth = 0;       // flits that a VC may have under way: its buffer, in whole packets
  unsigned round_trip = 0;  // cycles
  double alone = 1;         // flits per cycle, of one VC
  double together = 1;      // of all VCs
};

// The channel with registers whose VCs have the lowest throughput; none if the buffers of all cover
// a round trip. Narrow channels are left out, because they are slower than their credits.
std::optional<CreditLimit> tightest_credit_limit(const Network& network);

}  // namespace turnpike::model
