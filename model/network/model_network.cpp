// model_network.cpp - the state of a network in the reference model, and one cycle of one partition.

#include "model/network/model_network.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace turnpike::model {

// The wires of a router, a node or a line in one cycle: what they carry shows in the next.
template <unsigned kWords>
class ModelNetwork<kWords>::Wires {
 public:
  Wires(ModelNetwork& network, Partition& part, Cycle now)
      : network_(network), part_(part), now_(now), next_(static_cast<unsigned>(now + 1) & 1) {}

  void from(ComponentId component) { component_ = component; }

  // A flit of a router.
  void send(Wire wire, PortId output, VcId vc, unsigned slot, const Flit& flit) {
    if (network_.is_logging_) log(output, vc, flit);
    put(wire, vc, slot, flit);
  }
  void credit(Wire wire, PortId, VcId vc) { put_credit(wire, vc); }

  // A flit to wherever the wire leads.
  void put(Wire wire, VcId vc, unsigned slot, const Flit& flit) {
    const std::uint32_t index = wire_index(wire);
    const std::uint8_t pin = static_cast<std::uint8_t>(vc);
    switch (wire_kind(wire)) {
      case WireKind::router: {
        std::byte* block = network_.block(index >> kPortBits);
        const PortId port = index & ((1u << kPortBits) - 1);
        network_.core_.layout().flits(block, port, vc)[slot] = flit;
        network_.core_.layout().flit_pins(block, next_)[port] = pin;
        return;
      }
      case WireKind::node: {
        NodePins& pins = network_.node_pins_[index];
        pins.slot[next_] = flit;
        pins.flit[next_] = pin;
        return;
      }
      case WireKind::line: {
        DelayLine<kWords>& line = network_.lines_[index];
        line.flits[line.enter(now_)] = {pin, static_cast<std::uint8_t>(slot), flit};
        return;
      }
      case WireKind::none:
        break;
    }
    throw NetworkError("cycle " + std::to_string(now_) + ": component " +
                       std::to_string(component_) + " sends a flit to an unconnected port");
  }

  void put_credit(Wire wire, VcId vc) {
    const std::uint32_t index = wire_index(wire);
    const std::uint8_t pin = static_cast<std::uint8_t>(vc + 1);
    switch (wire_kind(wire)) {
      case WireKind::router: {
        std::byte* block = network_.block(index >> kPortBits);
        network_.core_.layout().credit_pins(block, next_)[index & ((1u << kPortBits) - 1)] = pin;
        return;
      }
      case WireKind::node:
        network_.node_pins_[index].credit[next_] = pin;
        return;
      case WireKind::line: {
        DelayLine<kWords>& line = network_.lines_[index];
        line.credits[line.enter(now_)] = pin;
        return;
      }
      case WireKind::none:
        return;
    }
  }

 private:
  void log(PortId output, VcId vc, const Flit& flit) {
    const FlitFormat& format = network_.network_.router.format;
    if (!format.is_head(flit.word)) return;
    Event event;
    event.cycle = now_ + 1;
    event.kind = EventKind::hop;
    event.source = network_.node_at_[format.source(flit.word)];
    event.destination = network_.node_at_[format.destination(flit.word)];
    event.packet = format.number(flit.word);
    event.component = component_;
    event.port = output;
    event.vc = vc;
    part_.events.push_back(event);
  }

  ModelNetwork& network_;
  Partition& part_;
  Cycle now_;
  unsigned next_;
  ComponentId component_ = 0;
};

