// wormhole_network_cycle.h - one cycle of the reference model, and the pins that it shows.

#pragma once

#include <cstring>

#include "model/network/wormhole_network.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
unsigned WormholeNetwork<kWords, Shape>::partition_of(ComponentId component) const {
  unsigned p = 0;
  while (component >= (is_router(component) ? partitions_[p].end : partitions_[p].end_interchange))
    ++p;
  return p;
}

template <unsigned kWords, class Shape>
std::vector<NodeRange> WormholeNetwork<kWords, Shape>::node_ranges() const {
  std::vector<NodeRange> ranges;
  for (const Partition& part : partitions_) ranges.push_back(part.nodes);
  return ranges;
}

template <unsigned kWords, class Shape>
InterchangePlace WormholeNetwork<kWords, Shape>::interchange_place(ComponentId component) const {
  const Component& self = network_.components[component];
  return {self.address, network_.limit, self.dimension, self.connected, self.paced};
}

template <unsigned kWords, class Shape>
auto WormholeNetwork<kWords, Shape>::pin(std::uint32_t pin_block, std::size_t offset,
                                         unsigned parity) const -> Pin& {
  std::byte* at = memory_.get() + pin_block * kBlockUnit + offset;
  return *reinterpret_cast<Pin*>(at + parity * layout().parity_stride());
}

template <unsigned kWords, class Shape>
FlitWords<kWords>* WormholeNetwork<kWords, Shape>::buffer(const FlitWire& wire) const {
  return reinterpret_cast<Flit*>(memory_.get() + wire.flit_block * kBlockUnit +
                                 wire.flits * std::size_t{8});
}

