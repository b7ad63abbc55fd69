// broadcast_load.h - the load that broadcasts add to the channels of a hypercube.
//
// The tree of a broadcast takes the dimensions in an order. It crosses 2^j channels of the
// dimension at place j, and 2^n - 1 channels in all. If all nodes broadcast, all channels of a
// dimension carry the same load.

#pragma once

#include "model/analysis/channel_load.h"
#include "model/topology/network.h"

namespace turnpike::model {

struct BroadcastTree {
  // All trees begin with the same dimension; else each as often as the others.
  bool is_fixed = false;
  // The packet routers copy one message that its source sends; else each node sends one to each
  // of its children.
  bool by_router = false;
};

// Makes of the loads of messages to one node those of traffic in which a share of the messages is
// broadcasts: flits per cycle when every node offers one, a broadcast counted once. Hops and wires
// stay those of messages to one node.
void mix_in_broadcasts(const Network& network, const BroadcastTree& tree, double share,
                       ChannelLoads& loads);

}  // namespace turnpike::model
