// input_unit.h - the order in which the VCs of an input port are served.
//
// Mirror of rtl/router/input_unit.v.

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

// First VC of `requests` (not empty) at or above the turn, cyclically.
inline VcId pick_vc(VcMask requests, unsigned turn, unsigned virtual_channels) {
  const VcMask twice = requests | requests << virtual_channels;  // at most 32 bits
  const unsigned first = turn + static_cast<unsigned>(__builtin_ctz(twice >> turn));
  return first - (virtual_channels & (0u - static_cast<unsigned>(first >= virtual_channels)));
}

// The turn after VC `vc` has been served.
inline std::uint8_t turn_after(VcId vc, unsigned virtual_channels) {
  return static_cast<std::uint8_t>(vc + 1 == virtual_channels ? 0 : vc + 1);
}

}  // namespace turnpike::model
