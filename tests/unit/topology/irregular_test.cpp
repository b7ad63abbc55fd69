// irregular_test.cpp - irregular networks: ports, levels, legal routes and the tables made of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/analysis/equivalent_distance.h"
#include "model/topology/up_down.h"
#include "model/topology/wiring.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::Network;
using model::NodeId;
using model::TopologySpec;

// Up*/Down* said once more: from breadth-first levels, over (switch, has gone down).
std::vector<std::vector<int>> legal_distances(const model::TopologySpec& spec, unsigned root) {
  const std::size_t n = spec.hosts.size();
  std::vector<std::vector<unsigned>> next(n);
  for (const auto& [a, b] : spec.links) {
    next[a].push_back(b);
    next[b].push_back(a);
  }
  std::vector<int> level(n, -1);
  std::vector<unsigned> queue{root};
  level[root] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const unsigned to : next[queue[i]]) {
      if (level[to] == -1) {
        level[to] = level[queue[i]] + 1;
        queue.push_back(to);
      }
    }
  }
  const auto up = [&](unsigned from, unsigned to) {
    return level[to] < level[from] || (level[to] == level[from] && to < from);
  };
  std::vector<std::vector<int>> result(n, std::vector<int>(n, -1));
  for (unsigned from = 0; from < n; ++from) {
    std::set<std::pair<unsigned, bool>> now{{from, false}};
    std::set<std::pair<unsigned, bool>> seen = now;
    for (int hops = 0; !now.empty(); ++hops) {
      std::set<std::pair<unsigned, bool>> then;
      for (const auto& [at, down] : now) {
        if (result[from][at] == -1) result[from][at] = hops;
        for (const unsigned to : next[at]) {
          if (down && up(at, to)) continue;
          const std::pair<unsigned, bool> place{to, !up(at, to)};
          if (seen.insert(place).second) then.insert(place);
        }
      }
      now = then;
    }
  }
  return result;
}

TEST(IrregularTest, TenSwitchesHaveTheirKnownLegalDistances) {
  const Network network = build(ten_switches());
  const PortMap map(network);
  EXPECT_EQ(walk(network, map, 0, 5), 5);
  EXPECT_EQ(walk(network, map, 0, 7), 4);
  int sum = 0;
  for (NodeId from = 0; from < 10; ++from) {
    for (NodeId to = 0; to < 10; ++to) sum += walk(network, map, from, to);
  }
  EXPECT_NEAR(sum / 90.0, 2.267, 0.0005);
}

TEST(IrregularTest, RoutesHaveTheLengthOfTheShortestLegalOnes) {
  for (unsigned root = 0; root < 10; ++root) {
    model::TopologySpec spec = ten_switches();
    spec.root = root;
    const Network network = build(spec);
    const PortMap map(network);
    const auto expected = legal_distances(spec, root);
    for (NodeId from = 0; from < 10; ++from) {
      for (NodeId to = 0; to < 10; ++to) {
        ASSERT_EQ(walk(network, map, from, to), expected[from][to])
            << "root " << root << " from " << from << " to " << to;
      }
    }
  }
}

// Every output that a table offers lies on a shortest legal route, and none is left out.
TEST(IrregularTest, TablesOfferExactlyTheOutputsOfShortestLegalRoutes) {
  const model::TopologySpec spec = ten_switches();
  const Network network = build(spec);
  const PortMap map(network);
  const auto distance = legal_distances(spec, 6);
  const unsigned local = network.router.network_ports();
  for (ComponentId at = 0; at < 10; ++at) {
    for (NodeId to = 0; to < 10; ++to) {
      if (at == to) continue;
      const model::PortMask offered = route_of(network, {at, local, 0}, to).outputs;
      for (unsigned port = 0; port < local; ++port) {
        const std::size_t out = map.channel_out[at * map.ports + port];
        bool on_shortest = false;
        if (out != kNothing) {
          const model::Channel& channel = network.channels[out];
          // Walks on from there, as a packet that came over this channel.
          Stand place{channel.to, channel.to_port, 0};
          int hops = 1;
          while (place.component != to) {
            const model::PortMask outputs = route_of(network, place, to).outputs;
            if (outputs == 0) break;
            const model::Channel& next =
                network.channels[map.channel_out[place.component * map.ports + lowest(outputs)]];
            place = {next.to, next.to_port, 0};
            ++hops;
          }
          on_shortest = place.component == to && hops == distance[at][to];
        }
        EXPECT_EQ((offered >> port & 1) != 0, on_shortest)
            << "switch " << at << " port " << port << " to " << to;
      }
    }
  }
}

