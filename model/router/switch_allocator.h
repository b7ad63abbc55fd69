// switch_allocator.h - matches inputs to outputs: three passes of a rotating wavefront.
//
// Mirror of rtl/router/switch_allocator.v. A wavefront allocator (Tamir & Chi 1993; Dally & Towles,
// chapter 19) grants along diagonals, so that the pairs of a diagonal never compete. The passes put
// traffic under way before traffic that leaves and that before traffic that enters
// (docs/timing.md, section 2).

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/types.h"
#include "model/router/port_pairs.h"

namespace turnpike::model {

// Which pair of ports lies where on the diagonals, for each rotation: tables that all routers of a
// shape share. `Pairs`: PairWord or PairRows.
template <class Pairs>
class DiagonalOrder {
 public:
  struct Ports {
    std::uint8_t input = 0;
    std::uint8_t output = 0;
  };

  // `is_descending`: from a diagonal to the next the outputs count down.
  DiagonalOrder(unsigned ports, unsigned network_ports, bool is_descending)
      : ports_(ports),
        network_ports_(network_ports),
        places_(std::size_t{ports} * ports * ports),
        pairs_(std::size_t{ports} * Pairs::kPlaces) {
    // Ports counted the other way round turn a descending order into an ascending one.
    const auto turned = [&](unsigned port) {
      return is_descending ? (ports - port) % ports : port;
    };
    for (unsigned rotation = 0; rotation < ports; ++rotation) {
      for (unsigned diagonal = 0; diagonal < ports; ++diagonal) {
        for (unsigned along = 0; along < ports; ++along) {
          const PortId input = turned(along);
          const PortId output = turned((along + rotation + diagonal) % ports);
          const unsigned place = Pairs::place(diagonal, along);
          places_[entry(rotation, input, output)] = static_cast<std::uint16_t>(place);
          pairs_[rotation * Pairs::kPlaces + place] = {static_cast<std::uint8_t>(input),
                                                       static_cast<std::uint8_t>(output)};
        }
      }
    }
  }

  unsigned ports() const { return ports_; }
  unsigned network_ports() const { return network_ports_; }
  unsigned place(unsigned rotation, PortId input, PortId output) const {
    return places_[entry(rotation, input, output)];
  }
  Ports pair(unsigned rotation, unsigned place) const {
    return pairs_[rotation * Pairs::kPlaces + place];
  }

 private:
  std::size_t entry(unsigned rotation, PortId input, PortId output) const {
    return (rotation * ports_ + input) * ports_ + output;
  }

  unsigned ports_;
  unsigned network_ports_;
  std::vector<std::uint16_t> places_;  // [rotation][input][output]
  std::vector<Ports> pairs_;           // [rotation][place]
};

template <class Pairs>
class SwitchAllocator {
 public:
  SwitchAllocator(const DiagonalOrder<Pairs>& order, unsigned rotation)
      : order_(order), rotation_(rotation) {
    for (Pairs& pairs : pairs_) pairs.clear(order.ports());
  }

  void request(PortId input, PortId output) {
    pairs_[pass_of(input, output)].add(order_.place(rotation_, input, output));
  }

  // The privileged input gets `output` before all others: neither takes part any more.
  void pregrant(PortId input, PortId output) {
    for (Pairs& pairs : pairs_) pairs.remove_rivals(order_.place(rotation_, input, output));
  }

  // Calls grant(input, output) for every pair of the matching.
  template <class Grant>
  void match(Grant&& grant) {
    for (;;) {  // one loop for all passes: its end alone cannot be predicted
      const bool is_first_done = !pairs_[0].any();
      const bool is_second_done = is_first_done & !pairs_[1].any();
      const Pairs& pass = pairs_[unsigned{is_first_done} + unsigned{is_second_done}];
      if (!pass.any()) return;
      const unsigned place = pass.first();
      for (Pairs& pairs : pairs_) pairs.remove_rivals(place);
      const auto ports = order_.pair(rotation_, place);
      grant(ports.input, ports.output);
    }
  }

 private:
  static constexpr unsigned kPasses = 3;

  unsigned pass_of(PortId input, PortId output) const {  // without a branch
    const bool enters = input >= order_.network_ports();
    const bool leaves = output >= order_.network_ports();
    return (enters ? 2u : 0u) + (leaves & !enters ? 1u : 0u);
  }

  const DiagonalOrder<Pairs>& order_;
  unsigned rotation_;
  Pairs pairs_[kPasses];
};

}  // namespace turnpike::model
