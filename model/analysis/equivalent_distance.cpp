// equivalent_distance.cpp - table of equivalent distances of an irregular network.

#include "model/analysis/equivalent_distance.h"

#include <algorithm>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace turnpike::model {

namespace {

constexpr std::size_t kNotSeen = ~std::size_t{0};

// A packet at a switch: it may still go up, or has gone down.
std::size_t state_of(ComponentId at, bool may_go_up) {
  return 2 * std::size_t{at} + (may_go_up ? 1 : 0);
}

// The circuit between two switches, rebuilt for each pair in memory that is kept.
class Circuit {
 public:
  Circuit(const SwitchGraph& graph, const UpDown& up_down)
      : graph_(graph),
        up_down_(up_down),
        point_(graph.size(), kNotSeen),
        seen_(2 * graph.size(), 0) {}

  double resistance(ComponentId from, ComponentId to, const UpDown::Distances& distances) {
    collect(from, to, distances);
    const unsigned length = distances.free[from];
    // One way only: resistors in a row.
    const double result = links_.size() == length ? length : solve();
    for (const ComponentId s : switches_) point_[s] = kNotSeen;
    return result;
  }

 private:
  // The links of all shortest legal routes; `to` is point 0, `from` point 1.
  void collect(ComponentId from, ComponentId to, const UpDown::Distances& distances) {
    switches_.clear();
    links_.clear();
    number(to);
    number(from);
    ++epoch_;
    stack_.assign(1, {from, true});
    seen_[state_of(from, true)] = epoch_;
    while (!stack_.empty()) {
      const auto [at, may_go_up] = stack_.back();
      stack_.pop_back();
      PortMask left = up_down_.next_outputs(distances, at, may_go_up);
      for (; left != 0; left &= left - 1) {
        const ComponentId next = graph_[at][static_cast<PortId>(__builtin_ctz(left))];
        links_.push_back(std::minmax(number(at), number(next)));
        const bool still_up = up_down_.is_up(at, next);
        std::uint32_t& mark = seen_[state_of(next, still_up)];
        if (mark == epoch_) continue;
        mark = epoch_;
        stack_.push_back({next, still_up});
      }
    }
    // Passed going up and passed going down, a link is still one.
    std::sort(links_.begin(), links_.end());
    links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
  }

  std::size_t number(ComponentId at) {
    if (point_[at] == kNotSeen) {
      point_[at] = switches_.size();
      switches_.push_back(at);
    }
    return point_[at];
  }

  // Unit current from point 1 to point 0, which is grounded: the potential of point 1.
  double solve() {
    const auto points = static_cast<Eigen::Index>(switches_.size()) - 1;
    Eigen::MatrixXd conductance = Eigen::MatrixXd::Zero(points, points);
    for (const auto& [a, b] : links_) {  // a < b: b is never the ground
      const auto i = static_cast<Eigen::Index>(a) - 1;
      const auto j = static_cast<Eigen::Index>(b) - 1;
      conductance(j, j) += 1;
      if (a == 0) continue;
      conductance(i, i) += 1;
      conductance(i, j) -= 1;
      conductance(j, i) -= 1;
    }
    const Eigen::VectorXd current = Eigen::VectorXd::Unit(points, 0);
    return conductance.llt().solve(current)(0);
  }

