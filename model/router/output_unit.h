// output_unit.h - what an output port knows of the room at the other end of its channel.
//
// Mirror of rtl/router/output_unit.v and credit_counter.v. Credits of all output VCs lie in a lane
// array; `credited` are the lanes that got a credit in this cycle, which do not count as room yet.

#pragma once

#include <cstdint>

#include "model/common/lane_mask.h"

namespace turnpike::model {

// Lanes of all outputs that are roomy: half of their credits or more are free.
template <class Mask>
Mask roomy_lanes(const std::uint8_t* credits, const Mask& credited, unsigned ports, unsigned vcs,
                 unsigned depth) {
  Mask roomy{};
  for (unsigned port = 0; port < ports; ++port) {
    unsigned room = 0;
    for (unsigned vc = 0; vc < vcs; ++vc) room += credits[port * vcs + vc];
    room -= static_cast<unsigned>(__builtin_popcount(field(credited, port * vcs, vcs)));
    if (2 * room >= vcs * depth) roomy |= place<Mask>((1u << vcs) - 1, port * vcs);
  }
  return roomy;
}

}  // namespace turnpike::model
