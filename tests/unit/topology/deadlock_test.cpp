// deadlock_test.cpp - cycles are found where there are some, and nowhere else.

#include "model/topology/deadlock.h"

#include <gtest/gtest.h>

#include "model/common/configuration_error.h"
#include "model/topology/validate.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::DeadlockReport;
using model::Network;
using model::NodeId;
using model::Topology;

// The same outputs as the network's own routing unit, but by table: without dateline classes.
Network without_classes(Network network) {
  const auto bits = network.router.format.address_bits;
  const auto entries = std::size_t{network.router.ports} << bits;
  network.tables.assign(network.components.size(), std::vector<model::PortMask>(entries, 0));
  for (ComponentId c = 0; c < network.components.size(); ++c) {
    for (std::size_t i = 0; i < entries; ++i) {
      const auto address = static_cast<model::Address>(i & ((std::size_t{1} << bits) - 1));
      const auto in = static_cast<model::PortId>(i >> bits);
      network.tables[c][i] = model::route_at(network, c, address, in, 0).outputs;
    }
  }
  network.router.routing.kind = model::RoutingKind::table;
  return network;
}

// Each channel of the cycle ends where the next begins, and the last where the first does.
void expect_closed(const Network& network, const DeadlockReport& report) {
  ASSERT_FALSE(report.cycle.empty());
  auto last = report.cycle.back().first;
  for (const auto& [channel, vc] : report.cycle) {
    EXPECT_EQ(network.channels[last].to, network.channels[channel].from);
    EXPECT_LT(vc, network.router.virtual_channels);
    last = channel;
  }
}

TEST(DeadlockTest, AllTopologiesAreFree) {
  for (const unsigned vcs : {2u, 3u, 4u}) {
    for (const auto& spec :
         {spec_of(Topology::mesh, {5, 4}), spec_of(Topology::torus, {5, 4}),
          spec_of(Topology::torus, {2, 3, 4}), spec_of(Topology::torus, {6, 5}, false),
          spec_of(Topology::torus, {2, 2}, false), spec_of(Topology::torus, {17}),
          spec_of(Topology::hypercube, std::vector<unsigned>(5, 2)),
          spec_of(Topology::butterfly, {3, 3, 3}), ten_switches()}) {
      const Network network = build(spec, vcs);
      const DeadlockReport report = model::check_deadlock(network);
      EXPECT_TRUE(report.checked);
      EXPECT_TRUE(report.deadlock_free) << model::cycle_text(network, report);
      EXPECT_EQ(report.nodes, network.terminals.size());
      EXPECT_EQ(report.channels, network.channels.size());
      EXPECT_EQ(report.method, "all routes");
    }
  }
}

TEST(DeadlockTest, LowestDimensionFirstIsFreeToo) {
  auto spec = spec_of(Topology::torus, {5, 6});
  spec.highest_first = false;
  EXPECT_TRUE(model::check_deadlock(build(spec)).deadlock_free);
}

TEST(DeadlockTest, MeshAndHypercubeNeedNoClasses) {
  EXPECT_TRUE(model::check_deadlock(build(spec_of(Topology::mesh, {4, 4}), 1)).deadlock_free);
  const Network network = without_classes(build(spec_of(Topology::mesh, {4, 4})));
  EXPECT_TRUE(model::validate(network).valid());
  EXPECT_TRUE(model::check_deadlock(network).deadlock_free);
}

TEST(DeadlockTest, RingWithoutClassesPrintsItsCycle) {
  const Network network = build(spec_of(Topology::torus, {4}, false), 1);
  EXPECT_TRUE(model::validate(network).valid());
  const DeadlockReport report = model::check_deadlock(network);
  EXPECT_TRUE(report.checked);
  EXPECT_FALSE(report.deadlock_free);
  ASSERT_EQ(report.cycle.size(), 4u);
  expect_closed(network, report);
  EXPECT_EQ(model::cycle_text(network, report),
            "VC 0 of router_0.0 -> router_1.0 waits for\n"
            "VC 0 of router_1.0 -> router_2.0 waits for\n"
            "VC 0 of router_2.0 -> router_3.0 waits for\n"
            "VC 0 of router_3.0 -> router_0.0 waits for the first\n");
}

TEST(DeadlockTest, TorusWithoutClassesHasACycleUnlessItsRingsAreShort) {
  const Network network = build(spec_of(Topology::torus, {5, 5}), 1);
  EXPECT_TRUE(model::validate(network).valid());
  for (const std::size_t most_work : {model::kMaxDeadlockWork, std::size_t{0}}) {  // by ring
    const DeadlockReport report = model::check_deadlock(network, most_work);
    EXPECT_TRUE(report.checked);
    EXPECT_FALSE(report.deadlock_free);
    expect_closed(network, report);
  }
  // In a ring of three every packet goes one hop: no channel waits for another. In one of four
  // those that go two hops begin at every other channel only.
  for (const unsigned k : {3u, 4u}) {
    EXPECT_TRUE(model::check_deadlock(build(spec_of(Topology::torus, {k}), 1)).deadlock_free);
  }
}

