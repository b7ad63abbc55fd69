// irregular_test.cpp - Up*/Down* tables of networks from link lists.

#include <gtest/gtest.h>

#include <algorithm>

#include "model/topology/up_down.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/some_networks.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::Network;
using model::NodeId;
using model::PortId;
using model::TopologySpec;

model::SwitchGraph graph_of(const TopologySpec& spec, std::size_t switches) {
  model::SwitchGraph graph(switches);
  for (const auto& [a, b] : spec.links) {
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  return graph;
}

// By hand: levels of the ten switches with root 6.
const std::vector<unsigned> kLevels{2, 2, 1, 1, 1, 3, 0, 2, 2, 3};

bool goes_up(ComponentId from, ComponentId to) {
  return kLevels[to] < kLevels[from] || (kLevels[to] == kLevels[from] && to < from);
}

// Is there a legal way of exactly `length` channels? Tries them all.
bool legal_way(const model::SwitchGraph& graph, ComponentId from, ComponentId to, unsigned length,
               bool gone_down) {
  if (length == 0) return from == to;
  for (const ComponentId next : graph[from]) {
    const bool up = goes_up(from, next);
    if (up && gone_down) continue;
    if (legal_way(graph, next, to, length - 1, !up)) return true;
  }
  return false;
}

TEST(IrregularTest, LevelsOfTheTenSwitches) {
  EXPECT_EQ(model::levels_from(graph_of(ten_switches(), 10), 6), kLevels);
}

TEST(IrregularTest, LegalDistancesOfTheTenSwitches) {
  const Network network = build(ten_switches());
  EXPECT_EQ(model::hops(model::route(network, 0, 5)), 5u);
  EXPECT_EQ(model::hops(model::route(network, 0, 7)), 4u);
  const auto graph = graph_of(ten_switches(), 10);
  std::size_t sum = 0;
  for_all_pairs(network, [&](NodeId from, NodeId to, const std::vector<model::PathStep>& path) {
    unsigned shortest = 0;
    while (!legal_way(graph, from, to, shortest, false)) ++shortest;
    EXPECT_EQ(model::hops(path), shortest) << from << " to " << to;
    sum += model::hops(path);
  });
  EXPECT_NEAR(static_cast<double>(sum) / 90, 2.267, 0.0005);
}

TEST(IrregularTest, NoTableTurnsUpAfterDown) {
  const Network network = build(ten_switches());
  const model::Wiring wiring(network);
  std::size_t entries = 0;
  for (const model::Channel& in : network.channels) {
    if (goes_up(in.from, in.to)) continue;
    for (NodeId to = 0; to < 10; ++to) {
      const auto route = model::route_at(network, in.to, to, in.to_port, 0);
      for (PortId out = 0; out < network.router.ports; ++out) {
        if (((route.outputs >> out) & 1) == 0 || in.to == to) continue;
        const auto channel = wiring.channel_from(in.to, out);
        ASSERT_NE(channel, model::kNoChannel);
        EXPECT_FALSE(goes_up(in.to, network.channels[channel].to));
        ++entries;
      }
    }
  }
  EXPECT_GT(entries, 0u);
}

TEST(IrregularTest, AllShortestWaysAreInTheTable) {
  // A square: from corner 0 both ways to corner 3 are legal with root 0, and equally long.
  TopologySpec square = irregular({{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  square.root = 0;
  const Network network = build(square);
  const PortId host = network.router.network_ports();
  EXPECT_EQ(model::route_at(network, 0, 3, host, 0).outputs, 0b11u);
  // From 1 to 2 only through the root: 1-3-2 would go down, then up.
  EXPECT_EQ(model::route_at(network, 1, 2, host, 0).outputs, 0b01u);
}

TEST(IrregularTest, DefaultRootHasTheSmallestEccentricity) {
  const TopologySpec line = irregular({{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  EXPECT_EQ(model::central_switch(graph_of(line, 5)), 2u);
  const TopologySpec even = irregular({{0, 1}, {1, 2}, {2, 3}});
  EXPECT_EQ(model::central_switch(graph_of(even, 4)), 1u);
}

TEST(IrregularTest, PortsFollowTheListAndHostsAreLast) {
  TopologySpec star = irregular({{2, 0}, {1, 0}, {0, 3}});
  star.hosts = {1, 3, 0, 1};
  const Network network = build(star);
  EXPECT_EQ(network.router.ports, 6u);
  EXPECT_EQ(network.router.local_ports, 3u);
  ASSERT_EQ(network.terminals.size(), 5u);
  EXPECT_EQ(network.terminals[0].eject.component, 0u);
  EXPECT_EQ(network.terminals[3].eject.component, 1u);
  EXPECT_EQ(network.terminals[3].eject.port, 5u);
  EXPECT_EQ(network.terminals[4].eject.component, 3u);
  EXPECT_EQ(network.terminals[4].eject.port, 3u);
  const model::Wiring wiring(network);
  EXPECT_EQ(network.channels[wiring.channel_from(0, 0)].to, 2u);
  EXPECT_EQ(network.channels[wiring.channel_from(0, 1)].to, 1u);
  EXPECT_EQ(network.channels[wiring.channel_from(0, 2)].to, 3u);
  EXPECT_EQ(wiring.channel_from(1, 1), model::kNoChannel);
  for (const model::Channel& c : network.channels) {
    EXPECT_EQ(network.channels[wiring.channel_from(c.to, c.to_port)].to, c.from);
  }
  EXPECT_TRUE(model::validate(network).valid());
  EXPECT_EQ(model::component_name(network, 3), "switch_3");
  EXPECT_EQ(model::terminal_name(network, 4), "terminal_4");
  EXPECT_EQ(network.router.format.address_bits, 3u);
}

TEST(IrregularTest, LatenciesAreThoseOfTheList) {
  TopologySpec line = irregular({{0, 1}, {1, 2}});
  line.link_latency = {4, 0};
  EXPECT_EQ(build(line).channels[1].latency, 4u);
  line.link_latency_back = {7, 2};
  const Network network = build(line);
  EXPECT_EQ(network.channels[0].latency, 4u);
  EXPECT_EQ(network.channels[1].latency, 7u);
  EXPECT_EQ(network.channels[3].latency, 2u);
}

TEST(IrregularTest, SingleSwitchOfOneTerminalHasTwoPorts) {
  TopologySpec single = irregular({});
  single.hosts = {1};
  const Network network = build(single);
  EXPECT_EQ(network.router.ports, 2u);
  EXPECT_TRUE(model::validate(network).valid());
  EXPECT_EQ(model::route(network, 0, 0).size(), 1u);
}

}  // namespace
}  // namespace turnpike::test
