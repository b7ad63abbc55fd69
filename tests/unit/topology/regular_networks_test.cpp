// regular_networks_test.cpp - structure of meshes, tori, hypercubes and butterflies.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/topology/validate.h"
#include "tests/unit/topology/some_networks.h"

namespace turnpike::test {
namespace {

using model::Channel;
using model::ComponentId;
using model::Network;
using model::NodeId;
using model::TopologyKind;

std::size_t degree(const Network& network, ComponentId component) {
  return static_cast<std::size_t>(
      std::count_if(network.channels.begin(), network.channels.end(),
                    [&](const Channel& channel) { return channel.from == component; }));
}

// Input port p of a router comes from the neighbour that output port p goes to.
void expect_ports_face_each_other(const Network& network) {
  std::set<std::vector<unsigned>> ends;
  for (const Channel& c : network.channels) ends.insert({c.from, c.from_port, c.to, c.to_port});
  for (const Channel& c : network.channels) {
    EXPECT_EQ(ends.count({c.to, c.to_port, c.from, c.from_port}), 1u)
        << "from " << c.from << " port " << c.from_port;
  }
}

TEST(MeshTest, HasChannelsBetweenNeighboursOnly) {
  const Network network = build(spec_of(TopologyKind::mesh, {4, 3}));
  ASSERT_EQ(network.components.size(), 12u);
  ASSERT_EQ(network.terminals.size(), 12u);
  EXPECT_EQ(network.channels.size(), 2u * (3 * 3 + 4 * 2));
  EXPECT_EQ(degree(network, 0), 2u);
  EXPECT_EQ(degree(network, 1), 3u);
  EXPECT_EQ(degree(network, 5), 4u);
  EXPECT_EQ(network.router.ports, 5u);
  EXPECT_EQ(network.router.local_ports, 1u);
  EXPECT_EQ(network.router.routing.network_ports, 4u);
  EXPECT_EQ(network.router.format.address_bits, 4u);
  EXPECT_EQ(network.limit, 3u | (2u << 2));
  EXPECT_EQ(network.terminals[6].address, 2u | (1u << 2));
  EXPECT_EQ(network.components[6].address, network.terminals[6].address);
  EXPECT_EQ(network.terminals[6].inject.port, 4u);
  EXPECT_EQ(model::terminal_coordinates(network, 6), (std::vector<unsigned>{2, 1}));
  EXPECT_EQ(model::component_name(network, 6), "router_2_1");
  expect_ports_face_each_other(network);
}

TEST(MeshTest, PortTwoDLeadsUpInDimensionD) {
  const Network network = build(spec_of(TopologyKind::mesh, {3, 3}));
  for (const Channel& c : network.channels) {
    const NodeId stride = c.from_port / 2 == 0 ? 1 : 3;
    EXPECT_EQ(c.to, c.from_port % 2 == 0 ? c.from + stride : c.from - stride);
    EXPECT_EQ(c.to_port, c.from_port ^ 1u);
  }
}

TEST(MeshTest, CoordinateTakesAtLeastOneBitAndFitsTheLargestRadix) {
  EXPECT_EQ(build(spec_of(TopologyKind::mesh, {2})).router.routing.coordinate_bits, 1u);
  EXPECT_EQ(build(spec_of(TopologyKind::mesh, {2, 8})).router.routing.coordinate_bits, 3u);
  EXPECT_EQ(build(spec_of(TopologyKind::mesh, {2, 9})).router.routing.coordinate_bits, 4u);
}

TEST(TorusTest, EveryRouterHasAllItsChannels) {
  const Network network = build(spec_of(TopologyKind::torus, {5, 4}));
  EXPECT_EQ(network.channels.size(), 20u * 4);
  for (ComponentId c = 0; c < 20; ++c) EXPECT_EQ(degree(network, c), 4u);
  expect_ports_face_each_other(network);
}

TEST(TorusTest, WrapAroundLeadsFromTheLastToTheFirst) {
  const Network network = build(spec_of(TopologyKind::torus, {5, 4}));
  const model::Wiring wiring(network);
  const Channel& up = network.channels[wiring.channel_from(4, 0)];
  EXPECT_EQ(up.to, 0u);
  EXPECT_EQ(up.to_port, 1u);
  const Channel& down = network.channels[wiring.channel_from(0, 3)];
  EXPECT_EQ(down.to, 15u);
  EXPECT_EQ(down.to_port, 2u);
}

TEST(TorusTest, UnidirectionalLeadsUpOnly) {
  const Network network = build(spec_of(TopologyKind::torus, {3, 3}, false));
  EXPECT_EQ(network.router.ports, 3u);
  ASSERT_EQ(network.channels.size(), 18u);
  for (const Channel& c : network.channels) {
    EXPECT_EQ(c.from_port, c.to_port);
    const auto from = model::component_coordinates(network, c.from);
    auto expected = from;
    expected[c.from_port] = (from[c.from_port] + 1) % 3;
    EXPECT_EQ(model::component_coordinates(network, c.to), expected);
  }
}

TEST(TorusTest, RadixTwoHasTwoChannelsEachWay) {
  const Network network = build(spec_of(TopologyKind::torus, {2}));
  EXPECT_EQ(network.channels.size(), 4u);
  EXPECT_TRUE(model::validate(network).valid());
}

TEST(HypercubeTest, PortDFlipsBitD) {
  const Network network = build(spec_of(TopologyKind::hypercube, {2, 2, 2, 2}));
  EXPECT_EQ(network.router.ports, 5u);
  ASSERT_EQ(network.channels.size(), 64u);
  for (const Channel& c : network.channels) {
    EXPECT_EQ(c.to, c.from ^ (1u << c.from_port));
    EXPECT_EQ(c.to_port, c.from_port);
  }
  EXPECT_EQ(model::component_name(network, 6), "router_0_1_1_0");
}

TEST(ButterflyTest, HasStagesOfSwitchesAndNoLocalPorts) {
  const Network network = build(spec_of(TopologyKind::butterfly, {3, 3, 3}));
  EXPECT_EQ(network.terminals.size(), 27u);
  EXPECT_EQ(network.components.size(), 3u * 9);
  EXPECT_EQ(network.channels.size(), 27u * 2);
  EXPECT_EQ(network.router.ports, 3u);
  EXPECT_EQ(network.router.local_ports, 0u);
  EXPECT_EQ(network.components[0].address, 2u);
  EXPECT_EQ(network.components[26].address, 0u);
  EXPECT_EQ(network.terminals[14].inject.component, 4u);
  EXPECT_EQ(network.terminals[14].inject.port, 2u);
  EXPECT_EQ(network.terminals[14].eject.component, 22u);
  EXPECT_EQ(network.terminals[14].eject.port, 2u);
  EXPECT_EQ(model::component_name(network, 22), "switch_2_4");
}

TEST(ButterflyTest, BinaryWiresCrossAsInTheTextbook) {
  // 2-ary 3-fly: output 1 of switch 0 goes to the switch of the other half in stage 1, then to
  // the neighbouring switch in stage 2.
  const Network network = build(spec_of(TopologyKind::butterfly, {2, 2, 2}));
  const model::Wiring wiring(network);
  const auto next = [&](ComponentId component, model::PortId port) {
    return network.channels[wiring.channel_from(component, port)].to;
  };
  EXPECT_EQ(next(0, 0), 4u);
  EXPECT_EQ(next(0, 1), 6u);
  EXPECT_EQ(next(3, 0), 5u);
  EXPECT_EQ(next(3, 1), 7u);
  EXPECT_EQ(next(4, 0), 8u);
  EXPECT_EQ(next(4, 1), 9u);
  EXPECT_EQ(next(7, 0), 10u);
  EXPECT_EQ(next(7, 1), 11u);
}

TEST(RegularNetworksTest, BisectionIsTheTextbooks) {
  EXPECT_EQ(channels_across_the_middle(build(spec_of(TopologyKind::mesh, {4, 4, 4}))), 32u);
  EXPECT_EQ(channels_across_the_middle(build(spec_of(TopologyKind::torus, {4, 4, 4}))), 64u);
  EXPECT_EQ(channels_across_the_middle(build(spec_of(TopologyKind::torus, {4, 4}, false))), 8u);
  EXPECT_EQ(channels_across_the_middle(build(spec_of(TopologyKind::hypercube, {2, 2, 2, 2, 2}))),
            32u);
}

TEST(RegularNetworksTest, LinkLatencyIsRoundedUp) {
  for (const auto& [cycles, latency] :
       std::vector<std::pair<double, unsigned>>{{0, 0}, {0.1, 1}, {1, 1}, {2.5, 3}}) {
    model::LinkSpec link;
    link.cycles_per_unit = cycles;
    const Network network =
        model::build_network(spec_of(TopologyKind::torus, {4}), model::RouterSpec{}, link);
    for (const Channel& c : network.channels) EXPECT_EQ(c.latency, latency) << cycles;
  }
}

TEST(RegularNetworksTest, NamesAreUnique) {
  for (const auto& spec :
       {spec_of(TopologyKind::mesh, {12, 11}), spec_of(TopologyKind::hypercube, {2, 2, 2, 2}),
        spec_of(TopologyKind::butterfly, {4, 4, 4}), ten_switches()}) {
    const Network network = build(spec);
    std::set<std::string> names;
    for (ComponentId c = 0; c < network.components.size(); ++c) {
      names.insert(model::component_name(network, c));
    }
    EXPECT_EQ(names.size(), network.components.size());
  }
}

TEST(RegularNetworksTest, AMillionNodesAreSmall) {
  model::RouterSpec router;
  router.flit_bits = 64;
  const Network network = model::build_network(spec_of(TopologyKind::torus, {100, 100, 100}),
                                               router, model::LinkSpec{});
  EXPECT_EQ(network.terminals.size(), 1000000u);
  EXPECT_EQ(network.channels.size(), 6000000u);
  const std::size_t bytes = network.components.capacity() * sizeof(model::Component) +
                            network.channels.capacity() * sizeof(Channel) +
                            network.terminals.capacity() * sizeof(model::Terminal);
  EXPECT_LT(bytes, std::size_t{200} << 20);
}

}  // namespace
}  // namespace turnpike::test
