// row_reader.h - reads rows of routes: names of routers and terminals become numbers of ports.

#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"
#include "model/topology/routed_graph.h"
#include "model/topology/topology_spec.h"

namespace turnpike::model::detail {

inline constexpr const char* kRoutesKey = "network.routes";
inline constexpr std::size_t kMostNamed = 6;  // neighbours, rows

inline std::string shown(const std::string& name) { return "'" + printable(name) + "'"; }

// A row in numbers.
struct RowMeaning {
  ComponentId here = 0;
  PortMask in_ports = 0;
  bool says_from = false;
  std::optional<unsigned> layer;
  std::vector<NodeId> destinations;
  PortMask outputs = 0;
  std::vector<unsigned> next_layers;
};

class RowReader {
 public:
  RowReader(const Network& network, const RoutedGraph& graph) : network_(network), graph_(graph) {
    for (ComponentId c = 0; c < network.components.size(); ++c) {
      routers_.emplace(component_name(network, c), c);
    }
    for (NodeId t = 0; t < network.terminals.size(); ++t) {
      terminals_.emplace(terminal_name(network, t), t);
    }
  }

  RowMeaning read(const RouteRow& row) const {
    RowMeaning meant;
    meant.here = router(row, "here", row.here);
    meant.says_from = !row.from.empty();
    meant.in_ports = meant.says_from
                         ? ways_in(row, meant.here)
                         : static_cast<PortMask>(all_vcs(network_.router.ports - 1) << 1 | 1);
    meant.layer = row.layer;
    meant.destinations = destinations(row);
    meant.next_layers = row.next_layers;
    if (row.next.empty()) refuse(row, "next", "nothing", "a neighbour of " + shown(row.here));
    for (const std::string& next : row.next) meant.outputs |= ways_out(row, meant, next);
    return meant;
  }

  [[noreturn]] static void refuse(const RouteRow& row, const std::string& column,
                                  const std::string& found, const std::string& allowed) {
    throw ConfigurationError(kRoutesKey, row.place + ", " + column + ": " + found, allowed);
  }

 private:
  ComponentId router(const RouteRow& row, const char* column, const std::string& name) const {
    const auto found = routers_.find(name);
    if (found != routers_.end()) return found->second;
    refuse(row, column, name.empty() ? "nothing" : shown(name),
           "a router, such as '" + routers_.begin()->first + "'");
  }

  // Neighbours on a way, for messages.
  std::string neighbours(const std::vector<RoutedGraph::Way>& ways) const {
    std::vector<std::string> names;
    for (const RoutedGraph::Way& way : ways) {
      const std::string name = component_name(network_, way.to);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) {
      text += (i == 0 ? "" : ", ") + names[i];
    }
    return text + (names.size() > kMostNamed ? ", ..." : "");
  }

  // Ports of `ways` to the router of this name; "name.3": the one that is port 3 there.
  template <class Port, class Far>
  PortMask ports_to(const std::vector<RoutedGraph::Way>& ways, const std::string& name,
                    const Port& port, const Far& far) const {
    PortMask ports = 0;
    const std::size_t dot = name.rfind('.');
    for (const RoutedGraph::Way& way : ways) {
      const std::string neighbour = component_name(network_, way.to);
      const bool is_it =
          neighbour == name || (dot != std::string::npos && neighbour == name.substr(0, dot) &&
                                std::to_string(far(way)) == name.substr(dot + 1));
      if (is_it) ports |= PortMask{1} << port(way);
    }
    return ports;
  }

  PortMask ways_in(const RouteRow& row, ComponentId here) const {
    const auto terminal = terminals_.find(row.from);
    if (terminal != terminals_.end()) {
      const Attachment& inject = network_.terminals[terminal->second].inject;
      if (inject.component == here) return PortMask{1} << inject.port;
      refuse(row, "from", shown(row.from),
             "a terminal of " + shown(row.here) + ": this one is at '" +
                 component_name(network_, inject.component) + "'");
    }
    const std::vector<RoutedGraph::Way>& ways = graph_.ways_to(here);
    const PortMask ports = ports_to(
        ways, row.from, [](const auto& way) { return way.to_port; },
        [](const auto& way) { return way.port; });
    if (ports != 0) return ports;
    refuse(row, "from", shown(row.from),
           "empty, a terminal of " + shown(row.here) +
               " or a neighbour that has a link to it: " + neighbours(ways));
  }

  std::vector<NodeId> destinations(const RouteRow& row) const {
    const auto terminal = terminals_.find(row.destination);
    if (terminal != terminals_.end()) return {terminal->second};
    const auto at = routers_.find(row.destination);
    if (at != routers_.end() && !graph_.terminals_at(at->second).empty()) {
      return graph_.terminals_at(at->second);
    }
    for (NodeId t = 0; at == routers_.end() && t < network_.terminals.size(); ++t) {
      if (std::to_string(t) == row.destination) return {t};
    }
    refuse(row, "destination", row.destination.empty() ? "nothing" : shown(row.destination),
           at != routers_.end() ? "a router with terminals"
                                : "a terminal, such as '" + terminal_name(network_, 0) +
                                      "', or a router: all of its terminals");
  }

  PortMask ways_out(const RouteRow& row, const RowMeaning& meant, const std::string& next) const {
    const auto terminal = terminals_.find(next);
    if (terminal != terminals_.end()) {
      const Attachment& eject = network_.terminals[terminal->second].eject;
      const bool is_end = eject.component == meant.here && meant.destinations.size() == 1 &&
                          meant.destinations[0] == terminal->second;
      if (is_end) return PortMask{1} << eject.port;
      refuse(row, "next", shown(next), "the destination itself, at its own router, or a router");
    }
    for (const NodeId to : meant.destinations) {
      if (network_.terminals[to].eject.component != meant.here) continue;
      refuse(row, "next", shown(next),
             "nothing: " + shown(terminal_name(network_, to)) + " is at " + shown(row.here));
    }
    const std::vector<RoutedGraph::Way>& ways = graph_.ways_from(meant.here);
    const PortMask ports = ports_to(
        ways, next, [](const auto& way) { return way.port; },
        [](const auto& way) { return way.to_port; });
    if (ports != 0) return ports;
    refuse(row, "next", shown(next),
           "a router to which " + shown(row.here) + " has a link: " + neighbours(ways));
  }

  const Network& network_;
  const RoutedGraph& graph_;
  std::map<std::string, ComponentId> routers_;
  std::map<std::string, NodeId> terminals_;
};

}  // namespace turnpike::model::detail
