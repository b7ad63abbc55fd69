// lookahead.h - what belongs on the route pins of a channel: {late, output at the receiver}.
//
// The hardware computes a route one router ahead (docs/timing.md, 2.1 and section 3). Networks of
// the model compute it where the head is; a component alone shows it by asking the same function
// for its neighbour. Mirror of rtl/router/route_units.v and rtl/interchange/interchange_routes.v.

#pragma once

#include <cstdint>

#include "model/common/interchange_routing.h"
#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

class Lookahead {
 public:
  explicit Lookahead(const RoutingParams& routing) : routing_(routing) {}

  // Of a head that comes to a router by this port and VC.
  std::uint64_t at(Address node, Address limit, Address destination, PortId port, VcId vc) const {
    const Route route = compute_route(routing_, node, limit, destination, port, vc);
    const VcMask of_class = class_vcs(routing_, vc);
    const VcMask class_1 = of_class & ~dateline_class_0(routing_, of_class);
    return route.outputs | ((route.vcs & class_1) != 0 ? late() : 0);
  }

  // Of a head that leaves a router by this port, on this VC.
  std::uint64_t behind(Address node, Address limit, Address destination, PortId port,
                       VcId vc) const {
    if (routing_.kind == RoutingKind::table) return 0;
    if (port >= routing_.network_ports) return late();  // a terminal
    if (routing_.kind == RoutingKind::destination_tag) {
      return node == 0 ? 0 : at(node - 1, limit, destination, 0, vc);
    }
    const bool up = !has_pairs() || port % 2 == 0;
    const Address there = neighbour(node, limit, has_pairs() ? port / 2 : port, up);
    // Input port p there comes from the neighbour that output port p goes to.
    return at(there, limit, destination, has_pairs() ? port ^ 1u : port, vc);
  }

  Address neighbour(Address node, Address limit, unsigned d, bool up) const {
    const unsigned bits = routing_.coordinate_bits;
    const std::uint32_t own = coordinate(node, d, bits);
    const std::uint32_t top = coordinate(limit, d, bits);
    std::uint32_t next = up ? (own == top ? 0 : own + 1) : (own == 0 ? top : own - 1);
    if (routing_.kind == RoutingKind::hypercube) next = own ^ 1u;
    return node ^ ((own ^ next) << (d * bits));
  }

 private:
  bool has_pairs() const {
    return routing_.kind == RoutingKind::mesh || routing_.kind == RoutingKind::torus_bidirectional;
  }
  // The bit above the outputs, where there are dateline classes.
  std::uint64_t late() const {
    const bool is_ring = routing_.kind == RoutingKind::torus_unidirectional ||
                         routing_.kind == RoutingKind::torus_bidirectional;
    const bool has_classes = routing_.virtual_channels > routing_.message_classes;
    return std::uint64_t{is_ring && has_classes} << (routing_.network_ports + routing_.local_ports);
  }

  RoutingParams routing_;
};

// Of the routers that the local channels of an interchange lead to.
inline RoutingParams routing_of_routers(const InterchangeRouting& interchange) {
  RoutingParams routing;
  routing.kind = !interchange.is_ring        ? RoutingKind::mesh
                 : interchange.bidirectional ? RoutingKind::torus_bidirectional
                                             : RoutingKind::torus_unidirectional;
  const bool has_pairs = routing.kind != RoutingKind::torus_unidirectional;
  routing.dimensions = interchange.dimensions;
  routing.coordinate_bits = interchange.coordinate_bits;
  routing.highest_first = interchange.highest_first;
  routing.virtual_channels = interchange.virtual_channels;
  routing.network_ports = (has_pairs ? 2 : 1) * interchange.dimensions;
  routing.local_ports = 1;
  return routing;
}

// What an interchange puts on the route pins of its local channels.
class InterchangeLookahead {
 public:
  explicit InterchangeLookahead(const InterchangeRouting& routing)
      : routing_(routing), routers_(routing_of_routers(routing)) {}

  // Of a head that leaves an interchange by this port, on this VC.
  std::uint64_t behind(const InterchangePlace& place, Address destination, PortId port,
                       VcId vc) const {
    if (port % routing_.lanes() != 0) return 0;  // an express channel
    const unsigned travel = port / routing_.lanes();
    const bool up = travel % routing_.directions() == 0;
    const unsigned d = routing_.is_joint ? travel / routing_.directions() : place.dimension;
    // It stands before its node: what goes up comes to that one, what goes down to the one below.
    const Address node = up ? place.node : routers_.neighbour(place.node, place.limit, d, false);
    const bool has_pairs = !routing_.is_ring || routing_.bidirectional;
    return routers_.at(node, place.limit, destination, has_pairs ? 2 * d + (up ? 1 : 0) : d, vc);
  }

 private:
  InterchangeRouting routing_;
  Lookahead routers_;
};

}  // namespace turnpike::model
