// route_pins.cpp - the router behind a channel, and the route there.

#include "sim/hardware/systemc/route_pins.h"

#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

using model::ComponentKind;

RoutePins::RoutePins(const model::Network& network)
    : network_(network),
      lookahead_(network.router.routing),
      exist_(!network.packets && !network.router.routing.kind.function->looks_up()),
      late_(exist_ && route_bits(network.router) > network.router.ports
                ? std::uint64_t{1} << network.router.ports
                : 0),
      stride_(network.max_ports()),
      channels_(network.components.size() * stride_) {
  for (const model::Channel& channel : network.channels) {
    channels_[channel.from * stride_ + channel.from_port] = &channel;
  }
  if (network.interchanges.empty()) return;
  for (model::ComponentId c = 0; c < network.components.size(); ++c) {
    const model::Component& component = network.components[c];
    if (component.kind == ComponentKind::router) router_at_[component.address] = c;
  }
}

RoutePins::Place RoutePins::place_at(model::Attachment at) const {
  if (!exist_) return {};
  const model::Component& component = network_.components[at.component];
  if (component.kind != ComponentKind::interchange) return {at.component, at.port, 0};
  // It stands before its node: what goes up comes to that one, what goes down to the one below.
  const model::InterchangeRouting& routing = network_.interchanges[component.shape].routing;
  const unsigned travel = at.port / routing.per_direction();
  const bool up = travel % routing.directions() == 0;
  const unsigned d = routing.is_joint ? travel / routing.directions() : component.dimension;
  const unsigned bits = routing.coordinate_bits;
  const std::uint32_t own = model::coordinate(component.address, d, bits);
  const std::uint32_t top = model::coordinate(network_.limit, d, bits);
  const std::uint32_t there = up ? own : own == 0 ? top : own - 1;
  const model::Address address = component.address ^ ((own ^ there) << (d * bits));
  const model::PortId port = routing.bidirectional ? 2 * d + (up ? 1 : 0) : d;
  return {router_at_.at(address), port, 0};
}

RoutePins::Place RoutePins::place_behind(model::ComponentId component, model::PortId port) const {
  if (!exist_) return {};
  const model::Component& from = network_.components[component];
  if (from.kind == ComponentKind::interchange) {
    const bool is_local =
        port < network_.ports_of(component) && !network_.interchanges[from.shape].is_express(port);
    return is_local ? place_at({component, port}) : Place{};
  }
  const model::Channel* channel = channels_[component * stride_ + port];
  // A local output: no port, and no dateline ahead.
  if (channel == nullptr) return {Place::kNone, 0, late_};
  return place_at({channel->to, channel->to_port});
}

std::uint64_t RoutePins::of_head(const Place& place, model::VcId vc,
                                 const std::uint64_t* flit) const {
  if (place.router == Place::kNone) return place.without_router;
  return lookahead_.at(network_.components[place.router].address, network_.limit,
                       network_.router.format.destination(flit), place.port, vc);
}

}  // namespace turnpike::sim
