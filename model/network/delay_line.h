// delay_line.h - a channel with registers on its wires: flits one way, credits the other.
//
// Mirror of rtl/common/channel.v. What enters in cycle t (is on the sender's pins in t+1) is on the
// receiver's pins in t + 1 + latency. Each direction is a ring of latency + 1 entries, indexed
// by the cycle, so sender and receiver never touch the same entry in one cycle.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/flit.h"
#include "model/common/types.h"
#include "model/router/router_layout.h"

namespace turnpike::model {

template <unsigned kWords>
struct DelayLine {
  struct FlitEntry {
    std::uint8_t vc = kNoFlit;
    std::uint8_t slot = 0;  // in the receiver's buffer
    FlitWords<kWords> flit;
  };

  explicit DelayLine(unsigned latency)
      : flits(latency + 1), credits(latency + 1, kNoCredit) {}

  // Entry written in cycle `now`, and the one that leaves in it.
  std::size_t enter(Cycle now) const { return now % flits.size(); }
  std::size_t leave(Cycle now) const { return (now + 1) % flits.size(); }

  std::vector<FlitEntry> flits;
  std::vector<std::uint8_t> credits;
  Wire flit_wire = 0;    // where flits come out
  Wire credit_wire = 0;  // where credits come out
};

}  // namespace turnpike::model
