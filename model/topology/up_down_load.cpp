// up_down_load.cpp - flows to one destination after the other, and the search for a root.

#include "model/topology/up_down_load.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace turnpike::model {

namespace {

// Steps of one round of a search for a root, each a channel or switch on the way to a destination.
constexpr std::size_t kMaxRoundWork = std::size_t{1} << 26;
// Fewer say too little of a root.
constexpr std::size_t kLeastDestinations = 4;

class LoadCount {
 public:
  LoadCount(const SwitchGraph& graph, ComponentId root, const std::vector<unsigned>& hosts)
      : graph_(graph), hosts_(hosts), up_down_(graph, root), flow_(2 * graph.size(), 0) {
    for (const auto& neighbours : graph) load_.crossings.emplace_back(neighbours.size(), 0.0);
  }

  const UpDownLoad& load() const { return load_; }
  double highest() const { return highest_; }  // of all crossings so far

  // Adds what goes to one destination, the switches farthest from it first.
  void add(ComponentId destination) {
    if (hosts_[destination] == 0) return;
    const UpDown::Distances distances = up_down_.distances_to(destination);
    std::fill(flow_.begin(), flow_.end(), 0);
    for (ComponentId s = 0; s < graph_.size(); ++s) {
      const UpDown::State source{s, true};
      if (s != destination) flow_[source.number()] = double{1} * hosts_[s] * hosts_[destination];
    }
    for (auto state = distances.nearest_first.rbegin(); state != distances.nearest_first.rend();
         ++state) {
      if (flow_[state->number()] > 0) pass_on(*state, distances);
    }
  }

 private:
  void pass_on(const UpDown::State& state, const UpDown::Distances& distances) {
    const PortMask outputs = up_down_.next_outputs(distances, state.at, state.may_go_up);
    if (outputs == 0) return;
    const int ways = __builtin_popcount(outputs);
    if (ways > 1) load_.has_choice = true;
    const double share = flow_[state.number()] / ways;
    for (PortMask left = outputs; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      double& crossings = load_.crossings[state.at][port];
      crossings += share;
      highest_ = std::max(highest_, crossings);
      flow_[up_down_.behind(state.at, graph_[state.at][port]).number()] += share;
    }
  }

  const SwitchGraph& graph_;
  const std::vector<unsigned>& hosts_;
  UpDown up_down_;
  std::vector<double> flow_;  // [state]
  UpDownLoad load_;
  double highest_ = 0;
};

}  // namespace

UpDownLoad up_down_load(const SwitchGraph& graph, ComponentId root,
                        const std::vector<unsigned>& hosts) {
  LoadCount count(graph, root, hosts);
  for (ComponentId s = 0; s < graph.size(); ++s) count.add(s);
  return count.load();
}

Bottleneck bottleneck(const SwitchGraph& graph, const UpDownLoad& load,
                      const std::vector<unsigned>& hosts) {
  Bottleneck worst;
  worst.has_choice = load.has_choice;
  for (ComponentId s = 0; s < graph.size(); ++s) {
    for (PortId p = 0; p < graph[s].size(); ++p) {
      // Sums of the same flows in another order are the same load.
      if (load.crossings[s][p] <= worst.crossings * (1 + 1e-12)) continue;
      worst.crossings = load.crossings[s][p];
      worst.from = s;
      worst.to = graph[s][p];
    }
  }
  const double terminals = std::accumulate(hosts.begin(), hosts.end(), 0.0);
  worst.channel_saturation = worst.crossings > 0 ? (terminals - 1) / worst.crossings
                                                 : std::numeric_limits<double>::infinity();
  worst.saturation = terminals > 1 ? std::min(1.0, worst.channel_saturation) : 0;
  return worst;
}

Bottleneck bottleneck(const SwitchGraph& graph, ComponentId root,
                      const std::vector<unsigned>& hosts) {
  return bottleneck(graph, up_down_load(graph, root, hosts), hosts);
}

