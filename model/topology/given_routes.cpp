// given_routes.cpp - tables that a user gives as rows (network.routes).

#include <algorithm>
#include <map>
#include <tuple>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"
#include "model/topology/routed_graph.h"
#include "model/topology/topology_spec.h"
#include "model/topology/wiring.h"

namespace turnpike::model {

namespace {

constexpr const char* kKey = "network.routes";
constexpr std::size_t kMostNamed = 6;  // neighbours, rows

std::string shown(const std::string& name) { return "'" + printable(name) + "'"; }

// A row in numbers.
struct Meant {
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

  Meant read(const RouteRow& row) const {
    Meant meant;
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
    throw ConfigurationError(kKey, row.place + ", " + column + ": " + found, allowed);
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

  PortMask ways_out(const RouteRow& row, const Meant& meant, const std::string& next) const {
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

// The rows of one router and destination, in the order of the file.
class Chooser {
 public:
  Chooser(const std::vector<RouteRow>& rows, const Network& network) : rows_(rows) {
    const RoutedGraph graph(network, TableRouting::table.word);
    const RowReader reader(network, graph);
    for (const RouteRow& row : rows) meant_.push_back(reader.read(row));
    for (std::size_t i = 0; i < meant_.size(); ++i) {
      for (const NodeId to : meant_[i].destinations) by_place_[{meant_[i].here, to}].push_back(i);
    }
  }

  const std::vector<Meant>& meant() const { return meant_; }
  const RouteRow& row(std::size_t i) const { return rows_[i]; }

  // The row of a head that stands there; the one that says most of where it comes from. None:
  // rows.size(). Two that say as much of it are one too many.
  std::size_t find(ComponentId here, PortId in, unsigned layer, NodeId to) const {
    const auto found = by_place_.find({here, to});
    std::size_t best = rows_.size();
    if (found == by_place_.end()) return best;
    for (const std::size_t i : found->second) {
      const Meant& one = meant_[i];
      if ((one.in_ports >> in & 1) == 0 || (one.layer && *one.layer != layer)) continue;
      if (best < rows_.size() && weight(i) == weight(best)) {
        RowReader::refuse(rows_[i], "here",
                          "a second row for the same packets as " + rows_[best].place,
                          "one row for each router, way in, layer and destination");
      }
      if (best == rows_.size() || weight(i) > weight(best)) best = i;
    }
    return best;
  }

 private:
  unsigned weight(std::size_t i) const {
    return (meant_[i].says_from ? 2 : 0) + (meant_[i].layer ? 1 : 0);
  }

  const std::vector<RouteRow>& rows_;
  std::vector<Meant> meant_;
  std::map<std::pair<ComponentId, NodeId>, std::vector<std::size_t>> by_place_;
};

unsigned layers_of(const std::vector<RouteRow>& rows) {
  unsigned highest = 0;
  for (const RouteRow& row : rows) {
    highest = std::max(highest, row.layer.value_or(0));
    for (const unsigned layer : row.next_layers) highest = std::max(highest, layer);
  }
  return highest + 1;
}

unsigned next_layers(const Meant& meant, unsigned layer) {
  unsigned mask = 0;
  for (const unsigned next : meant.next_layers) mask |= 1u << next;
  return mask == 0 ? 1u << layer : mask;
}

void write_rows(const Chooser& rows, std::size_t count, Network& network) {
  const RoutingParams& routing = network.router.routing;
  for (ComponentId here = 0; here < network.components.size(); ++here) {
    for (PortId in = 0; in < network.router.ports; ++in) {
      const bool is_local = in >= routing.network_ports;
      for (unsigned layer = 0; layer < (is_local ? 1 : routing.layers); ++layer) {
        for (NodeId to = 0; to < network.terminals.size(); ++to) {
          const std::size_t row = rows.find(here, in, layer, to);
          if (row == count) continue;
          const Meant& meant = rows.meant()[row];
          const bool is_end = network.terminals[to].eject.component == here;
          if (is_end && meant.next_layers.empty()) continue;  // set_exits
          set_row(network, here, in, layer, network.terminals[to].address, meant.outputs,
                  next_layers(meant, layer));
        }
      }
    }
  }
}

// Follows what the rows say for one destination, from every source: a hole or a circle is told by
// the rows that lead there.
class Walk {
 public:
  Walk(const Network& network, const Chooser& rows, std::size_t count)
      : network_(network), wiring_(network), rows_(rows), count_(count) {
    mark_.resize(network.channels.size() * network.router.routing.layers);
  }

  void follow(NodeId to) {
    std::fill(mark_.begin(), mark_.end(), Mark::fresh);
    for (NodeId from = 0; from < network_.terminals.size(); ++from) {
      source_ = from;
      const Attachment& inject = network_.terminals[from].inject;
      if (inject.component == network_.terminals[to].eject.component) continue;
      visit(inject.component, inject.port, 0, to);
    }
  }

 private:
  enum class Mark : std::uint8_t { fresh, on_way, done };

  void visit(ComponentId here, PortId in, unsigned layer, NodeId to) {
    if (network_.terminals[to].eject.component == here) return;
    const std::size_t row = rows_.find(here, in, layer, to);
    if (row == count_) tell_hole(here, in, layer, to);
    way_.push_back(row);
    const Meant& meant = rows_.meant()[row];
    for (PortMask left = meant.outputs; left != 0; left &= left - 1) {
      const auto out = static_cast<PortId>(__builtin_ctz(left));
      const ChannelId id = wiring_.channel_from(here, out);
      const Channel& channel = network_.channels[id];
      if (out == in && in < network_.router.network_ports()) {
        RowReader::refuse(rows_.row(row), "next",
                          shown(component_name(network_, channel.to)) + " for a packet of " +
                              terminal_name(network_, source_) + " that comes from there",
                          "another router: a packet never turns back on its link");
      }
      for (unsigned next = next_layers(meant, layer); next != 0; next &= next - 1) {
        const auto its = static_cast<unsigned>(__builtin_ctz(next));
        Mark& mark = mark_[std::size_t{id} * network_.router.routing.layers + its];
        if (mark == Mark::on_way) tell_circle(to);
        if (mark == Mark::done) continue;
        mark = Mark::on_way;
        visit(channel.to, channel.to_port, its, to);
        mark = Mark::done;
      }
    }
    way_.pop_back();
  }

  [[noreturn]] void tell_hole(ComponentId here, PortId in, unsigned layer, NodeId to) const {
    std::string from = terminal_name(network_, source_);
    for (const Channel& channel : network_.channels) {
      if (channel.to == here && channel.to_port == in)
        from = component_name(network_, channel.from);
    }
    std::string found = "no row for " + terminal_name(network_, to) + " at " +
                        component_name(network_, here) + ", where its packets come from " + from;
    if (network_.router.routing.layers > 1) found += " on layer " + std::to_string(layer);
    if (!way_.empty()) found += " (" + rows_.row(way_.back()).place + " sends them there)";
    throw ConfigurationError(kKey, found,
                             "a row for each router, way in and destination that packets meet");
  }

  [[noreturn]] void tell_circle(NodeId to) const {
    std::string found = "a circle: packets for " + terminal_name(network_, to) + " from " +
                        terminal_name(network_, source_) + " come back to where they were by ";
    const std::size_t first = way_.size() > kMostNamed ? way_.size() - kMostNamed : 0;
    for (std::size_t i = first; i < way_.size(); ++i) {
      found += (i == first ? "" : ", ") + rows_.row(way_[i]).place;
    }
    throw ConfigurationError(kKey, found, "rows that lead to the destination");
  }

  const Network& network_;
  const Wiring wiring_;
  const Chooser& rows_;
  std::size_t count_;
  std::vector<Mark> mark_;        // [channel, layer]
  std::vector<std::size_t> way_;  // rows
  NodeId source_ = 0;
};

void fill_given(const TopologySpec& topology, Network& network) {
  const std::vector<RouteRow>& rows = topology.routes;
  for (const RouteRow& row : rows) {
    const bool is_low = row.layer.value_or(0) < kMaxVcs &&
                        std::all_of(row.next_layers.begin(), row.next_layers.end(),
                                    [](unsigned layer) { return layer < kMaxVcs; });
    if (!is_low) RowReader::refuse(row, "layer", "16 or more", "layers 0 .. 15");
  }
  const Chooser chooser(rows, network);
  make_layers(network, layers_of(rows), TableRouting::table.word);
  Walk walk(network, chooser, rows.size());
  for (NodeId to = 0; to < network.terminals.size(); ++to) walk.follow(to);
  set_exits(network);
  write_rows(chooser, rows.size(), network);
}

constexpr TableRouting given_routing() {
  TableRouting routing{"table", "routes of your own, from the file network.routes"};
  routing.fill = fill_given;
  routing.suits = [](const TopologySpec&) { return true; };
  routing.takes_rows = true;
  return routing;
}

}  // namespace

const TableRouting TableRouting::table = given_routing();

}  // namespace turnpike::model
