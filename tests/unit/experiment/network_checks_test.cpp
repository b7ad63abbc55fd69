// A network that can deadlock is refused, with the cycle, unless it is allowed to.

#include "sim/experiment/run/network_checks.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

model::Network ring() {
  return sim::build_network(sim::make_experiment(sim::parse_settings(
      "[network]\ntopology='torus'\nradix=4\ndimensions=1\ndirection='unidirectional'\n"
      "[router]\nvirtual_channels=1\n",
      "ring.toml")));
}

TEST(NetworkChecksTest, RingWithoutDatelineIsRefusedWithItsCycle) {
  try {
    sim::refuse_unsound(ring(), false);
    FAIL();
  } catch (const sim::CheckFailure& failure) {
    const std::string text = failure.what();
    EXPECT_NE(text.find("can deadlock"), std::string::npos) << text;
    for (const char* name : {"router_0", "router_1", "router_2", "router_3", "dateline classes"}) {
      EXPECT_NE(text.find(name), std::string::npos) << text;
    }
  }
  EXPECT_NO_THROW(sim::refuse_unsound(ring(), true));
}

TEST(NetworkChecksTest, NetworkThatDoesNotReachANodeIsRefusedInAnyCase) {
  model::Network network = ring();
  network.limit = 2;  // router 3 would not be there
  EXPECT_THROW(sim::refuse_unsound(network, true), sim::CheckFailure);
}

TEST(NetworkChecksTest, WhatTheModelRefusesIsReportedAtItsLine) {
  const sim::Experiment experiment =
      sim::make_experiment(sim::parse_settings("[network]\ntopology='mesh'\nradix=4\ndimensions=1\n"
                                               "[router]\nkind='packet'\nvirtual_channels=3\n",
                                               "a.toml"));
  try {
    sim::build_network(experiment);
    FAIL();
  } catch (const sim::ConfigError& error) {
    EXPECT_EQ(
        std::string(error.what()).rfind("a.toml:7: key 'router.virtual_channels': found 3", 0), 0u)
        << error.what();
  }
}

// `check` once accepted what no run could begin.
TEST(NetworkChecksTest, PacketsTooShortForTheirHeaderAreRefusedBeforeARun) {
  const std::string cube =
      "[network]\ntopology='hypercube'\ndimensions=2\n"
      "[router]\nkind='packet'\nflit_bits=8\npacket_flits=";
  const auto build = [&](const std::string& rest) {
    return sim::build_network(sim::make_experiment(sim::parse_settings(cube + rest, "a.toml")));
  };
  const std::string with_broadcasts = "\n[traffic]\nbroadcast_fraction=0.1\n";
  const std::string with_waits = "\n[workload]\nkind='request_reply'\n";
  EXPECT_NO_THROW(build("4\n"));
  EXPECT_NO_THROW(build("6" + with_broadcasts));
  EXPECT_NO_THROW(build("6" + with_waits));
  for (const std::string& rest : {std::string("3\n"), "5" + with_broadcasts, "5" + with_waits}) {
    try {
      build(rest);
      FAIL() << rest;
    } catch (const sim::ConfigError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("a.toml:7: key 'router.packet_flits': found ", 0),
                0u)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace turnpike::test
