// route.h - the path of a packet through an empty network, and the latency of its head.

#pragma once

#include <cstddef>
#include <vector>

#include "model/topology/wiring.h"

namespace turnpike::model {

struct PathStep {
  ComponentId component = 0;
  PortId in_port = 0;
  PortId out_port = 0;
  VcId vc = 0;                     // on the channel behind out_port
  ChannelId channel = kNoChannel;  // behind out_port; kNoChannel: the terminal
};

// One step per component; the lowest legal output and the lowest permitted VC at each, injected on
// VC 0, by the lowest path that such packets may take, or by a given one. Throws
// std::invalid_argument when there is no such terminal, std::runtime_error when the routing
// function does not get there.
std::vector<PathStep> route(const Network& network, NodeId from, NodeId to);
std::vector<PathStep> route(const Network& network, const Wiring& wiring, NodeId from, NodeId to);
std::vector<PathStep> route_by(const Network& network, const Wiring& wiring, NodeId from, NodeId to,
                               unsigned path);

// Channels between routers and interchanges.
inline std::size_t hops(const std::vector<PathStep>& path) { return path.size() - 1; }

// Cycles of a component on the way of a head; a store-and-forward router waits for the tail, here
// of the longest packet.
inline unsigned hop_cycles(const Network& network) {
  const bool waits = network.packets && !network.packets->cut_through;
  return waits ? network.packets->packet_flits : network.router.pipeline_cycles;
}

// Cycles from the one in which the message is queued to the one in which its head is delivered
// (docs/timing.md section 5).
Cycle zero_load_latency(const Network& network, const std::vector<PathStep>& path);

}  // namespace turnpike::model
