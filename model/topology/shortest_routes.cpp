// shortest_routes.cpp - trees of shortest routes, and the layers that keep them without circles.

#include "model/topology/shortest_routes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/topology/acyclic_order.h"
#include "model/topology/up_down.h"

namespace turnpike::model {

class ShortestRoutes::TreeBuilder {
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

ShortestRoutes::ShortestRoutes(const Network& network, const RoutedGraph& graph)
    : network_(network),
      ports_(network.router.ports),
      number_of_(graph.routers()),
      way_at_(graph.routers() * ports_, nullptr) {
  for (ComponentId r = 0; r < graph.routers(); ++r) {
    number_of_[r] = static_cast<std::uint32_t>(sources_.size());
    if (!graph.terminals_at(r).empty()) sources_.push_back(r);
    for (const RoutedGraph::Way& way : graph.ways_from(r)) way_at_[r * ports_ + way.port] = &way;
  }
  layer_.assign(sources_.size() * network.terminals.size(), 0);
  TreeBuilder builder(network, graph);
  trees_ = builder.build();
  split(builder.take_order());
}

// `order`: the dependencies that the first layer has already.
void ShortestRoutes::split(AcyclicOrder order) {
  std::vector<std::uint32_t> pairs(layer_.size());
  std::iota(pairs.begin(), pairs.end(), 0u);
  for (layers_ = 1;; ++layers_) {
    std::vector<std::uint32_t> leaving;
    for (const std::uint32_t pair : pairs) {
      layer_[pair] = static_cast<std::uint8_t>(layers_ - 1);
      const auto destination = static_cast<NodeId>(pair / sources_.size());
      if (!join(order, sources_[pair % sources_.size()], destination)) leaving.push_back(pair);
    }
    if (leaving.empty() || layers_ > kMaxVcs + 1) return;
    pairs = std::move(leaving);
    order = AcyclicOrder(network_.channels.size());
  }
}

// Adds the dependencies of the route to those of a layer; false: they would close a circle, and
// none is added.
bool ShortestRoutes::join(AcyclicOrder& order, ComponentId source, NodeId destination) const {
  std::vector<std::pair<ChannelId, ChannelId>> added;
  ChannelId before = 0;
  bool is_first = true;
  bool fits = true;
  walk(source, destination, [&](ComponentId, const RoutedGraph::Way& way) {
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

std::vector<double> ShortestRoutes::weights() const {
  std::vector<double> weight(layers_, 0);
  for (NodeId to = 0; to < network_.terminals.size(); ++to) {
    for (const ComponentId source : sources_) {
      walk(source, to,
           [&](ComponentId, const RoutedGraph::Way&) { weight[layer_of(source, to)] += 1; });
    }
  }
  return weight;
}

PortId ShortestRoutes::fill(Network& network, ComponentId source, NodeId destination,
                            Address address, unsigned on) const {
  PortId in = 0;
  walk(source, destination, [&](ComponentId at, const RoutedGraph::Way& way) {
    for (unsigned left = at == source ? 0 : on; left != 0; left &= left - 1) {
      const auto layer = static_cast<unsigned>(__builtin_ctz(left));
      set_row(network, at, in, layer, address, PortMask{1} << way.port, on);
    }
    in = way.to_port;
  });
  return in;
}

std::vector<unsigned> shares_of(const std::vector<double>& weight, unsigned there_are) {
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

}  // namespace turnpike::model
