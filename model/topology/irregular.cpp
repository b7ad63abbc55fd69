// irregular.cpp - switches joined by a list of links, hosts at the switches, Up*/Down* tables.
//
// Network ports of a switch are numbered in the order of its links in the list; all routers have
// the ports of the largest switch, and the last ports are for terminals; ports that a smaller
// switch does not need stay unconnected. Channels have length 1 unless the list says a latency.

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "model/common/counted.h"
#include "model/topology/builders.h"
#include "model/topology/up_down_load.h"
#include "model/topology/up_down_tables.h"

namespace turnpike::model {

namespace {

constexpr unsigned kMaxLatency = 65536;

std::string text_of(const std::pair<unsigned, unsigned>& link) {
  return "[" + std::to_string(link.first) + ", " + std::to_string(link.second) + "]";
}

// "switches 2, 4 .. 7, 9 and 12 more"; `switches` in order.
std::string text_of(const std::vector<ComponentId>& switches) {
  constexpr std::size_t kMostRanges = 6;
  std::string text = switches.size() == 1 ? "switch" : "switches";
  std::size_t i = 0;
  for (std::size_t range = 0; i < switches.size() && range < kMostRanges; ++range) {
    std::size_t end = i + 1;
    while (end < switches.size() && switches[end] == switches[end - 1] + 1) ++end;
    text += (range == 0 ? " " : ", ") + std::to_string(switches[i]);
    if (end - i > 1) text += " .. " + std::to_string(switches[end - 1]);
    i = end;
  }
  return i == switches.size() ? text
                              : text + " and " + std::to_string(switches.size() - i) + " more";
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

void check_latencies(const std::vector<std::optional<unsigned>>& latency, std::size_t links) {
  if (latency.empty()) return;
  if (latency.size() != links) {
    throw ConfigurationError("network.links", std::to_string(latency.size()) + " latencies",
                             "one for each of the " + std::to_string(links) + " links, or none");
  }
  const unsigned most = std::max_element(latency.begin(), latency.end())->value_or(0);
  if (most > kMaxLatency) {
    throw ConfigurationError("network.links", "a latency of " + std::to_string(most),
                             "at most " + std::to_string(kMaxLatency) + " cycles");
  }
}

void check_connected(const SwitchGraph& graph, const std::vector<std::string>& names) {
  const std::vector<unsigned> level = levels_from(graph, 0);
  std::vector<ComponentId> lost;
  for (ComponentId s = 0; s < graph.size(); ++s) {
    if (level[s] == kUnreachable) lost.push_back(s);
  }
  if (lost.empty()) return;
  if (!names.empty()) {
    throw ConfigurationError("network.links",
                             names[lost.front()] + " is cut off from " + names[0] + ", as " +
                                 std::to_string(lost.size()) + " of " +
                                 std::to_string(graph.size()) + " switches are",
                             "a connected network");
  }
  throw ConfigurationError(
      "network.links",
      text_of(lost) + (lost.size() == 1 ? " is" : " are") + " cut off from switch 0, " +
          std::to_string(lost.size()) + " of " + std::to_string(graph.size()),
      "a connected network, in which switches are numbered from 0 without gaps; a link of switch " +
          std::to_string(lost.front()) + " with switch 0 joins them");
}

// Neighbour at each network port; throws for self links and disconnected networks, and where links
// side by side are not meant for duplicates.
SwitchGraph connect(const TopologySpec& topology, std::size_t switches) {
  SwitchGraph graph(switches);
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const auto& link : topology.links) {
    if (link.first == link.second) {
      throw ConfigurationError("network.links", text_of(link), "links between two switches");
    }
    const bool is_new = seen.insert(std::minmax(link.first, link.second)).second;
    if (!is_new && !topology.kind->takes_file) {
      throw ConfigurationError(
          "network.links", "duplicate link " + text_of(link),
          "one link between two switches, with channels both ways, whichever "
          "is named first: leave one out, as links side by side are not built");
    }
    graph[link.first].push_back(link.second);
    graph[link.second].push_back(link.first);
  }
  check_connected(graph, topology.names);
  return graph;
}

// The channel becomes a narrow one, and the output before it keeps its pace.
void narrow(Network& network, const LinkWidth& width, Channel& channel) {
  const unsigned pace = width.crossing();
  channel.phits = static_cast<std::uint8_t>(width.phits);
  channel.clock_ratio = static_cast<std::uint8_t>(width.clock_ratio);
  channel.latency += pace + 1;
  const unsigned ports = network.router.ports;
  if (network.pauses.empty()) network.pauses.assign(network.components.size() * ports, 0);
  network.pauses[std::size_t{channel.from} * ports + channel.from_port] =
      static_cast<std::uint16_t>(pace - 1);
  network.components[channel.from].paced |= PortMask{1} << channel.from_port;
  network.router.pace = std::max(network.router.pace, pace);
}

void check_widths(const TopologySpec& topology, unsigned wire_bits) {
  for (const LinkWidth& width : topology.link_width) {
    const unsigned most = std::min(kMaxPhits, wire_bits);
    if (width.phits < 1 || width.phits > most) {
      throw ConfigurationError("network.links", counted(width.phits, "phit") + " of a flit",
                               "1 .. " + std::to_string(most));
    }
    if (width.clock_ratio < 1 || width.clock_ratio > kMaxClockRatio) {
      throw ConfigurationError("network.links",
                               "a clock ratio of " + std::to_string(width.clock_ratio),
                               "1 .. " + std::to_string(kMaxClockRatio));
    }
  }
}

void add_channels(Network& network, const TopologySpec& topology, const LinkSpec& link) {
  using Latencies = std::vector<std::optional<unsigned>>;
  const Latencies& forth = topology.link_latency;
  const Latencies& back = topology.link_latency_back.empty() ? forth : topology.link_latency_back;
  const auto latency = [&](const Latencies& stated, std::size_t i) {
    if (stated.empty() || !stated[i]) return detail::latency_of(link, 1);
    return *stated[i] + link.cycles_per_hop;
  };
  std::vector<PortId> used(network.components.size(), 0);
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    const auto& [a, b] = topology.links[i];
    const PortId port_a = used[a]++;
    const PortId port_b = used[b]++;
    network.channels.push_back({a, port_a, b, port_b, latency(forth, i), 1});
    network.channels.push_back({b, port_b, a, port_a, latency(back, i), 1});
    if (topology.link_width.empty() || !topology.link_width[i].is_narrow()) continue;
    narrow(network, topology.link_width[i], *(network.channels.end() - 2));
    narrow(network, topology.link_width[i], network.channels.back());
  }
}

// All routers have the links of the switch that has most, and the terminals of the one that has
// most. Returns the ports for links.
unsigned check_ports(const SwitchGraph& graph, const std::vector<unsigned>& hosts,
                     const std::vector<std::string>& names) {
  const auto most_links = std::max_element(
      graph.begin(), graph.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  const auto most_hosts = std::max_element(hosts.begin(), hosts.end());
  const auto name_of = [&](std::ptrdiff_t at) {
    return names.empty() ? "switch " + std::to_string(at) : names[static_cast<std::size_t>(at)];
  };
  if (most_links->size() + *most_hosts > kMaxPorts) {
    throw ConfigurationError(
        "network.links",
        name_of(most_links - graph.begin()) + " has " + counted(most_links->size(), "link") +
            " and " + name_of(most_hosts - hosts.begin()) + " has " +
            counted(*most_hosts, "terminal") + ": routers of " +
            std::to_string(most_links->size() + *most_hosts) + " ports",
        "at most " + std::to_string(kMaxPorts) +
            " ports, as all routers are alike: give links or terminals of that switch to another");
  }
  // A router has at least two ports, even the only switch of one terminal.
  return std::max(static_cast<unsigned>(most_links->size()), *most_hosts == 1 ? 1u : 0u);
}

class Irregular final : public Topology {
 public:
  constexpr Irregular() : Topology("irregular") {
    router_word = "switch";
    radix = RadixRule::none;
    takes_links = true;
    takes_hosts = true;
    takes_root = true;
  }
  RoutingKind routing(const TopologySpec&) const override { return RoutingKind::table; }
  // A terminal's address is its number; `hosts` says how many there are.
  AddressLayout layout(const TopologySpec& topology) const override {
    return detail::layout_of_switches(topology);
  }
  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override {
    return detail::build_switches(topology, router, link);
  }
  std::string text(const TopologySpec&, std::size_t components) const override {
    return "irregular, " + counted(components, "switch", "es");
  }
};

Network build_of(const TopologySpec& topology, const RouterSpec& router, const LinkSpec& link) {
  using namespace detail;
  const Placement placement = place_terminals(topology);
  const std::size_t switches = placement.hosts.size();
  if (topology.root && *topology.root >= switches) {
    throw ConfigurationError("network.root", std::to_string(*topology.root),
                             "0 .. " + std::to_string(switches - 1) + ", a switch");
  }
  check_latencies(topology.link_latency, topology.links.size());
  check_latencies(topology.link_latency_back, topology.links.size());
  const SwitchGraph graph = connect(topology, switches);
  check_widths(topology, router.flit_bits + 2);

  const unsigned bits = bits_for(placement.switch_of.size() - 1);
  Network network = start_network(topology, router, {1, bits});
  network.radix.clear();
  network.bidirectional = true;
  network.names = topology.names;
  network.limit = static_cast<Address>(placement.switch_of.size() - 1);
  const unsigned network_ports = check_ports(graph, placement.hosts, topology.names);
  set_ports(network, network_ports,
            *std::max_element(placement.hosts.begin(), placement.hosts.end()), "network.links");

  network.components.assign(switches, {ComponentKind::router, 0});
  std::vector<PortId> next_local(switches, network_ports);
  for (NodeId node = 0; node < placement.switch_of.size(); ++node) {
    const ComponentId at = placement.switch_of[node];
    const Attachment attachment{at, next_local[at]++};
    network.terminals.push_back({node, attachment, attachment});
  }
  add_channels(network, topology, link);
  if (topology.tables != nullptr && topology.tables->fill != nullptr) return network;
  const TableSharing sharing = table_sharing(network);
  network.root = topology.root.value_or(0);
  if (!topology.root) {
    network.root =
        best_root(graph, placement.hosts, topology.tries_every_root, flit_cycles(network));
  }
  fill_up_down(network, graph, sharing);
  return network;
}

constexpr Irregular kIrregular;

}  // namespace

namespace detail {

Network build_switches(const TopologySpec& topology, const RouterSpec& router,
                       const LinkSpec& link) {
  return build_of(topology, router, link);
}

AddressLayout layout_of_switches(const TopologySpec& topology) {
  const std::size_t terminals =
      std::accumulate(topology.hosts.begin(), topology.hosts.end(), std::size_t{0});
  return {1, bits_for(std::max<std::size_t>(terminals, 1) - 1)};
}

}  // namespace detail

const Topology* const Topology::irregular = &kIrregular;

}  // namespace turnpike::model