template <unsigned kWords, class Shape>
bool WormholeNetwork<kWords, Shape>::has_lost_flits() const {
  return pin(unit_of(nowhere_), 0, 0) != 0 || pin(unit_of(nowhere_), 0, 1) != 0;
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::log_events(bool is_on) {
  hops_.reset();
  if (is_on) hops_.emplace(network_);
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::take_events(std::vector<Event>& to) {
  for (Partition& part : partitions_) {
    to.insert(to.end(), part.events.begin(), part.events.end());
    part.events.clear();
  }
}

template <unsigned kWords, class Shape>
std::vector<std::uint64_t> WormholeNetwork<kWords, Shape>::flits_sent() const {
  std::vector<std::uint64_t> sent;
  const unsigned ports = network_.max_ports();
  sent.reserve(network_.components.size() * ports);
  for (ComponentId c = 0; c < network_.components.size(); ++c) {
    const std::uint32_t* counts = layout().sent(block(c)) + first_port(c);
    sent.insert(sent.end(), counts, counts + ports);
  }
  return sent;
}

template <unsigned kWords, class Shape>
std::uint64_t WormholeNetwork<kWords, Shape>::flits_moved() const {
  std::uint64_t moved = 0;
  const unsigned ports = network_.max_ports();
  for (ComponentId c = 0; c < network_.components.size(); ++c) {
    const std::uint32_t* counts = layout().sent(block(c)) + first_port(c);
    for (unsigned port = 0; port < ports; ++port) moved += counts[port];
  }
  return moved;
}

template <unsigned kWords, class Shape>
std::vector<std::uint32_t> WormholeNetwork<kWords, Shape>::flits_buffered() const {
  std::vector<std::uint32_t> buffered;
  const unsigned vcs = network_.router.virtual_channels;
  const unsigned lanes = network_.max_ports() * vcs;
  buffered.reserve(network_.components.size() * lanes);
  for (ComponentId c = 0; c < network_.components.size(); ++c) {
    const auto counts = layout().counts(block(c));
    const unsigned first = first_port(c) * vcs;
    for (unsigned i = 0; i < lanes; ++i) buffered.push_back(counts.value(first + i));
  }
  return buffered;
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_components(unsigned partition, Cycle now) {
  Partition& part = partitions_[partition];
  const unsigned parity = static_cast<unsigned>(now & 1);
  for (ComponentId first = part.first; first < part.end; first += kRouters) {
    if (is_large_) prefetch(first, part.end, parity);
    if (!core_.can_move(block(first), parity)) continue;
    cycle_with(
        core_, [this, first](unsigned r) { return identities_[first + r]; }, first, now, part);
  }
  if constexpr (kHasInterchanges) cycle_interchanges(now, part);
  cycle_lines(part, now);
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_interchanges(Cycle now, Partition& part) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  for (ComponentId c = part.first_interchange; c < part.end_interchange; ++c) {
    const auto& core = interchange_cores_[network_.components[c].shape];
    if (!core.can_move(block(c), parity)) continue;
    cycle_with(
        core, [this, c](unsigned) { return interchange_place(c); }, c, now, part);
  }
}

// A hint only, and inlined, so that the hints stand in the loop itself. Blocks that do not move in
// this cycle stay out of the cache: whether one does shows in its header and in pins that nobody
// writes in this cycle. Buffers are not fetched: a router reads few of its flits in a cycle, and
// all of them are most of a block's lines.
template <unsigned kWords, class Shape>
TURNPIKE_INLINE void WormholeNetwork<kWords, Shape>::prefetch(ComponentId present, ComponentId end,
                                                              unsigned parity) const {
  const ComponentId next = present + kPrefetchDistance;
  const std::size_t header = layout().pins_end();
  if (present + kLookDistance < end) prefetch(present + kLookDistance, 0, header);
  if (next >= end || !core_.can_move(block(next), parity)) return;
  prefetch(next, header, layout().flits_offset(0));
}

template <unsigned kWords, class Shape>
TURNPIKE_INLINE void WormholeNetwork<kWords, Shape>::prefetch(ComponentId component,
                                                              std::size_t from,
                                                              std::size_t to) const {
  const std::byte* at = block(component);
  for (std::size_t line = from; line < to; line += kBlockUnit) __builtin_prefetch(at + line, 1);
}

template <unsigned kWords, class Shape>
bool WormholeNetwork<kWords, Shape>::is_still(Cycle now) const {
  const unsigned parity = static_cast<unsigned>(now & 1);
  for (ComponentId c = 0; c < routers_; c += kRouters) {
    if (core_.can_move(block(c), parity)) return false;
  }
  if constexpr (kHasInterchanges) {
    for (ComponentId c = routers_; c < network_.components.size(); ++c) {
      const auto& core = interchange_cores_[network_.components[c].shape];
      if (core.can_move(block(c), parity)) return false;
    }
  }
  for (const Line& line : lines_) {
    const auto* pins = reinterpret_cast<const Pin*>(line.block + parity * layout().parity_stride());
    if ((pins[0] | pins[1]) != 0 || !line.flits.is_empty() || !line.credits.is_empty())
      return false;
  }
  for (NodeId n = 0; n < network_.terminals.size(); n += 64) {
    if (terminals_with_pins(n, flit_row(now)) != 0) return false;
    if (terminals_with_pins(n, credit_row(now)) != 0) return false;
  }
  return true;
}

// A block's turn is that of its first component.
template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_in_order(Cycle now,
                                                    const std::vector<ComponentId>& order) {
  for (const ComponentId c : order) {
    if (c % kRouters == 0) cycle_block(c, now, partitions_[partition_of(c)]);
  }
  for (Partition& part : partitions_) cycle_lines(part, now);
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_block(ComponentId first, Cycle now, Partition& part) {
  if constexpr (kHasInterchanges) {
    if (!is_router(first)) {
      cycle_with(
          interchange_cores_[network_.components[first].shape],
          [this, first](unsigned) { return interchange_place(first); }, first, now, part);
      return;
    }
  }
  cycle_with(
      core_, [this, first](unsigned r) { return identities_[first + r]; }, first, now, part);
}

template <unsigned kWords, class Shape>
template <class AnyCore, class Identify>
void WormholeNetwork<kWords, Shape>::cycle_with(const AnyCore& core, const Identify& identify,
                                                ComponentId first, Cycle now, Partition& part) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  if (!hops_) {
    core.cycle(memory_.get(), block(first), parity, identify, [](PortId, VcId, const Flit&) {});
    return;
  }
  const Cycle shown = now + 1;
  core.cycle(memory_.get(), block(first), parity, identify,
             [&, ports = network_.max_ports()](PortId output, VcId vc, const Flit& flit) {
               hops_->see(first + output / ports, output % ports, vc, flit.word, shown,
                          part.events);
             });
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_nodes(unsigned partition, Cycle now,
                                                 TerminalBank<kWords>& terminals) {
  Partition& part = partitions_[partition];
  terminals.begin_partition(now, partition, hops_ ? &part.events : nullptr);
  for (NodeId first = part.nodes.first; first < part.nodes.end; first += 64) {
    cycle_64_nodes(first, partition, now, terminals);
  }
}

// Nodes [first, first + 64) as far as there are any. What happens at a node happens rarely and to
// no pattern: collected in sets first, it costs no mispredicted branch for each node.
template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_64_nodes(NodeId first, unsigned partition, Cycle now,
                                                    TerminalBank<kWords>& terminals) {
  for (std::uint64_t left = terminals_with_pins(first, credit_row(now)); left != 0;
       left &= left - 1) {
    const NodeId node = first + lowest(left);
    for (unsigned vcs = take(terminal_pin(node, credit_row(now))); vcs != 0; vcs &= vcs - 1) {
      terminals.credit(node, static_cast<VcId>(__builtin_ctz(vcs)));
    }
  }
  for (std::uint64_t left = terminals.ready_nodes(first / 64); left != 0; left &= left - 1) {
    const NodeId node = first + lowest(left);
    VcId vc = 0;
    Flit flit;
    if (terminals.send(node, now, vc, flit)) inject(node, now, vc, flit);
  }
  std::uint64_t ejecting = terminals_with_pins(first, flit_row(now));
  if (terminals.has_stalls()) ejecting |= terminals.stalled_nodes(first / 64);
  for (std::uint64_t left = ejecting; left != 0; left &= left - 1) {
    const NodeId node = first + lowest(left);
    eject(node, partition, now, take(terminal_pin(node, flit_row(now))), terminals);
  }
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::eject(NodeId node, unsigned partition, Cycle now, Pin arrival,
                                           TerminalBank<kWords>& terminals) {
  std::optional<VcId> freed;
  Flit flit;
  std::optional<VcId> vc;
  if (arrival != 0) {
    vc = vc_on(arrival);
    flit = take_ejected(node, *vc);
  }
  if (terminals.has_stalls()) {
    freed = terminals.store_and_consume(node, partition, now, vc, flit);
  } else {
    terminals.consume(node, partition, now, *vc, flit);
    freed = vc;
  }
  if (freed) give_back(node, now, 1u << *freed);
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_nodes(unsigned partition, Cycle now,
                                                 TerminalDriver& driver) {
  Partition& part = partitions_[partition];
  driver.begin_partition(now, partition, hops_ ? &part.events : nullptr);
  for (NodeId first = part.nodes.first; first < part.nodes.end; first += 64) {
    std::uint64_t busy = driver.busy_nodes(first) | nodes_with_pins(first, now);
    const NodeId nodes = part.nodes.end - first;
    if (nodes < 64) busy &= (std::uint64_t{1} << nodes) - 1;
    for (; busy != 0; busy &= busy - 1) cycle_node(first + lowest(busy), partition, now, driver);
  }
}

// The nodes of [first, first + 64) with something on the pins of any local channel.
template <unsigned kWords, class Shape>
std::uint64_t WormholeNetwork<kWords, Shape>::nodes_with_pins(NodeId first, Cycle now) const {
  const unsigned channels = network_.local_channels;
  const NodeId first_terminal = first * channels;
  std::uint64_t nodes = 0;
  for (NodeId at = 0; at < 64 * channels; at += 64) {
    const NodeId terminal = first_terminal + at;
    if (terminal >= network_.terminals.size()) break;
    const std::uint64_t seen = terminals_with_pins(terminal, flit_row(now)) |
                               terminals_with_pins(terminal, credit_row(now));
    if (channels == 1) return seen;
    for (std::uint64_t left = seen; left != 0; left &= left - 1) {
      nodes |= std::uint64_t{1} << (at + lowest(left)) / channels;
    }
  }
  return nodes;
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_node(NodeId node, unsigned partition, Cycle now,
                                                TerminalDriver& driver) {
  Partition& part = partitions_[partition];
  const unsigned channels = network_.local_channels;
  const NodeId first = network_.first_terminal(node);
  for (unsigned channel = 0; channel < channels; ++channel) {
    TerminalInputs& seen = part.seen[channel];
    const Pin arrival = take(terminal_pin(first + channel, flit_row(now)));
    seen.inject_credit = take(terminal_pin(first + channel, credit_row(now)));
    seen.valid = arrival != 0;
    if (seen.valid) {
      seen.vc = vc_on(arrival);
      seen.flit = take_ejected(first + channel, seen.vc).word;
    }
    part.next[channel] = {};
  }
  driver.cycle(node, partition, now, {part.seen.data(), nullptr}, part.next.data());
  for (unsigned channel = 0; channel < channels; ++channel) {
    const TerminalOutputs& next = part.next[channel];
    if (next.eject_credit != 0) give_back(first + channel, now, next.eject_credit);
    if (!next.valid) continue;
    Flit flit;
    std::copy(next.flit, next.flit + network_.router.format.words(), flit.word);
    inject(first + channel, now, next.vc, flit);
  }
}

// The terminals, of 64, with something on a row of pins.
template <unsigned kWords, class Shape>
std::uint64_t WormholeNetwork<kWords, Shape>::terminals_with_pins(NodeId first,
                                                                  std::size_t row) const {
  std::uint64_t set = 0;
  for (unsigned at = 0; at < 64;) {
    const std::byte* pins = terminal_pins(first + at) + row;
    for (std::size_t byte = 0; byte < layout().pin_row(); byte += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, pins + byte, sizeof word);
      set |= which_are_set<Pin>(word) << at;
      at += static_cast<unsigned>(8 / sizeof(Pin));
    }
  }
  return set;
}

// On the injection pins in the next cycle: the flit goes straight to the slot that it will have.
template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::inject(NodeId terminal, Cycle now, VcId vc, const Flit& flit) {
  const FlitWire& wire = inject_wires_[terminal];
  auto* slots = reinterpret_cast<std::uint8_t*>(terminal_block(terminal) + terminal_.inject_slots);
  buffer(wire)[vc * layout().depth() + slots[vc]] = flit;
  slots[vc] = slot_after(slots[vc], network_.router.buffer_depth);
  pin(wire.pin_block, wire.pin, static_cast<unsigned>(now + 1) & 1) = static_cast<Pin>(1u << vc);
}

// The flit on the ejection pins; good in this cycle.
template <unsigned kWords, class Shape>
auto WormholeNetwork<kWords, Shape>::take_ejected(NodeId terminal, VcId vc) -> const Flit& {
  std::byte* block = terminal_block(terminal);
  auto* fronts = reinterpret_cast<std::uint8_t*>(block + terminal_.eject_fronts);
  const auto* flits = reinterpret_cast<const Flit*>(block + terminal_.flits);
  const Flit& flit = flits[vc * layout().depth() + fronts[vc]];
  fronts[vc] = slot_after(fronts[vc], network_.router.buffer_depth);
  return flit;
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::give_back(NodeId terminal, Cycle now, VcMask vcs) {
  const CreditWire& back = eject_wires_[terminal];
  pin(back.pin_block, back.pin, static_cast<unsigned>(now + 1) & 1) = static_cast<Pin>(vcs);
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::cycle_lines(Partition& part, Cycle now) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const auto pins = [&](const Line& line) {
    return reinterpret_cast<Pin*>(line.block + parity * layout().parity_stride());
  };
  for (const std::uint32_t index : part.flit_lines) {
    Line& line = lines_[index];
    const auto out = static_cast<Pin>(line.flits.shift(now, take(pins(line)[0])));
    if (out != 0) pin(line.to.pin_block, line.to.pin, parity ^ 1u) = out;
  }
  for (const std::uint32_t index : part.credit_lines) {
    Line& line = lines_[index];
    const auto out = static_cast<Pin>(line.credits.shift(now, take(pins(line)[1])));
    if (out != 0) pin(line.back.pin_block, line.back.pin, parity ^ 1u) = out;
  }
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::outputs(ComponentId component, Cycle now,
                                             ComponentOutputs& to) const {
  const auto& layout = core_.layout();
  std::byte* self = block(component);
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned ports = network_.ports_of(component);
  const PortId first = first_port(component);
  to.valid = 0;
  to.error = (layout.header(self).error >> component % kRouters & 1) != 0;
  for (PortId p = 0; p < ports; ++p) {
    const FlitWire& out = layout.flit_wires(self)[first + p];
    if (const Pin flit = pin(out.pin_block, out.pin, parity); flit != 0) {
      const VcId vc = vc_on(flit);
      const unsigned lane = (first + p) * network_.router.virtual_channels + vc;
      to.valid |= 1u << p;
      to.vc[p] = vc;
      const unsigned last = slot_before(layout.slots(self)[lane], depth_of(component, p));
      to.flit[p] = buffer(out)[vc * layout.depth() + last].word;
    }
    const CreditWire& back = layout.credit_wires(self)[first + p];
    to.credit[p] = pin(back.pin_block, back.pin, parity);
  }
}

template <unsigned kWords, class Shape>
NodeOutputs WormholeNetwork<kWords, Shape>::node_outputs(NodeId terminal, Cycle now) const {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const FlitWire& inject = inject_wires_[terminal];
  const CreditWire& eject = eject_wires_[terminal];
  NodeOutputs to;
  if (const Pin flit = pin(inject.pin_block, inject.pin, parity); flit != 0) {
    to.valid = true;
    to.vc = vc_on(flit);
    const auto* slots =
        reinterpret_cast<const std::uint8_t*>(terminal_block(terminal) + terminal_.inject_slots);
    const unsigned last = slot_before(slots[to.vc], network_.router.buffer_depth);
    to.flit = buffer(inject)[to.vc * layout().depth() + last].word;
  }
  to.eject_credit = pin(eject.pin_block, eject.pin, parity);
  return to;
}

}  // namespace turnpike::model
