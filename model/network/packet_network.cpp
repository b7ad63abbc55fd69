// packet_network.cpp - a network of packet routers: its pins, cycle by cycle.

#include "model/network/packet_network.h"

#include <algorithm>

#include "model/network/packet_standstill.h"
#include "model/network/packet_state.h"

namespace turnpike::model {

template <unsigned kWords>
PacketNetwork<kWords>::PacketNetwork(const Network& network, unsigned partitions)
    : network_(network),
      ports_(network.router.ports),
      board_(network),
      core_(packet_router_params(network), network.components.size()),
      is_awake_(network.components.size()),
      sent_(network.components.size() * ports_) {
  for (const Channel& channel : network.channels) {
    if (channel.latency != 0) lines_.emplace_back(channel.latency);
  }
  for (auto& shown : shown_) shown.resize(sent_.size());
  split(partitions);
}

template <unsigned kWords>
void PacketNetwork<kWords>::split(unsigned partitions) {
  const std::size_t components = network_.components.size();
  const std::size_t nodes = network_.nodes();
  const std::size_t words = (nodes + 63) / 64;  // 64 nodes stay together
  parts_.resize(partitions);
  for (std::size_t p = 0; p < partitions; ++p) {
    Part& part = parts_[p];
    part.first = static_cast<ComponentId>(components * p / partitions);
    part.end = static_cast<ComponentId>(components * (p + 1) / partitions);
    part.nodes.first = static_cast<NodeId>(words * p / partitions * 64);
    part.nodes.end = static_cast<NodeId>(std::min(words * (p + 1) / partitions * 64, nodes));
    for (std::size_t n = p; n < lines_.size(); n += partitions) part.lines.push_back(n);
    part.seen.resize(network_.local_channels);
    part.next.resize(network_.local_channels);
  }
}

template <unsigned kWords>
std::vector<NodeRange> PacketNetwork<kWords>::node_ranges() const {
  std::vector<NodeRange> ranges;
  for (const Part& part : parts_) ranges.push_back(part.nodes);
  return ranges;
}

template <unsigned kWords>
void PacketNetwork<kWords>::log_events(bool is_on) {
  hops_.reset();
  if (is_on) hops_.emplace(network_);
}

template <unsigned kWords>
void PacketNetwork<kWords>::take_events(std::vector<Event>& to) {
  for (Part& part : parts_) {
    to.insert(to.end(), part.events.begin(), part.events.end());
    part.events.clear();
  }
}

template <unsigned kWords>
void PacketNetwork<kWords>::outputs(ComponentId component, Cycle now, ComponentOutputs& to) const {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const std::size_t first = board_.component(component);
  to.valid = 0;
  to.error = core_.has_error(component);
  to.queue = queue(component, now);
  for (PortId port = 0; port < ports_; ++port) {
    to.credit[port] = board_.given_back(first + port, parity);
    const VcMask vc = board_.sent(first + port, parity);
    if (vc == 0) continue;
    to.valid |= PortMask{1} << port;
    to.vc[port] = static_cast<VcId>(__builtin_ctz(vc));
    to.flit[port] = board_.sent_flit(first + port, parity).word;
  }
}

template <unsigned kWords>
NodeOutputs PacketNetwork<kWords>::node_outputs(NodeId terminal, Cycle now) const {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const std::size_t place = board_.terminal(terminal);
  NodeOutputs to;
  to.eject_credit = board_.given_back(place, parity);
  const VcMask vc = board_.sent(place, parity);
  if (vc == 0) return to;
  to.valid = true;
  to.vc = static_cast<VcId>(__builtin_ctz(vc));
  to.flit = board_.sent_flit(place, parity).word;
  return to;
}

template <unsigned kWords>
void PacketNetwork<kWords>::cycle_components(unsigned partition, Cycle now) {
  Part& part = parts_[partition];
  const unsigned parity = static_cast<unsigned>(now & 1);
  for (ComponentId c = part.first; c < part.end; ++c) {
    if (is_awake_[c] == 0 && !board_.has_pins(c, parity)) continue;
    cycle_component(c, now, part);
  }
  for (const std::size_t n : part.lines) lines_[n].cycle(board_, n, now);
}

template <unsigned kWords>
bool PacketNetwork<kWords>::is_still(Cycle now) const {
  return !board_.has_any_pins(static_cast<unsigned>(now & 1)) &&
         std::all_of(is_awake_.begin(), is_awake_.end(), [](auto awake) { return awake == 0; }) &&
         std::all_of(lines_.begin(), lines_.end(), [](auto& line) { return line.is_empty(); });
}

template <unsigned kWords>
void PacketNetwork<kWords>::cycle_in_order(Cycle now, const std::vector<ComponentId>& order) {
  for (const ComponentId c : order) cycle_component(c, now, parts_[0]);
  for (std::size_t n = 0; n < lines_.size(); ++n) lines_[n].cycle(board_, n, now);
}

template <unsigned kWords>
template <class OnSend>
struct PacketNetwork<kWords>::RouterPins {
  PinBoard<kWords>& board;
  std::size_t first;
  unsigned parity;
  std::uint64_t* sent;
  const OnSend& on_send;
  PortMask flits;
  PortMask credits;

