// given_routes.cpp - tables that a user gives as rows (network.routes).

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "model/common/configuration_error.h"
#include "model/topology/routed_graph.h"
#include "model/topology/row_reader.h"
#include "model/topology/topology_spec.h"
#include "model/topology/wiring.h"

namespace turnpike::model {

namespace {

using detail::kMostNamed;
using detail::kRoutesKey;
using detail::RowMeaning;
using detail::RowReader;
using detail::shown;

// What says where a head goes on: a row, and perhaps a second one, of the escape layer.
struct Found {
  std::size_t row;
  std::size_t escape;
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
    for (const auto& entry : by_place_) {
      const auto& its = entry.second;
      for (std::size_t i = 1; i < its.size() && !has_escape_; ++i) {
        has_escape_ = std::any_of(
            its.begin(), its.begin() + static_cast<std::ptrdiff_t>(i),
            [&](std::size_t j) { return is_escape_of(its[i], j) || is_escape_of(j, its[i]); });
      }
    }
  }

  // Some head has two rows, one of layer 0 and one of layer 1.
  bool has_escape() const { return has_escape_; }

  const std::vector<RowMeaning>& meant() const { return meant_; }
  const RouteRow& row(std::size_t i) const { return rows_[i]; }

  // The rows of a head that stands there; those that say most of where it comes from. None:
  // rows.size(). Two that say as much of it are one too many, unless one is of the escape.
  Found find(ComponentId here, PortId in, unsigned layer, NodeId to, unsigned path) const {
    const std::size_t none = rows_.size();
    const auto found = by_place_.find({here, to});
    Found best{none, none};
    if (found == by_place_.end()) return best;
    for (const std::size_t i : found->second) {
      const RowMeaning& one = meant_[i];
      if ((one.in_ports >> in & 1) == 0 || (one.layer && *one.layer != layer)) continue;
      if (rows_[i].path.value_or(path) != path) continue;
      if (best.row == none || weight(i) > weight(best.row)) {
        best = {i, none};
      } else if (weight(i) == weight(best.row)) {
        if (best.escape == none && is_escape_of(i, best.row)) {
          best.escape = i;
        } else if (best.escape == none && is_escape_of(best.row, i)) {
          best = {i, best.row};
        } else {
          RowReader::refuse(rows_[i], "here",
                            "a second row for the same packets as " + rows_[best.row].place,
                            "one row for each router, way in, layer, path and destination, or two: "
                            "one with next_layer 0, one with next_layer 1");
        }
      }
    }
    return best;
  }

 private:
  // Are these two rows of the same heads, the second of layer 0 and the first of layer 1?
  bool is_escape_of(std::size_t i, std::size_t j) const {
    const RowMeaning& escape = meant_[i];
    const RowMeaning& other = meant_[j];
    const bool is_same = weight(i) == weight(j) && (escape.in_ports & other.in_ports) != 0 &&
                         escape.layer == other.layer && rows_[i].path == rows_[j].path;
    return is_same && escape.next_layers == std::vector<unsigned>{1} &&
           other.next_layers == std::vector<unsigned>{0};
  }
  unsigned weight(std::size_t i) const {
    return (rows_[i].path ? 4 : 0) + (meant_[i].says_from ? 2 : 0) + (meant_[i].layer ? 1 : 0);
  }

  const std::vector<RouteRow>& rows_;
  std::vector<RowMeaning> meant_;
  std::map<std::pair<ComponentId, NodeId>, std::vector<std::size_t>> by_place_;
  bool has_escape_ = false;
};

unsigned layers_of(const std::vector<RouteRow>& rows) {
  unsigned highest = 0;
  for (const RouteRow& row : rows) {
    highest = std::max(highest, row.layer.value_or(0));
    for (const unsigned layer : row.next_layers) highest = std::max(highest, layer);
  }
  return highest + 1;
}

unsigned next_layers(const RowMeaning& meant, unsigned layer) {
  unsigned mask = 0;
  for (const unsigned next : meant.next_layers) mask |= 1u << next;
  return mask == 0 ? 1u << layer : mask;
}

// A source uses the paths for which its router has a row; to a terminal there, path 0.
void set_paths(const Chooser& rows, std::size_t count, Network& network) {
  if (network.path_count() == 1) return;
  for (const Terminal& from : network.terminals) {
    for (NodeId to = 0; to < network.terminals.size(); ++to) {
      const Attachment& at = from.inject;
      std::uint64_t paths = 0;
      for (unsigned path = 0; path < network.path_count(); ++path) {
        if (network.terminals[to].eject.component == at.component) break;
        if (rows.find(at.component, at.port, 0, to, path).row == count) continue;
        paths |= std::uint64_t{1} << path;
      }
      network.paths.push_back(paths == 0 ? 1 : paths);
    }
  }
}

void write_rows(const Chooser& rows, std::size_t count, unsigned path, Network& network) {
  const RoutingParams& routing = network.router.routing;
  for (ComponentId here = 0; here < network.components.size(); ++here) {
    for (PortId in = 0; in < network.router.ports; ++in) {
      const bool is_local = in >= routing.network_ports;
      for (unsigned layer = 0; layer < (is_local ? 1 : routing.layers); ++layer) {
        for (NodeId to = 0; to < network.terminals.size(); ++to) {
          const Found found = rows.find(here, in, layer, to, path);
          if (found.row == count) continue;
          const RowMeaning& meant = rows.meant()[found.row];
          const bool is_end = network.terminals[to].eject.component == here;
          if (is_end && meant.next_layers.empty()) continue;  // set_exits
          TableWord word = table_word(routing, meant.outputs, next_layers(meant, layer));
          if (found.escape != count) {
            word |= table_word(routing, rows.meant()[found.escape].outputs, 2);
          }
          set_word(network, here, in, layer, network.address_by(to, path), word);
        }
      }
    }
  }
}

// Follows what the rows say for one destination and path, from every source that uses it: a hole or
// a circle is told by the rows that lead there.
class Walk {
 public:
  Walk(const Network& network, const Chooser& rows, std::size_t count)
      : network_(network), wiring_(network), rows_(rows), count_(count) {
    mark_.resize(network.channels.size() * network.router.routing.layers);
  }