namespace {

// Of all roots together, in one round.
std::size_t affordable_destinations(const SwitchGraph& graph) {
  std::size_t channels = 0;
  for (const auto& neighbours : graph) channels += neighbours.size();
  return kMaxRoundWork / (2 * (graph.size() + channels));
}

// Numbers below `all` in an order in which the first few are spread evenly: i * step modulo `all`,
// with a step near the golden section that has no divisor in common with `all`.
std::vector<ComponentId> spread(std::size_t all) {
  auto step = static_cast<std::size_t>(0.618 * static_cast<double>(all)) | 1;
  while (std::gcd(step, all) != 1) ++step;
  std::vector<ComponentId> order;
  for (std::size_t i = 0; i < all; ++i) order.push_back(static_cast<ComponentId>(i * step % all));
  return order;
}

class RootSearch {
 public:
  RootSearch(const SwitchGraph& graph, const std::vector<unsigned>& hosts)
      : graph_(graph), hosts_(hosts), order_(spread(graph.size())) {}

  // The central one first, then by number.
  std::vector<ComponentId> candidates(std::size_t roots) const {
    const ComponentId central = central_switch(graph_);
    std::vector<ComponentId> result(order_.begin(),
                                    order_.begin() + static_cast<std::ptrdiff_t>(roots));
    result.erase(std::remove(result.begin(), result.end(), central), result.end());
    std::sort(result.begin(), result.end());
    result.insert(result.begin(), central);
    return result;
  }

  // The first and the best quarter, in the same order, by what the fullest channel carries to some
  // destinations.
  std::vector<ComponentId> best_quarter(const std::vector<ComponentId>& roots,
                                        std::size_t destinations) const {
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      ranked.emplace_back(fullest(roots[i], destinations, kInfinite), i);
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.resize(std::max<std::size_t>(1, roots.size() / 4));
    std::sort(ranked.begin(), ranked.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<ComponentId> result{roots.front()};
    for (const auto& [load, i] : ranked) {
      if (i > 0) result.push_back(roots[i]);
    }
    return result;
  }

  // The best of all, by all destinations.
  ComponentId best(const std::vector<ComponentId>& roots) const {
    if (roots.size() == 1) return roots.front();
    ComponentId best = roots.front();
    double least = kInfinite;
    for (const ComponentId root : roots) {
      // Sums of the same flows in another order are the same load: the first root keeps it.
      const double limit = least * (1 - 1e-9);
      const double load = fullest(root, order_.size(), limit);
      if (load >= limit) continue;
      least = load;
      best = root;
    }
    return best;
  }

 private:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  // Where it reaches `limit`, something above that.
  double fullest(ComponentId root, std::size_t destinations, double limit) const {
    LoadCount count(graph_, root, hosts_);
    for (std::size_t i = 0; i < destinations && count.highest() < limit; ++i) count.add(order_[i]);
    return count.highest();
  }

  const SwitchGraph& graph_;
  const std::vector<unsigned>& hosts_;
  std::vector<ComponentId> order_;
};

}  // namespace

RootPlan root_plan(const SwitchGraph& graph, bool every) {
  const std::size_t switches = graph.size();
  if (every) return {switches, switches};
  const std::size_t affordable = affordable_destinations(graph);
  const std::size_t destinations =
      std::clamp(affordable / switches, std::min(kLeastDestinations, switches), switches);
  return {std::clamp(affordable / destinations, std::size_t{1}, switches), destinations};
}

ComponentId best_root(const SwitchGraph& graph, const std::vector<unsigned>& hosts, bool every) {
  std::size_t channels = 0;
  for (const auto& neighbours : graph) channels += neighbours.size();
  // In a tree each route is the only one, whatever the root.
  if (channels == 2 * (graph.size() - 1)) return central_switch(graph);
  const RootPlan plan = root_plan(graph, every);
  const RootSearch search(graph, hosts);
  std::vector<ComponentId> roots = search.candidates(plan.roots);
  std::size_t destinations = plan.destinations;
  while (roots.size() > 2 && destinations < graph.size()) {
    roots = search.best_quarter(roots, destinations);
    destinations = std::min(affordable_destinations(graph) / roots.size(), graph.size());
  }
  return search.best(roots);
}

}  // namespace turnpike::model