template <unsigned kWords>
ModelNetwork<kWords>::ModelNetwork(const Network& network, unsigned partitions)
    : network_(network), core_(network.router), stride_(core_.layout().bytes()) {
  const std::size_t bytes = stride_ * network.components.size();
  void* memory = std::aligned_alloc(64, std::max<std::size_t>(bytes, 64));
  if (memory == nullptr) throw std::bad_alloc();
  std::memset(memory, 0, bytes);
  blocks_.reset(static_cast<std::byte*>(memory));
  node_pins_.resize(network.terminals.size());
  inject_slots_.resize(network.terminals.size() * network.router.virtual_channels);
  node_at_.resize(std::size_t{1} << network.router.format.address_bits);
  for (NodeId n = 0; n < network.terminals.size(); ++n) {
    node_at_[network.terminals[n].address] = n;
  }
  split(partitions);
  reset();
  connect();
}

template <unsigned kWords>
void ModelNetwork<kWords>::reset() {
  for (ComponentId c = 0; c < network_.components.size(); ++c) core_.reset(block(c));
  std::fill(inject_slots_.begin(), inject_slots_.end(), std::uint8_t{0});
  for (NodePins& pins : node_pins_) {
    for (unsigned parity : {0u, 1u}) {
      pins.flit[parity] = kNoFlit;
      pins.credit[parity] = kNoCredit;
    }
  }
  for (DelayLine<kWords>& line : lines_) {
    for (auto& entry : line.flits) entry.vc = kNoFlit;
    std::fill(line.credits.begin(), line.credits.end(), kNoCredit);
  }
}

template <unsigned kWords>
void ModelNetwork<kWords>::split(unsigned partitions) {
  const std::size_t components = network_.components.size();
  const std::size_t nodes = network_.terminals.size();
  for (std::size_t p = 0; p < partitions; ++p) {
    Partition part;
    part.first = static_cast<ComponentId>(components * p / partitions);
    part.end = static_cast<ComponentId>(components * (p + 1) / partitions);
    part.nodes.first = static_cast<NodeId>(nodes * p / partitions);
    part.nodes.end = static_cast<NodeId>(nodes * (p + 1) / partitions);
    partitions_.push_back(part);
  }
}

template <unsigned kWords>
unsigned ModelNetwork<kWords>::partition_of(ComponentId component) const {
  unsigned p = 0;
  while (component >= partitions_[p].end) ++p;
  return p;
}

template <unsigned kWords>
void ModelNetwork<kWords>::connect() {
  const RouterLayout<kWords>& layout = core_.layout();
  for (const Channel& channel : network_.channels) {
    Wire& out = layout.output_wires(block(channel.from))[channel.from_port];
    Wire& in = layout.input_wires(block(channel.to))[channel.to_port];
    if (channel.latency == 0) {
      out = router_wire(channel.to, channel.to_port);
      in = router_wire(channel.from, channel.from_port);
      continue;
    }
    const auto index = static_cast<std::uint32_t>(lines_.size());
    lines_.emplace_back(channel.latency);
    lines_.back().flit_wire = router_wire(channel.to, channel.to_port);
    lines_.back().credit_wire = router_wire(channel.from, channel.from_port);
    out = make_wire(WireKind::line, index);
    in = make_wire(WireKind::line, index);
    partitions_[partition_of(channel.to)].flit_lines.push_back(index);
    partitions_[partition_of(channel.from)].credit_lines.push_back(index);
  }
  for (NodeId n = 0; n < network_.terminals.size(); ++n) {
    const Terminal& terminal = network_.terminals[n];
    layout.input_wires(block(terminal.inject.component))[terminal.inject.port] =
        make_wire(WireKind::node, n);
    layout.output_wires(block(terminal.eject.component))[terminal.eject.port] =
        make_wire(WireKind::node, n);
    node_pins_[n].inject = router_wire(terminal.inject.component, terminal.inject.port);
    node_pins_[n].eject = router_wire(terminal.eject.component, terminal.eject.port);
  }
}

template <unsigned kWords>
std::vector<NodeRange> ModelNetwork<kWords>::node_ranges() const {
  std::vector<NodeRange> ranges;
  for (const Partition& part : partitions_) ranges.push_back(part.nodes);
  return ranges;
}

