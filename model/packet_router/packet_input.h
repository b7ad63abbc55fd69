// packet_input.h - a VC of an input port of a packet router: its buffer, which keeps a packet while
// it is copied.
//
// docs/timing.md section 7, "Candidates" and "Passes".
// Mirror of rtl/packet_router/packet_input.v and packet_buffer.v.

#pragma once

#include "model/packet_router/packet_router_layout.h"

namespace turnpike::model {

// A view: the record of the VC, and the `depth` places of its flits.
template <unsigned kWords>
class PacketInput {
 public:
  using Flit = FlitWords<kWords>;

  PacketInput(PacketInputVc& vc, Flit* flits, unsigned depth)
      : vc_(vc), flits_(flits), depth_(depth) {}

  // With a pass under way: the packet leaves with it.
  bool is_final() const { return vc_.rest == 0; }
  // The next flit lies in the buffer, not on the pins.
  bool has_buffered() const { return vc_.count > vc_.read; }
  const Flit& buffered() const { return flits_[slot(vc_.read)]; }

  void store(const Flit& flit) { flits_[slot(vc_.count++)] = flit; }
  // A flit has been copied that comes from the buffer and stays there, or leaves it.
  void keep() { ++vc_.read; }
  void drop() {
    vc_.front = static_cast<std::uint8_t>(slot(1));
    --vc_.count;
  }
  void end_pass() {
    vc_.pass = 0;
    vc_.read = 0;
  }

 private:
  unsigned slot(unsigned behind) const {
    const unsigned at = vc_.front + behind;
    return at >= depth_ ? at - depth_ : at;
  }

  PacketInputVc& vc_;
  Flit* flits_;
  unsigned depth_;
};

}  // namespace turnpike::model
