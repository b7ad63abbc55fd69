// equivalent_distance.cpp - table of equivalent distances of an irregular network.

#include "model/analysis/equivalent_distance.h"

#include <algorithm>
#include <utility>

namespace turnpike::model {

namespace {

constexpr std::size_t kNotSeen = ~std::size_t{0};

// Resistance between two points of a circuit of unit resistors, whose links join points that have
// near numbers. The matrix of conductances without point 0, which is grounded, is factorized row
// by row from the first column that is not 0 (L D L^T); the last point's potential under unit
// current into it is then 1 / D there.
class Circuit {
 public:
  // `links` with the lower point first; one that is there twice counts once. The ends are 0 and
  // points - 1.
  double resistance(std::size_t points,
                    const std::vector<std::pair<std::size_t, std::size_t>>& links) {
    rows_.resize(std::max(rows_.size(), points));
    for (std::size_t i = 1; i < points; ++i) rows_[i].first = i;
    for (const auto& [a, b] : links) {
      if (a > 0) rows_[b].first = std::min(rows_[b].first, a);
    }
    for (std::size_t i = 1; i < points; ++i) {
      rows_[i].value.assign(i - rows_[i].first, 0);
      rows_[i].diagonal = 0;
      rows_[i].is_grounded = false;
    }
    for (const auto& [a, b] : links) {
      if (a == 0 ? rows_[b].is_grounded : rows_[b].at(a) != 0) continue;
      rows_[b].diagonal += 1;
      if (a == 0) {
        rows_[b].is_grounded = true;
      } else {
        rows_[a].diagonal += 1;
        rows_[b].at(a) = -1;
      }
    }
    for (std::size_t i = 1; i < points; ++i) factorize(i);
    return 1 / rows_[points - 1].diagonal;
  }

 private:
  struct Row {
    std::size_t first = 0;      // column of value[0]; those before it are 0
    double diagonal = 0;        // D
    bool is_grounded = false;   // it has a link to point 0
    std::vector<double> value;  // left of the diagonal: L D until the row is done, then L

    double& at(std::size_t column) { return value[column - first]; }
  };

  // Sums of four terms apart: one after the other, each addition waits for the one before.
  static double dot(const double* a, const double* b, std::size_t length) {
    double sums[4] = {};
    std::size_t k = 0;
    for (; k + 4 <= length; k += 4) {
      for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += a[k + lane] * b[k + lane];
    }
    for (; k < length; ++k) sums[0] += a[k] * b[k];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  void factorize(std::size_t i) {
    Row& row = rows_[i];
    for (std::size_t j = row.first; j < i; ++j) {
      const Row& other = rows_[j];
      const std::size_t start = std::max(row.first, other.first);
      row.at(j) -= dot(row.value.data() + (start - row.first),
                       other.value.data() + (start - other.first), j - start);
    }
    for (std::size_t j = row.first; j < i; ++j) {
      const double scaled = row.at(j) / rows_[j].diagonal;
      row.diagonal -= scaled * row.at(j);
      row.at(j) = scaled;
    }
  }

  std::vector<Row> rows_;
};

// Resistances to one destination after the other. Where all routes from a place come together in
// one state again, that is a cut: the resistance is that of the links up to there and of the way on
// from there, which is kept. Rows of links and trees so need no circuit at all.
class Resistances {
 public:
  Resistances(const SwitchGraph& graph, const UpDown& up_down)
      : graph_(graph),
        up_down_(up_down),
        seen_(2 * graph.size(), 0),
        point_(graph.size(), kNotSeen) {}

  void set_destination(ComponentId to, const UpDown::Distances& distances) {
    to_ = to;
    distances_ = &distances;
    known_.assign(2 * graph_.size(), -1);
    known_[UpDown::State{to, true}.number()] = 0;
  }

  double from(ComponentId source) {
    passed_.clear();
    UpDown::State at{source, true};
    while (known_[at.number()] < 0) {
      const std::size_t state = at.number();
      const double block = cross(at);
      passed_.emplace_back(state, block);
    }
    double result = known_[at.number()];
    for (auto cut = passed_.rbegin(); cut != passed_.rend(); ++cut) {
      result += cut->second;
      known_[cut->first] = result;
    }
    return result;
  }

 private:
  // The resistance up to the next state that all routes pass, which `at` then is.
  double cross(UpDown::State& at) {
    links_.clear();
    switches_.clear();
    number(at.at);
    ++epoch_;
    frontier_.assign(1, at);
    do {
      next_.clear();
      for (const UpDown::State& state : frontier_) step(state);
      frontier_.swap(next_);
    } while (frontier_.size() > 1);
    at = frontier_.front();
    const double result = links_.size() == 1 ? 1 : solve();
    for (const ComponentId s : switches_) point_[s] = kNotSeen;
    return result;
  }

  void step(const UpDown::State& state) {
    PortMask left = up_down_.next_outputs(*distances_, state.at, state.may_go_up);
    for (; left != 0; left &= left - 1) {
      const ComponentId next = graph_[state.at][static_cast<PortId>(__builtin_ctz(left))];
      links_.push_back(std::minmax(number(state.at), number(next)));
      UpDown::State behind = up_down_.behind(state.at, next);
      if (next == to_) behind.may_go_up = true;  // arrived, however
      std::uint32_t& mark = seen_[behind.number()];
      if (mark == epoch_) continue;
      mark = epoch_;
      next_.push_back(behind);
    }
  }

  std::size_t number(ComponentId at) {
    if (point_[at] == kNotSeen) {
      point_[at] = switches_.size();
      switches_.push_back(at);
    }
    return point_[at];
  }

  // Points were numbered as they were reached, the cut last; it is the ground, so turn that round.
  double solve() {
    const std::size_t last = switches_.size() - 1;
    for (auto& [a, b] : links_) {
      a = last - a;
      b = last - b;
      std::swap(a, b);
    }
    // Passed going up and passed going down, a link is still one: the circuit takes it once.
    return circuit_.resistance(switches_.size(), links_);
  }

  const SwitchGraph& graph_;
  const UpDown& up_down_;
  ComponentId to_ = 0;
  const UpDown::Distances* distances_ = nullptr;
  std::vector<double> known_;  // [state]; negative: not yet
  std::vector<std::pair<std::size_t, double>> passed_;
  std::vector<std::uint32_t> seen_;  // [state]
  std::uint32_t epoch_ = 0;
  std::vector<std::size_t> point_;  // [switch] its number in the circuit
  std::vector<ComponentId> switches_;
  std::vector<std::pair<std::size_t, std::size_t>> links_;
  std::vector<UpDown::State> frontier_;
  std::vector<UpDown::State> next_;
  Circuit circuit_;
};

}  // namespace

DistanceTable equivalent_distances(const SwitchGraph& graph, ComponentId root,
                                   bool with_resistances) {
  const UpDown up_down(graph, root);
  Resistances resistances(graph, up_down);
  DistanceTable table;
  const std::size_t n = graph.size();
  table.switches = n;
  if (with_resistances) table.equivalent.assign(n * n, 0);
  table.legal.assign(n * n, 0);
  for (ComponentId to = 0; to < n; ++to) {
    const UpDown::Distances distances = up_down.distances_to(to);
    for (ComponentId from = 0; from < n; ++from) {
      table.legal[from * n + to] = distances.free[from];
    }
    if (!with_resistances) continue;
    resistances.set_destination(to, distances);
    for (ComponentId from = 0; from < to; ++from) {
      table.equivalent[from * n + to] = table.equivalent[to * n + from] = resistances.from(from);
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

}  // namespace turnpike::model
