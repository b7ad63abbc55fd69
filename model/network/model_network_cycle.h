// model_network_cycle.h - one cycle of the reference model, and what its pins show.

#pragma once

#include <cstring>

#include "model/network/model_network.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
unsigned ModelNetwork<kWords, Shape>::partition_of(ComponentId component) const {
  unsigned p = 0;
  while (component >= (is_router(component) ? partitions_[p].end : partitions_[p].end_interchange))
    ++p;
  return p;
}

template <unsigned kWords, class Shape>
std::vector<NodeRange> ModelNetwork<kWords, Shape>::node_ranges() const {
  std::vector<NodeRange> ranges;
  for (const Partition& part : partitions_) ranges.push_back(part.nodes);
  return ranges;
}

template <unsigned kWords, class Shape>
RouterIdentity ModelNetwork<kWords, Shape>::router_identity(ComponentId component) const {
  RouterIdentity self;
  self.node = network_.components[component].address;
  self.limit = network_.limit;
  if (!network_.tables.empty()) self.table = network_.tables[component].data();
  return self;
}

template <unsigned kWords, class Shape>
InterchangePlace ModelNetwork<kWords, Shape>::interchange_place(ComponentId component) const {
  const Component& self = network_.components[component];
  return {self.address, network_.limit, self.dimension, self.connected, self.paced};
}

template <unsigned kWords, class Shape>
auto ModelNetwork<kWords, Shape>::pin(std::uint32_t pin_block, std::size_t offset,
                                      unsigned parity) const -> Pin& {
  std::byte* at = memory_.get() + pin_block * kBlockUnit + offset;
  return *reinterpret_cast<Pin*>(at + parity * layout().parity_stride());
}

template <unsigned kWords, class Shape>
FlitWords<kWords>* ModelNetwork<kWords, Shape>::buffer(const FlitWire& wire) const {
  return reinterpret_cast<Flit*>(memory_.get() + wire.flit_block * kBlockUnit +
                                 wire.flits * std::size_t{8});
}

