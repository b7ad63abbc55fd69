// delay_line.h - a channel with registers on its wires: the cycles in which flits and credits
// leave.
//
// Mirror of rtl/common/channel.v. A flit is stored at its destination when it is sent, and the line
// only delays the pins that announce it. The input pins of cycle t are on the receiver's pins in
// cycle t + latency.

#pragma once

#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"

namespace turnpike::model {

// One direction of a channel of latency 1 or more.
class DelayLine {
 public:
  using Pin = std::uint16_t;  // the VC of a flit or credit, one bit each; 0: none

  explicit DelayLine(unsigned latency) : ring_(latency - 1) {}

  // The receiver's pins of cycle now + 1, if the line's pins have `in` in cycle now.
  Pin shift(Cycle now, Pin in) {
    if (ring_.empty()) return in;
    if (in == 0 && under_way_ == 0) return 0;
    Pin& entry = ring_[now % ring_.size()];
    const Pin out = entry;
    entry = in;
    under_way_ += (in != 0 ? 1u : 0u) - (out != 0 ? 1u : 0u);
    return out;
  }

  // Credits of several VCs, or a flit of one, may be under way side by side.
  void visit_state(StateStream& state, unsigned vcs, bool carries_flits) {
    state.list(ring_);
    state.value(under_way_);
    unsigned entries = 0;
    for (const Pin pin : ring_) {
      state.check(pin >> vcs == 0 && (!carries_flits || (pin & (pin - 1)) == 0), "a delayed pin");
      entries += pin != 0 ? 1u : 0u;
    }
    state.check(under_way_ == entries, "pins under way");
  }
  bool is_empty() const { return under_way_ == 0; }
  // Flits or credits of this VC under way.
  unsigned count(VcId vc) const {
    unsigned entries = 0;
    for (const Pin pin : ring_) entries += pin >> vc & 1u;
    return entries;
  }
  void reset() {
    ring_.assign(ring_.size(), 0);
    under_way_ = 0;
  }

 private:
  std::vector<Pin> ring_;
  unsigned under_way_ = 0;
};

}  // namespace turnpike::model
