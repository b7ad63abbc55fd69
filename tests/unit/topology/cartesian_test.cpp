// cartesian_test.cpp - meshes, tori and hypercubes: who is joined to whom, by which ports, and how
// far it is.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::Network;
using model::NodeId;
using model::Topology;

// Channels of dimension `d` between coordinates a and b.
unsigned distance(const Network& network, std::size_t d, unsigned a, unsigned b) {
  const unsigned k = network.radix[d];
  const unsigned up = (b + k - a) % k;
  if (network.topology != Topology::torus) return a < b ? b - a : a - b;
  return network.bidirectional ? std::min(up, k - up) : up;
}

void expect_shortest_routes(const Network& network) {
  const PortMap map(network);
  for (NodeId from = 0; from < network.terminals.size(); ++from) {
    const std::vector<unsigned> start = terminal_coordinates(network, from);
    for (NodeId to = 0; to < network.terminals.size(); ++to) {
      const std::vector<unsigned> end = terminal_coordinates(network, to);
      int expected = 0;
      for (std::size_t d = 0; d < start.size(); ++d) {
        expected += static_cast<int>(distance(network, d, start[d], end[d]));
      }
      ASSERT_EQ(walk(network, map, from, to), expected) << "from " << from << " to " << to;
    }
  }
}

TEST(MeshTest, PortsLeadToTheNeighboursOfTheirDimension) {
  const Network network = make_network(Topology::mesh, {3, 4});
  EXPECT_EQ(network.router.ports, 5u);
  EXPECT_EQ(network.router.local_ports, 1u);
  for (const model::Channel& channel : network.channels) {
    const std::vector<unsigned> from = component_coordinates(network, channel.from);
    std::vector<unsigned> to = component_coordinates(network, channel.to);
    const unsigned d = channel.from_port / 2;
    to[d] += channel.from_port % 2 == 0 ? 0u - 1u : 1u;  // one step back
    EXPECT_EQ(from, to) << channel.from << " port " << channel.from_port;
    EXPECT_EQ(channel.to_port, channel.from_port ^ 1u);
    EXPECT_EQ(channel.latency, 0u);
  }
}

TEST(MeshTest, HasTheChannelsDiameterAndBisectionOfAMesh) {
  const Network network = make_network(Topology::mesh, {4, 4, 4});
  EXPECT_EQ(network.components.size(), 64u);
  EXPECT_EQ(network.terminals.size(), 64u);
  EXPECT_EQ(network.channels.size(), 2u * 3 * 3 * 16);  // n * 2 (k-1) k^(n-1)
  EXPECT_EQ(diameter(network), 9);
  EXPECT_EQ(bisection(network), 2u * 16);
}

TEST(MeshTest, EdgesHaveNoChannels) {
  const Network network = make_network(Topology::mesh, {3, 3});
  const PortMap map(network);
  for (const unsigned port : {1u, 3u}) {
    EXPECT_EQ(map.channel_out[port], kNothing) << port;  // router 0, its lower neighbours
    EXPECT_EQ(map.channel_in[port], kNothing) << port;
  }
  EXPECT_NE(map.channel_out[0], kNothing);
}

TEST(MeshTest, RoutesAreShortest) {
  expect_shortest_routes(make_network(Topology::mesh, {8, 8}));
  expect_shortest_routes(make_network(Topology::mesh, {5, 2, 3}));
  expect_shortest_routes(make_network(Topology::mesh, {5, 2, 3}, true, false));
  expect_shortest_routes(make_network(Topology::mesh, {7}));
}

TEST(MeshTest, NamesAndAddressesFollowTheCoordinates) {
  const Network network = make_network(Topology::mesh, {5, 3});
  const NodeId node = 3 + 5 * 1;
  EXPECT_EQ(component_name(network, node), "router_3_1");
  EXPECT_EQ(terminal_name(network, node), "terminal_3_1");
  EXPECT_EQ(terminal_coordinates(network, node), (std::vector<unsigned>{3, 1}));
  EXPECT_EQ(network.router.routing.coordinate_bits, 3u);  // of the largest coordinate, 4
  EXPECT_EQ(network.router.format.address_bits, 6u);
  EXPECT_EQ(network.terminals[node].address, 3u | 1u << 3);
  EXPECT_EQ(network.components[node].address, 3u | 1u << 3);
  EXPECT_EQ(network.limit, 4u | 2u << 3);
}

TEST(MeshTest, CoordinateTakesAtLeastOneBitAndFitsTheLargestRadix) {
  const auto bits = [](std::vector<unsigned> radix) {
    return make_network(Topology::mesh, std::move(radix)).router.routing.coordinate_bits;
  };
  EXPECT_EQ(bits({2}), 1u);
  EXPECT_EQ(bits({2, 8}), 3u);
  EXPECT_EQ(bits({2, 9}), 4u);
}

TEST(TorusTest, UpAndDownPortsOfNeighboursFaceEachOther) {
  const Network network = make_network(Topology::torus, {4, 3});
  const PortMap map(network);
  for (const model::Channel& channel : network.channels) {
    const std::size_t back = map.channel_out[channel.to * map.ports + channel.to_port];
    ASSERT_NE(back, kNothing);
    EXPECT_EQ(network.channels[back].to, channel.from);
    EXPECT_EQ(network.channels[back].to_port, channel.from_port);
  }
}