template <unsigned kWords, class Shape>
bool ModelNetwork<kWords, Shape>::has_lost_flits() const {
  return pin(unit_of(nowhere_), 0, 0) != 0 || pin(unit_of(nowhere_), 0, 1) != 0;
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle(unsigned partition, Cycle now,
                                        TerminalBank<kWords>& terminals) {
  cycle_nodes(partition, now, terminals);
  Partition& part = partitions_[partition];
  const unsigned parity = static_cast<unsigned>(now & 1);
  for (ComponentId c = part.first; c < part.end; ++c) {
    if (is_large_) prefetch(c + kPrefetchDistance);
    if (!core_.can_move(block(c), parity)) continue;
    cycle_with(
        core_, [this, c] { return router_identity(c); }, c, now, part);
  }
  if constexpr (kHasInterchanges) cycle_interchanges(now, part);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_interchanges(Cycle now, Partition& part) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  for (ComponentId c = part.first_interchange; c < part.end_interchange; ++c) {
    const auto& core = interchange_cores_[network_.components[c].shape];
    if (!core.can_move(block(c), parity)) continue;
    cycle_with(
        core, [this, c] { return interchange_place(c); }, c, now, part);
  }
}

// A hint only: past the last router it is of no use and does no harm.
template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::prefetch(ComponentId component) const {
  const std::byte* at = block(component);
  for (std::size_t line = 0; line < stride_; line += kBlockUnit) __builtin_prefetch(at + line, 1);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_in_order(Cycle now, TerminalBank<kWords>& terminals,
                                                 const std::vector<ComponentId>& order) {
  for (const ComponentId c : order) cycle_component(c, now, partitions_[partition_of(c)]);
  for (unsigned p = 0; p < partitions_.size(); ++p) cycle_nodes(p, now, terminals);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_component(ComponentId component, Cycle now,
                                                  Partition& part) {
  if constexpr (kHasInterchanges) {
    if (!is_router(component)) {
      cycle_with(
          interchange_cores_[network_.components[component].shape],
          [this, component] { return interchange_place(component); }, component, now, part);
      return;
    }
  }
  cycle_with(
      core_, [this, component] { return router_identity(component); }, component, now, part);
}

template <unsigned kWords, class Shape>
template <class AnyCore, class Identify>
void ModelNetwork<kWords, Shape>::cycle_with(const AnyCore& core, const Identify& identify,
                                             ComponentId component, Cycle now, Partition& part) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  if (!is_logging_) {
    core.cycle(memory_.get(), block(component), parity, identify, [](PortId, VcId, const Flit&) {});
    return;
  }
  core.cycle(memory_.get(), block(component), parity, identify,
             [&](PortId output, VcId vc, const Flit& flit) {
               log_hop(component, output, vc, flit, now, part);
             });
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::log_hop(ComponentId component, PortId output, VcId vc,
                                          const Flit& flit, Cycle now, Partition& part) const {
  const FlitFormat& format = network_.router.format;
  if (!format.is_head(flit.word)) return;
  Event event;
  event.cycle = now + 1;
  event.kind = EventKind::hop;
  event.source = node_at_[format.source(flit.word)];
  event.destination = node_at_[format.destination(flit.word)];
  event.packet = format.number(flit.word);
  event.component = component;
  event.port = output;
  event.vc = vc;
  part.events.push_back(event);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_nodes(unsigned partition, Cycle now,
                                              TerminalBank<kWords>& terminals) {
  Partition& part = partitions_[partition];
  terminals.begin_partition(now, partition, is_logging_ ? &part.events : nullptr);
  for (NodeId first = part.nodes.first; first < part.nodes.end; first += 64) {
    cycle_64_nodes(first, partition, now, terminals);
  }
  cycle_lines(part, now);
}

// Nodes [first, first + 64) as far as there are any. What happens at a node happens rarely and to
// no pattern: collected in sets first, it costs no mispredicted branch for each node.
template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_64_nodes(NodeId first, unsigned partition, Cycle now,
                                                 TerminalBank<kWords>& terminals) {
  const std::size_t flits = (now & 1) * layout().parity_stride();
  const std::size_t credits = flits + layout().pin_row();
  const auto pin_of = [&](NodeId node, std::size_t row) -> Pin& {
    return reinterpret_cast<Pin*>(node_pins(node) + row)[node % nodes_a_row()];
  };
  for (std::uint64_t left = nodes_with_pins(first, credits); left != 0; left &= left - 1) {
    const NodeId node = first + lowest(left);
    terminals.credit(node, vc_on(take(pin_of(node, credits))));
  }
  for (std::uint64_t left = terminals.ready_nodes(first / 64); left != 0; left &= left - 1) {
    inject(first + lowest(left), now, terminals);
  }
  std::uint64_t ejecting = nodes_with_pins(first, flits);
  if (terminals.has_stalls()) {
    const auto nodes = static_cast<NodeId>(network_.terminals.size()) - first;
    ejecting = nodes < 64 ? (std::uint64_t{1} << nodes) - 1 : ~std::uint64_t{0};
  }
  for (std::uint64_t left = ejecting; left != 0; left &= left - 1) {
    const NodeId node = first + lowest(left);
    eject(node, partition, now, take(pin_of(node, flits)), terminals);
  }
}

// Those of 64 nodes that have something on a row of pins.
template <unsigned kWords, class Shape>
std::uint64_t ModelNetwork<kWords, Shape>::nodes_with_pins(NodeId first, std::size_t row) const {
  std::uint64_t set = 0;
  for (unsigned at = 0; at < 64;) {
    const std::byte* pins = node_pins(first + at) + row;
    for (std::size_t byte = 0; byte < layout().pin_row(); byte += 8) {
      std::uint64_t word;
      std::memcpy(&word, pins + byte, sizeof word);
      set |= which_are_set<Pin>(word) << at;
      at += static_cast<unsigned>(8 / sizeof(Pin));
    }
  }
  return set;
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::inject(NodeId node, Cycle now, TerminalBank<kWords>& terminals) {
  VcId vc = 0;
  Flit flit;
  if (!terminals.send(node, now, vc, flit)) return;
  const FlitWire& wire = inject_wires_[node];
  auto* slots = reinterpret_cast<std::uint8_t*>(node_block(node) + node_.inject_slots);
  buffer(wire)[vc * layout().depth() + slots[vc]] = flit;
  slots[vc] = slot_after(slots[vc], network_.router.buffer_depth);
  pin(wire.pin_block, wire.pin, static_cast<unsigned>(now + 1) & 1) = static_cast<Pin>(1u << vc);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::eject(NodeId node, unsigned partition, Cycle now, Pin arrival,
                                        TerminalBank<kWords>& terminals) {
  std::byte* block = node_block(node);
  std::optional<VcId> freed;
  Flit flit;
  std::optional<VcId> vc;
  if (arrival != 0) {
    vc = vc_on(arrival);
    auto* fronts = reinterpret_cast<std::uint8_t*>(block + node_.eject_fronts);
    const auto* flits = reinterpret_cast<const Flit*>(block + node_.flits);
    flit = flits[*vc * layout().depth() + fronts[*vc]];
    fronts[*vc] = slot_after(fronts[*vc], network_.router.buffer_depth);
  }
  if (terminals.has_stalls()) {
    freed = terminals.store_and_consume(node, partition, now, vc, flit);
  } else {
    terminals.consume(node, partition, now, *vc, flit);
    freed = vc;
  }
  if (!freed) return;
  const CreditWire& back = eject_wires_[node];
  pin(back.pin_block, back.pin, static_cast<unsigned>(now + 1) & 1) =
      static_cast<Pin>(1u << *freed);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_lines(Partition& part, Cycle now) {
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
void ModelNetwork<kWords, Shape>::outputs(ComponentId component, Cycle now,
                                          ComponentOutputs& to) const {
  const auto& layout = core_.layout();
  std::byte* self = block(component);
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned ports = network_.ports_of(component);
  to.valid = 0;
  to.error = layout.header(self).error != 0;
  for (PortId p = 0; p < ports; ++p) {
    const FlitWire& out = layout.flit_wires(self)[p];
    if (const Pin flit = pin(out.pin_block, out.pin, parity); flit != 0) {
      const VcId vc = vc_on(flit);
      const unsigned slot = layout.slots(self)[p * network_.router.virtual_channels + vc];
      to.valid |= 1u << p;
      to.vc[p] = vc;
      const unsigned last = slot_before(slot, depth_of(component, p));
      to.flit[p] = buffer(out)[vc * layout.depth() + last].word;
    }
    const CreditWire& back = layout.credit_wires(self)[p];
    to.credit[p] = pin(back.pin_block, back.pin, parity);
  }
}

template <unsigned kWords, class Shape>
NodeOutputs ModelNetwork<kWords, Shape>::node_outputs(NodeId node, Cycle now) const {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const FlitWire& inject = inject_wires_[node];
  const CreditWire& eject = eject_wires_[node];
  NodeOutputs to;
  if (const Pin flit = pin(inject.pin_block, inject.pin, parity); flit != 0) {
    to.valid = true;
    to.vc = vc_on(flit);
    const auto* slots =
        reinterpret_cast<const std::uint8_t*>(node_block(node) + node_.inject_slots);
    const unsigned last = slot_before(slots[to.vc], network_.router.buffer_depth);
    to.flit = buffer(inject)[to.vc * layout().depth() + last].word;
  }
  to.eject_credit = pin(eject.pin_block, eject.pin, parity);
  return to;
}

}  // namespace turnpike::model
