// output_unit.h - what an output port knows of the room at the other end of its channel.
//
// Mirror of rtl/router/output_unit.v and credit_counter.v. `credits` are those at the beginning of
// the cycle: what arrives in this cycle does not count as room yet.

#pragma once

#include "model/router/lane_counters.h"

namespace turnpike::model {

// Lanes of all outputs that are roomy: half of their credits or more are free.
template <class Mask>
Mask roomy_lanes(const LaneCounters<Mask>& credits, unsigned ports, unsigned vcs, unsigned depth) {
  Mask roomy{};
  for (unsigned port = 0; port < ports; ++port) {
    const unsigned room = credits.sum(port * vcs, vcs);
    roomy |= when(2 * room >= vcs * depth, place<Mask>((1u << vcs) - 1, port * vcs));
  }
  return roomy;
}

}  // namespace turnpike::model
