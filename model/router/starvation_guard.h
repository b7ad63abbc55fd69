// starvation_guard.h - watches one input VC at a time and speaks for it when it has waited too long.
//
// Mirror of rtl/router/starvation_guard.v. Allocation favours traffic that is under way; the guard
// makes it fair all the same: every input VC is watched in turn until it has moved or is empty, so
// none waits for ever (docs/timing.md, section 2).

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

struct StarvationGuard {
  std::uint8_t port = 0;   // guard_port_q
  std::uint8_t vc = 0;     // guard_vc_q
  std::uint16_t wait = 0;  // guard_wait_q, 0 .. patience

  bool is_patient(unsigned patience) const { return wait < patience; }

  // The end of an active cycle; `is_done`: the watched buffer was empty or its flit was granted.
  void tick(bool is_done, unsigned ports, unsigned virtual_channels, unsigned patience) {
    if (!is_done) {
      if (wait < patience) ++wait;
      return;
    }
    wait = 0;
    if (++vc < virtual_channels) return;
    vc = 0;
    if (++port == ports) port = 0;
  }
};

}  // namespace turnpike::model
