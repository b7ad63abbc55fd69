// starvation_guard.h - watches one input VC at a time and speaks for it when it has waited too
// long.
//
// Mirror of rtl/router/starvation_guard.v. Allocation favours traffic that is under way; the guard
// makes it fair all the same: every input VC is watched in turn until it has moved or is empty, so
// none waits for ever (docs/timing.md, section 2).

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

struct StarvationGuard {
  std::uint16_t lane = 0;  // guard_port_q * VCS + guard_vc_q
  std::uint16_t wait = 0;  // guard_wait_q, 0 .. patience

  // The end of an active cycle; `is_done`: the watched buffer was empty or its flit was granted.
  void tick(bool is_done, unsigned lanes, unsigned patience) {
    const unsigned waited = wait + (wait < patience ? 1u : 0u);
    const unsigned next = lane + 1u == lanes ? 0u : lane + 1u;
    // Without a branch: nobody could predict it.
    const unsigned stays = unsigned{is_done} - 1u;  // all ones or none
    wait = static_cast<std::uint16_t>(waited & stays);
    lane = static_cast<std::uint16_t>(next ^ ((next ^ lane) & stays));
  }
};

}  // namespace turnpike::model
