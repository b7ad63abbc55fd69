// hold_schedule.h - in which cycles the clock runs once more while enable_i is low.
//
// In lockstep only: such an edge must change nothing (docs/timing.md, rule 3 of section 1). Which
// cycles these are depends on the seed alone, so that a run can be repeated from any cycle on.

#pragma once

#include <cstdint>

#include "model/common/random.h"
#include "model/common/types.h"

namespace turnpike::sim {

// One cycle of 32: a co-processor's or a router's mistake shows within some hundred cycles, and a
// run takes some percent more time.
inline bool is_held(std::uint64_t seed, model::Cycle cycle) {
  return model::draw(seed, model::Stream::test, 0, cycle) % 32 == 0;
}

}  // namespace turnpike::sim
