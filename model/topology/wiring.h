// wiring.h - the component behind an output port, and the route of a head at an input port.

#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "model/common/interchange_routing.h"
#include "model/common/packet_routing.h"
#include "model/common/routing.h"
#include "model/topology/network.h"

namespace turnpike::model {

constexpr ChannelId kNoChannel = std::numeric_limits<ChannelId>::max();
constexpr NodeId kNoTerminal = std::numeric_limits<NodeId>::max();

// An index over the channels and terminals of a network, which must outlive it. All numbers in the
// network must be in range (validate() says whether they are).
class Wiring {
 public:
  explicit Wiring(const Network& network);

  // kNoChannel, kNoTerminal: none leaves this output port.
  ChannelId channel_from(ComponentId component, PortId port) const {
    const std::uint32_t behind = behind_[at(component, port)];
    return (behind & kTerminal) != 0 ? kNoChannel : behind;
  }
  NodeId terminal_at(ComponentId component, PortId port) const {
    const std::uint32_t behind = behind_[at(component, port)];
    return behind == kNothing || (behind & kTerminal) == 0 ? kNoTerminal : behind & ~kTerminal;
  }

 private:
  static constexpr std::uint32_t kTerminal = 0x80000000u;
  static constexpr std::uint32_t kNothing = 0xffffffffu;

  std::size_t at(ComponentId component, PortId port) const {
    return std::size_t{component} * ports_ + port;
  }

  unsigned ports_;                     // of the component that has most
  std::vector<std::uint32_t> behind_;  // [component, output port]: channel, terminal or nothing
};

// The route of a head in a network of packet routers.
inline PacketRoute packet_route_at(const Network& network, ComponentId component, PacketKind kind,
                                   Address destination, PortId in_port, VcId in_vc) {
  return compute_packet_route(network.router.routing, network.packets->first_hop,
                              network.components[component].address, network.limit, kind,
                              destination, in_port, in_vc);
}

// May a packet for `destination` go in at this terminal? Where the local channel says the first
// hop, only if that brings it nearer or it has arrived, and by the last channel always.
inline bool may_enter(const Network& network, NodeId terminal, Address destination) {
  if (!network.packets || !network.packets->first_hop) return true;
  const Terminal& from = network.terminals[terminal];
  return packet_route_at(network, from.inject.component, PacketKind::unicast, destination,
                         from.inject.port, 0)
             .outputs != 0;
}

// The route that the routing unit of this input port gives a head for `destination`; of a packet
// router, for a unicast packet.
inline Route route_at(const Network& network, ComponentId component, Address destination,
                      PortId in_port, VcId in_vc) {
  const Component& at = network.components[component];
  if (at.kind == ComponentKind::interchange) {
    const InterchangePlace place{at.address, network.limit, at.dimension, at.connected};
    return interchange_route(network.interchanges[at.shape].routing, place, destination, in_port,
                             in_vc);
  }
  if (at.kind == ComponentKind::packet_router) {
    const PacketRoute to =
        packet_route_at(network, component, PacketKind::unicast, destination, in_port, in_vc);
    return {to.outputs, to.outputs == 0 ? 0 : VcMask{1} << to.vc};
  }
  const RouterParams& router = network.router;
  if (router.routing.kind.function->looks_up()) {
    const unsigned layer = layer_of(router.routing, in_vc);
    return table_route(router.routing, network.line_of(component, in_port, layer)[destination],
                       in_vc);
  }
  return compute_route(router.routing, at.address, network.limit, destination, in_port, in_vc);
}

}  // namespace turnpike::model
