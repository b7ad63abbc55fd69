// switch_allocator.h - matches inputs to outputs: three passes of a rotating wavefront.
//
// Mirror of rtl/router/switch_allocator.v. A wavefront allocator (Tamir & Chi 1993; Dally & Towles,
// chapter 19) grants along diagonals, so that the pairs of a diagonal never compete. The passes put
// traffic under way before traffic that leaves and that before traffic that enters
// (docs/timing.md, section 2).

#pragma once

#include <cstdint>

#include "model/common/types.h"
#include "model/router/port_pairs.h"

namespace turnpike::model {

// What all allocators of a router's shape have in common.
class DiagonalOrder {
 public:
  // `is_descending`: from a diagonal to the next the outputs count down.
  DiagonalOrder(unsigned ports, unsigned network_ports, bool is_descending)
      : ports_(ports), network_ports_(network_ports) {
    for (PortId port = 0; port < ports; ++port) {
      turned_[port] = static_cast<std::uint8_t>(is_descending && port != 0 ? ports - port : port);
    }
  }

  unsigned ports() const { return ports_; }
  unsigned network_ports() const { return network_ports_; }
  // Ports counted the other way round turn a descending order into an ascending one. Its own
  // inverse.
  PortId turned(PortId port) const { return turned_[port]; }

 private:
  unsigned ports_;
  unsigned network_ports_;
  std::uint8_t turned_[kMaxPorts] = {};
};

// `Pairs`: PairWord or PairRows.
template <class Pairs>
class SwitchAllocator {
 public:
  SwitchAllocator(const DiagonalOrder& order, unsigned rotation)
      : order_(order),
        rotation_(rotation),
        pairs_{Pairs(order.ports()), Pairs(order.ports()), Pairs(order.ports())} {}

  void request(PortId input, PortId output) {
    pairs_[pass_of(input, output)].add(order_.turned(input), wave_of(output));
  }

  // The privileged input gets `output` before all others: neither takes part any more.
  void pregrant(PortId input, PortId output) {
    const PortPair pair{static_cast<std::uint8_t>(order_.turned(input)),
                        static_cast<std::uint8_t>(wave_of(output))};
    for (Pairs& pairs : pairs_) pairs.remove(pair);
  }

  // Calls grant(input, output) for every pair of the matching.
  template <class Grant>
  void match(Grant&& grant) {
    for (;;) {  // one loop for all passes: its end alone cannot be predicted
      const bool is_first_done = !pairs_[0].any();
      const bool is_second_done = is_first_done & !pairs_[1].any();
      const Pairs& pass = pairs_[unsigned{is_first_done} + unsigned{is_second_done}];
      if (!pass.any()) return;
      const PortPair pair = pass.first();
      for (Pairs& pairs : pairs_) pairs.remove(pair);
      grant(order_.turned(pair.input), order_.turned(wrapped(pair.wave + rotation_)));
    }
  }

 private:
  static constexpr unsigned kPasses = 3;

  unsigned pass_of(PortId input, PortId output) const {
    const bool enters = input >= order_.network_ports();
    const bool leaves = output >= order_.network_ports();
    return (enters ? 2u : 0u) + (leaves && !enters ? 1u : 0u);
  }
  PortId wave_of(PortId output) const {
    return wrapped(order_.turned(output) + order_.ports() - rotation_);
  }
  PortId wrapped(PortId port) const {  // without a branch
    return port - (order_.ports() & (0u - static_cast<PortId>(port >= order_.ports())));
  }

  const DiagonalOrder& order_;
  unsigned rotation_;
  Pairs pairs_[kPasses];
};

}  // namespace turnpike::model