TEST(IrregularTest, NoRouteGoesUpAfterItWentDown) {
  const model::TopologySpec spec = ten_switches();
  const Network network = build(spec);
  const PortMap map(network);
  model::SwitchGraph graph(10);
  for (const auto& [a, b] : spec.links) {
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  const model::UpDown up_down(graph, 6);
  unsigned turns = 0;
  for (const model::Channel& channel : network.channels) {
    if (up_down.is_up(channel.from, channel.to)) continue;
    for (NodeId to = 0; to < 10; ++to) {
      const model::Route route = route_of(network, {channel.to, channel.to_port, 0}, to);
      for (unsigned port = 0; port < network.router.network_ports(); ++port) {
        if ((route.outputs >> port & 1) == 0) continue;
        const std::size_t out = map.channel_out[channel.to * map.ports + port];
        ASSERT_NE(out, kNothing);
        EXPECT_FALSE(up_down.is_up(channel.to, network.channels[out].to));
        ++turns;
      }
    }
  }
  EXPECT_GT(turns, 0u);
}

// From switch 5 to 7 there are two ways of two channels: over 4, which begins with an up channel,
// and over 6. A packet that came down from 2 may only take the second.
TEST(IrregularTest, SameSwitchOffersLessToAPacketThatHasGoneDown) {
  const Network network = build([] {
    model::TopologySpec spec;
    spec.kind = model::Topology::irregular;
    spec.links = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 6}, {4, 5}, {5, 6}, {4, 7}, {6, 7}};
    spec.hosts.assign(8, 1);
    spec.root = 0;
    return spec;
  }());
  const model::PortId from_2 = 0;
  const model::PortMask to_4 = 1u << 1;
  const model::PortMask to_6 = 1u << 2;
  EXPECT_EQ(route_of(network, {5, network.router.network_ports(), 0}, 7).outputs, to_4 | to_6);
  EXPECT_EQ(route_of(network, {5, from_2, 0}, 7).outputs, to_6);
}

TEST(IrregularTest, PortsFollowTheListOfLinksAndHostsComeLast) {
  const Network network = build(ten_switches());
  EXPECT_EQ(network.router.ports, 4u);  // at most three links, one host
  EXPECT_EQ(network.router.local_ports, 1u);
  EXPECT_EQ(network.router.format.address_bits, 4u);
  const PortMap map(network);
  const unsigned neighbours[] = {0, 1, 5};  // of switch 9
  for (unsigned port = 0; port < 3; ++port) {
    const std::size_t out = map.channel_out[9 * map.ports + port];
    const std::size_t in = map.channel_in[9 * map.ports + port];
    ASSERT_NE(out, kNothing);
    ASSERT_NE(in, kNothing);
    EXPECT_EQ(network.channels[out].to, neighbours[port]);
    EXPECT_EQ(network.channels[in].from, neighbours[port]);
  }
  EXPECT_EQ(network.terminals[9].inject.component, 9u);
  EXPECT_EQ(network.terminals[9].inject.port, 3u);
}

