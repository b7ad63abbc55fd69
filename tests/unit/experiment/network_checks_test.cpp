// A network that can deadlock is refused, with the cycle, unless it is allowed to.

#include "sim/experiment/network_checks.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

// Four routers in a ring that all send on round it, with one VC: no dateline.
model::Network ring() {
  model::Network network;
  network.topology = model::TopologyKind::irregular;
  network.router.ports = 2;
  network.router.local_ports = 1;
  network.router.virtual_channels = 1;
  network.router.format.address_bits = 2;
  network.router.routing.kind = model::RoutingKind::table;
  network.router.routing.virtual_channels = 1;
  network.router.routing.network_ports = 1;
  for (model::NodeId n = 0; n < 4; ++n) {
    network.components.emplace_back();
    network.channels.push_back({n, 0, (n + 1) % 4, 0, 0, 1});
    network.terminals.push_back({n, {n, 1}, {n, 1}});
    std::vector<model::PortMask> table(2 * 4, 1u << 0);
    table[n] = table[4 + n] = 1u << 1;
    network.tables.push_back(table);
  }
  return network;
}

TEST(NetworkChecksTest, RingWithoutDatelineIsRefusedWithItsCycle) {
  try {
    sim::refuse_unsound(ring(), false);
    FAIL();
  } catch (const sim::CheckFailure& failure) {
    const std::string text = failure.what();
    EXPECT_NE(text.find("can deadlock"), std::string::npos) << text;
    for (const char* name : {"switch_0", "switch_1", "switch_2", "switch_3"}) {
      EXPECT_NE(text.find(name), std::string::npos) << text;
    }
  }
  EXPECT_NO_THROW(sim::refuse_unsound(ring(), true));
}

TEST(NetworkChecksTest, NetworkThatDoesNotReachANodeIsRefusedInAnyCase) {
  model::Network network = ring();
  network.tables[2].assign(network.tables[2].size(), 0);
  EXPECT_THROW(sim::refuse_unsound(network, true), sim::CheckFailure);
}

TEST(NetworkChecksTest, WhatTheModelRefusesIsReportedAtItsLine) {
  const sim::Experiment experiment = sim::make_experiment(sim::parse_settings(
      "[network]\ntopology='torus'\nradix=4\ndimensions=1\n[router]\nvirtual_channels=1\n",
      "a.toml"));
  try {
    sim::build_network(experiment);
    FAIL();
  } catch (const sim::ConfigError& error) {
    EXPECT_EQ(
        std::string(error.what()).rfind("a.toml:6: key 'router.virtual_channels': found 1", 0), 0u)
        << error.what();
  }
}

}  // namespace
}  // namespace turnpike::test
