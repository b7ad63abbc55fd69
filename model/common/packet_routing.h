// packet_routing.h - the routing function of a packet router, as a pure function: the outputs to
// which a packet is copied.
//
// docs/timing.md section 7, "Route". The packet router's routing unit uses it, the deadlock check
// builds its dependency graph from it, and tests compare the RTL with it.

#pragma once

#include "model/common/flit.h"
#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

// A set of outputs, and the VC that the packet takes on each of them. Empty: an error.
struct PacketRoute {
  PortMask outputs = 0;
  VcId vc = 0;
  bool is_contrary = false;  // its first hop is not e-cube's

  friend bool operator==(const PacketRoute& a, const PacketRoute& b) {
    return a.outputs == b.outputs && a.vc == b.vc && a.is_contrary == b.is_contrary;
  }
};

namespace detail {

inline PortMask network_outputs(const RoutingParams& p) {
  return static_cast<PortMask>((std::uint64_t{1} << p.network_ports) - 1);
}

// Where packets from this input port leave at their destination.
inline PortMask local_output(const RoutingParams& p, PortId in_port) {
  if (in_port >= p.network_ports) return 1u << in_port;
  return 1u << (p.network_ports + in_port % p.local_ports);
}

// The network ports that e-cube corrects after dimension d.
inline PortMask corrected_after(const RoutingParams& p, unsigned d) {
  const PortMask up_to_d = (PortMask{2} << d) - 1;
  return p.highest_first ? up_to_d >> 1 : network_outputs(p) & ~up_to_d;
}

inline PacketRoute unicast_route(const RoutingParams& p, bool first_hop, Address node,
                                 Address limit, Address destination, PortId in_port, VcId in_vc) {
  const bool arrives = p.kind.function->has_coordinates && destination == node;
  if (arrives) return {local_output(p, in_port), 0};
  const Route next = compute_route(p, node, limit, destination, in_port, in_vc);
  if (next.outputs == 0) return {};
  const bool chosen = first_hop && in_port >= p.network_ports && in_port < 2 * p.network_ports;
  if (!chosen) return {next.outputs, static_cast<VcId>(__builtin_ctz(next.vcs))};
  const PortMask first = 1u << (in_port - p.network_ports);
  if (((destination ^ node) & first) == 0) return {};
  const bool is_contrary = first != next.outputs;
  return {first, is_contrary ? p.virtual_channels - 1 : 0, is_contrary};
}

}  // namespace detail

// Route of the head of a packet of this kind for `destination`, in the buffer of (in_port, in_vc)
// of the packet router `node`. `first_hop`: FIRST_HOP. Not for tables.
inline PacketRoute compute_packet_route(const RoutingParams& p, bool first_hop, Address node,
                                        Address limit, PacketKind kind, Address destination,
                                        PortId in_port, VcId in_vc) {
  if (p.kind != RoutingKind::hypercube || kind == PacketKind::unicast) {
    return detail::unicast_route(p, first_hop, node, limit, destination, in_port, in_vc);
  }
  const bool from_network = in_port < p.network_ports;
  switch (kind) {
    case PacketKind::broadcast:
      if (!from_network) return {detail::network_outputs(p), 0};
      return {detail::local_output(p, in_port) | detail::corrected_after(p, in_port), 0};
    case PacketKind::near_neighbour_broadcast:
      if (!from_network) return {destination & detail::network_outputs(p), 0};
      return {detail::local_output(p, in_port), 0};
    case PacketKind::unicast:
      break;
  }
  return {};  // the reserved kind
}

}  // namespace turnpike::model
