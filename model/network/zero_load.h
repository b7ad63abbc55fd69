// zero_load.h - the latency of a message in an empty network.

#pragma once

#include "model/topology/network.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

// Cycles, the mean over a sample of the messages of `traffic`: their ways over the network's own
// routes, with the latencies of the channels and the lengths of the messages. 0 for a trace and for
// messages that are offered.
double mean_zero_load(const Network& network, const Traffic& traffic, double sink_stall);

}  // namespace turnpike::model
