// two_phases_test.cpp - Valiant's routes and ROMM: paths by way of other routers.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/analysis/channel_load.h"
#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/network/model_engine.h"
#include "model/topology/deadlock.h"
#include "model/topology/route.h"
#include "model/topology/route_rows.h"
#include "model/topology/validate.h"
#include "tests/support/experiment.h"
#include "tests/unit/topology/networks.h"

namespace turnpike::test {
namespace {

using model::ComponentId;
using model::Network;
using model::NodeId;
using model::TableRouting;
using model::Topology;
using model::TopologySpec;

TopologySpec by(const TableRouting& routing, TopologySpec spec, unsigned paths) {
  spec.tables = &routing;
  spec.paths = paths;
  return spec;
}

// Connected, with links side by side, switches without terminals and with two.
TopologySpec some_graph(std::uint64_t seed) {
  std::uint64_t event = 0;
  const auto below = [&](unsigned n) {
    return model::below(model::draw(seed, model::Stream::test, 9, event++), n);
  };
  TopologySpec spec;
  spec.kind = Topology::graph;
  const unsigned switches = 4 + below(8);
  for (unsigned s = 1; s < switches; ++s) spec.links.emplace_back(below(s), s);
  for (unsigned more = 0; more < switches; ++more) {
    const unsigned a = below(switches);
    const unsigned b = below(switches);
    if (a != b) spec.links.emplace_back(a, b);
  }
  for (unsigned s = 0; s < switches; ++s) spec.hosts.push_back(s == 0 ? 2 : below(3));
  spec.hosts.back() += 1;
  return spec;
}

std::set<unsigned> paths_of(const Network& network, NodeId from, NodeId to) {
  std::set<unsigned> paths;
  for (unsigned path = 0; path < 64; ++path) {
    if ((network.paths_between(from, to) >> path & 1) != 0) paths.insert(path);
  }
  return paths;
}

std::vector<ComponentId> way(const Network& network, NodeId from, NodeId to, unsigned path) {
  std::vector<ComponentId> routers;
  for (const model::PathStep& step :
       model::route_by(network, model::Wiring(network), from, to, path)) {
    routers.push_back(step.component);
  }
  return routers;
}

void expect_sound(const Network& network) {
  const model::ValidationReport sound = model::validate(network);
  EXPECT_TRUE(sound.valid()) << (sound.valid() ? "" : sound.problems.front());
  const model::DeadlockReport report = model::check_deadlock(network);
  EXPECT_TRUE(report.checked && report.deadlock_free) << model::cycle_text(network, report);
}

// A way is two shortest ones if some router on it divides it into such.
bool is_two_shortest(const Network& network, const std::vector<ComponentId>& way) {
  for (std::size_t middle = 0; middle < way.size(); ++middle) {
    const unsigned first = distances_to(network, way[middle])[way.front()];
    const unsigned second = distances_to(network, way.back())[way[middle]];
    if (first == middle && second == way.size() - 1 - middle) return true;
  }
  return false;
}

TEST(TwoPhasesTest, EveryPathOfARandomGraphIsTwoShortestRoutesAndNoneCanDeadlock) {
  std::size_t detours = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Network network = build(by(TableRouting::valiant, some_graph(seed), 8), 16);
    expect_sound(network);
    for (NodeId to = 0; to < network.terminals.size(); ++to) {
      const ComponentId end = network.terminals[to].eject.component;
      for (NodeId from = 0; from < network.terminals.size(); ++from) {
        const std::set<unsigned> paths = paths_of(network, from, to);
        EXPECT_EQ(paths.count(0), 1u) << "the way without a detour is always there";
        for (const unsigned path : paths) {
          const std::vector<ComponentId> routers = way(network, from, to, path);
          ASSERT_EQ(routers.back(), end);
          EXPECT_TRUE(is_two_shortest(network, routers));
          const unsigned least = distances_to(network, end)[routers.front()];
          if (path == 0) {
            EXPECT_EQ(routers.size(), least + 1);
          }
          detours += routers.size() > least + 1 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(detours, 100u);
}

TEST(TwoPhasesTest, RommMakesNoDetour) {
  const TopologySpec mesh = spec_of(Topology::mesh, {4, 4});
  const Network network = build(by(TableRouting::romm, mesh, 16), 8);
  expect_sound(network);
  std::set<std::vector<ComponentId>> corner_to_corner;
  for (NodeId to = 0; to < 16; ++to) {
    for (NodeId from = 0; from < 16; ++from) {
      const unsigned least = distances_to(network, to)[from];
      for (const unsigned path : paths_of(network, from, to)) {
        const std::vector<ComponentId> routers = way(network, from, to, path);
        EXPECT_EQ(routers.size(), least + 1);
        if (from == 0 && to == 15) corner_to_corner.insert(routers);
      }
    }
  }
  EXPECT_GT(corner_to_corner.size(), 4u) << "each other router is on a shortest route";
}

TEST(TwoPhasesTest, WithAPathForEachRouterHalfOfThemAtLeastAreOnTheWays) {
  const TopologySpec mesh = spec_of(Topology::mesh, {4, 4});
  const Network network = build(by(TableRouting::valiant, mesh, 16), 8);
  for (NodeId to = 0; to < 16; ++to) {
    for (NodeId from = 0; from < 16; ++from) {
      std::set<ComponentId> seen;
      const std::set<unsigned> paths = paths_of(network, from, to);
      for (const unsigned path : paths) {
        for (const ComponentId router : way(network, from, to, path)) seen.insert(router);
      }
      if (from == to) {
        EXPECT_EQ(paths, std::set<unsigned>{0});
        continue;
      }
      // Some would turn back at the router, others pass their destination before.
      EXPECT_GE(seen.size(), 8u) << from << " to " << to;
    }
  }
}

double transposed(NodeId source, NodeId destination) {
  return destination == source % 4 * 4 + source / 4 && source != destination ? 1 : 0;
}

double most_of(const std::vector<double>& loads) {
  return *std::max_element(loads.begin(), loads.end());
}

TEST(TwoPhasesTest, DetoursSpreadTheLoadOfTranspose) {
  const TopologySpec mesh = spec_of(Topology::mesh, {4, 4});
  const Network network = build(by(TableRouting::valiant, mesh, 16), 8);
  const model::ChannelLoads loads = model::count_loads(network, transposed);
  EXPECT_TRUE(loads.has_choice);
  EXPECT_DOUBLE_EQ(most_of(model::count_loads(build(mesh, 8), transposed).channel), 3);
  EXPECT_LT(most_of(loads.channel), 2);
}

// What the channels carry in a run is what an even split over all paths gives.
TEST(TwoPhasesTest, SourcesDrawAllPathsAlike) {
  Experiment experiment;
  experiment.topology = by(TableRouting::valiant, spec_of(Topology::mesh, {4, 4}), 16);
  experiment.router.virtual_channels = 8;
  experiment.traffic.pattern = model::Pattern::transpose;
  experiment.traffic.load = 0.2;
  experiment.run.seed = 3;
  const Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  engine->advance(40000);
  const std::vector<std::uint64_t> sent = engine->flits_sent();
  const model::ChannelLoads loads = model::count_loads(network, transposed);
  for (model::ChannelId id = 0; id < network.channels.size(); ++id) {
    const model::Channel& channel = network.channels[id];
    const double seen =
        static_cast<double>(sent[channel.from * network.max_ports() + channel.from_port]) / 40000;
    EXPECT_NEAR(seen, 0.2 * loads.channel[id], 0.02) << model::channel_name(network, id);
  }
}

TEST(TwoPhasesTest, RowsThatAreReadBackGiveTheSameTablesAndPaths) {
  for (const TableRouting* routing : {&TableRouting::valiant, &TableRouting::romm}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      TopologySpec spec = by(*routing, some_graph(seed), 5);
      const Network network = build(spec, 16);
      spec.tables = &TableRouting::table;
      spec.routes = model::rows_of(network);
      for (model::RouteRow& row : spec.routes) row.place = "row";
      const Network again = build(spec, 16);
      ASSERT_EQ(again.paths, network.paths) << "seed " << seed;
      for (NodeId from = 0; from < network.terminals.size(); ++from) {
        for (NodeId to = 0; to < network.terminals.size(); ++to) {
          for (const unsigned path : paths_of(network, from, to)) {
            EXPECT_EQ(way(again, from, to, path), way(network, from, to, path));
          }
        }
      }
      expect_sound(again);
    }
  }
}

// So packets of the second phase never wait for those of the first.
TEST(TwoPhasesTest, ThePhasesHaveVirtualChannelsOfTheirOwn) {
  const TopologySpec mesh = spec_of(Topology::mesh, {4, 4});
  const Network network = build(by(TableRouting::valiant, mesh, 16), 2);
  ASSERT_EQ(network.router.routing.layers, 2u);
  const model::Wiring wiring(network);
  unsigned in_both = 0;
  for (NodeId to = 0; to < 16; ++to) {
    for (NodeId from = 0; from < 16; ++from) {
      for (const unsigned path : paths_of(network, from, to)) {
        std::set<model::VcId> used;
        for (const model::PathStep& step : model::route_by(network, wiring, from, to, path)) {
          if (step.channel == model::kNoChannel) continue;
          EXPECT_TRUE(used.count(1) == 0 || step.vc == 1) << "back to the first phase";
          used.insert(step.vc);
        }
        in_both += used.size() == 2 ? 1 : 0;
        if (path == 0) {
          EXPECT_EQ(used.count(0), 0u) << "the direct way is a second phase alone";
        }
      }
    }
  }
  EXPECT_GT(in_both, 100u);
}

TEST(TwoPhasesTest, TooFewVirtualChannelsAreRefusedWithTheNumberThatWouldDo) {
  try {
    build(by(TableRouting::valiant, spec_of(Topology::mesh, {4, 4}), 16), 1);
    FAIL();
  } catch (const model::ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find("at least 2"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace turnpike::test
