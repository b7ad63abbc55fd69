// Narrow channels between modules: which channels cross, what they become, what is refused.

#include <gtest/gtest.h>

#include "model/common/configuration_error.h"
#include "model/topology/build.h"
#include "model/topology/deadlock.h"
#include "model/topology/route.h"
#include "model/topology/validate.h"

namespace turnpike::test {
namespace {

using model::BoundarySpec;
using model::Channel;
using model::Component;
using model::ComponentKind;
using model::ModuleRole;
using model::Network;

model::TopologySpec spec(unsigned radix, unsigned dimensions, const BoundarySpec& boundary) {
  model::TopologySpec topology;
  topology.kind = model::Topology::mesh;
  topology.radix.assign(dimensions, radix);
  topology.express = model::ExpressSpec{};
  topology.express->spacing = {4};
  topology.express->channels = {2};
  topology.express->boundary = boundary;
  return topology;
}

Network make(const model::TopologySpec& topology) { return model::build_network(topology, {}, {}); }

BoundarySpec modules_of_8() { return {8, 4, 3, 1}; }

// A line of 32 nodes has boundaries before the nodes 8, 16 and 24.
TEST(ExpressBoundaryTest, LocalAndExpressChannelsAcrossEachBoundaryAreNarrowAndNoOthers) {
  const Network network = make(spec(32, 1, modules_of_8()));
  unsigned local = 0;
  unsigned express = 0;
  for (const Channel& channel : network.channels) {
    if (!channel.is_narrow()) {
      EXPECT_EQ(channel.latency, 0u);
      continue;
    }
    EXPECT_EQ(channel.phits, 4);
    EXPECT_EQ(channel.clock_ratio, 3);
    EXPECT_EQ(channel.latency, 13u);  // 4 * 3 cycles on the wires and the far register
    EXPECT_TRUE(network.components[channel.from].paced >> channel.from_port & 1);
    (channel.level == 0 ? local : express) += 1;
  }
  EXPECT_EQ(local, 3u * 2);
  EXPECT_EQ(express, 3u * 2);  // one of two parallel channels, each way
  for (const auto& shape : network.interchanges) EXPECT_EQ(shape.pace, 12u);
}

TEST(ExpressBoundaryTest, EachBoundaryHasAnAdapterBesideTheRouterBelowIt) {
  const Network network = make(spec(32, 1, modules_of_8()));
  unsigned adapters = 0;
  for (const Component& component : network.components) {
    if (component.kind != ComponentKind::interchange) continue;
    if (component.role != ModuleRole::adapter) continue;
    ++adapters;
    EXPECT_EQ(component.address % 8, 0u);
    EXPECT_EQ(component.paced, 0b01u);  // up: towards the boundary
  }
  EXPECT_EQ(adapters, 3u);
  EXPECT_EQ(model::component_name(network,
                                  static_cast<model::ComponentId>(network.components.size() - 3)),
            "interchange_0_8_adapter");
}

TEST(ExpressBoundaryTest, AllPairsAreReachedAndNothingDeadlocks) {
  for (const unsigned dimensions : {1u, 2u}) {
    const Network network = make(spec(16, dimensions, modules_of_8()));
    EXPECT_TRUE(model::validate(network).valid());
    EXPECT_TRUE(model::check_deadlock(network).deadlock_free);
  }
}

TEST(ExpressBoundaryTest, FewerChannelsAlone) {
  const Network network = make(spec(32, 1, {8, 1, 1, 1}));
  for (const Channel& channel : network.channels) EXPECT_FALSE(channel.is_narrow());
  const Network without = make(spec(32, 1, {8, 1, 1, 0}));
  EXPECT_EQ(network.channels.size() + 3 * 2, without.channels.size());
  EXPECT_EQ(network.components.size(), without.components.size());
}

std::string refused_key(const model::TopologySpec& topology) {
  try {
    make(topology);
  } catch (const model::ConfigurationError& error) {
    return error.key;
  }
  return "";
}

TEST(ExpressBoundaryTest, WhatCannotBeBuiltIsRefusedByItsKey) {
  EXPECT_EQ(refused_key(spec(32, 1, {6, 4, 3, 1})), "network.express.boundary.nodes");
  EXPECT_EQ(refused_key(spec(32, 1, {32, 4, 3, 1})), "network.express.boundary.nodes");
  EXPECT_EQ(refused_key(spec(32, 1, {8, 0, 3, 1})), "network.express.boundary.phits");
  EXPECT_EQ(refused_key(spec(32, 1, {8, 65, 3, 1})), "network.express.boundary.phits");
  EXPECT_EQ(refused_key(spec(32, 1, {8, 4, 0, 1})), "network.express.boundary.clock_ratio");
  EXPECT_EQ(refused_key(spec(32, 1, {8, 4, 17, 1})), "network.express.boundary.clock_ratio");
  EXPECT_EQ(refused_key(spec(32, 1, {8, 4, 3, 9})), "network.express.boundary.channels");
  model::TopologySpec joint = spec(32, 2, modules_of_8());
  joint.express->dimensions = model::ExpressDimensions::joint;
  EXPECT_EQ(refused_key(joint), "network.express.dimensions");
  model::TopologySpec ring = spec(36, 1, {16, 4, 3, 1});
  ring.kind = model::Topology::torus;
  EXPECT_EQ(refused_key(ring), "network.express.boundary.nodes");
}

// An adapter is passed after its interchange by what goes down; a mesh too long for following all
// routes was once called able to deadlock for that.
TEST(ExpressBoundaryTest, ALongLineWithAdaptersIsFoundFreeOfDeadlock) {
  model::RouterSpec router;
  router.flit_bits = 32;
  model::TopologySpec topology = spec(8192, 1, {64, 2, 1, 0});
  topology.express->levels = 2;
  Network network = model::build_network(topology, router, {});
  const model::DeadlockReport report = model::check_deadlock(network, 1);
  EXPECT_TRUE(report.checked && report.deadlock_free) << report.method;
  EXPECT_EQ(report.method.find("every channel leads on"), 0u);
}

}  // namespace
}  // namespace turnpike::test
