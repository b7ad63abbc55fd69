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

// Sixty-four destinations at once, against one after the other.
TEST(UpDownSweepTest, ItsHopsAreTheOutputsOfShortestLegalRoutesNearestFirst) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Network network = build(random_network(seed));
    const SwitchGraph graph = model::switch_graph(network);
    const model::UpDown up_down(graph, network.root);
    std::vector<ComponentId> destinations;
    for (ComponentId s = 0; s < graph.size(); s += static_cast<ComponentId>(1 + seed % 2))
      destinations.push_back(s);
    std::vector<model::UpDown::Hop> hops;
    up_down.sweep(destinations, hops);
    for (std::size_t i = 0; i < destinations.size(); ++i) {
      const model::UpDown::Distances distances = up_down.distances_to(destinations[i]);
      std::vector<model::PortMask> outputs(2 * graph.size(), 0);
      unsigned last = 0;
      for (const model::UpDown::Hop& hop : hops) {
        if ((hop.destinations >> i & 1) == 0) continue;
        const bool may_go_up = hop.from % 2 == 1;
        const ComponentId at = hop.from / 2;
        outputs[hop.from] |= model::PortMask{1} << hop.port;
        EXPECT_EQ(hop.to, up_down.behind(at, graph[at][hop.port]).number());
        const unsigned distance = (may_go_up ? distances.free : distances.down)[at];
        EXPECT_GE(distance, last);
        last = distance;
      }
      for (ComponentId at = 0; at < graph.size(); ++at) {
        for (const bool may_go_up : {false, true}) {
          EXPECT_EQ(outputs[2 * at + (may_go_up ? 1 : 0)],
                    up_down.next_outputs(distances, at, may_go_up))
              << "seed " << seed << ", from " << at << " to " << destinations[i];
        }
      }
    }
  }
}

TEST(UpDownSweepTest, MoreDestinationsThanAWordHasBitsAreCountedToo) {
  const SwitchGraph graph = grid(9);
  std::vector<unsigned> hosts(graph.size(), 1);
  const model::UpDownLoad all = model::up_down_load(graph, 3, hosts);
  std::vector<std::vector<double>> sum(graph.size());
  for (ComponentId s = 0; s < graph.size(); ++s) sum[s].assign(graph[s].size(), 0);
  const model::UpDown up_down(graph, 3);
  for (ComponentId to = 0; to < graph.size(); ++to) {
    const model::UpDown::Distances distances = up_down.distances_to(to);
    std::vector<double> flow(2 * graph.size(), 0);
    for (ComponentId s = 0; s < graph.size(); ++s) flow[2 * s + 1] = s == to ? 0 : 1;
    for (auto state = distances.nearest_first.rbegin(); state != distances.nearest_first.rend();
         ++state) {
      const model::PortMask outputs = up_down.next_outputs(distances, state->at, state->may_go_up);
      for (model::PortMask left = outputs; left != 0; left &= left - 1) {
        const auto port = static_cast<model::PortId>(__builtin_ctz(left));
        const double share = flow[state->number()] / __builtin_popcount(outputs);
        sum[state->at][port] += share;
        flow[up_down.behind(state->at, graph[state->at][port]).number()] += share;
      }
    }
  }
  for (ComponentId s = 0; s < graph.size(); ++s) {
    for (std::size_t p = 0; p < graph[s].size(); ++p) {
      EXPECT_NEAR(all.crossings[s][p], sum[s][p], 1e-9) << s << " port " << p;
    }
  }
}

TEST(BestRootTest, ANarrowLinkIsFullSooner) {
  unsigned moved = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    TopologySpec spec = random_network(seed);
    const ComponentId wide = build(spec).root;
    spec.link_width.assign(spec.links.size(), {});
    spec.link_width[seed % spec.links.size()] = {2, 2};
    const Network chosen = build(spec);
    const model::ChannelLoads loads =
        model::count_loads(chosen, [&](model::NodeId from, model::NodeId to) {
          return from == to ? 0 : 1 / (static_cast<double>(chosen.terminals.size()) - 1);
        });
    double fullest = 0;
    for (model::ChannelId id = 0; id < chosen.channels.size(); ++id) {
      fullest = std::max(fullest, loads.channel[id] / model::capacity(chosen.channels[id]));
    }
    const SwitchGraph graph = model::switch_graph(chosen);
    const model::FlitCycles cycles = model::flit_cycles(chosen);
    const std::vector<unsigned> hosts = model::hosts_of(chosen);
    const model::Bottleneck found = model::bottleneck(graph, chosen.root, hosts, cycles);
    if (fullest > 0) {
      EXPECT_NEAR(found.channel_saturation * fullest, 1, 1e-9) << "seed " << seed;
    }
    const model::UpDownLoad even = model::up_down_load(graph, chosen.root, hosts, cycles);
    EXPECT_GE(model::bound_of_all_splits(graph, chosen.root, hosts, even, cycles),
              found.saturation);
    if (chosen.root != wide) ++moved;
  }
  EXPECT_GT(moved, 3u);
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

double bound_of(const SwitchGraph& graph, model::ComponentId root,
                const std::vector<unsigned>& hosts) {
  return model::bound_of_all_splits(graph, root, hosts, model::up_down_load(graph, root, hosts));
}

// 0 and 3 have two ways between them, by 1 and by 2; what goes to 2 shares one of them. 16 messages
// from 0 to 3 and 8 from 0 to 2: split evenly 16 cross from 0 to 2, but 4 and 12 would be even.
TEST(UpDownBoundTest, ASplitThatLooksAtTheLoadMayCarryMoreThanAnEvenOne) {
  const SwitchGraph square{{1, 2}, {0, 3}, {0, 3}, {1, 2}};
  const std::vector<unsigned> hosts{4, 0, 2, 4};
  const model::Bottleneck even = model::bottleneck(square, 0, hosts);
  EXPECT_TRUE(even.has_choice);
  EXPECT_NEAR(even.saturation, 9.0 / 16, 1e-12);
  const double bound = bound_of(square, 0, hosts);
  EXPECT_GE(bound, 9.0 / 12 * (1 - 1e-12));
  EXPECT_LT(bound, 9.0 / 12 * 1.02);
}

TEST(UpDownBoundTest, WithoutAChoiceItIsWhatIsCounted) {
  const SwitchGraph line{{1}, {0, 2}, {1, 3}, {2}};
  const std::vector<unsigned> hosts{1, 1, 1, 1};
  const model::Bottleneck counted = model::bottleneck(line, 1, hosts);
  EXPECT_FALSE(counted.has_choice);
  EXPECT_NEAR(counted.saturation, 0.75, 1e-12);
  EXPECT_EQ(bound_of(line, 1, hosts), counted.saturation);
}

// Any split is below it: here flows that all take the lowest, or all the highest, of their outputs.
TEST(UpDownBoundTest, NoSplitOfRandomNetworksExceedsIt) {
  unsigned above_even = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Network network = build(random_network(seed));
    const SwitchGraph graph = model::switch_graph(network);
    const std::vector<unsigned> hosts = model::hosts_of(network);
    const double bound = bound_of(graph, network.root, hosts);
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
