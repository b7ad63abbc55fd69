// starvation_guard.h - watches one input VC of each router at a time, and privileges it when it has
// waited too long.
//
// Mirror of rtl/router/starvation_guard.v. Allocation favours packets that are under way. The guard
// makes it fair: it watches every input VC in turn until the VC has sent a flit or is empty, so no
// VC waits for ever (docs/timing.md, section 2). Most VCs that it reaches are empty or send at
// once; it passes over these for all routers of a block together.

#pragma once

#include <cstdint>

#include "model/common/lane_mask.h"

namespace turnpike::model {

template <class Shape>
struct StarvationGuards {
  using Mask = typename Shape::Mask;

  Mask watched{};  // input lanes, one of each router: guard_port_q * VCS + guard_vc_q
  Mask waited{};   // of these: guard_wait_q is not 0
  Mask due{};      // of these: guard_wait_q is PATIENCE
  std::uint16_t wait[Shape::kRouters]{};  // guard_wait_q, 1 .. PATIENCE, where a lane has waited

  void reset(const Shape& shape) {
    *this = {};
    watched = shape.first_of_routers();
  }

  // The end of a cycle that was active for the routers of lanes `active`; `done`: lanes whose
  // buffer was empty, or whose flit was granted.
  void tick(const Shape& shape, Mask active, Mask done, unsigned patience) {
    const Mask leave = watched & active & done;
    waited &= ~leave;
    due &= ~leave;
    for (Mask stay = watched & active & ~done & ~due; any(stay); stay = without_lowest(stay)) {
      const unsigned lane = lowest(stay);
      std::uint16_t& cycles = wait[shape.router_of(shape.port_of(lane))];
      cycles = static_cast<std::uint16_t>(test(waited, lane) ? cycles + 1 : 1);
      waited |= only<Mask>(lane);
      due |= when(cycles == patience, only<Mask>(lane));
    }
    watched = (watched & ~leave) | shape.next_in_routers(leave);
  }
};

}  // namespace turnpike::model
