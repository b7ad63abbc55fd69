// anynet.h - irregular networks in the file format of BookSim's "anynet" topology.
//
// A line names a router or node and what it is joined to:
//   router 0 node 0 node 1 router 1 15 router 2
// The number behind a router is the latency of the channel to it in cycles, one way; 1 if there is
// none. A line may repeat from the other side what an earlier line said (and so give the latency
// back). Routers and nodes are numbered from 0 without gaps.
//
// Differences: a channel of BookSim's latency w has w-1 registers here, as a hop includes the
// first cycle of its channel; a file without latencies leaves them to the [link] table. A node's
// latency must be 1, terminals have no channel of their own. Routes are ours (Up*/Down*), and what
// BookSim ignores or asserts (a statement repeated, a link to itself) is an error with its line.

#pragma once

#include <istream>
#include <string>

#include "model/topology/topology_spec.h"

namespace turnpike::model {

// `name` is the file's, for messages. Throws ConfigurationError of the key "network.anynet".
TopologySpec read_anynet(std::istream& in, const std::string& name);

}  // namespace turnpike::model
