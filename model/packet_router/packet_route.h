// packet_route.h - where a packet goes from here: a set of outputs, and the VC of each. Pure.
//
// docs/timing.md section 7, on top of the routing functions of section 3. The same function is the
// router's, the deadlock checker's and what the RTL is compared with.

#pragma once

#include "model/common/routing.h"
#include "model/packet_router/packet_router_params.h"

namespace turnpike::model {

struct PacketRoute {
  PortMask outputs = 0;      // all of them get the packet; empty: it can never leave
  VcId vc = 0;               // on each of them
  bool is_contrary = false;  // its first hop is not the one of e-cube

  friend bool operator==(const PacketRoute& a, const PacketRoute& b) {
    return a.outputs == b.outputs && a.vc == b.vc && a.is_contrary == b.is_contrary;
  }
};

namespace detail {

// Where what is for this node leaves that came in by `in_port`; empty without local ports.
inline PortMask local_output(const PacketRouterParams& p, PortId in_port) {
  if (in_port >= p.network_ports()) return 1u << in_port;
  return p.local_ports == 0 ? 0 : 1u << (p.network_ports() + in_port % p.local_ports);
}

inline PacketRoute route_unicast(const PacketRouterParams& p, Address node, Address limit,
                                 Address destination, PortId in_port, VcId in_vc) {
  const Route ecube = compute_route(p.routing, node, limit, destination, in_port, in_vc);
  if (ecube.outputs == 0) return {};
  const bool has_arrived = p.routing.kind != RoutingKind::destination_tag && node == destination;
  if (has_arrived) return {local_output(p, in_port), 0, false};
  const PortId first_hop = in_port - p.network_ports();
  if (p.packets.first_hop && in_port >= p.network_ports() && first_hop < p.network_ports()) {
    if (((node ^ destination) >> first_hop & 1) == 0) return {};
    const bool is_contrary = ecube.outputs != 1u << first_hop;
    return {1u << first_hop, is_contrary ? p.virtual_channels - 1 : 0, is_contrary};
  }
  return {ecube.outputs, static_cast<VcId>(__builtin_ctz(ecube.vcs)), false};
}

}  // namespace detail

// Of a head that stands on (in_port, in_vc) of the packet router `node`. Not for
// RoutingKind::table.
inline PacketRoute packet_route(const PacketRouterParams& p, Address node, Address limit,
                                Address destination, PacketKind kind, PortId in_port, VcId in_vc) {
  if (p.routing.kind != RoutingKind::hypercube || kind == PacketKind::unicast) {
    return detail::route_unicast(p, node, limit, destination, in_port, in_vc);
  }
  const PortMask network = (1u << p.network_ports()) - 1;
  const bool is_from_here = in_port >= p.network_ports();
  const PortMask local = detail::local_output(p, in_port);
  switch (kind) {
    case PacketKind::broadcast: {  // the spanning binomial tree
      if (is_from_here) return {network};
      const PortMask below = (1u << in_port) - 1;
      return {local | (network & (p.routing.highest_first ? below : ~(below << 1 | 1)))};
    }
    case PacketKind::near_neighbour_broadcast:
      return {is_from_here ? network & destination : local};
    case PacketKind::unicast:
      break;
  }
  return {};  // a kind that does not exist
}

}  // namespace turnpike::model
