// route_rows.cpp - what packets meet on their ways, as rows.

#include "model/topology/route_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/topology/route_explorer.h"
#include "model/topology/wiring.h"

namespace turnpike::model {

namespace {

// Where a head stands, and what it may do there.
struct Stand {
  PortId in;
  unsigned layer;
  Steps steps;

  bool says_as(const Stand& other) const {
    return steps.outputs == other.steps.outputs && steps.classes == other.steps.classes &&
           steps.escape == other.steps.escape;
  }
};

// What packets for one destination meet, by path and router.
class Collector {
 public:
  explicit Collector(const RouteExplorer& explorer) : explorer_(explorer) {}

  void at(std::size_t state, ComponentId here, PortId in, const Route&, Steps steps) {
    if ((steps.outputs | steps.escape) == 0) return;  // its way ends here
    const unsigned layer = state == RouteExplorer::kInjected ? 0 : explorer_.class_of(state);
    stands_[{explorer_.path(), here}].push_back({in, layer, steps});
  }
  void loop(std::size_t) {}

  using Stands = std::map<std::pair<unsigned, ComponentId>, std::vector<Stand>>;
  Stands take() { return std::move(stands_); }

 private:
  const RouteExplorer& explorer_;
  Stands stands_;
};

class RowWriter {
 public:
  RowWriter(const Network& network, const Wiring& wiring, unsigned classes)
      : network_(network), wiring_(wiring), classes_(classes) {
    for (const Channel& channel : network.channels) {
      into_[{channel.to, channel.to_port}] = &channel;
      ++links_[{channel.from, channel.to}];
    }
    for (NodeId t = 0; t < network.terminals.size(); ++t) {
      const Attachment& inject = network.terminals[t].inject;
      sources_[{inject.component, inject.port}] = t;
    }
  }

  // One row where a router says the same to all; otherwise one for each way in and layer, and where
  // there are several paths: a terminal uses those for which its router has a row. What may be
  // taken on the escape layer besides has a row of its own.
  void write(ComponentId here, NodeId to, unsigned path, const std::vector<Stand>& stands,
             std::vector<RouteRow>& rows) const {
    const bool has_paths = network_.path_count() > 1;
    const bool is_one =
        !has_paths && std::all_of(stands.begin(), stands.end(),
                                  [&](const Stand& one) { return one.says_as(stands[0]); });
    std::set<std::pair<PortId, unsigned>> told;
    for (const Stand& stand : stands) {
      if (!told.insert({stand.in, stand.layer}).second) continue;
      RouteRow row;
      row.here = component_name(network_, here);
      if (has_paths) row.path = path;
      row.destination = terminal_name(network_, to);
      if (!is_one) row.from = source(here, stand.in);
      if (!is_one && classes_ > 1) row.layer = stand.layer;
      const Steps& steps = stand.steps;
      if (steps.outputs != 0) rows.push_back(onward(row, here, steps.outputs, steps.classes));
      if (steps.escape != 0) rows.push_back(onward(row, here, steps.escape, steps.escape_classes));
      if (is_one) return;
    }
  }

 private:
  RouteRow onward(RouteRow row, ComponentId here, PortMask outputs, std::uint32_t layers) const {
    for (PortMask left = outputs; left != 0; left &= left - 1) {
      row.next.push_back(next(here, static_cast<PortId>(__builtin_ctz(left))));
    }
    for (std::uint32_t left = classes_ > 1 ? layers : 0; left != 0; left &= left - 1) {
      row.next_layers.push_back(static_cast<unsigned>(__builtin_ctz(left)));
    }
    return row;
  }
  std::string source(ComponentId here, PortId in) const {
    const auto terminal = sources_.find({here, in});
    if (terminal != sources_.end()) return terminal_name(network_, terminal->second);
    const Channel& channel = *into_.at({here, in});
    return named(channel, channel.from, channel.from_port);
  }
  std::string next(ComponentId here, PortId out) const {
    const Channel& channel = network_.channels[wiring_.channel_from(here, out)];
    return named(channel, channel.to, channel.to_port);
  }
  // With its port where there are links side by side.
  std::string named(const Channel& channel, ComponentId router, PortId port) const {
    const std::string name = component_name(network_, router);
    return links_.at({channel.from, channel.to}) == 1 ? name : name + "." + std::to_string(port);
  }

  const Network& network_;
  const Wiring& wiring_;
  unsigned classes_;
  std::map<std::pair<ComponentId, PortId>, const Channel*> into_;
  std::map<std::pair<ComponentId, PortId>, NodeId> sources_;
  std::map<std::pair<ComponentId, ComponentId>, unsigned> links_;
};

}  // namespace

std::vector<RouteRow> rows_of(const Network& network) {
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  const RowWriter writer(network, wiring, explorer.classes());
  std::vector<NodeId> all(network.terminals.size());
  for (NodeId t = 0; t < all.size(); ++t) all[t] = t;
  std::vector<RouteRow> rows;
  for (const NodeId to : all) {
    Collector collector(explorer);
    explorer.explore(to, all, collector);
    for (const auto& [place, stands] : collector.take()) {
      writer.write(place.second, to, place.first, stands, rows);
    }
  }
  return rows;
}

}  // namespace turnpike::model
