// route.cpp - walks the routing function from a terminal to another.

#include "model/topology/route.h"

#include <stdexcept>
#include <string>

namespace turnpike::model {

std::vector<PathStep> route(const Network& network, NodeId from, NodeId to) {
  return route(network, Wiring(network), from, to);
}

std::vector<PathStep> route(const Network& network, const Wiring& wiring, NodeId from, NodeId to) {
  const std::size_t terminals = network.terminals.size();
  if (from >= terminals || to >= terminals) {
    throw std::invalid_argument("terminal " + std::to_string(from < terminals ? to : from) +
                                "; allowed: 0 .. " + std::to_string(terminals - 1));
  }
  const auto lowest = static_cast<unsigned>(__builtin_ctzll(network.paths_between(from, to)));
  return route_by(network, wiring, from, to, lowest);
}

std::vector<PathStep> route_by(const Network& network, const Wiring& wiring, NodeId from, NodeId to,
                               unsigned path_number) {
  const Address destination = network.address_by(to, path_number);
  Attachment at = network.terminals[from].inject;
  VcId vc = 0;
  std::vector<PathStep> path;
  // No shortest route enters a component twice, and a path is two of them.
  while (path.size() <= 2 * network.components.size()) {
    const Route legal = route_at(network, at.component, destination, at.port, vc);
    if (legal.outputs == 0 || legal.vcs == 0) break;
    const auto out = static_cast<PortId>(__builtin_ctz(legal.outputs));
    if (out >= network.ports_of(at.component)) break;
    vc = static_cast<VcId>(__builtin_ctz(legal.vcs));
    const ChannelId channel = wiring.channel_from(at.component, out);
    path.push_back({at.component, at.port, out, vc, channel});
    if (channel == kNoChannel) {
      const NodeId end = wiring.terminal_at(at.component, out);
      if (end != kNoTerminal && network.node_of(end) == network.node_of(to)) return path;
      break;
    }
    at = {network.channels[channel].to, network.channels[channel].to_port};
  }
  throw std::runtime_error("no route from " + terminal_name(network, from) + " to " +
                           terminal_name(network, to) + ": stuck at " +
                           component_name(network, at.component));
}

Cycle zero_load_latency(const Network& network, const std::vector<PathStep>& path) {
  Cycle latency = 1 + Cycle{hop_cycles(network)} * path.size();
  for (const PathStep& step : path) {
    if (step.channel != kNoChannel) latency += network.channels[step.channel].latency;
  }
  return latency;
}

}  // namespace turnpike::model
