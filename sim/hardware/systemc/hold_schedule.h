// hold_schedule.h - the cycles in which the clock rises once more while enable_i is low.
//
// Only lockstep has these edges, which must change nothing (docs/timing.md, rule 3 of section 1).
// The cycles depend on the seed alone, so a run can be repeated from any cycle on.

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
