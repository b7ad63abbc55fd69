// layered_shortest.cpp - shortest routes, free of deadlock by layers of VCs.
//
// Every terminal is the root of a tree of shortest routes. Where a router can choose, it takes a
// channel that closes no circle of dependencies with those chosen before, and of these the one that
// has been used least. Each pair of a source and a destination then belongs to a layer, and its
// packets stay on VCs of that layer on their whole way: so packets of different layers never wait
// for each other. A pair is in the first layer in which its route closes no circle with those of
// the pairs before it (LASH: Skeie, Lysne & Theiss 2002; trees that spread the load: DFSSSP, Domke,
// Hoefler & Nagel 2011). Layers that are left over are given to those with most traffic.

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/common/configuration_error.h"
#include "model/topology/acyclic_order.h"
#include "model/topology/routed_graph.h"
#include "model/topology/topology_spec.h"
#include "model/topology/up_down.h"

namespace turnpike::model {

namespace {

constexpr std::uint8_t kNoPort = 0xff;

// [destination terminal][router]: the output of the route there, kNoPort at its end.
using Trees = std::vector<std::vector<std::uint8_t>>;

class TreeBuilder {
 public:
  TreeBuilder(const Network& network, const RoutedGraph& graph)
      : network_(network),
        graph_(graph),
        load_(network.channels.size(), 0),
        first_layer_(network.channels.size()) {}

  // The dependencies that the trees have without a circle.
  AcyclicOrder take_order() { return std::move(first_layer_); }
  Trees build() {
    Trees trees(network_.terminals.size());
    for (ComponentId router = 0; router < graph_.routers(); ++router) {
      if (graph_.terminals_at(router).empty()) continue;
      distance_ = graph_.distances_to(router);
      order_.clear();
      for (ComponentId r = 0; r < graph_.routers(); ++r) {
        if (distance_[r] != kUnreachable) order_.push_back(r);
      }
      std::stable_sort(order_.begin(), order_.end(),
                       [&](ComponentId a, ComponentId b) { return distance_[a] < distance_[b]; });
      for (const NodeId terminal : graph_.terminals_at(router)) trees[terminal] = tree();
    }
    return trees;
  }

 private:
  // Of the router whose distances are there. The route with the least load on its channels.
  std::vector<std::uint8_t> tree() {
    std::vector<std::uint8_t> output(graph_.routers(), kNoPort);
    std::vector<double> cost(graph_.routers(), 0);
    std::vector<double> flow(graph_.routers(), 0);
    std::vector<const RoutedGraph::Way*> way(graph_.routers(), nullptr);
    for (const ComponentId at : order_) {
      flow[at] = static_cast<double>(graph_.terminals_at(at).size());
      if (distance_[at] == 0) continue;
      way[at] = choose(at, cost, way);
      cost[at] = cost[way[at]->to] + load_[way[at]->channel];
      output[at] = static_cast<std::uint8_t>(way[at]->port);
    }
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      if (way[*at] == nullptr) continue;
      load_[way[*at]->channel] += flow[*at];
      flow[way[*at]->to] += flow[*at];
    }
    return output;
  }

  // The first channel of the route from `at`; those nearer to the destination have chosen theirs.
  const RoutedGraph::Way* choose(ComponentId at, const std::vector<double>& cost,
                                 const std::vector<const RoutedGraph::Way*>& way) {
    std::vector<std::pair<double, const RoutedGraph::Way*>> choices;
    for (const RoutedGraph::Way& next : graph_.ways_from(at)) {
      if (distance_[next.to] + 1 != distance_[at]) continue;
      choices.emplace_back(cost[next.to] + load_[next.channel], &next);
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [its_cost, next] : choices) {
      const RoutedGraph::Way* const behind = way[next->to];
      if (behind == nullptr || first_layer_.add(next->channel, behind->channel)) return next;
    }
    return choices.front().second;
  }

  const Network& network_;
  const RoutedGraph& graph_;
  std::vector<double> load_;  // [channel] routes over it
  AcyclicOrder first_layer_;  // of dependencies of channels, as far as it goes
  std::vector<unsigned> distance_;
  std::vector<ComponentId> order_;  // routers, the nearest first
};

// Pairs of a source router and a destination terminal, and the layers that they are in.
class Layers {
 public:
  Layers(const Network& network, const RoutedGraph& graph, const Trees& trees)
      : network_(network), graph_(graph), trees_(trees), ports_(network.router.ports) {
    way_at_.assign(graph.routers() * ports_, nullptr);
    for (ComponentId r = 0; r < graph.routers(); ++r) {
      if (!graph.terminals_at(r).empty()) sources_.push_back(r);
      for (const RoutedGraph::Way& way : graph.ways_from(r)) way_at_[r * ports_ + way.port] = &way;
    }
    layer_.assign(sources_.size() * network.terminals.size(), 0);
  }

