// two_phases.cpp - routes by way of another router: Valiant's and ROMM.
//
// A packet goes on a shortest route to an intermediate router, and from there on a shortest route
// to its destination. The first way is on layers of VCs of its own, the second on others, and each
// of the two is free of circles (shortest_routes.h); packets of the first may wait for those of the
// second, never the reverse. So the routes are free of deadlock.
//
// A router must know the intermediate one. It is a part of the address: a terminal has as many
// addresses as there are paths to it, and the path names the intermediate router, as the several
// addresses of an InfiniBand port (its LMC) name routes. To the routers they are destinations like
// others, with rows of their own in the tables. Path 0 is the way without a detour. The other paths
// of a destination lead by routers that a hash of it draws, each once.
//
// valiant: any intermediate router (Valiant 1982; Dally & Towles 2004, section 9.1). romm: one on a
// shortest route (Nesson & Johnsson 1995), so that no packet makes a detour.
//
// A packet that passes the router of its destination in the first phase leaves there. A path is
// left out for a source whose packets would turn back on the link by which they came to the
// intermediate router: the hardware has no such turn.

#include <algorithm>
#include <utility>

#include "model/common/configuration_error.h"
#include "model/common/flit.h"
#include "model/topology/shortest_routes.h"
#include "model/topology/topology_spec.h"

namespace turnpike::model {

namespace {

class TwoPhases {
 public:
  TwoPhases(Network& network, const RoutedGraph& graph, const ShortestRoutes& routes,
            bool may_detour)
      : network_(network), graph_(graph), routes_(routes), may_detour_(may_detour) {
    // Both phases carry the same routes.
    std::vector<double> weights = routes.weights();
    const std::size_t layers = weights.size();
    weights.reserve(2 * layers);
    for (std::size_t layer = 0; layer < layers; ++layer) weights.push_back(weights[layer]);
    first_ = shares_of(weights, network.router.routing.layers);
    second_.assign(first_.begin() + static_cast<std::ptrdiff_t>(layers), first_.end());
    first_.resize(layers);
    for (ComponentId r = 0; r < graph.routers(); ++r) distances_.push_back(graph.distances_to(r));
  }

  void fill(unsigned paths) {
    const std::size_t terminals = network_.terminals.size();
    network_.paths.assign(terminals * terminals, 0);
    for (NodeId to = 0; to < terminals; ++to) {
      const std::vector<ComponentId> vias = intermediates(to);
      for (unsigned path = 0; path < std::min<std::size_t>(paths, vias.size()); ++path) {
        for (const ComponentId source : routes_.sources()) {
          if (lay(source, vias[path], to, path)) permit(source, to, path);
        }
      }
    }
  }

 private:
  ComponentId end_of(NodeId to) const { return network_.terminals[to].eject.component; }

  // The routers of the paths to a destination: its own, then the others with terminals, drawn.
  std::vector<ComponentId> intermediates(NodeId to) const {
    std::vector<std::pair<std::uint64_t, ComponentId>> drawn;
    for (const ComponentId router : routes_.sources()) {
      const bool is_end = router == end_of(to);
      drawn.emplace_back(is_end ? 0 : mix(std::uint64_t{to} << 32 | router) | 1, router);
    }
    std::sort(drawn.begin(), drawn.end());
    std::vector<ComponentId> vias;
    vias.reserve(drawn.size());
    for (const auto& [order, router] : drawn) vias.push_back(router);
    return vias;
  }

  // The rows of the way from a source by `via`. False: it is none, or not a path of this routing.
  bool lay(ComponentId source, ComponentId via, NodeId to, unsigned path) {
    const ComponentId end = end_of(to);
    if (source == end) return path == 0;
    const Address address = network_.address_by(to, path);
    if (source == via || end == via) {
      begin(source, to, address, second_[routes_.layer_of(source, to)]);
      routes_.fill(network_, source, to, address, second_[routes_.layer_of(source, to)]);
      return true;
    }
    const unsigned detour = distances_[via][source] + distances_[end][via];
    if (!may_detour_ && detour != distances_[end][source]) return false;
    const NodeId near_via = graph_.terminals_at(via).front();
    const RoutedGraph::Way& onward = *routes_.next(via, to);
    PortId in = 0;
    bool passes_end = false;
    routes_.walk(source, near_via, [&](ComponentId, const RoutedGraph::Way& way) {
      in = way.to_port;
      passes_end = passes_end || way.to == end;
    });
    if (in == onward.port && !passes_end) return false;
    const unsigned on = first_[routes_.layer_of(source, near_via)];
    const unsigned then = second_[routes_.layer_of(via, to)];
    begin(source, near_via, address, on);
    routes_.fill(network_, source, near_via, address, on);
    if (passes_end) return true;
    for (unsigned left = on; left != 0; left &= left - 1) {
      const auto layer = static_cast<unsigned>(__builtin_ctz(left));
      set_row(network_, via, in, layer, address, PortMask{1} << onward.port, then);
    }
    routes_.fill(network_, via, to, address, then);
    return true;
  }

  void begin(ComponentId source, NodeId towards, Address address, unsigned on) {
    const PortMask output = PortMask{1} << routes_.next(source, towards)->port;
    set_start(network_, source, address, output, on);
  }

  void permit(ComponentId source, NodeId to, unsigned path) {
    for (const NodeId from : graph_.terminals_at(source)) {
      network_.paths[std::size_t{from} * network_.terminals.size() + to] |= std::uint64_t{1}
                                                                            << path;
    }
  }

  Network& network_;
  const RoutedGraph& graph_;
  const ShortestRoutes& routes_;
  bool may_detour_;
  std::vector<unsigned> first_;   // [layer of the routes] layers of VCs of the first phase,
  std::vector<unsigned> second_;  // and of the second, a bit for each
  std::vector<std::vector<unsigned>> distances_;  // [to router][from router] channels
};

void fill_by(const TopologySpec& topology, Network& network, const TableRouting& routing) {
  if (network.has_message_terminals()) {
    throw ConfigurationError("router.local_channels", std::to_string(network.local_channels),
                             std::string("1 with routing \"") + routing.word + '"');
  }
  const RoutedGraph graph(network, routing.word);
  const ShortestRoutes routes(network, graph);
  make_layers(network, 2 * routes.layers(), routing.word);
  TwoPhases(network, graph, routes, &routing == &TableRouting::valiant).fill(topology.paths);
  set_exits(network);
}

constexpr TableRouting two_phases(const char* word, const char* meaning) {
  TableRouting routing{word, meaning};
  routing.suits = [](const TopologySpec&) { return true; };
  routing.has_paths = true;
  return routing;
}

constexpr TableRouting valiant_routing() {
  TableRouting routing = two_phases("valiant", "by way of any other router, in two phases");
  routing.fill = [](const TopologySpec& topology, Network& network) {
    fill_by(topology, network, TableRouting::valiant);
  };
  return routing;
}

constexpr TableRouting romm_routing() {
  TableRouting routing =
      two_phases("romm", "by way of another router on a shortest route, in two phases");
  routing.fill = [](const TopologySpec& topology, Network& network) {
    fill_by(topology, network, TableRouting::romm);
  };
  return routing;
}

}  // namespace

const TableRouting TableRouting::valiant = valiant_routing();
const TableRouting TableRouting::romm = romm_routing();

}  // namespace turnpike::model