  // `pairs`: the only ones that are used; null: all are.
  void follow(NodeId to, unsigned path, const UsedPairs* pairs) {
    path_ = path;
    std::fill(mark_.begin(), mark_.end(), Mark::fresh);
    for (NodeId from = 0; from < network_.terminals.size(); ++from) {
      source_ = from;
      const Attachment& inject = network_.terminals[from].inject;
      if (inject.component == network_.terminals[to].eject.component) continue;
      if (pairs != nullptr && !pairs->has(network_.node_of(from), network_.node_of(to))) continue;
      if ((network_.paths_between(from, to) >> path & 1) == 0) continue;
      visit(inject.component, inject.port, 0, to);
    }
  }

 private:
  enum class Mark : std::uint8_t { fresh, on_way, done };

  void visit(ComponentId here, PortId in, unsigned layer, NodeId to) {
    if (network_.terminals[to].eject.component == here) return;
    const Found found = rows_.find(here, in, layer, to, path_);
    if (found.row == count_) tell_hole(here, in, layer, to);
    take(found.row, here, in, layer, to);
    if (found.escape != count_) take(found.escape, here, in, layer, to);
  }

  void take(std::size_t row, ComponentId here, PortId in, unsigned layer, NodeId to) {
    way_.push_back(row);
    const RowMeaning& meant = rows_.meant()[row];
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
    if (network_.path_count() > 1) found += " by path " + std::to_string(path_);
    if (!way_.empty()) found += " (" + rows_.row(way_.back()).place + " sends them there)";
    throw ConfigurationError(kRoutesKey, found,
                             "a row for each router, way in and destination that packets meet");
  }

  [[noreturn]] void tell_circle(NodeId to) const {
    std::string found = "a circle: packets for " + terminal_name(network_, to) + " from " +
                        terminal_name(network_, source_) + " come back to where they were by ";
    const std::size_t first = way_.size() > kMostNamed ? way_.size() - kMostNamed : 0;
    for (std::size_t i = first; i < way_.size(); ++i) {
      found += (i == first ? "" : ", ") + rows_.row(way_[i]).place;
    }
    throw ConfigurationError(kRoutesKey, found, "rows that lead to the destination");
  }

  const Network& network_;
  const Wiring wiring_;
  const Chooser& rows_;
  std::size_t count_;
  std::vector<Mark> mark_;        // [channel, layer]
  std::vector<std::size_t> way_;  // rows
  NodeId source_ = 0;
  unsigned path_ = 0;
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
  if (chooser.has_escape()) {
    for (const RouteRow& row : rows) {
      if (layers_of({row}) <= 2) continue;
      RowReader::refuse(row, "layer", "2 or more",
                        "layers 0 and 1: other rows give packets outputs of their own on layer 1, "
                        "which is then the escape layer");
    }
    make_escape_layer(network, TableRouting::table.word);
  } else {
    make_layers(network, layers_of(rows), TableRouting::table.word);
  }
  set_paths(chooser, rows.size(), network);
  Walk walk(network, chooser, rows.size());
  std::optional<UsedPairs> pairs;
  if (topology.routed_pairs) pairs = topology.routed_pairs(network);
  for (NodeId to = 0; to < network.terminals.size(); ++to) {
    for (unsigned path = 0; path < network.path_count(); ++path) {
      walk.follow(to, path, pairs ? &*pairs : nullptr);
    }
  }
  set_exits(network);
  for (unsigned path = 0; path < network.path_count(); ++path) {
    write_rows(chooser, rows.size(), path, network);
  }
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