  // How many are needed. `first`: dependencies that the first one has.
  unsigned split(AcyclicOrder first) {
    AcyclicOrder order = std::move(first);
    std::vector<std::uint32_t> pairs(layer_.size());
    std::iota(pairs.begin(), pairs.end(), 0u);
    for (unsigned layer = 0;; ++layer) {
      std::vector<std::uint32_t> leaving;
      for (const std::uint32_t pair : pairs) {
        layer_[pair] = static_cast<std::uint8_t>(layer);
        if (!join(order, pair)) leaving.push_back(pair);
      }
      if (leaving.empty() || layer > kMaxVcs) return layer + 1;  // more than any router has
      pairs = std::move(leaving);
      order = AcyclicOrder(network_.channels.size());
    }
  }

  // Fills the tables. `shares`: the layers of VCs that stand for each of the layers here.
  void fill(Network& network, const std::vector<unsigned>& shares) const;
  // [layer] channels of all its routes together.
  std::vector<double> weights(unsigned layers) const {
    std::vector<double> weight(layers, 0);
    for (std::uint32_t pair = 0; pair < layer_.size(); ++pair) {
      walk(pair, [&](ComponentId, const RoutedGraph::Way&) { weight[layer_[pair]] += 1; });
    }
    return weight;
  }

 private:
  NodeId destination(std::uint32_t pair) const {
    return static_cast<NodeId>(pair / sources_.size());
  }
  // Calls back for each channel of the route of a pair, with the router that it leaves.
  template <class Visit>
  void walk(std::uint32_t pair, const Visit& visit) const {
    const std::vector<std::uint8_t>& tree = trees_[destination(pair)];
    for (ComponentId at = sources_[pair % sources_.size()]; tree[at] != kNoPort;) {
      const RoutedGraph::Way& way = *way_at_[at * ports_ + tree[at]];
      visit(at, way);
      at = way.to;
    }
  }
  // Adds the dependencies of the route to those of a layer; false: they would close a circle, and
  // none is added.
  bool join(AcyclicOrder& order, std::uint32_t pair) const {
    std::vector<std::pair<ChannelId, ChannelId>> added;
    ChannelId before = 0;
    bool is_first = true;
    bool fits = true;
    walk(pair, [&](ComponentId, const RoutedGraph::Way& way) {
      if (!is_first && fits && !order.has(before, way.channel)) {
        fits = order.add(before, way.channel);
        if (fits) added.emplace_back(before, way.channel);
      }
      before = way.channel;
      is_first = false;
    });
    for (const auto& [from, to] : added) {
      if (!fits) order.remove(from, to);
    }
    return fits;
  }

  const Network& network_;
  const RoutedGraph& graph_;
  const Trees& trees_;
  unsigned ports_;
  std::vector<ComponentId> sources_;
  std::vector<const RoutedGraph::Way*> way_at_;  // [router, output]
  std::vector<std::uint8_t> layer_;              // [pair]
};

void Layers::fill(Network& network, const std::vector<unsigned>& shares) const {
  const unsigned local = network.router.network_ports();
  for (std::uint32_t pair = 0; pair < layer_.size(); ++pair) {
    const ComponentId source = sources_[pair % sources_.size()];
    const Address address = network.terminals[destination(pair)].address;
    const unsigned its = shares[layer_[pair]];
    PortId in = 0;
    walk(pair, [&](ComponentId at, const RoutedGraph::Way& way) {
      const PortMask output = PortMask{1} << way.port;
      if (at == source) {
        for (PortId port = local; port < network.router.ports; ++port) {
          set_row(network, at, port, 0, address, output, its);
        }
      } else {
        for (unsigned left = its; left != 0; left &= left - 1) {
          const auto layer = static_cast<unsigned>(__builtin_ctz(left));
          set_row(network, at, in, layer, address, output, its);
        }
      }
      in = way.to_port;
    });
  }
}

// Of `there_are` layers of VCs those of each of the layers that are needed: as many as its weight
// among all earns, at least one.
std::vector<unsigned> shares_of(std::vector<double> weight, unsigned there_are) {
  std::vector<unsigned> count(weight.size(), 1);
  for (std::size_t given = weight.size(); given < there_are; ++given) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < weight.size(); ++i) {
      if (weight[i] / count[i] > weight[most] / count[most]) most = i;
    }
    ++count[most];
  }
  std::vector<unsigned> shares;
  unsigned first = 0;
  for (const unsigned n : count) {
    shares.push_back(((1u << n) - 1) << first);
    first += n;
  }
  return shares;
}

void fill_layered(const TopologySpec&, Network& network) {
  const std::string word = TableRouting::layered_shortest.word;
  const RoutedGraph graph(network, word);
  TreeBuilder builder(network, graph);
  const Trees trees = builder.build();
  Layers layers(network, graph, trees);
  const unsigned needed = layers.split(builder.take_order());
  make_layers(network, needed, word);
  layers.fill(network, shares_of(layers.weights(needed), network.router.routing.layers));
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
