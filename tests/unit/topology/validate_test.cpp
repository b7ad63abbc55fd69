// validate_test.cpp - sound networks pass; every kind of damage is found.

#include "model/topology/validate.h"

#include <gtest/gtest.h>

#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::Network;
using model::Topology;

std::string problem(const Network& network) {
  const model::ValidationReport report = model::validate(network);
  return report.valid() ? "none" : report.problems.front();
}

bool says(const Network& network, const std::string& words) {
  const std::string text = problem(network);
  if (text.find(words) != std::string::npos) return true;
  ADD_FAILURE() << text;
  return false;
}

TEST(ValidateTest, SoundNetworksAreValidForAllPairs) {
  for (const auto& spec :
       {spec_of(Topology::mesh, {8, 8}), spec_of(Topology::mesh, {2, 3, 4}),
        spec_of(Topology::torus, {8, 8}), spec_of(Topology::torus, {2, 3, 5}),
        spec_of(Topology::torus, {7, 3}, false), spec_of(Topology::torus, {32, 32}),
        spec_of(Topology::hypercube, std::vector<unsigned>(7, 2)),
        spec_of(Topology::butterfly, {4, 4, 4}), spec_of(Topology::butterfly, {5}),
        ten_switches()}) {
    const Network network = build(spec);
    const model::ValidationReport report = model::validate(network);
    EXPECT_EQ(problem(network), "none");
    EXPECT_EQ(report.coverage, "all pairs");
    EXPECT_EQ(report.pairs, network.terminals.size() * network.terminals.size());
  }
}

TEST(ValidateTest, LargeNetworksSayWhichSampleWasWalked) {
  const auto report = model::validate(build(spec_of(Topology::mesh, {64, 32})));
  EXPECT_TRUE(report.valid());
  EXPECT_EQ(report.coverage, "512 of 2048 sources, evenly spread from 0, to all destinations");
  EXPECT_EQ(report.pairs, 512u * 2048);
}

TEST(ValidateTest, PortUsedTwice) {
  Network network = build(spec_of(Topology::mesh, {3, 3}));
  network.channels.push_back(network.channels.front());
  EXPECT_TRUE(says(network, "output port 0 of router_0_0 is used twice"));
  network = build(spec_of(Topology::mesh, {3, 3}));
  network.terminals[4].inject.port = 0;
  EXPECT_TRUE(says(network, "input port 0 of router_1_1 is used twice"));
}

TEST(ValidateTest, NumbersOutOfRange) {
  Network network = build(spec_of(Topology::mesh, {3, 3}));
  network.channels[5].to_port = 5;
  EXPECT_TRUE(says(network, "channel 5: no input port 5"));
  network = build(spec_of(Topology::mesh, {3, 3}));
  network.terminals[2].eject.component = 9;
  EXPECT_TRUE(says(network, "terminal 2: no output port 4 of component 9"));
  network = build(ten_switches());
  network.tables[3].pop_back();
  EXPECT_TRUE(says(network, "switch_3: a routing table of"));
  network.tables.pop_back();
  EXPECT_TRUE(says(network, "9 routing tables for 10 components"));
}

TEST(ValidateTest, AddressGivenTwice) {
  Network network = build(spec_of(Topology::mesh, {3, 3}));
  network.terminals[4].address = network.terminals[1].address;
  EXPECT_TRUE(says(network, "terminal_1_1: its address 1 is another's too"));
  network.terminals[4].address = 1u << 20;
  EXPECT_TRUE(says(network, "has too many bits"));
}

TEST(ValidateTest, Disconnected) {
  Network network = build(spec_of(Topology::mesh, {4}));
  auto& channels = network.channels;
  for (std::size_t i = channels.size(); i-- > 0;) {
    if ((channels[i].from < 2) != (channels[i].to < 2)) {
      channels.erase(channels.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  EXPECT_TRUE(says(network, "router_2 is not connected to router_0"));
  EXPECT_TRUE(says(Network{}, "without components"));
}

TEST(ValidateTest, RouteOutOfAnUnconnectedPort) {
  Network network = build(spec_of(Topology::mesh, {4}));
  network.channels.pop_back();  // from router 3 down
  EXPECT_TRUE(says(network, "router_3 may leave by port 1, which does not lead there"));
}

TEST(ValidateTest, RouteToTheWrongTerminal) {
  Network network = build(spec_of(Topology::butterfly, {2, 2}));
  std::swap(network.terminals[1].eject, network.terminals[2].eject);
  EXPECT_TRUE(says(network, "does not lead there"));
}

TEST(ValidateTest, EmptyMaskOnTheWay) {
  Network network = build(ten_switches());
  const auto bits = network.router.format.address_bits;
  network.tables[6][(std::size_t{0} << bits) + 7] = 0;
  EXPECT_TRUE(says(network, "terminal_7 at input port 0 of switch_6 has no way on"));
}

TEST(ValidateTest, WayInACircle) {
  // A triangle in which packets for terminal 2 go from 0 to 1 and back.
  Network network = build(irregular({{0, 1}, {1, 2}, {2, 0}}));
  const auto bits = network.router.format.address_bits;
  for (unsigned in = 0; in < network.router.ports; ++in) {
    network.tables[0][(std::size_t{in} << bits) + 2] = 1;  // to 1
    network.tables[1][(std::size_t{in} << bits) + 2] = 1;  // to 0
  }
  EXPECT_TRUE(says(network, "can come back to where it was"));
}

}  // namespace
}  // namespace turnpike::test
