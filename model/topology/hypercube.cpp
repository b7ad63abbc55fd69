// hypercube.cpp - binary n-cubes; port d leads to the neighbour that differs in bit d.
//
// A node may have several channels to its router, each with a terminal of its own.
// Every channel has length 1 here: a layout with longer ones is the business of the analysis.

#include "model/topology/builders.h"

namespace turnpike::model::detail {

Network build_hypercube(const TopologySpec& topology, const RouterSpec& router,
                        const LinkSpec& link) {
  for (const unsigned k : topology.radix) {
    if (k != 2) {
      throw ConfigurationError("network.radix", std::to_string(k), "2 with topology \"hypercube\"");
    }
  }
  const auto nodes = static_cast<NodeId>(count_terminals(topology.radix));
  const auto dimensions = static_cast<unsigned>(topology.radix.size());
  Network network = start_network(topology, router, dimensions, 1);
  network.bidirectional = true;
  network.limit = limit_of(topology.radix, 1);
  const unsigned locals = router.local_channels;
  set_ports(network, dimensions, locals, "network.dimensions");
  network.local_channels = locals;

  const unsigned latency = latency_of(link, 1);
  network.components.reserve(nodes);
  network.terminals.reserve(std::size_t{nodes} * locals);
  network.channels.reserve(std::size_t{nodes} * dimensions);
  for (NodeId node = 0; node < nodes; ++node) {
    network.components.push_back({component_kind(router), node});
    for (PortId port = dimensions; port < dimensions + locals; ++port) {
      network.terminals.push_back({node, {node, port}, {node, port}});
    }
    for (unsigned d = 0; d < dimensions; ++d) {
      network.channels.push_back({node, d, node ^ (NodeId{1} << d), d, latency, 1});
    }
  }
  return network;
}

}  // namespace turnpike::model::detail
