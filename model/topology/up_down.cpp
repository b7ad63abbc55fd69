// up_down.cpp - levels, directions and shortest legal routes of Up*/Down*.

#include "model/topology/up_down.h"

#include <algorithm>

namespace turnpike::model {

namespace {

PortMask all_ports(std::size_t ports) { return ~PortMask{0} >> (8 * sizeof(PortMask) - ports); }

}  // namespace

std::vector<unsigned> levels_from(const SwitchGraph& graph, ComponentId from) {
  std::vector<unsigned> level(graph.size(), kUnreachable);
  std::vector<ComponentId> queue{from};
  level[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const ComponentId next : graph[queue[i]]) {
      if (level[next] != kUnreachable) continue;
      level[next] = level[queue[i]] + 1;
      queue.push_back(next);
    }
  }
  return level;
}

// The eccentricity of a switch is at least its distance from any other, and at least what that
// one's eccentricity exceeds the distance by. So the switch with the least bound is looked at next,
// and when its eccentricity is its bound, no other has less.
ComponentId central_switch(const SwitchGraph& graph) {
  std::vector<unsigned> least(graph.size(), 0);  // bounds
  while (true) {
    const auto place = std::min_element(least.begin(), least.end());
    const auto best = static_cast<ComponentId>(place - least.begin());
    const std::vector<unsigned> level = levels_from(graph, best);
    const unsigned eccentricity = *std::max_element(level.begin(), level.end());
    if (eccentricity <= least[best]) return best;
    for (ComponentId s = 0; s < graph.size(); ++s) {
      least[s] = std::max({least[s], level[s], eccentricity - std::min(eccentricity, level[s])});
    }
  }
}

UpDown::UpDown(const SwitchGraph& graph, ComponentId root)
    : graph_(graph), level_(levels_from(graph, root)), up_(graph.size(), 0) {
  for (ComponentId s = 0; s < graph.size(); ++s) {
    for (PortId p = 0; p < graph[s].size(); ++p) {
      if (is_up(s, graph[s][p])) up_[s] |= PortMask{1} << p;
    }
  }
}

bool UpDown::is_up(ComponentId from, ComponentId to) const {
  if (level_[from] != level_[to]) return level_[to] < level_[from];
  return to < from;
}

UpDown::Distances UpDown::distances_to(ComponentId destination) const {
  Distances result{std::vector<unsigned>(graph_.size(), kUnreachable),
                   std::vector<unsigned>(graph_.size(), kUnreachable),
                   {{destination, true}, {destination, false}}};
  // Breadth first against the direction of the channels; every link has both directions, so the
  // neighbours of a switch are also the switches that lead to it.
  std::vector<State>& queue = result.nearest_first;
  result.free[destination] = result.down[destination] = 0;
  const auto reach = [&](ComponentId where, bool free, unsigned distance) {
    unsigned& known = free ? result.free[where] : result.down[where];
    if (known != kUnreachable) return;
    known = distance;
    queue.push_back({where, free});
  };
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [at, may_go_up] = queue[i];
    const unsigned distance = (may_go_up ? result.free : result.down)[at] + 1;
    // The channel from a neighbour goes up where the one to it goes down.
    const std::vector<ComponentId>& neighbours = graph_[at];
    const PortMask all = neighbours.empty() ? 0 : all_ports(neighbours.size());
    for (PortMask left = may_go_up ? all & ~up_[at] : up_[at]; left != 0; left &= left - 1) {
      const ComponentId before = neighbours[static_cast<std::size_t>(__builtin_ctz(left))];
      reach(before, true, distance);
      if (!may_go_up) reach(before, false, distance);
    }
  }
  return result;
}

// As distances_to(), for a word of destinations at once: each step looks at the neighbours of the
// switches that the step before has reached.
void UpDown::sweep(const std::vector<ComponentId>& destinations, std::vector<Hop>& hops) const {
  hops.clear();
  std::vector<std::uint64_t> known(2 * graph_.size(), 0);  // [state] that is reached from there
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    for (const bool may_go_up : {false, true}) {
      known[State{destinations[i], may_go_up}.number()] |= std::uint64_t{1} << i;
    }
  }
  std::vector<std::uint64_t> last = known;  // by the step before,
  std::vector<ComponentId> front = destinations;
  std::vector<std::uint64_t> next(known.size(), 0);
  std::vector<std::size_t> seen(graph_.size(), 0);  // [switch] the step that looks at it
  for (std::size_t step = 1; !front.empty(); ++step) {
    std::vector<ComponentId> reached;
    for (const ComponentId near : front) {
      for (const ComponentId at : graph_[near]) {
        if (seen[at] == step) continue;
        seen[at] = step;
        if (add_hops(at, known, last, next, hops)) reached.push_back(at);
      }
    }
    for (const ComponentId at : front) {
      for (const bool may_go_up : {false, true}) last[State{at, may_go_up}.number()] = 0;
    }
    for (const ComponentId at : reached) {
      for (const std::size_t state : {2 * std::size_t{at}, 2 * std::size_t{at} + 1}) {
        known[state] |= last[state] = next[state];
      }
    }
    front = std::move(reached);
  }
}

// Those of one switch to what was reached last. False: it reaches nothing new.
bool UpDown::add_hops(ComponentId at, const std::vector<std::uint64_t>& known,
                      const std::vector<std::uint64_t>& last, std::vector<std::uint64_t>& next,
                      std::vector<Hop>& hops) const {
  const std::vector<ComponentId>& neighbours = graph_[at];
  const auto behind_port = [&](PortId p) {
    return State{neighbours[p], (up_[at] >> p & 1) != 0}.number();
  };
  std::uint64_t by_up = 0;
  std::uint64_t by_down = 0;
  for (PortId p = 0; p < neighbours.size(); ++p) {
    ((up_[at] >> p & 1) != 0 ? by_up : by_down) |= last[behind_port(p)];
  }
  bool has_some = false;
  for (const bool may_go_up : {false, true}) {
    const std::size_t from = State{at, may_go_up}.number();
    next[from] = (by_down | (may_go_up ? by_up : 0)) & ~known[from];
    if (next[from] == 0) continue;
    has_some = true;
    for (PortId p = 0; p < neighbours.size(); ++p) {
      const std::size_t to = behind_port(p);
      const std::uint64_t some = last[to] & next[from];
      if (some == 0 || (!may_go_up && (up_[at] >> p & 1) != 0)) continue;
      hops.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), p, some});
    }
  }
  return has_some;
}

PortMask UpDown::next_outputs(const Distances& distances, ComponentId at, bool may_go_up) const {
  const unsigned here = may_go_up ? distances.free[at] : distances.down[at];
  if (here == kUnreachable || here == 0) return 0;
  PortMask outputs = 0;
  const std::vector<ComponentId>& neighbours = graph_[at];
  const PortMask all = neighbours.empty() ? 0 : all_ports(neighbours.size());
  for (PortMask left = may_go_up ? all : all & ~up_[at]; left != 0; left &= left - 1) {
    const auto p = static_cast<PortId>(__builtin_ctz(left));
    const bool up = (up_[at] >> p & 1) != 0;
    const unsigned rest = (up ? distances.free : distances.down)[neighbours[p]];
    if (rest == here - 1) outputs |= PortMask{1} << p;
  }
  return outputs;
}

}  // namespace turnpike::model
