// irregular.cpp - switches joined by a list of links, hosts at the switches, Up*/Down* tables.
//
// Network ports of a switch are numbered in the order of its links in the list; all routers have
// the ports of the largest switch, and the last ports are for terminals; ports that a smaller
// switch does not need stay unconnected. Channels have length 1 unless the list says a latency.

#include <algorithm>
#include <set>

#include "model/topology/builders.h"
#include "model/topology/up_down.h"

namespace turnpike::model::detail {

namespace {

constexpr std::size_t kMaxTableEntries = std::size_t{1} << 28;  // 1 GiB of port masks
constexpr unsigned kMaxLatency = 65536;

std::string text_of(const std::pair<unsigned, unsigned>& link) {
  return "[" + std::to_string(link.first) + ", " + std::to_string(link.second) + "]";
}

// Switch of each terminal, and how many switches there are.
struct Placement {
  std::vector<ComponentId> switch_of;
  std::vector<unsigned> hosts;  // [switch]
};

Placement place_terminals(const TopologySpec& topology) {
  unsigned switches = 0;
  for (const auto& link : topology.links) {
    const unsigned highest = std::max(link.first, link.second);
    if (highest >= kMaxTerminals) {
      throw ConfigurationError("network.links", text_of(link),
                               "switches 0 .. " + std::to_string(kMaxTerminals - 1));
    }
    switches = std::max(switches, highest + 1);
  }
  Placement result;
  if (!topology.terminal_switches.empty()) {
    for (const unsigned s : topology.terminal_switches) switches = std::max(switches, s + 1);
    switches = std::max(switches, static_cast<unsigned>(topology.hosts.size()));
    result.hosts.assign(switches, 0);
    for (const unsigned s : topology.terminal_switches) ++result.hosts[s];
    result.switch_of.assign(topology.terminal_switches.begin(), topology.terminal_switches.end());
  } else {
    result.hosts = topology.hosts;
    if (result.hosts.empty()) result.hosts.assign(switches, 1);
    if (result.hosts.size() < switches) {
      throw ConfigurationError("network.hosts", std::to_string(result.hosts.size()) + " numbers",
                               "one for each of the " + std::to_string(switches) + " switches");
    }
    for (ComponentId s = 0; s < result.hosts.size(); ++s) {
      if (result.hosts[s] > kMaxPorts) {
        throw ConfigurationError("network.hosts", std::to_string(result.hosts[s]),
                                 "at most " + std::to_string(kMaxPorts));
      }
      result.switch_of.insert(result.switch_of.end(), result.hosts[s], s);
    }
  }
  if (result.switch_of.empty()) {
    throw ConfigurationError("network.hosts", "no terminals", "at least 1 terminal");
  }
  if (result.switch_of.size() > kMaxTerminals) {
    throw ConfigurationError("network.hosts", std::to_string(result.switch_of.size()),
                             "at most " + std::to_string(kMaxTerminals) + " terminals");
  }
  return result;
}

void check_latencies(const std::vector<unsigned>& latency, std::size_t links) {
  if (latency.empty()) return;
  if (latency.size() != links) {
    throw ConfigurationError("network.links", std::to_string(latency.size()) + " latencies",
                             "one for each of the " + std::to_string(links) + " links, or none");
  }
  const unsigned most = *std::max_element(latency.begin(), latency.end());
  if (most > kMaxLatency) {
    throw ConfigurationError("network.links", "a latency of " + std::to_string(most),
                             "at most " + std::to_string(kMaxLatency) + " cycles");
  }
}

// Neighbour at each network port; throws for self links, duplicates and disconnected networks.
SwitchGraph connect(const TopologySpec& topology, std::size_t switches) {
  SwitchGraph graph(switches);
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const auto& link : topology.links) {
    if (link.first == link.second) {
      throw ConfigurationError("network.links", text_of(link), "links between two switches");
    }
    if (!seen.insert(std::minmax(link.first, link.second)).second) {
      throw ConfigurationError("network.links", "duplicate link " + text_of(link),
                               "one link between two switches");
    }
    graph[link.first].push_back(link.second);
    graph[link.second].push_back(link.first);
  }
  const std::vector<unsigned> level = levels_from(graph, 0);
  const auto lost = std::find(level.begin(), level.end(), kUnreachable);
  if (lost != level.end()) {
    throw ConfigurationError(
        "network.links", "no way from switch 0 to switch " + std::to_string(lost - level.begin()),
        "a connected network");
  }
  return graph;
}

void add_channels(Network& network, const TopologySpec& topology, const LinkSpec& link) {
  const std::vector<unsigned>& forth = topology.link_latency;
  const std::vector<unsigned>& back =
      topology.link_latency_back.empty() ? forth : topology.link_latency_back;
  const unsigned usual = latency_of(link, 1);
  std::vector<PortId> used(network.components.size(), 0);
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    const auto& [a, b] = topology.links[i];
    const PortId port_a = used[a]++;
    const PortId port_b = used[b]++;
    const unsigned there = forth.empty() ? usual : forth[i] + link.cycles_per_hop;
    const unsigned and_back = back.empty() ? usual : back[i] + link.cycles_per_hop;
    network.channels.push_back({a, port_a, b, port_b, there, 1});
    network.channels.push_back({b, port_b, a, port_a, and_back, 1});
  }
}

