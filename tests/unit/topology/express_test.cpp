// express_test.cpp - where interchanges stand, what joins them, and how they are called.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/express_networks.h"

namespace turnpike::test {
namespace {

using model::Channel;
using model::Component;
using model::ComponentId;
using model::ComponentKind;
using model::ExpressDecomposition;
using model::Network;
using model::NodeId;
using model::Topology;

std::vector<std::string> interchanges(const Network& network) {
  std::vector<std::string> names;
  for (ComponentId c = 0; c < network.components.size(); ++c) {
    if (network.components[c].kind == ComponentKind::interchange) {
      names.push_back(model::component_name(network, c));
    }
  }
  return names;
}

// "a -> b": how many channels, and their length, level and latency.
struct Bundle {
  unsigned channels = 0;
  float length = 0;
  unsigned level = 0;
  unsigned latency = 0;
};

std::map<std::string, Bundle> bundles(const Network& network) {
  std::map<std::string, Bundle> result;
  for (const Channel& channel : network.channels) {
    Bundle& bundle = result[model::component_name(network, channel.from) + " -> " +
                            model::component_name(network, channel.to)];
    ++bundle.channels;
    bundle.length = channel.length;
    bundle.level = channel.level;
    bundle.latency = channel.latency;
  }
  return result;
}

void expect_bundle(const std::map<std::string, Bundle>& all, const std::string& ends,
                   const Bundle& expected) {
  SCOPED_TRACE(ends);
  const auto found = all.find(ends);
  ASSERT_NE(found, all.end());
  EXPECT_EQ(found->second.channels, expected.channels);
  EXPECT_EQ(found->second.length, expected.length);
  EXPECT_EQ(found->second.level, expected.level);
  EXPECT_EQ(found->second.latency, expected.latency);
}

unsigned level_before(const Network& network, model::Address node) {
  for (const Component& c : network.components) {
    if (c.kind == ComponentKind::interchange && c.address == node) return c.level;
  }
  return 0;
}

TEST(ExpressTest, RoutersComeFirstThenInterchangesShapeByShape) {
  for (const auto& [name, spec] : all_express()) {
    SCOPED_TRACE(name);
    const Network network = build(spec);
    const std::size_t nodes = network.terminals.size();
    ASSERT_GT(network.components.size(), nodes);
    unsigned shape = 0;
    std::set<unsigned> shapes;
    for (ComponentId c = 0; c < network.components.size(); ++c) {
      const Component& component = network.components[c];
      ASSERT_EQ(component.kind == ComponentKind::interchange, c >= nodes);
      if (c < nodes) {
        EXPECT_EQ(component.address, network.terminals[c].address);
        continue;
      }
      EXPECT_GE(component.shape, shape);
      shape = component.shape;
      shapes.insert(shape);
    }
    EXPECT_EQ(shapes.size(), network.interchanges.size());
    std::set<std::string> names;
    for (ComponentId c = 0; c < network.components.size(); ++c) {
      EXPECT_TRUE(names.insert(model::component_name(network, c)).second);
    }
  }
}

TEST(ExpressTest, StandsBeforeMultiplesOfTheSpacingAndJoinsThemBothWays) {
  model::LinkSpec link;
  link.cycles_per_unit = 0.5;
  link.cycles_per_hop = 3;
  const Network network = model::build_network(express_array(13, {4}), wide_router(), link);
  EXPECT_EQ(interchanges(network),
            (std::vector<std::string>{"interchange_0_4", "interchange_0_8", "interchange_0_12"}));
  const auto all = bundles(network);
  EXPECT_EQ(network.channels.size(), 2u * (12 + 3 + 2));
  expect_bundle(all, "router_1 -> router_2", {1, 1, 0, 4});
  expect_bundle(all, "router_3 -> interchange_0_4", {1, 0, 0, 3});
  expect_bundle(all, "interchange_0_4 -> router_4", {1, 1, 0, 4});
  expect_bundle(all, "router_4 -> interchange_0_4", {1, 1, 0, 4});
  expect_bundle(all, "interchange_0_4 -> router_3", {1, 0, 0, 3});
  expect_bundle(all, "interchange_0_4 -> interchange_0_8", {1, 4, 1, 5});
  expect_bundle(all, "interchange_0_8 -> interchange_0_4", {1, 4, 1, 5});
  EXPECT_EQ(all.count("router_3 -> router_4"), 0u);
}

TEST(ExpressTest, LevelsFollowTheProductsOfTheSpacings) {
  const Network network = build(express_array(100, {3, 2, 4}, 3, {1, 2, 3}));
  for (unsigned node = 1; node < 100; ++node) {
    const unsigned expected = node % 24 == 0 ? 3 : node % 6 == 0 ? 2 : node % 3 == 0 ? 1 : 0;
    EXPECT_EQ(level_before(network, node), expected) << node;
  }
  const auto all = bundles(network);
  expect_bundle(all, "interchange_0_24 -> interchange_0_27", {1, 3, 1, 0});
  expect_bundle(all, "interchange_0_24 -> interchange_0_30", {2, 6, 2, 0});
  expect_bundle(all, "interchange_0_24 -> interchange_0_48", {3, 24, 3, 0});
  ASSERT_EQ(network.interchanges.size(), 3u);
  EXPECT_EQ(network.interchanges[2].ports(), 2u * (1 + 1 + 2 + 3));
  EXPECT_EQ(network.max_ports(), 14u);
}

TEST(ExpressTest, LevelWithoutAChannelIsLeftOut) {
  // 32 nodes hold one multiple of 16: nothing to join.
  const Network network = build(express_array(32, {4}, 2));
  EXPECT_EQ(level_before(network, 16), 1u);
  EXPECT_EQ(network.interchanges.size(), 1u);
  EXPECT_EQ(level_before(build(express_array(33, {4}, 2)), 16), 2u);
  // A dimension in which no two interchanges fit has none.
  const Network mesh = build(with_express(spec_of(Topology::mesh, {9, 8}), {4}));
  for (const Component& c : mesh.components) EXPECT_EQ(c.dimension, 0u);
  EXPECT_EQ(mesh.components.size(), 72u + 2 * 8);
}

TEST(ExpressTest, AlignedMeansPowersOfTwoThatDivideTheCoordinateAndTheRing) {
  const auto aligned = [](const model::TopologySpec& spec) {
    std::set<bool> result;
    for (const auto& shape : build(spec).interchanges) result.insert(shape.routing.is_aligned);
    return result;
  };
  EXPECT_EQ(aligned(express_array(61, {8})), std::set<bool>{true});
  EXPECT_EQ(aligned(express_array(100, {2, 4, 2}, 3)), std::set<bool>{true});
  EXPECT_EQ(aligned(express_array(100, {4, 3}, 2)), (std::set<bool>{false, true}));
  EXPECT_EQ(aligned(express_array(61, {6})), std::set<bool>{false});
  EXPECT_EQ(aligned(express_ring(48, {4}, 1)), std::set<bool>{true});
  EXPECT_EQ(aligned(interleaved(express_array(61, {8}, 1, {2}))), (std::set<bool>{false, true}));
  EXPECT_EQ(aligned(joint(with_express(spec_of(Topology::mesh, {12, 12}), {4}))),
            std::set<bool>{false});
}

TEST(ExpressTest, ConnectedOutputsAreThoseWithAChannel) {
  for (const auto& [name, spec] : all_express()) {
    SCOPED_TRACE(name);
    Network network = build(spec);
    std::vector<model::PortMask> outputs(network.components.size(), 0);
    for (const Channel& channel : network.channels)
      outputs[channel.from] |= 1u << channel.from_port;
    for (ComponentId c = 0; c < outputs.size(); ++c) {
      const bool is_router = network.components[c].kind == ComponentKind::router;
      EXPECT_EQ(network.components[c].connected, is_router ? 0 : outputs[c]);
    }
    network.components.back().connected ^= 1;
    const model::ValidationReport report = model::validate(network);
    ASSERT_FALSE(report.valid());
    EXPECT_NE(report.problems.front().find("connected outputs"), std::string::npos);
  }
}

// The last of the four ports, which no router of an array has.
TEST(ExpressTest, CircleOverAnExpressChannelIsFound) {
  Network network = build(express_array(13, {4}));
  for (Channel& channel : network.channels) {
    if (channel.level != 0 && channel.from_port == 3 && channel.to < channel.from) {
      channel.to = channel.from;
      channel.to_port = 3;
    }
  }
  const model::ValidationReport report = model::validate(network);
  ASSERT_FALSE(report.valid());
  EXPECT_NE(report.problems.front().find("can come back"), std::string::npos)
      << report.problems.front();
  EXPECT_FALSE(model::check_deadlock(network).deadlock_free);
}

TEST(ExpressTest, RingHasAnInterchangeOnItsWrapAroundChannel) {
  const auto all = bundles(build(express_ring(12, {4}, 1)));
  expect_bundle(all, "router_11 -> interchange_0_0", {1, 0, 0, 0});
  expect_bundle(all, "interchange_0_0 -> router_0", {1, 1, 0, 0});
  expect_bundle(all, "router_0 -> interchange_0_0", {1, 1, 0, 0});
  expect_bundle(all, "interchange_0_8 -> interchange_0_0", {1, 4, 1, 0});
  expect_bundle(all, "interchange_0_0 -> interchange_0_8", {1, 4, 1, 0});
  const auto one_way = bundles(build(express_ring(12, {4}, 1, false)));
  expect_bundle(one_way, "interchange_0_8 -> interchange_0_0", {1, 4, 1, 0});
  EXPECT_EQ(one_way.count("interchange_0_0 -> interchange_0_8"), 0u);
  EXPECT_EQ(one_way.count("router_0 -> interchange_0_0"), 0u);
}

TEST(ExpressTest, InterleavedLanesKeepToTheirOwnInterchanges) {
  const Network network = build(interleaved(express_array(32, {8}, 1, {4})));
  EXPECT_EQ(interchanges(network).size(), 15u);  // before every other node
  std::size_t express = 0;
  for (const Channel& channel : network.channels) {
    if (channel.level == 0) continue;
    ++express;
    EXPECT_EQ(channel.length, 8);
    const auto from = static_cast<int>(network.components[channel.from].address);
    const auto to = static_cast<int>(network.components[channel.to].address);
    EXPECT_EQ(std::abs(to - from), 8);
  }
  EXPECT_EQ(express, 2u * (15 - 4));  // a lane of n interchanges has n - 1 channels each way
}

TEST(ExpressTest, JointInterchangesStandWhereTheSumOfTheCoordinatesFits) {
  const Network network = build(joint(with_express(spec_of(Topology::mesh, {9, 9}), {4})));
  for (const Component& c : network.components) {
    if (c.kind == ComponentKind::router) continue;
    EXPECT_EQ((c.address % 16 + c.address / 16) % 4, 0u);
  }
  const auto all = bundles(network);
  expect_bundle(all, "interchange_1_3 -> interchange_5_3", {1, 4, 1, 0});
  expect_bundle(all, "interchange_1_3 -> interchange_1_7", {1, 4, 1, 0});
  expect_bundle(all, "router_0_3 -> interchange_1_3", {1, 0, 0, 0});
  expect_bundle(all, "interchange_1_3 -> router_1_2", {1, 0, 0, 0});
  // At the edge it serves the other dimension only.
  expect_bundle(all, "interchange_0_4 -> router_0_4", {1, 1, 0, 0});
  const Component& edge = *std::find_if(network.components.begin() + 81, network.components.end(),
                                        [](const Component& c) { return c.address == 4 * 16; });
  EXPECT_EQ(edge.connected & 0xfu, 0u);
  EXPECT_EQ(network.interchanges.front().ports(), 8u);
}

TEST(ExpressTest, DecompositionsAreMadeOfTheModulesOfFigure5) {
  const auto modules = [](ExpressDecomposition decomposition) {
    std::set<std::string> before_64;
    for (const std::string& name :
         interchanges(build(decomposed(express_array(256, {4}, 3), decomposition)))) {
      if (name.rfind("interchange_0_64", 0) == 0) before_64.insert(name.substr(16));
    }
    return before_64;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(modules(ExpressDecomposition::single), Names{""});
  EXPECT_EQ(modules(ExpressDecomposition::full), (Names{"_a1", "_a2", "_top", "_d2", "_d1"}));
  EXPECT_EQ(modules(ExpressDecomposition::no_ascent), (Names{"_top", "_d2", "_d1"}));
  EXPECT_EQ(modules(ExpressDecomposition::top_only), Names{"_top"});
  const auto all =
      bundles(build(decomposed(express_array(256, {4}, 3), ExpressDecomposition::full)));
  expect_bundle(all, "router_63 -> interchange_0_64_a1", {1, 0, 0, 0});
  expect_bundle(all, "interchange_0_64_a1 -> interchange_0_64_a2", {2, 0, 0, 0});  // both ways
  expect_bundle(all, "interchange_0_64_a2 -> interchange_0_64_top", {2, 0, 0, 0});
  expect_bundle(all, "interchange_0_64_top -> interchange_0_64_d2", {2, 0, 0, 0});
  expect_bundle(all, "interchange_0_64_a1 -> interchange_0_64_d1", {2, 0, 0, 0});
  expect_bundle(all, "interchange_0_64_d2 -> interchange_0_80_top", {1, 16, 2, 0});
  expect_bundle(all, "interchange_0_64_top -> interchange_0_128_top", {1, 64, 3, 0});
  const auto top =
      bundles(build(decomposed(express_array(256, {4}, 3), ExpressDecomposition::top_only)));
  expect_bundle(top, "router_63 -> router_64", {1, 1, 0, 0});
  expect_bundle(top, "interchange_0_60 -> interchange_0_68", {1, 8, 1, 0});  // past 64
  expect_bundle(top, "interchange_0_48_top -> interchange_0_64_top", {1, 16, 2, 0});
}

TEST(ExpressTest, SixteenThousandNodesAreBuiltAndChecked) {
  model::RouterSpec router;
  router.flit_bits = 30;
  const Network network = model::build_network(express_array(16384, {4}, 3), router, {});
  EXPECT_EQ(network.router.format.address_bits, 14u);
  EXPECT_EQ(network.components.size(), 16384u + 4095);
  const model::Wiring wiring(network);
  // 16383 = 255 * 64 + 63: 4 hops to the first interchange, 3 on each of the lower levels, 254 on
  // the highest, then 3 on each level down and into the node.
  EXPECT_EQ(model::hops(model::route(network, wiring, 0, 16383)), 4u + 3 + 3 + 254 + 3 + 3 + 3 + 1);
  const model::DeadlockReport report = model::check_deadlock(network);
  EXPECT_TRUE(report.checked && report.deadlock_free) << report.method;
  EXPECT_EQ(report.method.find("every channel leads on"), 0u);
}

TEST(ExpressTest, LargeNetworksAreDecidedByTheirStructure) {
  for (const auto& [name, spec] : all_express()) {
    SCOPED_TRACE(name);
    Network network = build(spec);
    const model::DeadlockReport report = model::check_deadlock(network, 1);
    EXPECT_TRUE(report.checked);
    EXPECT_TRUE(report.deadlock_free) << model::cycle_text(network, report);
    EXPECT_NE(report.method, "all routes");
  }
  Network ring = build(with_express(spec_of(Topology::torus, {4, 12}), {4}));
  for (auto& shape : ring.interchanges) shape.routing.virtual_channels = 1;
  EXPECT_FALSE(model::check_deadlock(ring, 1).deadlock_free);
  Network mesh = build(joint(with_express(spec_of(Topology::mesh, {9, 9}), {4})));
  for (Channel& channel : mesh.channels) {
    if (channel.level == 0 || channel.from >= channel.to) continue;
    std::swap(channel.from, channel.to);  // an express channel that leads back
    break;
  }
  EXPECT_FALSE(model::check_deadlock(mesh, 1).deadlock_free);
}

}  // namespace
}  // namespace turnpike::test