template <unsigned kWords>
RouterIdentity ModelNetwork<kWords>::identity(ComponentId component) const {
  RouterIdentity self;
  self.node = network_.components[component].address;
  self.limit = network_.limit;
  if (!network_.tables.empty()) self.table = network_.tables[component].data();
  return self;
}

template <unsigned kWords>
void ModelNetwork<kWords>::cycle(unsigned index, Cycle now, TerminalBank<kWords>& terminals) {
  Partition& part = partitions_[index];
  cycle_nodes(part, index, now, terminals);
  cycle_routers(part, now);
}

template <unsigned kWords>
void ModelNetwork<kWords>::cycle_nodes(Partition& part, unsigned index, Cycle now,
                                       TerminalBank<kWords>& terminals) {
  Wires wires(*this, part, now);
  terminals.begin_partition(now, index, is_logging_ ? &part.events : nullptr);
  for (NodeId n = part.nodes.first; n < part.nodes.end; ++n) {
    cycle_node(index, n, now, terminals, wires);
  }
  cycle_lines(part, now, wires);
}

template <unsigned kWords>
void ModelNetwork<kWords>::cycle_node(unsigned index, NodeId node, Cycle now,
                                      TerminalBank<kWords>& terminals, Wires& wires) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  NodePins& pins = node_pins_[node];
  if (pins.credit[parity] != kNoCredit) {
    terminals.credit(node, pins.credit[parity] - 1u);
    pins.credit[parity] = kNoCredit;
  }
  VcId vc = 0;
  Flit flit;
  if (terminals.send(node, now, vc, flit)) {
    std::uint8_t& slot = inject_slots_[node * network_.router.virtual_channels + vc];
    wires.put(pins.inject, vc, slot, flit);
    slot = static_cast<std::uint8_t>(VcBuffer::after(slot, network_.router.buffer_depth));
  }
  const std::uint8_t arrived = pins.flit[parity];
  if (terminals.has_stalls()) {
    const auto into = arrived != kNoFlit ? std::optional<VcId>(arrived) : std::nullopt;
    const auto freed = terminals.store_and_consume(node, index, now, into, pins.slot[parity]);
    if (freed) wires.put_credit(pins.eject, *freed);
  } else if (arrived != kNoFlit) {
    terminals.consume(node, index, now, arrived, pins.slot[parity]);
    wires.put_credit(pins.eject, arrived);
  }
  pins.flit[parity] = kNoFlit;
}

template <unsigned kWords>
void ModelNetwork<kWords>::cycle_lines(Partition& part, Cycle now, Wires& wires) {
  for (const std::uint32_t index : part.flit_lines) {
    DelayLine<kWords>& line = lines_[index];
    auto& entry = line.flits[line.leave(now)];
    if (entry.vc == kNoFlit) continue;
    wires.put(line.flit_wire, entry.vc, entry.slot, entry.flit);
    entry.vc = kNoFlit;
  }
  for (const std::uint32_t index : part.credit_lines) {
    DelayLine<kWords>& line = lines_[index];
    std::uint8_t& entry = line.credits[line.leave(now)];
    if (entry == kNoCredit) continue;
    wires.put_credit(line.credit_wire, entry - 1u);
    entry = kNoCredit;
  }
}

template <unsigned kWords>
void ModelNetwork<kWords>::cycle_routers(Partition& part, Cycle now) {
  const unsigned parity = static_cast<unsigned>(now & 1);
  Wires wires(*this, part, now);
  for (ComponentId c = part.first; c < part.end; ++c) {
    std::byte* state = block(c);
    if (!core_.can_move(state, parity)) continue;
    wires.from(c);
    core_.cycle(state, parity, identity(c), wires);
  }
}

template <unsigned kWords>
void ModelNetwork<kWords>::cycle_shuffled(Cycle now, TerminalBank<kWords>& terminals,
                                          const std::vector<ComponentId>& order) {
  Wires wires(*this, partitions_[0], now);
  for (const ComponentId c : order) {
    wires.from(c);
    core_.cycle(block(c), static_cast<unsigned>(now & 1), identity(c), wires);
  }
  for (unsigned p = 0; p < partitions_.size(); ++p) cycle_nodes(partitions_[p], p, now, terminals);
}

