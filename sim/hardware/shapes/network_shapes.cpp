// network_shapes.cpp - from the network graph to the shapes of its parts.

#include "sim/hardware/shapes/network_shapes.h"

#include <algorithm>

namespace turnpike::sim {
namespace {

ChannelKind kind_of(const model::Channel& channel) {
  return {channel.latency, channel.phits, channel.clock_ratio};
}

}  // namespace

std::vector<std::uint64_t> absent_ports(const model::Network& network) {
  std::vector<std::uint64_t> absent(network.components.size());
  if (network.packets) return absent;  // packet routers have all their ports
  const std::uint64_t all = (std::uint64_t{1} << network.router.ports) - 1;
  for (std::size_t c = 0; c < absent.size(); ++c) {
    if (network.components[c].kind == model::ComponentKind::router) absent[c] = all;
  }
  const auto is_there = [&](model::ComponentId c, model::PortId port) {
    absent[c] &= ~(std::uint64_t{1} << port);
  };
  for (const model::Channel& channel : network.channels) {
    is_there(channel.from, channel.from_port);
    is_there(channel.to, channel.to_port);
  }
  for (const model::Terminal& terminal : network.terminals) {
    is_there(terminal.inject.component, terminal.inject.port);
    is_there(terminal.eject.component, terminal.eject.port);
  }
  return absent;
}

NetworkShapes::NetworkShapes(const model::Network& network) {
  const unsigned routes = network.packets ? 1 : route_bits(network.router);
  // Routers without narrow channels stay as they are.
  const bool all_are_paced =
      std::all_of(network.components.begin(), network.components.end(),
                  [](const model::Component& component) { return component.paced != 0; });
  model::RouterParams router = network.router;
  if (!all_are_paced) router.pace = 1;
  shapes_.push_back(network.packets ? packet_router_shape(model::packet_router_params(network))
                                    : router_shape(router));
  for (const model::InterchangeParams& params : network.interchanges) {
    shapes_.push_back(interchange_shape(params, routes));
  }
  if (network.router.pace > router.pace) {
    paced_router_ = shapes_.size();
    shapes_.push_back(router_shape(network.router));
  }
  for (const model::Channel& channel : network.channels) {
    if (channel.latency != 0) channels_[kind_of(channel)] = 0;
  }
  for (auto& [kind, shape] : channels_) {
    shape = shapes_.size();
    shapes_.push_back(channel_shape(kind, network.router.virtual_channels,
                                    network.router.format.wire_bits(), routes));
  }
}

std::size_t NetworkShapes::of(const model::Component& component) const {
  if (component.kind == model::ComponentKind::interchange) return 1 + std::size_t{component.shape};
  return component.paced != 0 ? paced_router_ : 0;
}

std::size_t NetworkShapes::of(const model::Channel& channel) const {
  return channels_.at(kind_of(channel));
}

}  // namespace turnpike::sim