TEST(IrregularTest, SwitchesMayHaveManyHostsOrNone) {
  model::TopologySpec spec;
  spec.kind = model::Topology::irregular;
  spec.links = {{0, 1}, {1, 2}};
  spec.hosts = {3, 0, 2};
  const Network network = build(spec);
  EXPECT_EQ(network.terminals.size(), 5u);
  EXPECT_EQ(network.router.network_ports(), 2u);
  EXPECT_EQ(network.router.local_ports, 3u);
  const PortMap map(network);
  for (NodeId from = 0; from < 5; ++from) {
    for (NodeId to = 0; to < 5; ++to) {
      const bool apart = (from < 3) != (to < 3);
      EXPECT_EQ(walk(network, map, from, to), apart ? 2 : 0) << from << " to " << to;
    }
  }
}

TEST(IrregularTest, AllShortestWaysOfASquareAreInTheTable) {
  model::TopologySpec square = irregular({{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  square.root = 0;
  const Network network = build(square);
  const model::PortId host = network.router.network_ports();
  EXPECT_EQ(route_of(network, {0, host, 0}, 3).outputs, 3u);
  // From 1 to 2 only through the root: 1-3-2 would go down, then up.
  EXPECT_EQ(route_of(network, {1, host, 0}, 2).outputs, 1u);
}

TEST(IrregularTest, SmallerSwitchesHaveOpenPorts) {
  model::TopologySpec star = irregular({{2, 0}, {1, 0}, {0, 3}});
  star.hosts = {1, 3, 0, 1};
  const Network network = build(star);
  ASSERT_EQ(network.router.ports, 6u);
  const PortMap map(network);
  EXPECT_EQ(map.channel_out[1 * 6 + 1], kNothing);
  EXPECT_EQ(map.channel_in[1 * 6 + 2], kNothing);
  EXPECT_EQ(map.terminal_out[0 * 6 + 4], kNothing);
  EXPECT_EQ(map.terminal_out[1 * 6 + 5], 3u);
  EXPECT_EQ(component_name(network, 3), "switch_3");
  EXPECT_EQ(terminal_name(network, 4), "terminal_4");
}

TEST(IrregularTest, SingleSwitchOfOneTerminalHasTwoPorts) {
  model::TopologySpec single = irregular({});
  single.hosts = {1};
  const Network network = build(single);
  EXPECT_EQ(network.router.ports, 2u);
  EXPECT_EQ(walk(network, PortMap(network), 0, 0), 0);
}

TEST(IrregularTest, TheCentralSwitchIsTheMiddle) {
  model::TopologySpec spec;
  spec.kind = model::Topology::irregular;
  spec.links = {{4, 3}, {3, 0}, {0, 1}, {1, 2}};  // a line: 4 3 0 1 2
  spec.hosts.assign(5, 1);
  const auto next = [&] {
    model::SwitchGraph graph(5);
    for (const auto& [a, b] : spec.links) {
      graph[a].push_back(b);
      graph[b].push_back(a);
    }
    return graph;
  };
  EXPECT_EQ(model::central_switch(next()), 0u);
  spec.links = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}};
  EXPECT_EQ(model::central_switch(next()), 0u);
  spec.links = {{0, 4}, {4, 1}, {4, 2}, {4, 3}};
  EXPECT_EQ(model::central_switch(next()), 4u);
  spec.links = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};  // all alike
  EXPECT_EQ(model::central_switch(next()), 0u);
}

TEST(IrregularTest, LatenciesOfLinksReplaceTheUsualOne) {
  model::TopologySpec spec;
  spec.kind = model::Topology::irregular;
  spec.links = {{0, 1}, {1, 2}};
  spec.hosts.assign(3, 1);
  spec.link_latency = {7, 3};
  const Network both = build(spec);
  for (const model::Channel& channel : both.channels) {
    EXPECT_EQ(channel.latency, std::max(channel.from, channel.to) == 1 ? 7u : 3u);
  }
  spec.link_latency_back = {2, 5};
  const Network each = build(spec);
  for (const model::Channel& channel : each.channels) {
    if (channel.from == 0) {
      EXPECT_EQ(channel.latency, 7u);
    } else if (channel.to == 0) {
      EXPECT_EQ(channel.latency, 2u);
    } else {
      EXPECT_EQ(channel.latency, channel.from == 1 ? 3u : 5u);
    }
  }
}

