// Channel loads of networks that were worked out by hand.

#include "model/analysis/channel_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/analysis/equivalent_distance.h"
#include "model/topology/build.h"
#include "model/topology/route_rows.h"
#include "model/topology/table_routing.h"
#include "model/topology/wiring.h"
#include "model/traffic/destinations.h"
#include "tests/support/experiment.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::NodeId;
using model::Pattern;
using model::Topology;

model::ChannelLoads loads_of(const model::Network& network, const Pattern* pattern,
                             model::TrafficSpec traffic = {}) {
  traffic.pattern = pattern;
  const model::Destinations destinations(traffic, network, 1);
  return model::count_loads(network, [&](NodeId s, NodeId d) { return destinations.share(s, d); });
}

double most(const std::vector<double>& loads) {
  return *std::max_element(loads.begin(), loads.end());
}

double sum(const std::vector<double>& loads) {
  double all = 0;
  for (const double load : loads) all += load;
  return all;
}

// Dally & Towles 3.3: k / 4 across the middle of a mesh, k / 8 on a torus, both ways.
TEST(ChannelLoadTest, MiddleOfAMeshCarriesAQuarterOfTheRadix) {
  const model::Network mesh = on(Topology::mesh, {8, 8}).build();
  const model::ChannelLoads loads = loads_of(mesh, Pattern::uniform);
  EXPECT_NEAR(most(loads.channel), 2, 1e-12);
  EXPECT_NEAR(loads.saturation(mesh), 0.5, 1e-12);
  EXPECT_NEAR(loads.hops, 2 * 21.0 / 8, 1e-12);  // k_d = (k - 1/k) / 3
  const model::Channel& worst = mesh.channels[loads.bottleneck(mesh)];
  EXPECT_EQ(component_name(mesh, worst.from), "router_3_0");
  EXPECT_EQ(component_name(mesh, worst.to), "router_4_0");
  EXPECT_FALSE(loads.has_choice);
}

TEST(ChannelLoadTest, ToriHaveTheSameLoadOnEveryChannel) {
  const model::Network both = on_torus({8, 8}, true).build();
  for (const double load : loads_of(both, Pattern::uniform).channel) EXPECT_NEAR(load, 1, 1e-12);
  const model::Network one_way = on_torus({5, 5}, false).build();
  const model::ChannelLoads loads = loads_of(one_way, Pattern::uniform);
  for (const double load : loads.channel) EXPECT_NEAR(load, 2, 1e-12);  // (k - 1) / 2
  EXPECT_NEAR(loads.saturation(one_way), 0.5, 1e-12);
}

TEST(ChannelLoadTest, HypercubesCarryHalfOfTheOtherNodes) {
  const model::Network cube = on(Topology::hypercube, {2, 2, 2, 2}).build();
  const model::ChannelLoads loads = loads_of(cube, Pattern::uniform_other);
  for (const double load : loads.channel) EXPECT_NEAR(load, 8.0 / 15, 1e-12);
  EXPECT_NEAR(loads.hops, 32.0 / 15, 1e-12);
  EXPECT_NEAR(loads.saturation(cube), 1, 1e-12);  // its terminals are full first
}

TEST(ChannelLoadTest, ButterfliesCarryOneFlitAChannel) {
  const model::Network fly = on(Topology::butterfly, {4, 4, 4}).build();
  const model::ChannelLoads loads = loads_of(fly, Pattern::uniform);
  for (const double load : loads.channel) EXPECT_NEAR(load, 1, 1e-12);
  EXPECT_NEAR(loads.hops, 2, 1e-12);
}

// Everything that dimension 0 moves by ceil(8/2) - 1 = 3 goes up, over each channel three times.
TEST(ChannelLoadTest, TornadoLoadsOneDirection) {
  const model::Network ring = on_torus({8}, true).build();
  const model::ChannelLoads loads = loads_of(ring, Pattern::tornado);
  for (model::ChannelId id = 0; id < ring.channels.size(); ++id) {
    const bool is_up = ring.channels[id].from_port == 0;
    EXPECT_NEAR(loads.channel[id], is_up ? 3 : 0, 1e-12);
  }
}

