// cartesian.cpp - k-ary n-dimensional meshes and tori, any radix per dimension.
//
// Every channel has length 1: a torus is taken to be folded in each dimension, which makes all
// channels of a ring equally long (Dally & Towles, section 5.3). Express channels: express.cpp.

#include <algorithm>

#include "model/topology/builders.h"
#include "model/topology/express.h"
#include "model/topology/express_boundary.h"

namespace turnpike::model::detail {

namespace {

// The channel from `from` to its upper neighbour in dimension d, or the one back. Input port p of
// a router comes from the neighbour that its output port p goes to, where both exist.
Channel channel_between(NodeId from, NodeId to, unsigned d, bool up, bool bidirectional,
                        unsigned latency) {
  if (!bidirectional) return {from, d, to, d, latency, 1};
  const PortId out = 2 * d + (up ? 0 : 1);
  return {from, out, to, out ^ 1u, latency, 1};
}

void connect_neighbours(Network& network, bool is_torus, unsigned latency) {
  const auto nodes = static_cast<NodeId>(network.terminals.size());
  const bool bidirectional = network.bidirectional;
  network.channels.reserve(std::size_t{nodes} * network.router.network_ports());
  for (NodeId node = 0; node < nodes; ++node) {
    NodeId stride = 1;
    for (unsigned d = 0; d < network.radix.size(); ++d) {
      const unsigned k = network.radix[d];
      const unsigned here = node / stride % k;
      if (is_torus || here + 1 < k) {
        const NodeId upper = here + 1 < k ? node + stride : node - (k - 1) * stride;
        network.channels.push_back(channel_between(node, upper, d, true, bidirectional, latency));
      }
      if (bidirectional && (is_torus || here > 0)) {
        const NodeId lower = here > 0 ? node - stride : node + (k - 1) * stride;
        network.channels.push_back(channel_between(node, lower, d, false, true, latency));
      }
      stride *= k;
    }
  }
}

}  // namespace

Network build_cartesian(const TopologySpec& topology, const RouterSpec& router,
                        const LinkSpec& link) {
  const bool is_torus = topology.kind == TopologyKind::torus;
  const bool bidirectional = !is_torus || topology.bidirectional;
  if (is_torus && topology.express && router.virtual_channels < 2) {
    throw ConfigurationError("router.virtual_channels", std::to_string(router.virtual_channels),
                             "at least 2 with express channels on a torus: an interchange on the "
                             "dateline leads from one class of VCs to the other");
  }
  const std::vector<unsigned>& radix = topology.radix;
  const auto nodes = static_cast<NodeId>(count_terminals(radix));
  const auto dimensions = static_cast<unsigned>(radix.size());
  const unsigned bits = bits_for(*std::max_element(radix.begin(), radix.end()) - 1);
  Network network = start_network(topology, router, dimensions, bits);
  network.bidirectional = bidirectional;
  network.limit = limit_of(radix, bits);
  const unsigned network_ports = (bidirectional ? 2 : 1) * dimensions;
  set_ports(network, network_ports, 1, "network.dimensions");

  network.components.reserve(nodes);
  network.terminals.reserve(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    const Address address = address_of(radix, bits, node);
    network.components.push_back({component_kind(router), address});
    network.terminals.push_back({address, {node, network_ports}, {node, network_ports}});
  }
  if (topology.express) {
    const ExpressRules rules = make_express_rules(topology, router);
    const std::optional<BoundarySpec>& boundary = topology.express->boundary;
    if (boundary) check_boundary(topology, rules, network.router.format.wire_bits());
    connect_express(network, rules, link);
    if (boundary) connect_boundaries(network, *boundary, link);
  } else {
    connect_neighbours(network, is_torus, latency_of(link, 1));
  }
  return network;
}

}  // namespace turnpike::model::detail
