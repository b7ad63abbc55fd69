// vc_buffer.h - the flit FIFO of one virtual channel: its front slot, and the number of its flits.
//
// Mirror of rtl/router/flit_buffer.v. The flits lie in the memory of the router (router_layout.h),
// as in the hardware, which has one memory for each input port. Lane arrays hold the front slots
// and the counts of all VCs.

#pragma once

#include <cstdint>

namespace turnpike::model {

// Slot after `slot`, in a ring of `depth`. Without a branch: nobody could predict it.
constexpr std::uint8_t slot_after(unsigned slot, unsigned depth) {
  const unsigned next = slot + 1;
  return static_cast<std::uint8_t>(next & (0u - static_cast<unsigned>(next != depth)));
}
constexpr unsigned slot_before(unsigned slot, unsigned depth) {
  return (slot == 0 ? depth : slot) - 1;
}
// Slot of the next flit to come into a buffer of `count` flits.
constexpr unsigned free_slot(unsigned front, unsigned count, unsigned depth) {
  return front + count >= depth ? front + count - depth : front + count;
}

}  // namespace turnpike::model