template <unsigned kWords>
void ModelNetwork<kWords>::outputs(ComponentId component, Cycle now, ComponentOutputs& to) const {
  const RouterLayout<kWords>& layout = core_.layout();
  std::byte* self = block(component);
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned depth = network_.router.buffer_depth;
  to.valid = 0;
  to.error = layout.header(self).error != 0;
  for (PortId p = 0; p < network_.router.ports; ++p) {
    const Wire out = layout.output_wires(self)[p];
    const std::uint32_t index = wire_index(out);
    std::uint8_t vc = kNoFlit;
    const std::uint64_t* flit = nullptr;
    if (wire_kind(out) == WireKind::router) {
      std::byte* next = block(index >> kPortBits);
      const PortId port = index & ((1u << kPortBits) - 1);
      vc = layout.flit_pins(next, parity)[port];
      if (vc != kNoFlit) {
        const unsigned slot = layout.output_vcs(self, p)[vc].slot;
        flit = layout.flits(next, port, vc)[slot == 0 ? depth - 1 : slot - 1].word;
      }
    } else if (wire_kind(out) == WireKind::node) {
      vc = node_pins_[index].flit[parity];
      flit = node_pins_[index].slot[parity].word;
    } else if (wire_kind(out) == WireKind::line && now > 0) {
      const DelayLine<kWords>& line = lines_[index];
      vc = line.flits[line.enter(now - 1)].vc;
      flit = line.flits[line.enter(now - 1)].flit.word;
    }
    if (vc != kNoFlit) {
      to.valid |= 1u << p;
      to.vc[p] = vc;
      to.flit[p] = flit;
    }
    const Wire in = layout.input_wires(self)[p];
    const std::uint32_t from = wire_index(in);
    std::uint8_t credit = kNoCredit;
    if (wire_kind(in) == WireKind::router) {
      credit = layout.credit_pins(block(from >> kPortBits), parity)[from & ((1u << kPortBits) - 1)];
    } else if (wire_kind(in) == WireKind::node) {
      credit = node_pins_[from].credit[parity];
    } else if (wire_kind(in) == WireKind::line && now > 0) {
      credit = lines_[from].credits[lines_[from].enter(now - 1)];
    }
    to.credit[p] = credit == kNoCredit ? 0 : 1u << (credit - 1u);
  }
}

template <unsigned kWords>
NodeOutputs ModelNetwork<kWords>::node_outputs(NodeId node, Cycle now) const {
  const RouterLayout<kWords>& layout = core_.layout();
  const unsigned parity = static_cast<unsigned>(now & 1);
  const unsigned depth = network_.router.buffer_depth;
  const NodePins& pins = node_pins_[node];
  const std::uint32_t inject = wire_index(pins.inject);
  const std::uint32_t eject = wire_index(pins.eject);
  const unsigned port_mask = (1u << kPortBits) - 1;
  NodeOutputs to;
  std::byte* into = block(inject >> kPortBits);
  const std::uint8_t vc = layout.flit_pins(into, parity)[inject & port_mask];
  if (vc != kNoFlit) {
    const unsigned slot = inject_slots_[node * network_.router.virtual_channels + vc];
    to.valid = true;
    to.vc = vc;
    to.flit = layout.flits(into, inject & port_mask, vc)[slot == 0 ? depth - 1 : slot - 1].word;
  }
  const std::uint8_t credit = layout.credit_pins(block(eject >> kPortBits), parity)[eject & port_mask];
  if (credit != kNoCredit) to.eject_credit = 1u << (credit - 1u);
  return to;
}

template class ModelNetwork<1>;
template class ModelNetwork<2>;
template class ModelNetwork<3>;
template class ModelNetwork<5>;

}  // namespace turnpike::model
