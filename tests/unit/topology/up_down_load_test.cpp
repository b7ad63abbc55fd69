// up_down_load_test.cpp - the root of Up*/Down*, and bounds, against counts in another way.

#include "model/topology/up_down_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/analysis/channel_load.h"
#include "model/analysis/equivalent_distance.h"
#include "model/common/random.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::Network;
using model::SwitchGraph;
using model::TopologySpec;

// A tree, and as many links again; up to three terminals at a switch, at least one at switch 0.
TopologySpec random_network(std::uint64_t seed) {
  std::uint64_t step = 0;
  const auto below = [&](std::uint32_t n) {
    return model::below(model::draw(seed, model::Stream::test, 0, step++), n);
  };
  const std::uint32_t switches = 3 + below(10);
  std::set<std::pair<unsigned, unsigned>> links;
  for (unsigned s = 1; s < switches; ++s) links.insert({below(s), s});
  for (unsigned i = 0; i < switches; ++i) {
    const unsigned a = below(switches);
    const unsigned b = below(switches);
    if (a != b) links.insert(std::minmax(a, b));
  }
  TopologySpec spec = irregular({links.begin(), links.end()});
  for (unsigned s = 0; s < switches; ++s) spec.hosts.push_back(below(4));
  spec.hosts[0] += 1;
  return spec;
}

// Of a flow over the tables that the hardware has, for each pair of terminals.
double counted_load(const Network& network) {
  const auto terminals = static_cast<double>(network.terminals.size());
  const model::ChannelLoads loads = model::count_loads(
      network,
      [&](model::NodeId from, model::NodeId to) { return from == to ? 0 : 1 / (terminals - 1); });
  return loads.channel.empty() ? 0 : *std::max_element(loads.channel.begin(), loads.channel.end());
}

SwitchGraph grid(unsigned side) {
  SwitchGraph graph(std::size_t{side} * side);
  for (unsigned s = 0; s < side * side; ++s) {
    if (s % side > 0) graph[s].push_back(s - 1);
    if (s % side + 1 < side) graph[s].push_back(s + 1);
    if (s >= side) graph[s].push_back(s - side);
    if (s + side < side * side) graph[s].push_back(s + side);
  }
  return graph;
}

TEST(BestRootTest, TenSwitchesGetTheRootThatLetsThemCarryMost) {
  const Network network = build(irregular({{0, 1},
                                           {0, 2},
                                           {0, 4},
                                           {1, 3},
                                           {1, 6},
                                           {1, 8},
                                           {2, 4},
                                           {2, 7},
                                           {2, 9},
                                           {4, 5},
                                           {4, 7},
                                           {5, 9},
                                           {6, 9},
                                           {8, 9}}));
  EXPECT_EQ(network.root, 5u);
  EXPECT_NEAR(1 / counted_load(network), 0.8308, 0.00005);
}

TEST(BestRootTest, NoOtherRootCarriesMoreInRandomNetworks) {
  unsigned moved = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    TopologySpec spec = random_network(seed);
    const Network chosen = build(spec);
    const double load = counted_load(chosen);
    for (unsigned root = 0; root < spec.hosts.size(); ++root) {
      spec.root = root;
      EXPECT_GE(counted_load(build(spec)), load * (1 - 1e-9))
          << "seed " << seed << " root " << root;
    }
    if (chosen.root != model::central_switch(model::switch_graph(chosen))) ++moved;
  }
  EXPECT_GT(moved, 5u);
}

TEST(BestRootTest, AmongEqualsItIsTheMiddle) {
  // In a tree every route is the only one.
  const Network line = build(irregular({{4, 3}, {3, 0}, {0, 1}, {1, 2}}));
  EXPECT_EQ(line.root, 0u);
  EXPECT_EQ(build(irregular({{0, 4}, {4, 1}, {4, 2}, {4, 3}})).root, 4u);
  EXPECT_EQ(build(irregular({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}})).root, 0u);
}

