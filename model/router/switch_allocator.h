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

// The pass in which a pair takes part; without a branch.
inline unsigned pass_of(PortId input, PortId output, unsigned network_ports) {
  const bool enters = input >= network_ports;
  const bool leaves = output >= network_ports;
  return (enters ? 2u : 0u) + (leaves & !enters ? 1u : 0u);
}
constexpr unsigned kPasses = 3;

// Which pair of ports lies where on the diagonals, for each rotation: tables that all routers of a
// shape share. `Pairs`: PairRows, or PairWord further down.
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
    pairs_[pass_of(input, output, order_.network_ports())].add(
        order_.place(rotation_, input, output));
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
  const DiagonalOrder<Pairs>& order_;
  unsigned rotation_;
  Pairs pairs_[kPasses];
};

// Where the number of ports is known when compiled, the places of all passes make one order: a pair
// takes part in one pass only. So the matching is found by always taking the first pair.
template <unsigned kPorts>
class DiagonalOrder<PairWord<kPorts>> {
 public:
  using Pairs = PairWord<kPorts>;
  using Bits = typename Pairs::Bits;
  struct Ports {
    std::uint8_t input = 0;
    std::uint8_t output = 0;
  };
  struct Rotation {
    std::uint8_t place[kPorts * kPorts];  // [input * ports + output]
    Ports pair[Pairs::kPlaces];           // [place]
    Bits others[Pairs::kPlaces];          // [place] the pairs without a port in common
  };

  DiagonalOrder(unsigned, unsigned network_ports, bool is_descending) : rotations_(kPorts) {
    for (unsigned rotation = 0; rotation < kPorts; ++rotation) {
      unsigned place = 0;
      for (unsigned pass = 0; pass < kPasses; ++pass) {
        for (unsigned along = 0; along < kPorts * kPorts; ++along) {
          const Ports ports = ports_at(along, rotation, is_descending);
          if (pass_of(ports.input, ports.output, network_ports) != pass) continue;
          rotations_[rotation].pair[place] = ports;
          rotations_[rotation].place[ports.input * kPorts + ports.output] =
              static_cast<std::uint8_t>(place++);
        }
      }
      find_others(rotations_[rotation]);
    }
  }

  static constexpr unsigned ports() { return kPorts; }
  const Rotation& rotated(unsigned rotation) const { return rotations_[rotation]; }

 private:
  // The pair at a place of the diagonals, one after the other; as in the general order.
  static Ports ports_at(unsigned along, unsigned rotation, bool is_descending) {
    const unsigned input = along % kPorts;
    const unsigned output = (input + rotation + along / kPorts) % kPorts;
    const auto turned = [&](unsigned port) {
      return static_cast<std::uint8_t>(is_descending ? (kPorts - port) % kPorts : port);
    };
    return {turned(input), turned(output)};
  }

  static void find_others(Rotation& rotation) {
    for (unsigned a = 0; a < Pairs::kPlaces; ++a) {
      rotation.others[a] = 0;
      for (unsigned b = 0; b < Pairs::kPlaces; ++b) {
        const bool is_rival = rotation.pair[a].input == rotation.pair[b].input ||
                              rotation.pair[a].output == rotation.pair[b].output;
        if (!is_rival) rotation.others[a] |= Bits{1} << b;
      }
    }
  }

  std::vector<Rotation> rotations_;
};

template <unsigned kPorts>
class SwitchAllocator<PairWord<kPorts>> {
 public:
  SwitchAllocator(const DiagonalOrder<PairWord<kPorts>>& order, unsigned rotation)
      : order_(order.rotated(rotation)) {}

  void request(PortId input, PortId output) { pairs_.add(place(input, output)); }
  void pregrant(PortId input, PortId output) { pairs_.keep(order_.others[place(input, output)]); }

  template <class Grant>
  void match(Grant&& grant) {
    while (pairs_.any()) {
      const unsigned first = pairs_.first();
      pairs_.keep(order_.others[first]);
      const auto ports = order_.pair[first];
      grant(ports.input, ports.output);
    }
  }

 private:
  unsigned place(PortId input, PortId output) const {
    return order_.place[input * kPorts + output];
  }

  const typename DiagonalOrder<PairWord<kPorts>>::Rotation& order_;
  PairWord<kPorts> pairs_;
};

}  // namespace turnpike::model
