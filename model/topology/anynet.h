// anynet.h - irregular networks in the file format of BookSim's "anynet" topology.
//
// A line names a router or node, and what it is joined to:
//   router 0 node 0 node 1 router 1 15 router 2
// The number behind a router is the latency of the channel to it in cycles, one way; 1 if it is
// missing. A line may repeat from the other side what an earlier line said, and may thus give the
// latency of the way back. Routers and nodes are numbered from 0 without gaps.
//
// Differences: a channel with BookSim's latency w has w - 1 registers here, because a hop includes
// the first cycle of its channel. A file without latencies leaves them to the [link] table. A
// node's latency must be 1, because terminals have no channel of their own. Routes are those of
// Turnpike (Up*/Down*). A repeated statement or a link from a router to itself, which BookSim
// ignores or asserts, is an error that names the line.

#pragma once

#include <istream>
#include <string>

#include "model/topology/topology_spec.h"

namespace turnpike::model {

// `name` is the file's, for messages. Throws ConfigurationError of the key "network.anynet".
TopologySpec read_anynet(std::istream& in, const std::string& name);

}  // namespace turnpike::model