void fill_tables(Network& network, const SwitchGraph& graph, ComponentId root) {
  const UpDown up_down(graph, root);
  const unsigned bits = network.router.format.address_bits;
  const unsigned ports = network.router.ports;
  std::vector<std::vector<NodeId>> terminals_at(graph.size());
  for (NodeId node = 0; node < network.terminals.size(); ++node) {
    terminals_at[network.terminals[node].eject.component].push_back(node);
  }
  network.tables.assign(graph.size(), std::vector<PortMask>(std::size_t{ports} << bits, 0));
  for (ComponentId to = 0; to < graph.size(); ++to) {
    if (terminals_at[to].empty()) continue;
    const UpDown::Distances distances = up_down.distances_to(to);
    for (ComponentId at = 0; at < graph.size(); ++at) {
      const PortMask outputs[2] = {up_down.next_outputs(distances, at, false),
                                   up_down.next_outputs(distances, at, true)};
      for (PortId in = 0; in < ports; ++in) {
        const bool is_local = in >= network.router.network_ports();
        if (!is_local && in >= graph[at].size()) continue;  // unconnected
        const bool may_go_up = is_local || up_down.is_up(graph[at][in], at);
        for (const NodeId node : terminals_at[to]) {
          const PortMask mask = at == to ? PortMask{1} << network.terminals[node].eject.port
                                         : outputs[may_go_up ? 1 : 0];
          network.tables[at][(std::size_t{in} << bits) + node] = mask;
        }
      }
    }
  }
}

}  // namespace

Network build_irregular(const TopologySpec& topology, const RouterSpec& router,
                        const LinkSpec& link) {
  const Placement placement = place_terminals(topology);
  const std::size_t switches = placement.hosts.size();
  if (topology.root && *topology.root >= switches) {
    throw ConfigurationError("network.root", std::to_string(*topology.root),
                             "0 .. " + std::to_string(switches - 1) + ", a switch");
  }
  check_latencies(topology.link_latency, topology.links.size());
  check_latencies(topology.link_latency_back, topology.links.size());
  const SwitchGraph graph = connect(topology, switches);

  const unsigned bits = bits_for(placement.switch_of.size() - 1);
  Network network = start_network(topology, router, 1, bits);
  network.radix.clear();
  network.bidirectional = true;
  network.limit = static_cast<Address>(placement.switch_of.size() - 1);
  std::size_t degree = 0;
  for (const auto& neighbours : graph) degree = std::max(degree, neighbours.size());
  if (degree >= kMaxPorts) {
    throw ConfigurationError("network.links", std::to_string(degree) + " links at one switch",
                             "at most " + std::to_string(kMaxPorts - 1));
  }
  const unsigned most_hosts = *std::max_element(placement.hosts.begin(), placement.hosts.end());
  // A router has at least two ports, even the only switch of one terminal.
  const unsigned network_ports = std::max(static_cast<unsigned>(degree), most_hosts == 1 ? 1u : 0u);
  set_ports(network, network_ports, most_hosts, "network.links");
  if (switches * (std::size_t{network.router.ports} << bits) > kMaxTableEntries) {
    throw ConfigurationError(
        "network.links", std::to_string(switches) + " routing tables",
        "switches * ports * 2^(address bits) of at most " + std::to_string(kMaxTableEntries));
  }

  network.components.assign(switches, {ComponentKind::router, 0});
  std::vector<PortId> next_local(switches, network_ports);
  for (NodeId node = 0; node < placement.switch_of.size(); ++node) {
    const ComponentId at = placement.switch_of[node];
    const Attachment attachment{at, next_local[at]++};
    network.terminals.push_back({node, attachment, attachment});
  }
  add_channels(network, topology, link);
  fill_tables(network, graph, topology.root.value_or(central_switch(graph)));
  return network;
}

}  // namespace turnpike::model::detail
