// layered_shortest.cpp - shortest routes, free of deadlock by layers of VCs.
//
// The packets of a pair of a source and a destination stay on VCs of its layer on their whole way
// (shortest_routes.h): so packets of different layers never wait for each other. Layers that are
// left over are given to those with most traffic.

#include "model/topology/shortest_routes.h"
#include "model/topology/topology_spec.h"

namespace turnpike::model {

namespace {

void fill_layered(const TopologySpec&, Network& network) {
  const std::string word = TableRouting::layered_shortest.word;
  const RoutedGraph graph(network, word);
  const ShortestRoutes routes(network, graph);
  make_layers(network, routes.layers(), word);
  const std::vector<unsigned> shares = shares_of(routes.weights(), network.router.routing.layers);
  for (NodeId to = 0; to < network.terminals.size(); ++to) {
    const Address address = network.terminals[to].address;
    for (const ComponentId source : routes.sources()) {
      const RoutedGraph::Way* const first = routes.next(source, to);
      if (first == nullptr) continue;
      const unsigned on = shares[routes.layer_of(source, to)];
      set_start(network, source, address, PortMask{1} << first->port, on);
      routes.fill(network, source, to, address, on);
    }
  }
  set_exits(network);
}

constexpr TableRouting layered_routing() {
  TableRouting routing{"layered_shortest",
                       "shortest routes, free of deadlock by layers of virtual channels"};
  routing.fill = fill_layered;
  routing.suits = [](const TopologySpec&) { return true; };
  return routing;
}

}  // namespace

const TableRouting TableRouting::layered_shortest = layered_routing();

}  // namespace turnpike::model
