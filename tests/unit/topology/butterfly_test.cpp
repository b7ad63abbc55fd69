// butterfly_test.cpp - k-ary n-flies: every stage puts one digit of the destination in its place.

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::Network;
using model::NodeId;
using model::Topology;

TEST(ButterflyTest, HasStagesOfSwitches) {
  const Network network = make_network(Topology::butterfly, {3, 3, 3});
  EXPECT_EQ(network.terminals.size(), 27u);
  EXPECT_EQ(network.components.size(), 3u * 9);
  EXPECT_EQ(network.channels.size(), 2u * 27);
  EXPECT_EQ(network.router.ports, 3u);
  EXPECT_EQ(network.router.local_ports, 0u);
  EXPECT_EQ(component_name(network, 0), "switch_0_0");
  EXPECT_EQ(component_name(network, 9 + 4), "switch_1_4");
}

TEST(ButterflyTest, StagesLookAtTheDigitsFromTheHighestDown) {
  const Network network = make_network(Topology::butterfly, {2, 2, 2});
  for (model::ComponentId c = 0; c < network.components.size(); ++c) {
    EXPECT_EQ(network.components[c].address, 2 - c / 4) << component_name(network, c);
  }
}

TEST(ButterflyTest, ChannelsLeadFromEachStageToTheNext) {
  const Network network = make_network(Topology::butterfly, {4, 4, 4});
  std::set<std::pair<unsigned, unsigned>> inputs;
  for (const model::Channel& channel : network.channels) {
    EXPECT_EQ(component_coordinates(network, channel.to)[0],
              component_coordinates(network, channel.from)[0] + 1);
    EXPECT_TRUE(inputs.insert({channel.to, channel.to_port}).second) << "an input used twice";
  }
}

TEST(ButterflyTest, TerminalsEnterAtTheFirstAndLeaveAtTheLastStage) {
  const Network network = make_network(Topology::butterfly, {2, 2, 2});
  std::set<std::pair<unsigned, unsigned>> inputs;
  std::set<std::pair<unsigned, unsigned>> outputs;
  for (const model::Terminal& terminal : network.terminals) {
    EXPECT_LT(terminal.inject.component, 4u);
    EXPECT_GE(terminal.eject.component, 8u);
    inputs.insert({terminal.inject.component, terminal.inject.port});
    outputs.insert({terminal.eject.component, terminal.eject.port});
  }
  EXPECT_EQ(inputs.size(), 8u);
  EXPECT_EQ(outputs.size(), 8u);
}

TEST(ButterflyTest, EveryRouteCrossesEachStageOnce) {
  for (const std::vector<unsigned>& radix :
       {std::vector<unsigned>{2, 2, 2, 2, 2, 2}, {4, 4, 4}, {3, 3, 3}, {5}, {8, 8}}) {
    const Network network = make_network(Topology::butterfly, radix);
    const PortMap map(network);
    for (NodeId from = 0; from < network.terminals.size(); ++from) {
      for (NodeId to = 0; to < network.terminals.size(); ++to) {
        ASSERT_EQ(walk(network, map, from, to), static_cast<int>(radix.size()) - 1)
            << radix.size() << " stages, from " << from << " to " << to;
      }
    }
  }
}

// Dally & Towles, figure 4.1: the 2-ary 3-fly halves the distance in every stage.
TEST(ButterflyTest, SecondStageIsReachedAcrossHalfTheNetwork) {
  const Network network = make_network(Topology::butterfly, {2, 2, 2});
  const PortMap map(network);
  std::set<unsigned> from_first;
  for (const unsigned port : {0u, 1u}) {
    from_first.insert(network.channels[map.channel_out[port]].to);
  }
  EXPECT_EQ(from_first, (std::set<unsigned>{4, 6}));  // switch_1_0 and switch_1_2
  EXPECT_EQ(network.channels[map.channel_out[7 * map.ports + 1]].to, 11u);
}

}  // namespace
}  // namespace turnpike::test
