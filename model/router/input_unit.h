// input_unit.h - the order in which the VCs of an input port are served.
//
// Mirror of rtl/router/input_unit.v, as to the turns of its VCs. Its buffers are in vc_buffer.h,
// its routing unit in route_compute.h, the state of its packets in router_core.h: the model keeps
// that of all ports together.

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

// First VC of `requests` (not empty) at or above the turn, cyclically. Without a branch.
inline VcId pick_vc(VcMask requests, unsigned turn) {
  const VcMask twice = requests | requests << kMaxVcs;
  return (turn + static_cast<unsigned>(__builtin_ctz(twice >> turn))) % kMaxVcs;
}

// The turn after VC `vc` has been served.
inline std::uint8_t turn_after(VcId vc, unsigned virtual_channels) {
  return static_cast<std::uint8_t>(vc + 1 == virtual_channels ? 0 : vc + 1);
}

}  // namespace turnpike::model
