// validate.cpp - the structure first, then the walk of the routing function.

#include "model/topology/validate.h"

#include <algorithm>
#include <numeric>

#include "model/topology/route_explorer.h"

namespace turnpike::model {

namespace {

using Problems = std::vector<std::string>;

void add(Problems& problems, const std::string& text) {
  if (problems.size() < ValidationReport::kMaxProblems) problems.push_back(text);
}

// Marks the ports in use; what is out of range or used twice is a problem.
class PortUse {
 public:
  PortUse(const Network& network, const char* side, Problems& problems)
      : network_(network),
        side_(side),
        problems_(problems),
        ports_(network.max_ports()),
        used_(network.components.size() * ports_, false) {}

  void take(const Attachment& at, const char* user, std::size_t number) {
    const std::string who = std::string(user) + " " + std::to_string(number);
    if (at.component >= network_.components.size() || at.port >= network_.ports_of(at.component)) {
      return add(problems_, who + ": no " + side_ + " port " + std::to_string(at.port) +
                                " of component " + std::to_string(at.component));
    }
    const std::size_t index = std::size_t{at.component} * ports_ + at.port;
    if (used_[index]) {
      add(problems_, who + ": " + side_ + " port " + std::to_string(at.port) + " of " +
                         component_name(network_, at.component) + " is used twice");
    }
    used_[index] = true;
  }

