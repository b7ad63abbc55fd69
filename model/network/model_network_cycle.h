// model_network_cycle.h - one cycle of the reference model, and what its pins show.

#pragma once

#include "model/network/model_network.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
unsigned ModelNetwork<kWords, Shape>::partition_of(ComponentId component) const {
  unsigned p = 0;
  while (component >= partitions_[p].end) ++p;
  return p;
}

template <unsigned kWords, class Shape>
std::vector<NodeRange> ModelNetwork<kWords, Shape>::node_ranges() const {
  std::vector<NodeRange> ranges;
  for (const Partition& part : partitions_) ranges.push_back(part.nodes);
  return ranges;
}

template <unsigned kWords, class Shape>
RouterIdentity ModelNetwork<kWords, Shape>::identity(ComponentId component) const {
  RouterIdentity self;
  self.node = network_.components[component].address;
  self.limit = network_.limit;
  if (!network_.tables.empty()) self.table = network_.tables[component].data();
  return self;
}

template <unsigned kWords, class Shape>
Pin& ModelNetwork<kWords, Shape>::pin(std::uint32_t pin_block, std::size_t offset,
                                     unsigned parity) const {
  std::byte* at = memory_.get() + pin_block * kBlockUnit + offset;
  return *reinterpret_cast<Pin*>(at + parity * core_.layout().pin_bytes());
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
    if (core_.can_move(block(c), parity)) cycle_router(c, now, part);
  }
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_in_order(Cycle now, TerminalBank<kWords>& terminals,
                                                const std::vector<ComponentId>& order) {
  for (const ComponentId c : order) cycle_router(c, now, partitions_[partition_of(c)]);
  for (unsigned p = 0; p < partitions_.size(); ++p) cycle_nodes(p, now, terminals);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_router(ComponentId component, Cycle now, Partition& part) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const RouterIdentity self = identity(component);
  if (!is_logging_) {
    core_.cycle(memory_.get(), block(component), parity, self, [](PortId, VcId, const Flit&) {});
    return;
  }
  core_.cycle(memory_.get(), block(component), parity, self,
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
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned row = core_.layout().pin_bytes();
  terminals.begin_partition(now, partition, is_logging_ ? &part.events : nullptr);
  for (NodeId n = part.nodes.first; n < part.nodes.end; ++n) {
    Pin* pins = reinterpret_cast<Pin*>(node_block(n));
    Pin& credit = pins[(2 + parity) * row];
    if (credit != 0) {
      terminals.credit(n, credit - 1u);
      credit = 0;
    }
    if (terminals.can_send(n)) inject(n, now, terminals);
    if (pins[parity * row] != 0 || terminals.has_stalls()) eject(n, partition, now, terminals);
  }
  cycle_lines(part, now);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::inject(NodeId node, Cycle now, TerminalBank<kWords>& terminals) {
  VcId vc = 0;
  Flit flit;
  if (!terminals.send(node, now, vc, flit)) return;
  const unsigned depth = network_.router.buffer_depth;
  const FlitWire& wire = inject_wires_[node];
  auto* slots = reinterpret_cast<std::uint8_t*>(node_block(node) + node_.inject_slots);
  buffer(wire)[vc * depth + slots[vc]] = flit;
  slots[vc] = slot_after(slots[vc], depth);
  pin(wire.pin_block, wire.pin, static_cast<unsigned>(now + 1) & 1) = static_cast<Pin>(vc + 1);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::eject(NodeId node, unsigned partition, Cycle now,
                                       TerminalBank<kWords>& terminals) {
  const unsigned depth = network_.router.buffer_depth;
  std::byte* block = node_block(node);
  Pin& arrival = *reinterpret_cast<Pin*>(block + (now & 1) * core_.layout().pin_bytes());
  std::optional<VcId> freed;
  Flit flit;
  std::optional<VcId> vc;
  if (arrival != 0) {
    vc = arrival - 1u;
    auto* fronts = reinterpret_cast<std::uint8_t*>(block + node_.eject_fronts);
    flit = reinterpret_cast<const Flit*>(block + node_.flits)[*vc * depth + fronts[*vc]];
    fronts[*vc] = slot_after(fronts[*vc], depth);
    arrival = 0;
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
      static_cast<Pin>(*freed + 1);
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::cycle_lines(Partition& part, Cycle now) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned row = core_.layout().pin_bytes();
  const auto take = [](std::byte* at) {
    const Pin pin = static_cast<Pin>(*at);
    *at = std::byte{0};
    return pin;
  };
  for (const std::uint32_t index : part.flit_lines) {
    Line& line = lines_[index];
    const Pin out = line.flits.shift(now, take(line.block + parity * row));
    if (out != 0) pin(line.to.pin_block, line.to.pin, parity ^ 1u) = out;
  }
  for (const std::uint32_t index : part.credit_lines) {
    Line& line = lines_[index];
    const Pin out = line.credits.shift(now, take(line.block + (2 + parity) * row));
    if (out != 0) pin(line.back.pin_block, line.back.pin, parity ^ 1u) = out;
  }
}

template <unsigned kWords, class Shape>
void ModelNetwork<kWords, Shape>::outputs(ComponentId component, Cycle now,
                                         ComponentOutputs& to) const {
  const auto& layout = core_.layout();
  std::byte* self = block(component);
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned depth = network_.router.buffer_depth;
  to.valid = 0;
  to.error = layout.header(self).error != 0;
  for (PortId p = 0; p < network_.router.ports; ++p) {
    const FlitWire& out = layout.flit_wires(self)[p];
    if (const Pin flit = pin(out.pin_block, out.pin, parity); flit != 0) {
      const VcId vc = flit - 1u;
      const unsigned slot = layout.slots(self)[p * network_.router.virtual_channels + vc];
      to.valid |= 1u << p;
      to.vc[p] = vc;
      to.flit[p] = buffer(out)[vc * depth + slot_before(slot, depth)].word;
    }
    const CreditWire& back = layout.credit_wires(self)[p];
    to.credit[p] = (1u << pin(back.pin_block, back.pin, parity)) >> 1;
  }
}

template <unsigned kWords, class Shape>
NodeOutputs ModelNetwork<kWords, Shape>::node_outputs(NodeId node, Cycle now) const {
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned depth = network_.router.buffer_depth;
  const FlitWire& inject = inject_wires_[node];
  const CreditWire& eject = eject_wires_[node];
  NodeOutputs to;
  if (const Pin flit = pin(inject.pin_block, inject.pin, parity); flit != 0) {
    to.valid = true;
    to.vc = flit - 1u;
    const auto* slots =
        reinterpret_cast<const std::uint8_t*>(node_block(node) + node_.inject_slots);
    to.flit = buffer(inject)[to.vc * depth + slot_before(slots[to.vc], depth)].word;
  }
  to.eject_credit = (1u << pin(eject.pin_block, eject.pin, parity)) >> 1;
  return to;
}

}  // namespace turnpike::model
