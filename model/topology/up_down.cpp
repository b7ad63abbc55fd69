// up_down.cpp - levels, directions and shortest legal routes of Up*/Down*.

#include "model/topology/up_down.h"

#include <algorithm>

namespace turnpike::model {

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

ComponentId central_switch(const SwitchGraph& graph) {
  ComponentId best = 0;
  unsigned smallest = kUnreachable;
  for (ComponentId s = 0; s < graph.size(); ++s) {
    const std::vector<unsigned> level = levels_from(graph, s);
    const unsigned eccentricity = *std::max_element(level.begin(), level.end());
    if (eccentricity < smallest) {
      smallest = eccentricity;
      best = s;
    }
  }
  return best;
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
    for (const ComponentId before : graph_[at]) {
      const bool up = is_up(before, at);
      if (may_go_up && up) reach(before, true, distance);
      if (!may_go_up && !up) {
        reach(before, true, distance);
        reach(before, false, distance);
      }
    }
  }
  return result;
}

PortMask UpDown::next_outputs(const Distances& distances, ComponentId at, bool may_go_up) const {
  const unsigned here = may_go_up ? distances.free[at] : distances.down[at];
  if (here == kUnreachable || here == 0) return 0;
  PortMask outputs = 0;
  for (PortId p = 0; p < graph_[at].size(); ++p) {
    const ComponentId next = graph_[at][p];
    const bool up = (up_[at] >> p & 1) != 0;
    if (up && !may_go_up) continue;
    const unsigned rest = up ? distances.free[next] : distances.down[next];
    if (rest == here - 1) outputs |= PortMask{1} << p;
  }
  return outputs;
}

}  // namespace turnpike::model
