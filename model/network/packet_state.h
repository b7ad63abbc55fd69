// packet_state.h - writes the state of packet routers as bytes, and reads it back.

#pragma once

#include "model/network/packet_network.h"

namespace turnpike::model {

template <unsigned kWords>
void PacketNetwork<kWords>::visit_state(StateStream& state, Cycle /*now*/) {
  const unsigned vcs = network_.router.virtual_channels;
  board_.visit_state(state, vcs);
  core_.visit_state(state);
  for (PinLine<kWords>& line : lines_) line.visit_state(state, vcs);
  state.list(is_awake_);
  state.list(sent_);
  for (std::vector<std::uint16_t>& shown : shown_) {
    state.list(shown);
    for (const std::uint16_t slots : shown) {
      state.check(slots <= network_.packets->slots, "length of a queue that is shown");
    }
  }
  visit_hops(state, network_, hops_);
}

template <unsigned kWords>
unsigned PacketNetwork<kWords>::credits_behind(ComponentId component, PortId output,
                                               VcId vc) const {
  const std::size_t port = std::size_t{component} * ports_ + output;
  return core_.state().ports[port].credits[vc] +
         board_.credits_on(board_.component(component) + output, vc);
}

template <unsigned kWords>
unsigned PacketNetwork<kWords>::flits_before(ComponentId component, PortId input, VcId vc) const {
  const std::size_t port = std::size_t{component} * ports_ + input;
  return core_.state().lanes[port * network_.router.virtual_channels + vc].count +
         board_.flits_on(board_.component(component) + input, vc);
}

template <unsigned kWords>
unsigned PacketNetwork<kWords>::on_line(std::size_t index, VcId vc) const {
  const std::size_t place = board_.line(index);
  return lines_[index].count(vc) + board_.credits_on(place, vc) + board_.flits_on(place, vc);
}

template <unsigned kWords>
PinsOfTerminal PacketNetwork<kWords>::on_pins_of(NodeId terminal, VcId vc) const {
  const std::size_t place = board_.terminal(terminal);
  return {board_.credits_on(place, vc), board_.flits_on(place, vc)};
}

}  // namespace turnpike::model
