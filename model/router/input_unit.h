// input_unit.h - what an input port remembers of the packets in its virtual channels.
//
// Mirror of rtl/router/input_unit.v.

#pragma once

#include <cstdint>

#include "model/common/types.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {

// One input VC. The route is that of the packet at the front: a set of legal outputs and permitted
// VCs while the head waits, one output and one VC once the packet holds an output VC.
struct InputVc {
  PortMask outputs = 0;
  std::uint16_t vcs = 0;
  VcBuffer buffer;
};

struct InputPort {
  std::uint16_t waiting = 0;  // VCs whose buffer is not empty
  std::uint16_t holding = 0;  // VCs whose packet holds an output VC
  std::uint8_t vc_turn = 0;   // first VC to be served

  // First VC of `requests` (not empty) at or above the turn, cyclically.
  VcId pick(VcMask requests) const {
    const VcMask from_turn = requests >> vc_turn << vc_turn;
    return static_cast<VcId>(__builtin_ctz(from_turn != 0 ? from_turn : requests));
  }
  void served(VcId vc, unsigned virtual_channels) {
    vc_turn = static_cast<std::uint8_t>(vc + 1 == virtual_channels ? 0 : vc + 1);
  }
};

}  // namespace turnpike::model