  const SwitchGraph& graph_;
  const UpDown& up_down_;
  std::vector<std::size_t> point_;  // [switch] its number in the circuit
  std::vector<std::uint32_t> seen_;
  std::uint32_t epoch_ = 0;
  std::vector<ComponentId> switches_;
  std::vector<std::pair<std::size_t, std::size_t>> links_;
  std::vector<std::pair<ComponentId, bool>> stack_;
};

// Adds to crossings[switch][port] what goes to one destination.
void add_crossings(const SwitchGraph& graph, const UpDown& up_down, ComponentId destination,
                   const std::vector<unsigned>& hosts,
                   std::vector<std::vector<double>>& crossings) {
  const UpDown::Distances distances = up_down.distances_to(destination);
  std::vector<double> flow(2 * graph.size(), 0);
  std::vector<std::pair<unsigned, std::size_t>> order;  // farthest first
  for (ComponentId s = 0; s < graph.size(); ++s) {
    if (s != destination) flow[state_of(s, true)] = double{1} * hosts[s] * hosts[destination];
    if (distances.free[s] != kUnreachable) order.emplace_back(distances.free[s], state_of(s, true));
    if (distances.down[s] != kUnreachable) {
      order.emplace_back(distances.down[s], state_of(s, false));
    }
  }
  std::sort(order.rbegin(), order.rend());
  for (const auto& [distance, state] : order) {
    const auto at = static_cast<ComponentId>(state / 2);
    const PortMask outputs = up_down.next_outputs(distances, at, state % 2 == 1);
    if (flow[state] == 0 || outputs == 0) continue;
    const double share = flow[state] / __builtin_popcount(outputs);
    for (PortMask left = outputs; left != 0; left &= left - 1) {
      const auto port = static_cast<PortId>(__builtin_ctz(left));
      const ComponentId next = graph[at][port];
      crossings[at][port] += share;
      flow[state_of(next, up_down.is_up(at, next))] += share;
    }
  }
}

}  // namespace

DistanceTable equivalent_distances(const SwitchGraph& graph, ComponentId root) {
  const UpDown up_down(graph, root);
  Circuit circuit(graph, up_down);
  DistanceTable table;
  const std::size_t n = graph.size();
  table.switches = n;
  table.equivalent.assign(n * n, 0);
  table.legal.assign(n * n, 0);
  for (ComponentId to = 0; to < n; ++to) {
    const UpDown::Distances distances = up_down.distances_to(to);
    for (ComponentId from = 0; from < n; ++from) {
      table.legal[from * n + to] = distances.free[from];
      if (from >= to) continue;
      table.equivalent[from * n + to] = table.equivalent[to * n + from] =
          circuit.resistance(from, to, distances);
    }
  }
  return table;
}

SwitchGraph switch_graph(const Network& network) {
  SwitchGraph graph(network.components.size());
  for (const Channel& channel : network.channels) {
    auto& neighbours = graph[channel.from];
    if (neighbours.size() <= channel.from_port) neighbours.resize(channel.from_port + 1);
    neighbours[channel.from_port] = channel.to;
  }
  return graph;
}

std::vector<unsigned> hosts_of(const Network& network) {
  std::vector<unsigned> hosts(network.components.size(), 0);
  for (const Terminal& terminal : network.terminals) ++hosts[terminal.inject.component];
  return hosts;
}

Bottleneck bottleneck(const SwitchGraph& graph, ComponentId root,
                      const std::vector<unsigned>& hosts) {
  const UpDown up_down(graph, root);
  std::vector<std::vector<double>> crossings;
  for (const auto& neighbours : graph) crossings.emplace_back(neighbours.size(), 0.0);
  double terminals = 0;
  for (ComponentId s = 0; s < graph.size(); ++s) {
    terminals += hosts[s];
    if (hosts[s] != 0) add_crossings(graph, up_down, s, hosts, crossings);
  }
  Bottleneck worst;
  for (ComponentId s = 0; s < graph.size(); ++s) {
    for (PortId p = 0; p < graph[s].size(); ++p) {
      // Sums of the same flows in another order are the same load.
      if (crossings[s][p] <= worst.crossings * (1 + 1e-12)) continue;
      worst.crossings = crossings[s][p];
      worst.from = s;
      worst.to = graph[s][p];
    }
  }
  if (terminals > 1) worst.saturation = 1;
  if (worst.crossings > 0) worst.saturation = std::min(1.0, (terminals - 1) / worst.crossings);
  return worst;
}

}  // namespace turnpike::model
