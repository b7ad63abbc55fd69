// packet_route.h - the routing unit of a packet router (model/common/packet_routing.h).

#pragma once

#include "model/common/packet_routing.h"
#include "model/packet_router/packet_router_params.h"

namespace turnpike::model {

// The route of a head on (in_port, in_vc) of the packet router `node`.
inline PacketRoute packet_route(const PacketRouterParams& p, Address node, Address limit,
                                Address destination, PacketKind kind, PortId in_port, VcId in_vc) {
  RoutingParams routing = p.routing;
  routing.virtual_channels = p.virtual_channels;
  routing.network_ports = p.network_ports();
  routing.local_ports = p.local_ports;
  return compute_packet_route(routing, p.packets.first_hop, node, limit, kind, destination, in_port,
                              in_vc);
}

}  // namespace turnpike::model
