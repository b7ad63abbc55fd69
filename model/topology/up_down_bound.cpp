// up_down_bound.cpp - an upper bound of what any split of traffic among legal routes delivers.
//
// Give every channel a price. Each flow pays at least the price of its cheapest legal route, and
// all flows together pay at most the sum of all prices, as a channel carries one flit a cycle. So
// the sum of the prices over what uniform traffic pays at least is an upper bound of the load, for
// any prices. Prices that rise with the load of the cheapest routes bring it down (multiplicative
// weights: Plotkin, Shmoys & Tardos 1995); the lowest bound of all rounds is taken.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/topology/up_down_load.h"

namespace turnpike::model {

namespace {

constexpr std::size_t kMaxBoundWork = std::size_t{1} << 27;
constexpr std::size_t kMostRounds = 100;

class CheapestRoutes {
 public:
  CheapestRoutes(const SwitchGraph& graph, ComponentId root, const std::vector<unsigned>& hosts)
      : graph_(graph),
        hosts_(hosts),
        up_down_(graph, root),
        cost_(2 * graph.size()),
        next_(2 * graph.size()),
        flow_(2 * graph.size()) {}

  // Adds what all flows to one destination pay at least, and where they then go, to `crossings`.
  double add(ComponentId destination, const std::vector<std::vector<double>>& price,
             std::vector<std::vector<double>>& crossings) {
    if (hosts_[destination] == 0) return 0;
    const UpDown::Distances distances = up_down_.distances_to(destination);
    std::fill(cost_.begin(), cost_.end(), 0);
    std::fill(flow_.begin(), flow_.end(), 0);
    for (const UpDown::State& state : distances.nearest_first) {
      if (state.at != destination) choose(state, distances, price);
    }
    double paid = 0;
    for (auto state = distances.nearest_first.rbegin(); state != distances.nearest_first.rend();
         ++state) {
      if (state->at == destination) break;
      double& flow = flow_[state->number()];
      if (state->may_go_up) {
        const double own = double{1} * hosts_[state->at] * hosts_[destination];
        paid += own * cost_[state->number()];
        flow += own;
      }
      const PortId port = next_[state->number()];
      crossings[state->at][port] += flow;
      flow_[up_down_.behind(state->at, graph_[state->at][port]).number()] += flow;
    }
    return paid;
  }

 private:
  void choose(const UpDown::State& state, const UpDown::Distances& distances,
              const std::vector<std::vector<double>>& price) {
    double least = -1;
    for (PortMask left = up_down_.next_outputs(distances, state.at, state.may_go_up); left != 0;
         left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      const double cost =
          price[state.at][port] + cost_[up_down_.behind(state.at, graph_[state.at][port]).number()];
      if (least >= 0 && cost >= least) continue;
      least = cost;
      next_[state.number()] = port;
    }
    cost_[state.number()] = least;
  }

  const SwitchGraph& graph_;
  const std::vector<unsigned>& hosts_;
  UpDown up_down_;
  std::vector<double> cost_;  // [state] of the cheapest legal route
  std::vector<PortId> next_;  // [state] its first output
  std::vector<double> flow_;  // [state]
};

double sum_of(const std::vector<std::vector<double>>& values) {
  double sum = 0;
  for (const auto& some : values) sum = std::accumulate(some.begin(), some.end(), sum);
  return sum;
}

double highest_of(const std::vector<std::vector<double>>& values) {
  double highest = 0;
  for (const auto& some : values) {
    for (const double value : some) highest = std::max(highest, value);
  }
  return highest;
}

}  // namespace

double bound_of_all_splits(const SwitchGraph& graph, ComponentId root,
                           const std::vector<unsigned>& hosts) {
  const UpDownLoad even = up_down_load(graph, root, hosts);
  const Bottleneck counted = bottleneck(graph, even, hosts);
  if (!even.has_choice || counted.saturation == 0) return counted.saturation;
  std::size_t channels = 0;
  for (const auto& neighbours : graph) channels += neighbours.size();
  const std::size_t round = 4 * graph.size() * (graph.size() + channels);
  const std::size_t rounds = std::clamp(kMaxBoundWork / round, std::size_t{1}, kMostRounds);
  const double others = std::accumulate(hosts.begin(), hosts.end(), 0.0) - 1;
  CheapestRoutes routes(graph, root, hosts);
  std::vector<std::vector<double>> load = even.crossings;  // sums over all rounds
  double bound = 1;
  for (std::size_t n = 1; n <= rounds; ++n) {
    // Steeper with each round: the load is known better, and few channels decide in the end.
    const double steepness = 8 * std::sqrt(static_cast<double>(n));
    const double highest = highest_of(load);
    std::vector<std::vector<double>> price = load;
    for (auto& prices : price) {
      for (double& p : prices) p = p == 0 ? 0 : std::exp(steepness * (p / highest - 1));
    }
    std::vector<std::vector<double>> crossings;
    for (const auto& neighbours : graph) crossings.emplace_back(neighbours.size(), 0.0);
    double paid = 0;
    for (ComponentId s = 0; s < graph.size(); ++s) paid += routes.add(s, price, crossings);
    bound = std::min(bound, others * sum_of(price) / paid);
    for (ComponentId s = 0; s < graph.size(); ++s) {
      for (PortId p = 0; p < graph[s].size(); ++p) load[s][p] += crossings[s][p];
    }
  }
  // The even split is one of them; sums round.
  return std::max(bound, counted.saturation);
}

}  // namespace turnpike::model
