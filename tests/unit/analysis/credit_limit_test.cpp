// What a channel carries whose buffers are smaller than its round trip.

#include "model/analysis/credit_limit.h"

#include <gtest/gtest.h>

#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

std::optional<model::CreditLimit> limit_of(unsigned depth, unsigned latency, unsigned vcs = 2) {
  Experiment experiment;
  experiment.topology = spec_of(model::Topology::mesh, {4, 4});
  experiment.router.virtual_channels = vcs;
  experiment.router.buffer_depth = depth;
  experiment.link.cycles_per_hop = latency;
  return model::tightest_credit_limit(experiment.build());
}

TEST(CreditLimitTest, DepthOverRoundTripUpToOne) {
  const auto limit = limit_of(8, 10);
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->round_trip, 23u);
  EXPECT_EQ(limit->depth, 8u);
  EXPECT_DOUBLE_EQ(limit->alone, 8 / 23.0);
  EXPECT_DOUBLE_EQ(limit->together, 16 / 23.0);
  EXPECT_DOUBLE_EQ(limit_of(8, 10, 4)->together, 1);
}

TEST(CreditLimitTest, BuffersForARoundTripAreNoLimitNorAreChannelsWithoutRegisters) {
  EXPECT_TRUE(limit_of(22, 10));
  EXPECT_FALSE(limit_of(23, 10));
  EXPECT_FALSE(limit_of(1, 0));
}

TEST(CreditLimitTest, TheTightestChannelIsNamed) {
  Experiment experiment;
  experiment.topology.kind = model::Topology::irregular;
  experiment.topology.links = {{0, 1}, {1, 2}};
  experiment.topology.link_latency = {5, 9};
  experiment.topology.hosts = {1, 1, 1};
  const model::Network network = experiment.build();
  const auto limit = model::tightest_credit_limit(network);
  ASSERT_TRUE(limit);
  EXPECT_EQ(network.channels[limit->channel].latency, 9u);
}

// A packet router sends a packet where there is room for the whole.
TEST(CreditLimitTest, OfPacketRoutersWholePacketsCount) {
  Experiment experiment;
  experiment.topology = spec_of(model::Topology::mesh, {4});
  experiment.router.kind = model::RouterKind::packet;
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 7;
  experiment.router.packets.packet_flits = 5;
  experiment.link.cycles_per_hop = 50;
  EXPECT_EQ(model::tightest_credit_limit(experiment.build())->depth, 5u);
}

}  // namespace
}  // namespace turnpike::test
