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
  LoadCount(const SwitchGraph& graph, ComponentId root, const std::vector<unsigned>& hosts,
            const FlitCycles& cycles)
      : hosts_(hosts), cycles_(cycles), up_down_(graph, root), carried_(2 * graph.size()) {
    for (const auto& neighbours : graph) load_.crossings.emplace_back(neighbours.size(), 0.0);
  }

  const UpDownLoad& load() const { return load_; }
  double highest() const { return highest_; }  // of all crossings so far

  // Adds what goes to the first destinations of a list, or to so many of them that a channel
  // carries the limit.
  void add(const std::vector<ComponentId>& list, std::size_t destinations, double limit) {
    std::vector<ComponentId> some;
    for (std::size_t i = 0; i < destinations && highest_ < limit; ++i) {
      if (hosts_[list[i]] != 0) some.push_back(list[i]);
      if (some.size() < UpDown::kSweep && i + 1 < destinations) continue;
      add(some);
      some.clear();
    }
  }

 private:
  // The switches farthest from each destination first.
  void add(const std::vector<ComponentId>& some) {
    up_down_.sweep(some, hops_);
    at_once_ = some.size();
    flow_.assign(carried_.size() * at_once_, 0);
    std::fill(carried_.begin(), carried_.end(), 0);
    for (ComponentId s = 0; s < hosts_.size(); ++s) {
      if (hosts_[s] == 0) continue;
      const std::size_t source = UpDown::State{s, true}.number();
      for (std::size_t i = 0; i < at_once_; ++i) {
        if (s == some[i]) continue;
        flow_[source * at_once_ + i] = double{1} * hosts_[s] * hosts_[some[i]];
        carried_[source] |= std::uint64_t{1} << i;
      }
    }
    for (std::size_t end = hops_.size(); end > 0;) {
      std::size_t begin = end - 1;
      while (begin > 0 && hops_[begin - 1].from == hops_[begin].from) --begin;
      pass_on(begin, end);
      end = begin;
    }
  }
  // The hops of one state: what is there goes on in equal shares.
  void pass_on(std::size_t begin, std::size_t end) {
    const std::uint32_t state = hops_[begin].from;
    const std::uint64_t here = carried_[state];
    std::uint64_t ways = 0;
    std::uint64_t choices = 0;
    for (std::size_t h = begin; h < end; ++h) {
      choices |= ways & hops_[h].destinations & here;
      ways |= hops_[h].destinations & here;
    }
    if (choices != 0) load_.has_choice = true;
    double share[UpDown::kSweep];
    for (std::uint64_t left = ways; left != 0; left &= left - 1) {
      const int i = __builtin_ctzll(left);
      int outputs = 1;
      if ((choices >> i & 1) != 0) {
        outputs = 0;
        for (std::size_t h = begin; h < end; ++h)
          outputs += (hops_[h].destinations >> i & 1) != 0 ? 1 : 0;
      }
      share[i] = flow_[state * at_once_ + static_cast<std::size_t>(i)] / outputs;
    }
    for (std::size_t h = begin; h < end; ++h) {
      const UpDown::Hop& hop = hops_[h];
      double all = 0;
      double* const flow = &flow_[hop.to * at_once_];
      for (std::uint64_t left = hop.destinations & here; left != 0; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        all += share[i];
        flow[i] += share[i];
      }
      carried_[hop.to] |= hop.destinations & here;
      double& crossings = load_.crossings[hop.from / 2][hop.port];
      crossings += cycles_.empty() ? all : all * cycles_[hop.from / 2][hop.port];
      highest_ = std::max(highest_, crossings);
    }
  }

  const std::vector<unsigned>& hosts_;
  const FlitCycles& cycles_;
  UpDown up_down_;
  std::vector<UpDown::Hop> hops_;
  std::size_t at_once_ = 0;             // destinations of the moment
  std::vector<double> flow_;            // [state, destination]
  std::vector<std::uint64_t> carried_;  // [state] destinations to which something has come there
  UpDownLoad load_;
  double highest_ = 0;
};

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

FlitCycles flit_cycles(const Network& network) {
  FlitCycles cycles;
  if (network.pauses.empty()) return cycles;
  cycles.assign(network.components.size(), std::vector<unsigned>(network.router.ports, 1));
  for (const Channel& channel : network.channels) {
    cycles[channel.from][channel.from_port] = unsigned{channel.phits} * channel.clock_ratio;
  }
  return cycles;
}

UpDownLoad up_down_load(const SwitchGraph& graph, ComponentId root,
                        const std::vector<unsigned>& hosts, const FlitCycles& cycles) {
  std::vector<ComponentId> all(graph.size());
  std::iota(all.begin(), all.end(), 0u);
  LoadCount count(graph, root, hosts, cycles);
  count.add(all, all.size(), kInfinite);
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
  worst.channel_saturation = worst.crossings > 0 ? (terminals - 1) / worst.crossings : kInfinite;
  worst.saturation = terminals > 1 ? std::min(1.0, worst.channel_saturation) : 0;
  return worst;
}

Bottleneck bottleneck(const SwitchGraph& graph, ComponentId root,
                      const std::vector<unsigned>& hosts, const FlitCycles& cycles) {
  return bottleneck(graph, up_down_load(graph, root, hosts, cycles), hosts);
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
  RootSearch(const SwitchGraph& graph, const std::vector<unsigned>& hosts, const FlitCycles& cycles)
      : graph_(graph), hosts_(hosts), cycles_(cycles), order_(spread(graph.size())) {}

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
  // Where it reaches `limit`, something above that.
  double fullest(ComponentId root, std::size_t destinations, double limit) const {
    LoadCount count(graph_, root, hosts_, cycles_);
    count.add(order_, destinations, limit);
    return count.highest();
  }

  const SwitchGraph& graph_;
  const std::vector<unsigned>& hosts_;
  const FlitCycles& cycles_;
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

ComponentId best_root(const SwitchGraph& graph, const std::vector<unsigned>& hosts, bool every,
                      const FlitCycles& cycles) {
  std::size_t channels = 0;
  for (const auto& neighbours : graph) channels += neighbours.size();
  // In a tree each route is the only one, whatever the root.
  if (channels == 2 * (graph.size() - 1)) return central_switch(graph);
  const RootPlan plan = root_plan(graph, every);
  const RootSearch search(graph, hosts, cycles);
  std::vector<ComponentId> roots = search.candidates(plan.roots);
  std::size_t destinations = plan.destinations;
  while (roots.size() > 2 && destinations < graph.size()) {
    roots = search.best_quarter(roots, destinations);
    destinations = std::min(affordable_destinations(graph) / roots.size(), graph.size());
  }
  return search.best(roots);
}

}  // namespace turnpike::model