 private:
  const Network& network_;
  const char* side_;
  Problems& problems_;
  unsigned ports_;  // of the component that has most
  std::vector<bool> used_;
};

void check_ports(const Network& network, Problems& problems) {
  PortUse outputs(network, "output", problems);
  PortUse inputs(network, "input", problems);
  for (std::size_t id = 0; id < network.channels.size(); ++id) {
    const Channel& channel = network.channels[id];
    outputs.take({channel.from, channel.from_port}, "channel", id);
    inputs.take({channel.to, channel.to_port}, "channel", id);
  }
  for (std::size_t node = 0; node < network.terminals.size(); ++node) {
    inputs.take(network.terminals[node].inject, "terminal", node);
    outputs.take(network.terminals[node].eject, "terminal", node);
  }
}

// Routers of one kind first, then interchanges of shapes that exist; each knows which of its
// outputs lead somewhere. False: the rest cannot be looked at.
bool check_components(const Network& network, Problems& problems) {
  const std::size_t before = problems.size();
  bool interchanges = false;
  for (ComponentId c = 0; c < network.components.size(); ++c) {
    const Component& component = network.components[c];
    if (component.kind == ComponentKind::interchange) {
      interchanges = true;
      if (component.shape < network.interchanges.size()) continue;
      add(problems, "component " + std::to_string(c) + ": no shape " +
                        std::to_string(component.shape) + " of interchanges");
    } else if ((component.kind == ComponentKind::packet_router) != network.packets.has_value()) {
      add(problems, "component " + std::to_string(c) + ": a router of another kind");
    } else if (interchanges) {
      add(problems, "component " + std::to_string(c) + ": a router behind an interchange");
    }
  }
  return problems.size() == before;
}

void check_connected_masks(const Network& network, Problems& problems) {
  std::vector<PortMask> connected(network.components.size(), 0);
  for (const Channel& channel : network.channels) {
    connected[channel.from] |= PortMask{1} << channel.from_port;
  }
  for (ComponentId c = 0; c < connected.size(); ++c) {
    const Component& component = network.components[c];
    const bool is_interchange = component.kind == ComponentKind::interchange;
    if (!is_interchange || component.connected == connected[c]) continue;
    add(problems, component_name(network, c) +
                      ": its connected outputs are not those with a "
                      "channel");
  }
}

void check_addresses(const Network& network, Problems& problems) {
  std::vector<bool> used(std::size_t{1} << network.router.format.address_bits, false);
  for (NodeId terminal = 0; terminal < network.terminals.size(); ++terminal) {
    const Address address = network.terminals[terminal].address;
    const NodeId first = network.first_terminal(network.node_of(terminal));
    if (terminal != first && address == network.terminals[first].address) continue;
    if (address < used.size() && !used[address]) {
      used[address] = true;
      continue;
    }
    add(problems, terminal_name(network, terminal) + ": its address " + std::to_string(address) +
                      (address < used.size() ? " is another's too" : " has too many bits"));
  }
}

void check_tables(const Network& network, Problems& problems) {
  if (!network.router.routing.kind.function->looks_up()) return;
  const std::size_t entries =
      network.shared_lines.empty()
          ? table_size(network.router.routing, network.router.format.address_bits)
          : network.tables.front().size();
  if (network.tables.size() != network.components.size()) {
    return add(problems, std::to_string(network.tables.size()) + " routing tables for " +
                             std::to_string(network.components.size()) + " components");
  }
  for (ComponentId c = 0; c < network.tables.size(); ++c) {
    if (network.tables[c].size() == entries) continue;
    add(problems, component_name(network, c) + ": a routing table of " +
                      std::to_string(network.tables[c].size()) + " entries, must be " +
                      std::to_string(entries));
  }
}

void check_connected(const Network& network, Problems& problems) {
  std::vector<ComponentId> parent(network.components.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root_of = [&](ComponentId c) {
    while (parent[c] != c) c = parent[c] = parent[parent[c]];
    return c;
  };
  for (const Channel& channel : network.channels) {
    const ComponentId a = root_of(channel.from);
    const ComponentId b = root_of(channel.to);
    parent[std::max(a, b)] = std::min(a, b);
  }
  for (ComponentId c = 0; c < parent.size(); ++c) {
    if (root_of(c) == root_of(0)) continue;
    return add(problems,
               component_name(network, c) + " is not connected to " + component_name(network, 0));
  }
}

// Judges each state of packets for one destination.
class ArrivalCheck {
 public:
  ArrivalCheck(const Network& network, const Wiring& wiring, const RouteExplorer& explorer,
               Problems& problems)
      : network_(network), wiring_(wiring), explorer_(explorer), problems_(problems) {}

  void set_destination(NodeId destination) { destination_ = destination; }

  void at(std::size_t, ComponentId component, PortId in_port, const Route& route, Steps) {
    if (route.outputs == 0 || route.vcs == 0) {
      return complain(component, in_port, "has no way on");
    }
    for (PortMask left = route.outputs | route.escape; left != 0; left &= left - 1) {
      const auto out = static_cast<PortId>(__builtin_ctz(left));
      if (out < network_.ports_of(component)) {
        if (wiring_.channel_from(component, out) != kNoChannel) continue;
        const NodeId terminal = wiring_.terminal_at(component, out);
        if (terminal != kNoTerminal &&
            network_.node_of(terminal) == network_.node_of(destination_)) {
          continue;
        }
      }
      complain(component, in_port,
               "may leave by port " + std::to_string(out) + ", which does not lead there");
    }
  }

  void loop(std::size_t state) {
    const Channel& channel = network_.channels[explorer_.channel_of(state)];
    complain(channel.to, channel.to_port, "can come back to where it was");
  }

 private:
  void complain(ComponentId component, PortId in_port, const std::string& what) {
    if (problems_.size() >= ValidationReport::kMaxProblems) return;
    problems_.push_back("a packet for " + terminal_name(network_, destination_) +
                        " at input port " + std::to_string(in_port) + " of " +
                        component_name(network_, component) + " " + what);
  }

  const Network& network_;
  const Wiring& wiring_;
  const RouteExplorer& explorer_;
  Problems& problems_;
  NodeId destination_ = 0;
};

void check_arrival_of(const Network& network, const UsedPairs& pairs, ValidationReport& report) {
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  ArrivalCheck check(network, wiring, explorer, report.problems);
  for (NodeId node = 0; node < network.nodes() && report.valid(); ++node) {
    if (pairs.sources_of(node).empty()) continue;
    check.set_destination(network.first_terminal(node));
    explorer.explore(network.first_terminal(node), pairs.terminals_of(network, node), check);
  }
  report.pairs = pairs.count();
  report.coverage = std::to_string(pairs.count()) + (pairs.count() == 1 ? " pair" : " pairs");
}

void check_arrival(const Network& network, ValidationReport& report) {
  const std::size_t nodes = network.nodes();
  const std::size_t most =
      std::max<std::size_t>(1, kMaxTerminalsAllPairs * kMaxTerminalsAllPairs / nodes);
  const std::size_t taken = std::min(most, nodes);
  std::vector<NodeId> sources;
  for (std::size_t i = 0; i < taken; ++i) {
    const NodeId first = network.first_terminal(static_cast<NodeId>(i * nodes / taken));
    for (NodeId j = 0; j < network.local_channels; ++j) sources.push_back(first + j);
  }
  report.coverage = taken == nodes ? "all pairs"
                                   : std::to_string(taken) + " of " + std::to_string(nodes) +
                                         " sources, evenly spread from 0, to all destinations";
  report.pairs = taken * nodes;
  const Wiring wiring(network);
  RouteExplorer explorer(network, wiring);
  ArrivalCheck check(network, wiring, explorer, report.problems);
  for (NodeId node = 0; node < nodes && report.valid(); ++node) {
    const NodeId to = network.first_terminal(node);
    check.set_destination(to);
    explorer.explore(to, sources, check);
  }
}

}  // namespace

ValidationReport validate(const Network& network, const UsedPairs* pairs) {
  ValidationReport report;
  if (network.components.empty() || network.terminals.empty()) {
    report.problems.push_back("a network without components or terminals");
    return report;
  }
  if (network.local_channels == 0 || network.terminals.size() % network.local_channels != 0) {
    report.problems.push_back("nodes with different numbers of terminals");
    return report;
  }
  if (!check_components(network, report.problems)) return report;
  check_ports(network, report.problems);
  check_addresses(network, report.problems);
  check_tables(network, report.problems);
  if (report.valid()) check_connected_masks(network, report.problems);
  if (report.valid()) check_connected(network, report.problems);
  if (!report.valid()) return report;
  if (pairs != nullptr) {
    check_arrival_of(network, *pairs, report);
  } else {
    check_arrival(network, report);
  }
  return report;
}

}  // namespace turnpike::model
