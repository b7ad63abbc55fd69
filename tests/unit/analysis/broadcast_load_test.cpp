// Loads of broadcasts in a hypercube, by hand.

#include "model/analysis/broadcast_load.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::NodeId;

model::ChannelLoads uniform_other(const model::Network& network) {
  const double share = 1.0 / (network.nodes() - 1);
  return model::count_loads(network, [&](NodeId s, NodeId d) { return s == d ? 0 : share; });
}

double largest(const std::vector<double>& loads) {
  return *std::max_element(loads.begin(), loads.end());
}

// Shahrabi (4), counted: beta (2^n - 1) / n beside (1 - beta) of unicast.
TEST(BroadcastLoadTest, ChangingTreesLoadAllChannelsAlike) {
  Experiment experiment = on(model::Topology::hypercube, {2, 2, 2, 2});
  experiment.router.local_channels = 4;
  const model::Network cube = experiment.build();
  model::ChannelLoads loads = uniform_other(cube);
  model::mix_in_broadcasts(cube, {false, false}, 0.2, loads);
  for (const double load : loads.channel) EXPECT_NEAR(load, 0.8 * 8 / 15 + 0.2 * 15 / 4, 1e-12);
  // Messages leave by the local channel of the dimension they came in by: unicasts by the lowest in
  // which source and destination differ.
  for (std::size_t channel = 0; channel < loads.eject.size(); ++channel) {
    EXPECT_NEAR(loads.eject[channel], 0.8 * (8 >> channel % 4) / 15 + 0.2 * 15 / 4, 1e-12);
  }
  double injected = 0;
  for (const double load : loads.inject) injected += load;
  EXPECT_NEAR(injected, 16 * (0.8 + 0.2 * 15), 1e-12);
}

TEST(BroadcastLoadTest, FixedTreesLoadTheirLastDimensionMost) {
  Experiment experiment = on(model::Topology::hypercube, {2, 2, 2});
  experiment.router.local_channels = 3;
  const model::Network cube = experiment.build();
  model::ChannelLoads loads = uniform_other(cube);
  model::mix_in_broadcasts(cube, {true, false}, 1, loads);
  for (model::ChannelId id = 0; id < cube.channels.size(); ++id) {
    EXPECT_NEAR(loads.channel[id], 4 >> cube.channels[id].from_port, 1e-12);  // 1, 2, 4 downwards
  }
}

TEST(BroadcastLoadTest, RoutersCopyWhatTheirSourceSendsOnce) {
  for (const bool highest_first : {true, false}) {
    Experiment experiment = message_cube(3);
    experiment.topology.highest_first = highest_first;
    const model::Network cube = experiment.build();
    model::ChannelLoads loads = uniform_other(cube);
    model::mix_in_broadcasts(cube, {false, true}, 1, loads);
    EXPECT_NEAR(loads.inject[3], 1, 1e-12);
    EXPECT_NEAR(largest(loads.channel), 4, 1e-12);
    for (model::ChannelId id = 0; id < cube.channels.size(); ++id) {
      if (cube.channels[id].from_port != (highest_first ? 0 : 2)) continue;
      EXPECT_NEAR(loads.channel[id], 4, 1e-12);
    }
  }
}

}  // namespace
}  // namespace turnpike::test
