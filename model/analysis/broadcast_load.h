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
  // All trees begin with the same dimension; otherwise all dimensions begin equally often.
  bool is_fixed = false;
  // The packet routers copy the message of the source; otherwise each node sends a message to each
  // of its children.
  bool by_router = false;
};

// Changes the loads of messages to one node to those of traffic with a share of broadcasts, in
// flits per cycle when every node offers one flit per cycle and a broadcast counts once. Hops and
// wires remain those of messages to one node.
void mix_in_broadcasts(const Network& network, const BroadcastTree& tree, double share,
                       ChannelLoads& loads);

}  // namespace turnpike::model
