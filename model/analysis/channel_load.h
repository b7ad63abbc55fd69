// channel_load.h - the load of every channel of a network, counted over the network's own routes.
//
// A flow for each source and destination follows the routing functions of the hardware from the
// source's terminal. Where several outputs or paths are legal, the flow splits evenly. The count of
// a deterministic routing is exact; that of an adaptive routing ignores queues. An offered load of
// 1 / (the largest channel load) fills that channel. With a single path for each message no network
// carries more (Dally & Towles 2004, section 3.3); adaptive choices may, with another split.

#pragma once

#include <functional>
#include <vector>

#include "model/topology/network.h"

namespace turnpike::model {

// Probability that a message of the node `source` is for the node `destination`; 0 for all
// destinations of a source that does not send.
using TrafficShare = std::function<double(NodeId source, NodeId destination)>;

// Loads in flits per cycle, when every node that sends offers one flit per cycle.
struct ChannelLoads {
  std::vector<double> channel;  // [channel]
  std::vector<double> inject;   // [terminal]
  std::vector<double> eject;    // [terminal]
  double hops = 0;              // mean of all messages: channels between components
  double wire_cycles = 0;       // mean sum of the latencies of these channels
  bool has_choice = false;      // somewhere a message could go on by several outputs or paths

  // The load at which the first channel, or the way into or out of a terminal, is full; a narrow
  // channel is full sooner. Infinite if nothing is sent.
  double saturation(const Network& network) const;
  // The channel between components that is full first; among equals the lowest, and kNoChannel if
  // no message takes a channel.
  ChannelId bottleneck(const Network& network) const;
};

ChannelLoads count_loads(const Network& network, const TrafficShare& share);

// Throughput of a channel in flits per cycle.
inline double capacity(const Channel& channel) {
  return 1.0 / (double{1} * channel.phits * channel.clock_ratio);
}

}  // namespace turnpike::model
