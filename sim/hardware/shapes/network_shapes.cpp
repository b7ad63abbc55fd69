// network_shapes.cpp - from the network graph to the shapes of its parts.

#include "sim/hardware/shapes/network_shapes.h"

namespace turnpike::sim {
namespace {

ChannelKind kind_of(const model::Channel& channel) {
  return {channel.latency, channel.phits, channel.clock_ratio};
}

}  // namespace

NetworkShapes::NetworkShapes(const model::Network& network) {
  const unsigned routes = network.packets ? 1 : route_bits(network.router);
  shapes_.push_back(network.packets ? packet_router_shape(model::packet_router_params(network))
                                    : router_shape(network.router));
  for (const model::InterchangeParams& params : network.interchanges) {
    shapes_.push_back(interchange_shape(params, routes));
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

std::size_t NetworkShapes::of(const model::Component& component) {
  const bool is_interchange = component.kind == model::ComponentKind::interchange;
  return is_interchange ? 1 + std::size_t{component.shape} : 0;
}

std::size_t NetworkShapes::of(const model::Channel& channel) const {
  return channels_.at(kind_of(channel));
}

}  // namespace turnpike::sim
