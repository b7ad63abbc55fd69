// broadcast_load.cpp - what broadcasts add to the loads of a hypercube's channels.

#include "model/analysis/broadcast_load.h"

#include <cmath>

#include "model/topology/wiring.h"

namespace turnpike::model {

namespace {

// Broadcasts that cross a channel of the dimension, when every node begins one.
double crossings(const Network& network, const BroadcastTree& tree, unsigned dimension) {
  const auto n = static_cast<unsigned>(network.radix.size());
  if (!tree.is_fixed && !tree.by_router) return (std::pow(2.0, n) - 1) / n;
  // The nodes' own trees go downwards, the routers' as e-cube.
  const bool is_downwards = !tree.by_router || network.router.routing.highest_first;
  return std::pow(2.0, is_downwards ? n - 1 - dimension : dimension);
}

void scale(std::vector<double>& loads, double factor) {
  for (double& load : loads) load *= factor;
}

}  // namespace

void mix_in_broadcasts(const Network& network, const BroadcastTree& tree, double share,
                       ChannelLoads& loads) {
  scale(loads.channel, 1 - share);
  scale(loads.inject, 1 - share);
  scale(loads.eject, 1 - share);
  const Wiring wiring(network);
  const NodeId locals = network.local_channels;
  for (NodeId node = 0; node < network.nodes(); ++node) {
    const NodeId first = network.first_terminal(node);
    if (tree.by_router) loads.inject[first + locals - 1] += share;
    for (unsigned d = 0; d < network.radix.size(); ++d) {
      const double load = share * crossings(network, tree, d);
      loads.channel[wiring.channel_from(network.terminals[first].inject.component, d)] += load;
      if (!tree.by_router) loads.inject[first + d % locals] += load;
      // What a wormhole router delivers leaves by any local channel.
      if (network.packets) {
        loads.eject[first + d % locals] += load;
      } else {
        for (NodeId j = 0; j < locals; ++j) loads.eject[first + j] += load / locals;
      }
    }
  }
}

}  // namespace turnpike::model
