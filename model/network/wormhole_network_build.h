// wormhole_network_build.h - lays out and wires the memory of a model network.

#pragma once

#include <algorithm>
#include <cstring>
#include <new>

#include "model/network/wormhole_network.h"

namespace turnpike::model {

namespace detail {

inline BlockFrame frame_of(const Network& network) {
  BlockFrame frame{network.max_ports(), network.router.buffer_depth};
  for (const InterchangeParams& shape : network.interchanges) {
    frame.depth = std::max({frame.depth, shape.buffer_depth, shape.express_depth});
  }
  return frame;
}

inline ComponentId count_routers(const Network& network) {
  const auto is_router = [](const Component& c) { return c.kind == ComponentKind::router; };
  const auto end =
      std::partition_point(network.components.begin(), network.components.end(), is_router);
  return static_cast<ComponentId>(end - network.components.begin());
}

}  // namespace detail

template <unsigned kWords, class Shape>
WormholeNetwork<kWords, Shape>::WormholeNetwork(const Network& network, unsigned partitions)
    : network_(network),
      routers_(detail::count_routers(network)),
      core_(make_router_core<kWords, Shape>(network.router, detail::frame_of(network))),
      stride_(core_.layout().bytes()) {
  if constexpr (kHasInterchanges) {
    for (const InterchangeParams& shape : network.interchanges) {
      interchange_cores_.push_back(
          make_interchange_core<kWords, Shape>(shape, detail::frame_of(network)));
    }
  }
  identify_routers();
  split(partitions);
  lay_out();
  for (ComponentId c = 0; c < routers_; c += kRouters) core_.reset(block(c));
  if constexpr (kHasInterchanges) {
    for (ComponentId c = routers_; c < network.components.size(); ++c) {
      interchange_cores_[network.components[c].shape].reset(block(c));
    }
  }
  connect();
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::identify_routers() {
  const RouterParams& router = network_.router;
  const std::size_t lines = table_line(router.routing, router.ports, 0);
  for (ComponentId c = 0; c < network_.tables.size(); ++c) {
    for (PortId in = 0; in < router.ports; ++in) {
      for (unsigned layer = 0; layer < router.routing.layers; ++layer) {
        table_lines_.push_back(network_.line_of(c, in, layer));
      }
    }
  }
  for (ComponentId c = 0; c < routers_; ++c) {
    RouterIdentity self{network_.components[c].address, network_.limit};
    if (!network_.tables.empty()) self.lines = &table_lines_[c * lines];
    if (network_.is_paced(c)) {
      self.paced = network_.components[c].paced;
      self.pauses = network_.pauses_of(c);
    }
    identities_.push_back(self);
  }
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::split(unsigned partitions) {
  const std::size_t routers = routers_;
  const std::size_t interchanges = network_.components.size() - routers;
  const std::size_t nodes = network_.nodes();
  const std::size_t words = (nodes + 63) / 64;    // 64 nodes stay together
  const auto first_router = [&](std::size_t p) {  // of a block
    const std::size_t blocks = (routers + kRouters - 1) / kRouters;
    return std::min(static_cast<ComponentId>(blocks * p / partitions) * kRouters, routers_);
  };
  for (std::size_t p = 0; p < partitions; ++p) {
    Partition part;
    part.first = first_router(p);
    part.end = first_router(p + 1);
    part.first_interchange = static_cast<ComponentId>(routers + interchanges * p / partitions);
    part.end_interchange = static_cast<ComponentId>(routers + interchanges * (p + 1) / partitions);
    part.nodes.first = static_cast<NodeId>(words * p / partitions * 64);
    part.nodes.end = static_cast<NodeId>(std::min(words * (p + 1) / partitions * 64, nodes));
    part.seen.resize(network_.local_channels);
    part.next.resize(network_.local_channels);
    partitions_.push_back(part);
  }
}

// The memory comes zeroed: pins without flit or credit, fronts and slots 0.
template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::lay_out() {
  const auto up = [](std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
  };
  const unsigned vcs = network_.router.virtual_channels;
  terminal_.inject_slots = 0;
  terminal_.eject_fronts = vcs;
  terminal_.flits = up(2 * vcs, 8);
  terminal_.bytes = up(terminal_.flits + vcs * layout().depth() * sizeof(Flit), kBlockUnit);

  const std::size_t pins = 2 * core_.layout().parity_stride();
  const std::size_t line_bytes = up(pins, kBlockUnit);
  const std::size_t words = (network_.terminals.size() + 63) / 64;
  const std::size_t terminal_pins = up(words * 64 / terminals_a_row() * pins, kBlockUnit);
  std::size_t lines = 0;
  for (const Channel& channel : network_.channels) lines += channel.latency != 0 ? 1 : 0;
  const std::size_t routers = stride_ * blocks();
  const std::size_t terminals = terminal_.bytes * network_.terminals.size();
  const std::size_t nowhere = std::max(stride_, terminal_.bytes);
  const std::size_t bytes = routers + terminal_pins + terminals + line_bytes * lines + nowhere;
  memory_ = allocate_zeroed(bytes);
  memory_bytes_ = bytes;
  is_large_ = bytes > kCacheBytes;
  pins_ = memory_.get() + routers;
  terminals_ = pins_ + terminal_pins;
  lines_start_ = terminals_ + terminals;
  nowhere_ = lines_start_ + line_bytes * lines;
  lines_.reserve(lines);
}

template <unsigned kWords, class Shape>
std::uint32_t WormholeNetwork<kWords, Shape>::unit_of(const std::byte* at) const {
  return static_cast<std::uint32_t>(static_cast<std::size_t>(at - memory_.get()) / kBlockUnit);
}

template <unsigned kWords, class Shape>
FlitWire WormholeNetwork<kWords, Shape>::wire_to_input(ComponentId component, PortId port) const {
  const auto& layout = core_.layout();
  FlitWire wire;
  const std::uint32_t unit = unit_of(block(component));
  const PortId in_block = first_port(component) + port;
  wire.lead_to_pin(unit, layout.flit_pins_offset() + in_block * sizeof(Pin));
  wire.lead_to_flits(unit, layout.flits_offset(in_block * network_.router.virtual_channels));
  return wire;
}

template <unsigned kWords, class Shape>
CreditWire WormholeNetwork<kWords, Shape>::wire_to_output(ComponentId component,
                                                          PortId port) const {
  const PortId in_block = first_port(component) + port;
  return {unit_of(block(component)),
          static_cast<std::uint32_t>(core_.layout().credit_pins_offset() + in_block * sizeof(Pin))};
}

// The pin of a terminal in row 0 (flits) or 1 (credits).
template <unsigned kWords, class Shape>
CreditWire WormholeNetwork<kWords, Shape>::wire_to_terminal(NodeId terminal,
                                                            std::size_t row) const {
  const std::byte* at = terminal_pins(terminal) + row * core_.layout().pin_row() +
                        terminal % terminals_a_row() * sizeof(Pin);
  return {unit_of(at),
          static_cast<std::uint32_t>(static_cast<std::size_t>(at - memory_.get()) % kBlockUnit)};
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::connect() {
  const std::uint32_t nowhere = unit_of(nowhere_);
  const unsigned ports = network_.max_ports();
  for (ComponentId c = 0; c < network_.components.size(); ++c) {
    for (PortId p = 0; p < ports; ++p) {
      flit_wire(c, p) = {nowhere, nowhere, 0, 0};
      credit_wire(c, p) = {nowhere, sizeof(Pin)};
    }
  }
  std::uint32_t line = 0;
  for (const Channel& channel : network_.channels) {
    if (channel.latency != 0) {
      connect_line(channel, line++);
      continue;
    }
    flit_wire(channel.from, channel.from_port) = wire_to_input(channel.to, channel.to_port);
    credit_wire(channel.to, channel.to_port) = wire_to_output(channel.from, channel.from_port);
  }
  inject_wires_.resize(network_.terminals.size());
  eject_wires_.resize(network_.terminals.size());
  for (NodeId n = 0; n < network_.terminals.size(); ++n) connect_terminal(n);
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::connect_line(const Channel& channel, std::uint32_t index) {
  const auto& layout = core_.layout();
  const std::size_t pins = 2 * layout.parity_stride();
  const std::size_t line_bytes = (pins + kBlockUnit - 1) / kBlockUnit * kBlockUnit;
  Line line{DelayLine(channel.latency), DelayLine(channel.latency),
            lines_start_ + index * line_bytes, wire_to_input(channel.to, channel.to_port),
            wire_to_output(channel.from, channel.from_port)};
  FlitWire in = line.to;  // the flits go straight to the receiver's buffers
  in.pin_block = unit_of(line.block);
  in.pin = 0;
  flit_wire(channel.from, channel.from_port) = in;
  credit_wire(channel.to, channel.to_port) = {unit_of(line.block), sizeof(Pin)};
  partitions_[partition_of(channel.to)].flit_lines.push_back(index);
  partitions_[partition_of(channel.from)].credit_lines.push_back(index);
  lines_.push_back(std::move(line));
}

template <unsigned kWords, class Shape>
void WormholeNetwork<kWords, Shape>::connect_terminal(NodeId terminal) {
  const Terminal& ends = network_.terminals[terminal];
  const CreditWire flit_pin = wire_to_terminal(terminal, 0);
  flit_wire(ends.eject.component, ends.eject.port) = {
      flit_pin.pin_block, unit_of(terminal_block(terminal)),
      static_cast<std::uint16_t>(flit_pin.pin), static_cast<std::uint16_t>(terminal_.flits / 8)};
  credit_wire(ends.inject.component, ends.inject.port) = wire_to_terminal(terminal, 1);
  inject_wires_[terminal] = wire_to_input(ends.inject.component, ends.inject.port);
  eject_wires_[terminal] = wire_to_output(ends.eject.component, ends.eject.port);
}

}  // namespace turnpike::model
