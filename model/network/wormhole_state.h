// wormhole_state.h - writes the memory of a model network as bytes, and reads it back.

#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "model/network/wormhole_network.h"
#include "model/router/router_check.h"

namespace turnpike::model {

// The wires are part of the memory, and those of the network that is there: what is read must name
// the same, as flits are stored where they lead.
template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::visit_state(StateStream& state, Cycle now) {
  state.expect(memory_bytes_, "bytes of the network");
  if (state.is_reading()) {
    std::vector<std::pair<FlitWire, CreditWire>> wires;
    const ComponentId components = static_cast<ComponentId>(blocks()) * kRouters;
    const auto each_port = [&](const auto& visit) {
      for (ComponentId c = 0; c < components; ++c) {
        for (PortId p = 0; p < network_.max_ports(); ++p) visit(flit_wire(c, p), credit_wire(c, p));
      }
    };
    each_port([&](FlitWire& flits, CreditWire& credits) { wires.emplace_back(flits, credits); });
    state.bytes(memory_.get(), memory_bytes_);
    std::size_t at = 0;
    each_port([&](FlitWire& flits, CreditWire& credits) {
      state.check(std::memcmp(&flits, &wires[at].first, sizeof flits) == 0 &&
                      std::memcmp(&credits, &wires[at].second, sizeof credits) == 0,
                  "wires of a router");
      ++at;
    });
    check_memory(state, static_cast<unsigned>(now & 1));
  } else {
    state.bytes(memory_.get(), memory_bytes_);
  }
  const unsigned vcs = network_.router.virtual_channels;
  for (Line& line : lines_) {
    line.flits.visit_state(state, vcs, true);
    line.credits.visit_state(state, vcs, false);
  }
  visit_hops(state, network_, hops_);
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::check_memory(const StateStream& state, unsigned parity) const {
  for (ComponentId c = 0; c < routers_; c += kRouters) {
    core_.check_state(state, block(c), parity, std::min<unsigned>(kRouters, routers_ - c));
  }
  if constexpr (kHasInterchanges) {
    for (ComponentId c = routers_; c < network_.components.size(); ++c) {
      interchange_cores_[network_.components[c].shape].check_state(state, block(c), parity, 1);
    }
  }
  for (const Line& line : lines_) {
    for (unsigned of = 0; of < 2; ++of) {
      const auto* pins = reinterpret_cast<const Pin*>(line.block + of * layout().parity_stride());
      check_pins(state, pins[0], pins[1]);
    }
  }
  const NodeId rows = static_cast<NodeId>((network_.terminals.size() + 63) / 64 * 64);
  for (NodeId n = 0; n < rows; ++n) {
    for (Cycle of = 0; of < 2; ++of) {
      const Pin flit = terminal_pin(n, flit_row(of));
      const Pin credit = terminal_pin(n, credit_row(of));
      check_pins(state, flit, credit);
      const bool is_there = n < network_.terminals.size();
      state.check(is_there || (flit | credit) == 0, "pins of a terminal that does not exist");
    }
  }
  for (NodeId n = 0; n < network_.terminals.size(); ++n) {
    const auto* slots = reinterpret_cast<const std::uint8_t*>(terminal_block(n));
    for (VcId vc = 0; vc < network_.router.virtual_channels; ++vc) {
      state.check(slots[terminal_.inject_slots + vc] < network_.router.buffer_depth &&
                      slots[terminal_.eject_fronts + vc] < network_.router.buffer_depth,
                  "slots of a terminal");
    }
  }
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::check_pins(const StateStream& state, unsigned flit,
                                                unsigned credit) const {
  const unsigned vcs = network_.router.virtual_channels;
  state.check((flit & (flit - 1)) == 0 && (flit | credit) >> vcs == 0, "pins of a channel");
}

template <unsigned kWords, class Shape>
unsigned WormholeNetwork<kWords, Shape>::credits_behind(ComponentId component, PortId output,
                                                        VcId vc) const {
  std::byte* self = block(component);
  const PortId port = first_port(component) + output;
  unsigned credits = layout().credits(self).value(port * network_.router.virtual_channels + vc);
  for (unsigned of = 0; of < 2; ++of) credits += layout().credit_pins(self, of)[port] >> vc & 1u;
  return credits;
}

template <unsigned kWords, class Shape>
unsigned WormholeNetwork<kWords, Shape>::flits_before(ComponentId component, PortId input,
                                                      VcId vc) const {
  std::byte* self = block(component);
  const PortId port = first_port(component) + input;
  unsigned flits = layout().counts(self).value(port * network_.router.virtual_channels + vc);
  for (unsigned of = 0; of < 2; ++of) flits += layout().flit_pins(self, of)[port] >> vc & 1u;
  return flits;
}

template <unsigned kWords, class Shape>
unsigned WormholeNetwork<kWords, Shape>::on_line(std::size_t index, VcId vc) const {
  const Line& line = lines_[index];
  unsigned sum = line.flits.count(vc) + line.credits.count(vc);
  for (unsigned of = 0; of < 2; ++of) {
    const auto* pins = reinterpret_cast<const Pin*>(line.block + of * layout().parity_stride());
    sum += (pins[0] >> vc & 1u) + (pins[1] >> vc & 1u);
  }
  return sum;
}

template <unsigned kWords, class Shape>
PinsOfTerminal WormholeNetwork<kWords, Shape>::on_pins_of(NodeId terminal, VcId vc) const {
  PinsOfTerminal sum;
  for (Cycle of = 0; of < 2; ++of) {
    sum.credits += terminal_pin(terminal, credit_row(of)) >> vc & 1u;
    sum.flits += terminal_pin(terminal, flit_row(of)) >> vc & 1u;
  }
  return sum;
}

}  // namespace turnpike::model