// From a corner, up and down are two directions of the grid; from the middle all routes meet there.
TEST(BestRootTest, ALargeGridIsSearchedBySamplesAndTheRootLiesAtACorner) {
  const SwitchGraph graph = grid(20);
  const std::vector<unsigned> hosts(graph.size(), 1);
  const model::RootPlan plan = model::root_plan(graph, false);
  EXPECT_LT(plan.destinations, graph.size());
  EXPECT_EQ(plan.roots, graph.size());
  const ComponentId root = model::best_root(graph, hosts, false);
  const double found = model::bottleneck(graph, root, hosts).channel_saturation;
  const double central =
      model::bottleneck(graph, model::central_switch(graph), hosts).channel_saturation;
  EXPECT_GT(found, 3 * central) << root;
  EXPECT_EQ(model::root_plan(graph, true).destinations, graph.size());
}

// 0 and 3 have two ways between them, by 1 and by 2; what goes to 2 shares one of them. 16 messages
// from 0 to 3 and 8 from 0 to 2: split evenly 16 cross from 0 to 2, but 4 and 12 would be even.
TEST(UpDownBoundTest, ASplitThatLooksAtTheLoadMayCarryMoreThanAnEvenOne) {
  const SwitchGraph square{{1, 2}, {0, 3}, {0, 3}, {1, 2}};
  const std::vector<unsigned> hosts{4, 0, 2, 4};
  const model::Bottleneck even = model::bottleneck(square, 0, hosts);
  EXPECT_TRUE(even.has_choice);
  EXPECT_NEAR(even.saturation, 9.0 / 16, 1e-12);
  const double bound = model::bound_of_all_splits(square, 0, hosts);
  EXPECT_GE(bound, 9.0 / 12 * (1 - 1e-12));
  EXPECT_LT(bound, 9.0 / 12 * 1.02);
}

TEST(UpDownBoundTest, WithoutAChoiceItIsWhatIsCounted) {
  const SwitchGraph line{{1}, {0, 2}, {1, 3}, {2}};
  const std::vector<unsigned> hosts{1, 1, 1, 1};
  const model::Bottleneck counted = model::bottleneck(line, 1, hosts);
  EXPECT_FALSE(counted.has_choice);
  EXPECT_NEAR(counted.saturation, 0.75, 1e-12);
  EXPECT_EQ(model::bound_of_all_splits(line, 1, hosts), counted.saturation);
}

// Any split is below it: here flows that all take the lowest, or all the highest, of their outputs.
TEST(UpDownBoundTest, NoSplitOfRandomNetworksExceedsIt) {
  unsigned above_even = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Network network = build(random_network(seed));
    const SwitchGraph graph = model::switch_graph(network);
    const std::vector<unsigned> hosts = model::hosts_of(network);
    const double bound = model::bound_of_all_splits(graph, network.root, hosts);
    const model::Bottleneck even = model::bottleneck(graph, network.root, hosts);
    EXPECT_GE(bound, even.saturation);
    if (bound > even.saturation * 1.05) ++above_even;
    for (const bool lowest : {true, false}) {
      Network one_way = network;
      for (auto& table : one_way.tables) {
        for (model::PortMask& outputs : table) {
          if (outputs == 0) continue;
          outputs = lowest ? outputs & -outputs : 1u << (31 - __builtin_clz(outputs));
        }
      }
      const double load = counted_load(one_way);
      EXPECT_GE(bound, std::min(1.0, 1 / load) * (1 - 1e-9)) << seed;
    }
  }
  EXPECT_GT(above_even, 3u);
}

TEST(BottleneckTest, WhereTerminalsAreTheLimitItIsTheirsAndNoChannels) {
  const SwitchGraph ring{{1, 2}, {0, 2}, {1, 0}};
  const model::Bottleneck found = model::bottleneck(ring, 0, {1, 1, 1});
  EXPECT_TRUE(found.is_of_terminals());
  EXPECT_EQ(found.saturation, 1);
  EXPECT_NEAR(found.channel_saturation, 2, 1e-12);
  EXPECT_FALSE(model::bottleneck(ring, 0, {3, 3, 3}).is_of_terminals());
}

}  // namespace
}  // namespace turnpike::test