TEST(IrregularTest, LinksWithAndWithoutALatencyMix) {
  TopologySpec spec = irregular({{0, 1}, {1, 2}});
  spec.link_latency = {std::nullopt, 10};
  model::LinkSpec link;
  link.cycles_per_unit = 2.5;
  link.cycles_per_hop = 1;
  const Network network = model::build_network(spec, wide_router(), link);
  for (const model::Channel& channel : network.channels) {
    EXPECT_EQ(channel.latency, channel.from + channel.to == 1 ? 3u + 1u : 10u + 1u);
  }
}

// 2,100 switches of 32 ports: a switch of 31 links, and a tree of the others with links across it.
TopologySpec too_large_for_lines_of_own() {
  TopologySpec spec = irregular({});
  for (unsigned s = 1; s < 32; ++s) spec.links.emplace_back(0, s);
  for (unsigned s = 32; s < 2100; ++s) spec.links.emplace_back(s / 4 + 23, s);
  for (unsigned s = 600; s + 700 < 2100; s += 3) spec.links.emplace_back(s, s + 700);
  spec.hosts.assign(2100, 1);
  return spec;
}

TEST(IrregularTest, PortsOfATooLargeNetworkShareLinesThatSayTheSame) {
  const TopologySpec spec = too_large_for_lines_of_own();
  const Network network = build(spec);
  ASSERT_FALSE(network.shared_lines.empty());
  EXPECT_TRUE(build(irregular({{0, 1}})).shared_lines.empty());
  const model::SwitchGraph graph = model::switch_graph(network);
  const model::UpDown up_down(graph, network.root);
  for (ComponentId to = 0; to < graph.size(); to += 101) {
    const model::UpDown::Distances distances = up_down.distances_to(to);
    for (ComponentId at = 0; at < graph.size(); ++at) {
      for (model::PortId in = 0; in < network.router.ports; ++in) {
        const bool is_local = in + 1 == network.router.ports;
        if (!is_local && in >= graph[at].size()) continue;
        const bool may_go_up = is_local || up_down.is_up(graph[at][in], at);
        const model::PortMask expected = at == to ? model::PortMask{1} << (network.router.ports - 1)
                                                  : up_down.next_outputs(distances, at, may_go_up);
        ASSERT_EQ(model::route_at(network, at, to, in, 0).outputs, expected)
            << at << " to " << to << " from port " << in;
      }
    }
  }
}

TEST(IrregularTest, ANarrowLinkIsCrossedSlowlyAndPacesTheOutputsAtItsEnds) {
  TopologySpec spec = irregular({{0, 1}, {1, 2}});
  spec.link_latency = {10, 4};
  spec.link_width = {{2, 3}, {1, 1}};
  const Network network = build(spec);
  EXPECT_EQ(network.router.pace, 6u);
  for (const model::Channel& channel : network.channels) {
    const bool is_narrow = channel.from + channel.to == 1;
    EXPECT_EQ(channel.latency, is_narrow ? 10u + 2 * 3 + 1 : 4u);
    EXPECT_EQ(channel.is_narrow(), is_narrow);
    EXPECT_EQ(network.components[channel.from].paced >> channel.from_port & 1, is_narrow ? 1u : 0u);
    if (!network.is_paced(channel.from)) continue;
    EXPECT_EQ(network.pauses_of(channel.from)[channel.from_port], is_narrow ? 5 : 0);
  }
  EXPECT_TRUE(network.is_paced(0) && network.is_paced(1) && !network.is_paced(2));
  spec.link_width = {{1, 1}, {1, 1}};
  EXPECT_EQ(build(spec).router.pace, 1u);
  for (const model::LinkWidth width : {model::LinkWidth{0, 1}, {65, 1}, {1, 0}, {1, 17}}) {
    spec.link_width = {width, {1, 1}};
    EXPECT_THROW(build(spec), model::ConfigurationError);
  }
}

}  // namespace
}  // namespace turnpike::test