TEST(ChannelLoadTest, AHotNodeIsFullBeforeItsChannels) {
  const model::Network mesh = on(Topology::mesh, {4, 4}).build();
  model::TrafficSpec traffic;
  traffic.hot_node = 5;
  traffic.hot_fraction = 0.5;
  const model::ChannelLoads loads = loads_of(mesh, Pattern::hot_spot, traffic);
  EXPECT_NEAR(loads.eject[5], 16 * 0.5 + 0.5, 1e-12);
  EXPECT_NEAR(loads.saturation(mesh), 1 / 8.5, 1e-12);
}

TEST(ChannelLoadTest, IrregularNetworksHaveTheBottleneckOfUpDown) {
  Experiment experiment;
  experiment.topology = ten_switches();
  experiment.topology.hosts.assign(10, 4);
  experiment.topology.root = 6;
  const model::Network network = experiment.build();
  const model::ChannelLoads loads = loads_of(network, Pattern::uniform_other);
  EXPECT_NEAR(loads.saturation(network), 39.0 / 320, 1e-12);
  const model::Bottleneck known =
      model::bottleneck(model::switch_graph(network), 6, model::hosts_of(network));
  EXPECT_NEAR(loads.saturation(network), known.saturation, 1e-12);
  EXPECT_EQ(network.channels[loads.bottleneck(network)].from, known.from);
  EXPECT_TRUE(loads.has_choice);
}

// Whatever the first hop, each dimension that differs is crossed once.
TEST(ChannelLoadTest, FirstHopsShareTheLocalChannels) {
  const model::Network cube = message_cube(3).build();
  const model::ChannelLoads loads = loads_of(cube, Pattern::uniform_other);
  EXPECT_TRUE(loads.has_choice);
  EXPECT_NEAR(sum(loads.inject), 8, 1e-12);
  EXPECT_NEAR(sum(loads.eject), 8, 1e-12);
  EXPECT_NEAR(loads.inject[0], 1.0 / 3, 1e-12);
  EXPECT_NEAR(loads.inject[3], 0, 1e-12);  // the channel of broadcasts
  for (const double load : loads.channel) EXPECT_NEAR(load, 4.0 / 7, 1e-12);
}

// A local channel for each dimension: in by that of the first one, e-cube's.
TEST(ChannelLoadTest, SeveralLocalChannelsServeADimensionEach) {
  const model::Network cube = message_cube(3, false).build();
  const model::ChannelLoads loads = loads_of(cube, Pattern::uniform_other);
  EXPECT_FALSE(loads.has_choice);
  EXPECT_NEAR(loads.inject[2], 4.0 / 7, 1e-12);  // the highest dimension differs
  EXPECT_NEAR(loads.inject[1], 2.0 / 7, 1e-12);
  EXPECT_NEAR(loads.inject[0], 1.0 / 7, 1e-12);
  EXPECT_NEAR(loads.inject[3], 0, 1e-12);
  for (const double load : loads.channel) EXPECT_NEAR(load, 4.0 / 7, 1e-12);
}

TEST(ChannelLoadTest, ParallelExpressChannelsShareTheirTraffic) {
  Experiment experiment;
  experiment.topology = express_array(17, {4}, 1, {2});
  const model::Network network = experiment.build();
  const model::ChannelLoads loads = loads_of(network, Pattern::uniform);
  for (model::ChannelId a = 0; a < network.channels.size(); ++a) {
    for (model::ChannelId b = 0; b < a; ++b) {
      const model::Channel& first = network.channels[a];
      const model::Channel& second = network.channels[b];
      if (first.from != second.from || first.to != second.to) continue;
      if (first.level != 1 || second.level != 1) continue;
      EXPECT_NEAR(loads.channel[a], loads.channel[b], 1e-12);
    }
  }
  EXPECT_TRUE(loads.has_choice);
}

// A channel that takes six cycles a flit is full at a sixth.
TEST(ChannelLoadTest, NarrowChannelsAreFullSooner) {
  Experiment experiment;
  experiment.topology = express_array(17, {4}, 1);
  const double wide = loads_of(experiment.build(), Pattern::uniform).saturation(experiment.build());
  experiment.topology.express->boundary = model::BoundarySpec{8, 3, 2, 0};
  const model::Network narrow = experiment.build();
  const model::ChannelLoads loads = loads_of(narrow, Pattern::uniform);
  EXPECT_TRUE(narrow.channels[loads.bottleneck(narrow)].is_narrow());
  EXPECT_LT(loads.saturation(narrow), wide / 3);
}

