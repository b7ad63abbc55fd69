// route_pins.cpp - the router behind a channel, and the route there.

#include "sim/systemc/route_pins.h"

#include "sim/rtl_components/shape.h"

namespace turnpike::sim {

using model::ComponentKind;

RoutePins::RoutePins(const model::Network& network)
    : network_(network),
      compute_(network.router.routing, network.router.format.address_bits),
      exist_(!network.packets && network.router.routing.kind != model::RoutingKind::table),
      late_(exist_ && route_bits(network.router) > network.router.ports
                ? std::uint64_t{1} << network.router.ports
                : 0),
      channels_(network.components.size() * network.max_ports()),
      stride_(network.max_ports()) {
  for (const model::Channel& channel : network.channels) {
    channels_[channel.from * stride_ + channel.from_port] = &channel;
  }
}

RoutePins::Place RoutePins::place_at(model::Attachment at) const {
  const model::Component* component = &network_.components[at.component];
  while (component->kind == ComponentKind::interchange) {
    // Ports are numbered by direction, so a flit on a local channel goes on by the same number.
    const model::Channel* next = channels_[at.component * stride_ + at.port];
    if (next == nullptr || network_.interchanges[component->shape].is_express(at.port)) return {};
    at = {next->to, next->to_port};
    component = &network_.components[at.component];
  }
  if (!exist_) return {};
  return {at.component, at.port, 0};
}

RoutePins::Place RoutePins::place_behind(model::ComponentId component, model::PortId port) const {
  const model::Component& from = network_.components[component];
  const bool is_express = from.kind == ComponentKind::interchange &&
                          network_.interchanges[from.shape].is_express(port);
  const model::Channel* channel = channels_[component * stride_ + port];
  if (is_express || !exist_) return {};
  // A local output: no port, and no dateline ahead.
  if (channel == nullptr) return {Place::kNone, 0, late_};
  return place_at({channel->to, channel->to_port});
}

std::uint64_t RoutePins::of_head(const Place& place, model::VcId vc,
                                 const std::uint64_t* flit) const {
  if (place.router == Place::kNone) return place.without_router;
  const model::RoutingParams& routing = network_.router.routing;
  const model::RouterIdentity self{network_.components[place.router].address, network_.limit};
  const model::Route route =
      compute_(self, network_.router.format.destination(flit), place.port, vc);
  if (route.outputs == 0) return 0;
  const model::VcMask of_class = model::class_vcs(routing, vc);
  const model::VcMask class_1 = of_class & ~model::dateline_class_0(routing, of_class);
  return route.outputs | ((route.vcs & class_1) != 0 ? late_ : 0);
}

}  // namespace turnpike::sim
