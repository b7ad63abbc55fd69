// vc_buffer.h - flit FIFO of one virtual channel: which slot is the front, how many are taken.
//
// Mirror of rtl/router/vc_buffer.v. The flits themselves lie in the memory of the router
// (router_layout.h), as they lie in one memory per input port in the hardware.

#pragma once

#include <cstdint>

namespace turnpike::model {

struct VcBuffer {
  std::uint8_t front = 0;  // slot of the oldest flit
  std::uint8_t count = 0;  // flits held, 0 .. depth

  // Slot after `slot`, in a ring of `depth`.
  static constexpr unsigned after(unsigned slot, unsigned depth) {
    return slot + 1 == depth ? 0 : slot + 1;
  }
  unsigned free_slot(unsigned depth) const {
    const unsigned slot = unsigned{front} + count;
    return slot >= depth ? slot - depth : slot;
  }
  void push() { ++count; }
  void pop(unsigned depth) {
    front = static_cast<std::uint8_t>(after(front, depth));
    --count;
  }
};

}  // namespace turnpike::model
