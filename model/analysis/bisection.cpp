// bisection.cpp - halves, and the channels between them.

#include "model/analysis/bisection.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

namespace turnpike::model {

namespace {

// Largest flow over channels of capacity one from all terminals of one half to all of the other.
class FlowCut {
 public:
  FlowCut(const Network& network, const Halves& halves, bool upwards)
      : network_(network),
        leaving_(network.components.size()),
        arriving_(network.components.size()),
        used_(network.channels.size(), false),
        is_source_(network.components.size(), false),
        is_sink_(network.components.size(), false) {
    for (ChannelId id = 0; id < network.channels.size(); ++id) {
      leaving_[network.channels[id].from].push_back(id);
      arriving_[network.channels[id].to].push_back(id);
    }
    for (NodeId t = 0; t < network.terminals.size(); ++t) {
      const bool is_upper = halves[network.node_of(t)];
      if (is_upper != upwards) is_source_[network.terminals[t].inject.component] = true;
      if (is_upper == upwards) is_sink_[network.terminals[t].eject.component] = true;
    }
  }

  unsigned channels() {
    for (std::size_t c = 0; c < is_source_.size(); ++c) {
      if (is_source_[c] && is_sink_[c]) return 0;
    }
    unsigned flow = 0;
    while (augment()) ++flow;
    return flow;
  }

 private:
  struct Arrival {
    ChannelId channel = 0;
    bool is_seen = false;
    bool is_back = false;  // against the direction of a channel that is used
  };

  bool augment() {
    std::vector<Arrival> seen(is_source_.size());
    std::vector<ComponentId> reached;
    for (ComponentId c = 0; c < is_source_.size(); ++c) {
      if (!is_source_[c]) continue;
      seen[c].is_seen = true;
      reached.push_back(c);
    }
    const auto reach = [&](ComponentId to, ChannelId id, bool is_back) {
      if (seen[to].is_seen || used_[id] != is_back) return;
      seen[to] = {id, true, is_back};
      reached.push_back(to);
    };
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const ComponentId at = reached[i];
      if (is_sink_[at]) {
        flip_way_to(at, seen);
        return true;
      }
      for (const ChannelId id : leaving_[at]) reach(network_.channels[id].to, id, false);
      for (const ChannelId id : arriving_[at]) reach(network_.channels[id].from, id, true);
    }
    return false;
  }

  void flip_way_to(ComponentId at, const std::vector<Arrival>& seen) {
    while (!is_source_[at]) {
      const Arrival& arrival = seen[at];
      const Channel& channel = network_.channels[arrival.channel];
      used_[arrival.channel] = !arrival.is_back;
      at = arrival.is_back ? channel.to : channel.from;
    }
  }

  const Network& network_;
  std::vector<std::vector<ChannelId>> leaving_;
  std::vector<std::vector<ChannelId>> arriving_;
  std::vector<bool> used_;
  std::vector<bool> is_source_;
  std::vector<bool> is_sink_;
};

// Kernighan & Lin on the switches of an irregular network.
class Halving {
 public:
  Halving(const SwitchGraph& graph, const std::vector<unsigned>& hosts)
      : graph_(graph), hosts_(hosts), upper_(graph.size(), true) {}

  // The first switches in breadth-first order from `start`, until they have half of the hosts.
  void begin(ComponentId start) {
    const std::vector<unsigned> level = levels_from(graph_, start);
    std::vector<ComponentId> order(graph_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](ComponentId a, ComponentId b) { return level[a] < level[b]; });
    const unsigned all = std::accumulate(hosts_.begin(), hosts_.end(), 0u);
    unsigned below = 0;
    upper_.assign(graph_.size(), true);
    for (const ComponentId s : order) {
      if (2 * (below + hosts_[s]) > all) continue;
      below += hosts_[s];
      upper_[s] = false;
    }
  }

  // Swaps pairs until no series of swaps helps.
  void improve() {
    while (pass()) {
    }
  }

  unsigned links() const {
    unsigned links = 0;
    for (ComponentId s = 0; s < graph_.size(); ++s) {
      for (const ComponentId t : graph_[s]) links += !upper_[s] && upper_[t] ? 1 : 0;
    }
    return links;
  }
  const std::vector<bool>& upper() const { return upper_; }

