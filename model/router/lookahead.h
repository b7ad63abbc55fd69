// lookahead.h - the value of the route pins of a channel: {late, output at the receiver}.
//
// The hardware computes a route one router ahead (docs/timing.md, 2.1 and section 3). Networks of
// the model compute it where the head is. A single component computes its pins by a call of the
// same function for its neighbour. Mirror of rtl/routing and rtl/interchange/interchange_routes.v.

#pragma once

#include <cstdint>

#include "model/common/interchange_routing.h"
#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

class Lookahead {
 public:
  explicit Lookahead(const RoutingParams& routing) : routing_(routing) {}

  // The outputs of a head that arrives at a router by this port and VC.
  std::uint64_t at(Address node, Address limit, Address destination, PortId port, VcId vc) const {
    const Route route = compute_route(routing_, node, limit, destination, port, vc);
    const VcMask of_class = class_vcs(routing_, vc);
    const VcMask class_1 = of_class & ~dateline_class_0(routing_, of_class);
    return route.outputs | ((route.vcs & class_1) != 0 ? late() : 0);
  }

  // The route pins for a head that leaves a router by this port, on this VC.
  std::uint64_t behind(Address node, Address limit, Address destination, PortId port,
                       VcId vc) const {
    if (port >= routing_.network_ports) {  // a terminal
      return routing_.kind.function->looks_up() ? 0 : late();
    }
    const NextRouter next = routing_.kind.function->behind(routing_, node, limit, port);
    return next.exists ? at(next.node, limit, destination, next.port, vc) : 0;
  }

 private:
  // The bit above the outputs, where there are dateline classes.
  std::uint64_t late() const {
    return std::uint64_t{routing_.has_dateline_classes()}
           << (routing_.network_ports + routing_.local_ports);
  }

  RoutingParams routing_;
};

// The routing parameters of the routers behind the local channels of an interchange.
inline RoutingParams routing_of_routers(const InterchangeRouting& interchange) {
  RoutingParams routing;
  routing.kind = {&Routing::dimension_order, !interchange.is_ring || interchange.bidirectional,
                  interchange.is_ring};
  routing.dimensions = interchange.dimensions;
  routing.coordinate_bits = interchange.coordinate_bits;
  routing.highest_first = interchange.highest_first;
  routing.virtual_channels = interchange.virtual_channels;
  routing.network_ports = routing.ports_of_dimension() * interchange.dimensions;
  routing.local_ports = 1;
  return routing;
}

// Computes the route pins of the local channels of an interchange.
class InterchangeLookahead {
 public:
  explicit InterchangeLookahead(const InterchangeRouting& routing)
      : routing_(routing), its_routing_(routing_of_routers(routing)), routers_(its_routing_) {}

  // The route pins for a head that leaves an interchange by this port, on this VC.
  std::uint64_t behind(const InterchangePlace& place, Address destination, PortId port,
                       VcId vc) const {
    if (port % routing_.per_direction() != 0) return 0;  // an express channel
    const unsigned travel = port / routing_.per_direction();
    const bool up = travel % routing_.directions() == 0;
    const unsigned d = routing_.is_joint ? travel / routing_.directions() : place.dimension;
    // It stands before its node: what goes up comes to that one, what goes down to the one below.
    const Address node =
        up ? place.node : neighbour(its_routing_, place.node, place.limit, d, false);
    const PortId entry = its_routing_.kind.has_pairs ? 2 * d + (up ? 1 : 0) : d;
    return routers_.at(node, place.limit, destination, entry, vc);
  }

 private:
  InterchangeRouting routing_;
  RoutingParams its_routing_;  // of the routers
  Lookahead routers_;
};

}  // namespace turnpike::model