// Packets of two sources for one destination share a channel, on a layer each, and part behind it.
TEST(ChannelLoadTest, LayersOfAChannelMayHaveDifferentRoutes) {
  model::TopologySpec spec;
  spec.kind = Topology::graph;
  spec.links = {{0, 2}, {1, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 6}, {4, 6}, {0, 1}};
  spec.hosts = {1, 1, 0, 0, 0, 0, 1};
  spec.tables = &model::TableRouting::table;
  const auto row = [&](const char* here, std::optional<unsigned> layer, const char* to,
                       const char* next, std::vector<unsigned> next_layers) {
    spec.routes.push_back({"", here, "", layer, {}, to, {next}, std::move(next_layers)});
  };
  row("switch_1", {}, "2", "switch_0", {1});  // by way of the other source
  row("switch_0", 0, "2", "switch_2", {0});
  row("switch_0", 1, "2", "switch_2", {1});
  row("switch_2", 0, "2", "switch_3", {0});
  row("switch_2", 1, "2", "switch_4", {1});
  row("switch_3", {}, "2", "switch_6", {});
  row("switch_4", {}, "2", "switch_6", {});
  for (const char* to : {"0", "1"}) {
    const std::string end = std::string("switch_") + to;
    const std::string other = std::string("switch_") + (to[0] == '0' ? "1" : "0");
    row("switch_6", {}, to, "switch_3", {});
    row("switch_3", {}, to, "switch_2", {});
    row("switch_2", {}, to, end.c_str(), {});
    row(other.c_str(), {}, to, end.c_str(), {});
  }
  model::RouterSpec router;
  router.virtual_channels = 2;
  const model::Network network = model::build_network(spec, router, {});
  const model::ChannelLoads loads = loads_of(network, Pattern::uniform_other);
  for (model::ChannelId id = 0; id < network.channels.size(); ++id) {
    const model::Channel& channel = network.channels[id];
    if (channel.from == 0 && channel.to == 2) {
      EXPECT_DOUBLE_EQ(loads.channel[id], 1.0);
    }
    if (channel.from != 2 || channel.to < 3) continue;
    EXPECT_DOUBLE_EQ(loads.channel[id], channel.to == 5 ? 0 : 0.5) << channel.to;
  }
  EXPECT_FALSE(loads.has_choice);
}

TEST(ChannelLoadTest, SilentNetworksHaveNoBottleneck) {
  const model::Network mesh = on(Topology::mesh, {3, 3}).build();
  const model::ChannelLoads loads = model::count_loads(mesh, [](NodeId, NodeId) { return 0.0; });
  EXPECT_EQ(loads.bottleneck(mesh), model::kNoChannel);
  EXPECT_TRUE(std::isinf(loads.saturation(mesh)));
}

// share() is the probability by which pick() chooses: every pattern's add up to one.
TEST(DestinationShareTest, SharesOfASourceAddUpToOne) {
  const model::Network network = on_torus({4, 4}, false).build();
  model::TrafficSpec traffic;
  traffic.hot_node = 3;
  traffic.locality = 0.3;
  for (const Pattern* pattern :
       {Pattern::uniform, Pattern::uniform_other, Pattern::transpose, Pattern::bit_complement,
        Pattern::tornado, Pattern::neighbour, Pattern::hot_spot, Pattern::locality}) {
    traffic.pattern = pattern;
    const model::Destinations destinations(traffic, network, 1);
    for (NodeId s = 0; s < 16; ++s) {
      double shares = 0;
      for (NodeId d = 0; d < 16; ++d) shares += destinations.share(s, d);
      EXPECT_NEAR(shares, 1, 1e-12) << pattern->word;
      std::vector<double> drawn(16, 0);
      constexpr int kDraws = 4000;
      for (int event = 0; event < kDraws; ++event) {
        drawn[destinations.pick(s, static_cast<std::uint64_t>(event))] += 1.0 / kDraws;
      }
      for (NodeId d = 0; d < 16; ++d) {
        EXPECT_NEAR(drawn[d], destinations.share(s, d), 0.04) << pattern->word;
      }
    }
  }
}

}  // namespace
}  // namespace turnpike::test
