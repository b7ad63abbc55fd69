// build.h - builds the network graph that all other code reads.
//
// Terminals are numbered 0 .. N-1, first dimension fastest. Addresses are those of
// docs/flit_format.md, ports those of docs/timing.md, section 3. Each topology has a descriptor
// (topology.h), which builds its graph.

#pragma once

#include "model/topology/network.h"
#include "model/topology/topology_spec.h"

namespace turnpike::model {

// Nodes of a network, and switches of an irregular one. Addresses of 24 bits reach further, but
// four million nodes fill the memory of a large machine (docs/performance.md, "Speed").
constexpr std::size_t kMaxTerminals = std::size_t{1} << 22;

// Are these radixes ones that the topology can have? Throws ConfigurationError if not.
void check_shape(const TopologySpec& topology);

// Throws ConfigurationError naming the key that cannot be.
Network build_network(const TopologySpec& topology, const RouterSpec& router, const LinkSpec& link);

}  // namespace turnpike::model