  PortMask arriving() const { return flits; }
  VcId vc(PortId port) const {
    return static_cast<VcId>(__builtin_ctz(board.flit_pin(first + port, parity)));
  }
  const Flit& flit(PortId port) const { return board.flit(first + port, parity); }
  PortMask crediting() const { return credits; }
  VcMask credit(PortId port) const { return board.credit_pin(first + port, parity); }
  void send(PortId port, VcId vc, const Flit& flit) {
    board.send(first + port, parity ^ 1u, static_cast<std::uint16_t>(1u << vc), flit);
    ++sent[port];
    on_send(port, vc, flit);
  }
  void give_back(PortId port, VcId vc) {
    board.give_back(first + port, parity ^ 1u, static_cast<std::uint16_t>(1u << vc));
  }
};

template <unsigned kWords>
void PacketNetwork<kWords>::cycle_component(ComponentId component, Cycle now, Part& part) {
  if (!hops_) {
    cycle_core(component, now, [](PortId, VcId, const Flit&) {});
    return;
  }
  cycle_core(component, now, [&](PortId port, VcId vc, const Flit& flit) {
    hops_->see(component, port, vc, flit.word, now + 1, part.events);
  });
}

// on_send(port, vc, flit) hears of every flit.
template <unsigned kWords>
template <class OnSend>
void PacketNetwork<kWords>::cycle_core(ComponentId component, Cycle now, const OnSend& on_send) {
  const auto parity = static_cast<unsigned>(now & 1);
  const std::size_t first = board_.component(component);
  board_.clear_unit(component, parity);
  RouterPins<OnSend> pins{board_,
                          first,
                          parity,
                          &sent_[component * ports_],
                          on_send,
                          board_.flits_at(first, ports_, parity),
                          board_.credits_at(first, ports_, parity)};
  const PortMask seen = pins.arriving() | pins.crediting();
  const PortMask counted_before = core_.counted(component);
  const bool has_changed =
      core_.cycle(component, network_.components[component].address, network_.limit, pins);
  for (PortMask left = seen; left != 0; left &= left - 1) {
    board_.clear(first + static_cast<unsigned>(__builtin_ctz(left)), parity);
  }
  // What changed in the cycle before is shown in the other half only.
  std::uint16_t* shown = &shown_[parity ^ 1u][component * ports_];
  for (PortMask left = counted_before | core_.counted(component); left != 0; left &= left - 1) {
    const auto port = static_cast<PortId>(__builtin_ctz(left));
    shown[port] = static_cast<std::uint16_t>(core_.slots_in_use(component, port));
  }
  is_awake_[component] = has_changed ? 1 : 0;
}

template <unsigned kWords>
void PacketNetwork<kWords>::cycle_nodes(unsigned partition, Cycle now, TerminalDriver& driver) {
  Part& part = parts_[partition];
  const unsigned parity = static_cast<unsigned>(now & 1);
  driver.begin_partition(now, partition, hops_ ? &part.events : nullptr);
  for (NodeId first = part.nodes.first; first < part.nodes.end; first += 64) {
    const std::uint64_t busy = driver.busy_nodes(first);
    const NodeId nodes = std::min<NodeId>(64, part.nodes.end - first);
    for (NodeId i = 0; i < nodes; ++i) {
      const std::size_t unit = board_.node_unit(first + i);
      if ((busy >> i & 1) == 0 && !board_.has_pins(unit, parity)) continue;
      board_.clear_unit(unit, parity);
      cycle_node(first + i, partition, now, driver);
    }
  }
}

template <unsigned kWords>
void PacketNetwork<kWords>::cycle_node(NodeId node, unsigned partition, Cycle now,
                                       TerminalDriver& driver) {
  Part& part = parts_[partition];
  const unsigned parity = static_cast<unsigned>(now & 1);
  const NodeId terminal = network_.first_terminal(node);
  const unsigned channels = network_.local_channels;
  for (unsigned channel = 0; channel < channels; ++channel) {
    const std::size_t place = board_.terminal(terminal + channel);
    const VcMask vc = board_.flit_pin(place, parity);
    TerminalInputs& seen = part.seen[channel];
    seen.valid = vc != 0;
    seen.vc = vc != 0 ? static_cast<VcId>(__builtin_ctz(vc)) : 0;
    seen.flit = board_.flit(place, parity).word;
    seen.inject_credit = board_.credit_pin(place, parity);
    part.next[channel] = {};
    board_.clear(place, parity);
  }
  const ComponentId router = network_.terminals[terminal].inject.component;
  driver.cycle(node, partition, now, {part.seen.data(), queue(router, now)}, part.next.data());
  for (unsigned channel = 0; channel < channels; ++channel) {
    const TerminalOutputs& next = part.next[channel];
    const std::size_t place = board_.terminal(terminal + channel);
    if (next.eject_credit != 0) {
      board_.give_back(place, parity ^ 1u, static_cast<std::uint16_t>(next.eject_credit));
    }
    if (!next.valid) continue;
    Flit flit;
    std::copy(next.flit, next.flit + network_.router.format.words(), flit.word);
    board_.send(place, parity ^ 1u, static_cast<std::uint16_t>(1u << next.vc), flit);
  }
}

template <unsigned kWords>
Standstill PacketNetwork<kWords>::find_standstill(Cycle now) const {
  return follow_waiting(PacketSearch<kWords>(network_, core_), now);
}

template class PacketNetwork<1>;
template class PacketNetwork<2>;
template class PacketNetwork<kMaxFlitWords>;

}  // namespace turnpike::model