TEST(TorusTest, HasTheChannelsDiameterAndBisectionOfATorus) {
  const Network network = make_network(Topology::torus, {4, 4, 4});
  EXPECT_EQ(network.channels.size(), 2u * 3 * 64);
  EXPECT_EQ(diameter(network), 6);
  EXPECT_EQ(bisection(network), 4u * 16);
}

TEST(TorusTest, WrapAroundJoinsTheLastToTheFirst) {
  const Network network = make_network(Topology::torus, {4, 3});
  const PortMap map(network);
  const model::Channel& up = network.channels[map.channel_out[3 * map.ports + 0]];
  EXPECT_EQ(up.to, 0u);
  EXPECT_EQ(up.to_port, 1u);
  EXPECT_EQ(up.length, 1);  // a folded ring
}

TEST(TorusTest, UnidirectionalChannelsGoUpOnly) {
  const Network network = make_network(Topology::torus, {5, 5}, false);
  EXPECT_EQ(network.router.ports, 3u);
  EXPECT_EQ(network.channels.size(), 50u);
  EXPECT_EQ(diameter(network), 8);
  EXPECT_EQ(bisection(make_network(Topology::torus, {4, 4}, false)), 2u * 4);
  for (const model::Channel& channel : network.channels) {
    EXPECT_EQ(channel.to_port, channel.from_port);
    std::vector<unsigned> to = component_coordinates(network, channel.from);
    to[channel.from_port] = (to[channel.from_port] + 1) % 5;
    EXPECT_EQ(component_coordinates(network, channel.to), to);
  }
}

TEST(TorusTest, RoutesAreShortest) {
  expect_shortest_routes(make_network(Topology::torus, {8, 8}));
  expect_shortest_routes(make_network(Topology::torus, {5, 4, 3}));
  expect_shortest_routes(make_network(Topology::torus, {2, 3}, true, false));
  expect_shortest_routes(make_network(Topology::torus, {5, 4, 3}, false));
  expect_shortest_routes(make_network(Topology::torus, {6, 2}, false, false));
}

TEST(HypercubeTest, PortDLeadsAcrossBitD) {
  const Network network = make_network(Topology::hypercube, {2, 2, 2, 2});
  EXPECT_EQ(network.router.ports, 5u);
  EXPECT_EQ(network.channels.size(), 64u);
  EXPECT_EQ(diameter(network), 4);
  EXPECT_EQ(bisection(network), 2u * 8);
  for (const model::Channel& channel : network.channels) {
    EXPECT_EQ(channel.from ^ channel.to, 1u << channel.from_port);
    EXPECT_EQ(channel.to_port, channel.from_port);
  }
}

TEST(HypercubeTest, RouteLengthIsTheHammingDistance) {
  const Network network = make_network(Topology::hypercube, {2, 2, 2, 2, 2, 2});
  const PortMap map(network);
  for (NodeId from = 0; from < 64; ++from) {
    for (NodeId to = 0; to < 64; ++to) {
      ASSERT_EQ(walk(network, map, from, to), __builtin_popcount(from ^ to));
    }
  }
}

TEST(LinkLatencyTest, IsCyclesPerUnitRoundedUp) {
  model::LinkSpec link;
  link.cycles_per_unit = 1.25;
  const Network network =
      model::build_network(spec_of(Topology::torus, {4, 4}), wide_router(), link);
  for (const model::Channel& channel : network.channels) ASSERT_EQ(channel.latency, 2u);
}

TEST(LinkLatencyTest, CyclesOfAHopComeOnTopInEveryTopology) {
  model::LinkSpec link;
  link.cycles_per_unit = 1.25;
  link.cycles_per_hop = 7;
  for (const auto& spec :
       {spec_of(Topology::torus, {4, 4}), spec_of(Topology::hypercube, {2, 2, 2}),
        spec_of(Topology::butterfly, {2, 2}), ten_switches()}) {
    const Network network = model::build_network(spec, wide_router(), link);
    for (const model::Channel& channel : network.channels) ASSERT_EQ(channel.latency, 9u);
  }
  model::TopologySpec own = ten_switches();
  own.link_latency.assign(own.links.size(), 3);
  const Network network = model::build_network(own, wide_router(), link);
  for (const model::Channel& channel : network.channels) ASSERT_EQ(channel.latency, 10u);
}

TEST(BuildTest, MillionNodesTakeSecondsAndNoStrings) {
  const Network network = make_network(Topology::torus, {100, 100, 100});
  EXPECT_EQ(network.components.size(), 1000000u);
  EXPECT_EQ(network.channels.size(), 6000000u);
  EXPECT_EQ(component_name(network, 999999), "router_99_99_99");
  const std::size_t bytes = network.components.capacity() * sizeof(model::Component) +
                            network.channels.capacity() * sizeof(model::Channel) +
                            network.terminals.capacity() * sizeof(model::Terminal);
  EXPECT_LE(bytes / network.components.size(), 216u);
}

}  // namespace
}  // namespace turnpike::test
