// delivery.h - a delivered packet, with what its terminals know of it.

#pragma once

#include <cstdint>
#include <tuple>

#include "model/common/types.h"

namespace turnpike::model {

// One delivered packet. queued < injected <= first <= last; all in cycles.
struct Delivery {
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t flits = 0;
  Cycle queued = 0;        // the message was put into the source queue
  Cycle injected = 0;      // its head was on the injection pins
  Cycle first = 0;         // its head was delivered
  Cycle last = 0;          // its tail was delivered
  std::uint32_t hops = 0;  // channels between routers
  std::uint32_t message_class = 0;
  std::uint64_t tag = 0;  // of the caller, where messages are offered; else 0

  Cycle latency() const { return last - queued; }

  // Everything, for comparisons.
  auto key() const {
    return std::tie(queued, source, injected, destination, flits, first, last, hops,  // its way
                    message_class, tag);
  }
  friend bool operator==(const Delivery& a, const Delivery& b) { return a.key() == b.key(); }
};

}  // namespace turnpike::model
