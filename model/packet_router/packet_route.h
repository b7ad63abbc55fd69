// packet_route.h - the routing unit of a packet router: what it tells its routing function
// (model/common/packet_routing.h).

#pragma once

#include "model/common/packet_routing.h"
#include "model/packet_router/packet_router_params.h"

namespace turnpike::model {

inline RoutingParams packet_routing(const PacketRouterParams& p) {
  RoutingParams routing = p.routing;
  routing.virtual_channels = p.virtual_channels;
  routing.network_ports = p.network_ports();
  routing.local_ports = p.local_ports;
  return routing;
}

}  // namespace turnpike::model