TEST(DeadlockTest, MinimalRoutesOfASquareDeadlockUnlessUpAndDown) {
  const auto square = irregular({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  Network network = build(square);
  EXPECT_TRUE(model::check_deadlock(network).deadlock_free);
  // By hand: everything clockwise.
  const auto bits = network.router.format.address_bits;
  const model::PortMask clockwise[4] = {1, 2, 2, 2};
  for (ComponentId c = 0; c < 4; ++c) {
    for (unsigned in = 0; in < network.router.ports; ++in) {
      for (NodeId to = 0; to < 4; ++to) {
        if (to != c) network.tables[c][(std::size_t{in} << bits) + to] = clockwise[c];
      }
    }
  }
  EXPECT_TRUE(model::validate(network).valid());
  const DeadlockReport report = model::check_deadlock(network);
  EXPECT_FALSE(report.deadlock_free);
  EXPECT_EQ(report.cycle.size(), 4u);
  expect_closed(network, report);
}

TEST(DeadlockTest, LargeRegularNetworksAreDecidedByTheirStructure) {
  for (const auto& spec : {spec_of(Topology::mesh, {5, 4}), spec_of(Topology::torus, {5, 4}),
                           spec_of(Topology::torus, {6, 5}, false),
                           spec_of(Topology::hypercube, std::vector<unsigned>(5, 2)),
                           spec_of(Topology::butterfly, {3, 3, 3})}) {
    const DeadlockReport report = model::check_deadlock(build(spec), 1);
    EXPECT_TRUE(report.checked);
    EXPECT_TRUE(report.deadlock_free);
    EXPECT_NE(report.method, "all routes");
  }
}

TEST(DeadlockTest, LargeIrregularNetworksAreProvedByTheLinesOfTheirTables) {
  Network network = build(ten_switches());
  const DeadlockReport report = model::check_deadlock(network, 1);
  EXPECT_TRUE(report.checked);
  EXPECT_TRUE(report.deadlock_free);
  EXPECT_NE(report.method, "all routes");
  // Lines that lead round a circle prove nothing: packets may never meet them.
  for (auto& table : network.tables) {
    for (model::PortMask& outputs : table) outputs = 7;
  }
  const DeadlockReport spoilt = model::check_deadlock(network, 1);
  EXPECT_FALSE(spoilt.checked);
  EXPECT_FALSE(spoilt.deadlock_free);
  EXPECT_EQ(spoilt.method.find("not checked"), 0u);
}

Network mesh_with_order(std::vector<unsigned> order) {
  model::RouterSpec router;
  router.message_classes = 4;
  router.class_order = std::move(order);
  return model::build_network(spec_of(Topology::mesh, {4, 4}), router, {});
}

TEST(DeadlockTest, MessageClassesWithAnOrderAreFree) {
  for (const std::vector<unsigned>& order : {std::vector<unsigned>{}, {2}, {0, 1}, {3, 1, 0, 2}}) {
    const DeadlockReport report = model::check_deadlock(mesh_with_order(order));
    EXPECT_TRUE(report.checked && report.deadlock_free);
    EXPECT_TRUE(report.class_cycle.empty());
  }
}

TEST(DeadlockTest, AClassThatComesAgainClosesACircle) {
  using Classes = std::vector<unsigned>;
  const std::vector<std::pair<Classes, Classes>> cases = {
      {{0, 0}, {0}}, {{0, 1, 0}, {0, 1}}, {{3, 1, 2, 1}, {1, 2}}, {{0, 1, 2, 3, 2, 1}, {2, 3}}};
  for (const auto& [order, cycle] : cases) {
    const Network network = mesh_with_order(order);
    const DeadlockReport report = model::check_deadlock(network);
    EXPECT_FALSE(report.deadlock_free);
    EXPECT_TRUE(report.cycle.empty());
    EXPECT_EQ(report.class_cycle, cycle);
    EXPECT_EQ(model::cycle_text(network, report).find("a delivered message of class"), 0u);
  }
  // A network that is too large to follow its routes too.
  const DeadlockReport report = model::check_deadlock(mesh_with_order({1, 1}), 1);
  EXPECT_TRUE(report.checked);
  EXPECT_FALSE(report.deadlock_free);
}

TEST(DeadlockTest, AnOrderOfClassesThatAreNotThereIsRefused) {
  EXPECT_THROW(mesh_with_order({0, 4}), model::ConfigurationError);
}

}  // namespace
}  // namespace turnpike::test
