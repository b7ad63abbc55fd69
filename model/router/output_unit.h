// output_unit.h - what an output port knows of the buffers at the other end of its channel.
//
// Mirror of rtl/router/output_unit.v and credit_counter.v.

#pragma once

#include <cstdint>

#include "model/common/types.h"
#include "model/router/vc_buffer.h"

namespace turnpike::model {

// One output VC. Flits are stored straight into the slot they will have downstream, so the
// sender counts along which slot is the next.
struct OutputVc {
  std::uint8_t credits = 0;  // free slots downstream, 0 .. depth
  std::uint8_t slot = 0;     // slot of the next flit downstream
};

struct OutputPort {
  std::uint16_t busy = 0;         // VCs held by a packet
  std::uint16_t with_credit = 0;  // VCs with a credit to spend
  std::uint16_t room = 0;         // credits of all VCs, those of this cycle not counted
  std::uint16_t unused = 0;
  std::uint32_t sent = 0;  // flits sent since reset, modulo 2^32

  bool is_roomy(unsigned virtual_channels, unsigned depth) const {
    return 2u * room >= virtual_channels * depth;
  }
};

}  // namespace turnpike::model