 private:
  int gain(ComponentId s) const {  // links between the halves that moving s saves
    int gain = 0;
    for (const ComponentId t : graph_[s]) gain += upper_[t] != upper_[s] ? 1 : -1;
    return gain;
  }

  // The free switch of that half with the most gain, of so many hosts if that matters.
  ComponentId best(const std::vector<bool>& locked, bool upper, const unsigned* hosts) const {
    ComponentId found = static_cast<ComponentId>(graph_.size());
    for (ComponentId s = 0; s < graph_.size(); ++s) {
      if (locked[s] || upper_[s] != upper || (hosts != nullptr && hosts_[s] != *hosts)) continue;
      if (found == graph_.size() || gain(s) > gain(found)) found = s;
    }
    return found;
  }

  bool pass() {
    const std::vector<bool> before = upper_;
    std::vector<bool> best_halves = upper_;
    unsigned fewest = links();
    const unsigned at_first = fewest;
    std::vector<bool> locked(graph_.size(), false);
    for (;;) {
      const ComponentId a = best(locked, false, nullptr);
      if (a == graph_.size()) break;
      locked[a] = true;
      upper_[a] = true;  // so that the gains of the others count it there
      const ComponentId b = best(locked, true, &hosts_[a]);
      if (b == graph_.size()) {
        upper_[a] = false;
        continue;
      }
      locked[b] = true;
      upper_[b] = false;
      if (links() < fewest) {
        fewest = links();
        best_halves = upper_;
      }
    }
    upper_ = best_halves;
    return fewest < at_first;
  }

  const SwitchGraph& graph_;
  const std::vector<unsigned>& hosts_;
  std::vector<bool> upper_;
};

}  // namespace

Halves middle_halves(const Network& network) {
  const auto longest = std::max_element(network.radix.rbegin(), network.radix.rend());
  const auto dimension = static_cast<std::size_t>(network.radix.rend() - longest) - 1;
  NodeId stride = 1;
  for (std::size_t d = 0; d < dimension; ++d) stride *= network.radix[d];
  Halves halves(network.nodes());
  for (NodeId node = 0; node < network.nodes(); ++node) {
    halves[node] = node / stride % network.radix[dimension] >= network.radix[dimension] / 2;
  }
  return halves;
}

Halves searched_halves(const Network& network) {
  constexpr std::size_t kStarts = 16;
  const SwitchGraph graph = switch_graph(network);
  const std::vector<unsigned> hosts = hosts_of(network);
  Halving halving(graph, hosts);
  std::vector<bool> best;
  unsigned fewest = std::numeric_limits<unsigned>::max();
  const std::size_t starts = std::min(kStarts, graph.size());
  for (std::size_t i = 0; i < starts; ++i) {
    halving.begin(static_cast<ComponentId>(i * graph.size() / starts));
    halving.improve();
    if (halving.links() >= fewest) continue;
    fewest = halving.links();
    best = halving.upper();
  }
  Halves halves(network.nodes());
  for (NodeId t = 0; t < network.terminals.size(); ++t) {
    halves[network.node_of(t)] = best[network.terminals[t].inject.component];
  }
  return halves;
}

Cut cut_between(const Network& network, const Halves& halves, const TrafficShare& share) {
  Cut cut;
  cut.up = FlowCut(network, halves, true).channels();
  cut.down = FlowCut(network, halves, false).channels();
  double up = 0;
  double down = 0;
  for (NodeId s = 0; s < network.nodes(); ++s) {
    for (NodeId d = 0; d < network.nodes(); ++d) {
      if (halves[s] != halves[d]) (halves[d] ? up : down) += share(s, d);
    }
  }
  cut.saturation = std::numeric_limits<double>::infinity();
  if (up > 0) cut.saturation = std::min(cut.saturation, cut.up / up);
  if (down > 0) cut.saturation = std::min(cut.saturation, cut.down / down);
  return cut;
}

double spectral_links(const SwitchGraph& graph) {
  const auto n = static_cast<Eigen::Index>(graph.size());
  if (n < 2) return 0;
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index s = 0; s < n; ++s) {
    for (const ComponentId t : graph[static_cast<std::size_t>(s)]) {
      laplacian(s, s) += 1;
      laplacian(s, static_cast<Eigen::Index>(t)) -= 1;
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()(1) * static_cast<double>(n) / 4;
}

}  // namespace turnpike::model
