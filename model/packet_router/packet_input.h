// packet_input.h - an input port of a packet router: the flits that it can move in this cycle.
//
// docs/timing.md section 7, "Candidates" and "Passes". A view of one router's input lanes.
// Mirror of rtl/packet_router/packet_input.v and packet_buffer.v.

#pragma once

#include "model/packet_router/packet_router_layout.h"

namespace turnpike::model {

// Lane `l` counts through all routers.
template <unsigned kWords>
class PacketInputLane {
 public:
  using Flit = FlitWords<kWords>;

  PacketInputLane(PacketRouterLayout<kWords>& state, std::size_t l, unsigned depth)
      : s_(state), l_(l), depth_(depth) {}

  bool has_pass() const { return s_.pass[l_] != 0; }
  // With a pass under way: the packet leaves with it.
  bool is_final() const { return s_.rest[l_] == 0; }
  // The next flit lies in the buffer, not on the pins.
  bool has_buffered() const { return s_.count[l_] > s_.read[l_]; }
  const Flit& buffered() const { return s_.flits[l_ * depth_ + slot(s_.read[l_])]; }

  void store(const Flit& flit) { s_.flits[l_ * depth_ + slot(s_.count[l_]++)] = flit; }
  // A flit has been copied that comes from the buffer and stays there, or leaves it.
  void keep() { ++s_.read[l_]; }
  void drop() {
    s_.front[l_] = static_cast<std::uint8_t>(slot(1));
    --s_.count[l_];
  }
  void end_pass() {
    s_.pass[l_] = 0;
    s_.read[l_] = 0;
  }

 private:
  unsigned slot(unsigned behind) const {
    const unsigned at = s_.front[l_] + behind;
    return at >= depth_ ? at - depth_ : at;
  }

  PacketRouterLayout<kWords>& s_;
  std::size_t l_;
  unsigned depth_;
};

}  // namespace turnpike::model
