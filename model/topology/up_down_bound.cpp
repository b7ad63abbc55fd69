// up_down_bound.cpp - an upper bound of what any split of traffic among legal routes delivers.
//
// Give every channel a price of a cycle. Each flow pays at least the price of its cheapest legal
// route, and all flows together pay at most the sum of all prices, as a channel is never more than
// busy. So
// the sum of the prices over what uniform traffic pays at least is an upper bound of the load, for
// any prices. Prices that rise with the load of the cheapest routes bring it down (multiplicative
// weights: Plotkin, Shmoys & Tardos 1995); the lowest bound of all rounds is taken.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/topology/up_down_load.h"

namespace turnpike::model {

namespace {

constexpr std::size_t kMaxBoundWork = std::size_t{1} << 27;
constexpr std::size_t kMostRounds = 100;

class CheapestRoutes {
 public:
  CheapestRoutes(const SwitchGraph& graph, ComponentId root, const std::vector<unsigned>& hosts,
                 const FlitCycles& cycles)
      : hosts_(hosts), cycles_(cycles), up_down_(graph, root) {
    for (ComponentId s = 0; s < graph.size(); ++s) {
      if (hosts[s] > 0) destinations_.push_back(s);
    }
  }

  // Adds where all flows go that take their cheapest route to `crossings`. Returns what they pay.
  double add(const std::vector<std::vector<double>>& price,
             std::vector<std::vector<double>>& crossings) {
    double paid = 0;
    for (std::size_t i = 0; i < destinations_.size(); i += UpDown::kSweep) {
      some_.assign(destinations_.begin() + static_cast<std::ptrdiff_t>(i),
                   destinations_.begin() + static_cast<std::ptrdiff_t>(
                                               std::min(i + UpDown::kSweep, destinations_.size())));
      up_down_.sweep(some_, hops_);
      choose(price);
      paid += flow(crossings);
    }
    return paid;
  }

 private:
  double cycles(const UpDown::Hop& hop) const {
    return cycles_.empty() ? 1 : cycles_[hop.from / 2][hop.port];
  }
  std::size_t at(std::size_t state, std::size_t i) const { return state * some_.size() + i; }

  // The first hop of the cheapest route from each state, those near the destination first.
  void choose(const std::vector<std::vector<double>>& price) {
    cost_.assign(at(2 * hosts_.size(), 0), std::numeric_limits<double>::infinity());
    hop_.resize(cost_.size());
    for (std::size_t i = 0; i < some_.size(); ++i) {
      for (const bool may_go_up : {false, true}) {
        cost_[at(UpDown::State{some_[i], may_go_up}.number(), i)] = 0;
      }
    }
    for (std::uint32_t h = 0; h < hops_.size(); ++h) {
      const UpDown::Hop& hop = hops_[h];
      const double its = price[hop.from / 2][hop.port] * cycles(hop);
      for (std::uint64_t left = hop.destinations; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(__builtin_ctzll(left));
        const double cost = its + cost_[at(hop.to, i)];
        if (cost >= cost_[at(hop.from, i)]) continue;
        cost_[at(hop.from, i)] = cost;
        hop_[at(hop.from, i)] = h;
      }
    }
  }
  // Along these hops, what comes from far first.
  double flow(std::vector<std::vector<double>>& crossings) {
    flow_.assign(cost_.size(), 0);
    double paid = 0;
    for (ComponentId s = 0; s < hosts_.size(); ++s) {
      const std::size_t source = UpDown::State{s, true}.number();
      for (std::size_t i = 0; i < some_.size() && hosts_[s] > 0; ++i) {
        if (s == some_[i]) continue;
        flow_[at(source, i)] = double{1} * hosts_[s] * hosts_[some_[i]];
        paid += flow_[at(source, i)] * cost_[at(source, i)];
      }
    }
    for (auto h = static_cast<std::uint32_t>(hops_.size()); h-- > 0;) {
      const UpDown::Hop& hop = hops_[h];
      double all = 0;
      for (std::uint64_t left = hop.destinations; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(__builtin_ctzll(left));
        if (hop_[at(hop.from, i)] != h) continue;
        all += flow_[at(hop.from, i)];
        flow_[at(hop.to, i)] += flow_[at(hop.from, i)];
      }
      crossings[hop.from / 2][hop.port] += all * cycles(hop);
    }
    return paid;
  }

  const std::vector<unsigned>& hosts_;
  const FlitCycles& cycles_;
  UpDown up_down_;
  std::vector<ComponentId> destinations_;
  std::vector<ComponentId> some_;   // destinations of the moment
  std::vector<UpDown::Hop> hops_;   // towards these
  std::vector<double> cost_;        // [state, destination] of the cheapest legal route
  std::vector<std::uint32_t> hop_;  // [state, destination] its first hop
  std::vector<double> flow_;        // [state, destination]
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
                           const std::vector<unsigned>& hosts, const UpDownLoad& even,
                           const FlitCycles& cycles) {
  const Bottleneck counted = bottleneck(graph, even, hosts);
  if (!even.has_choice || counted.saturation == 0) return counted.saturation;
  std::size_t channels = 0;
  for (const auto& neighbours : graph) channels += neighbours.size();
  const std::size_t round = 4 * graph.size() * (graph.size() + channels);
  const std::size_t rounds = std::clamp(kMaxBoundWork / round, std::size_t{1}, kMostRounds);
  const double others = std::accumulate(hosts.begin(), hosts.end(), 0.0) - 1;
  CheapestRoutes routes(graph, root, hosts, cycles);
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
    const double paid = routes.add(price, crossings);
    bound = std::min(bound, others * sum_of(price) / paid);
    for (ComponentId s = 0; s < graph.size(); ++s) {
      for (PortId p = 0; p < graph[s].size(); ++p) load[s][p] += crossings[s][p];
    }
  }
  // The even split is one of them; sums round.
  return std::max(bound, counted.saturation);
}

}  // namespace turnpike::model
