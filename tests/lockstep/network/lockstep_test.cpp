// Whole networks: hardware and model show the same outputs in every cycle.
//
// Each test is a process of its own, as SystemC elaborates once. Together the shapes cover all
// routing units, both pipelines, one and many VCs, the shallowest buffers, the narrowest and the
// widest flits, channels with and without registers, stalled sinks and starving packets.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/experiment/config/read_experiment.h"
#include "tests/lockstep/network/networks.h"
#include "tests/lockstep/network/stay_equal.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

TEST(LockstepTest, MeshAtModerateLoad) {
  Experiment experiment;
  experiment.traffic.load = 0.2;
  stay_equal(experiment, 5000);
}

TEST(LockstepTest, MeshInOverloadWithEveryRouterEvaluatedInEveryCycle) {
  Experiment experiment;
  experiment.traffic.load = 0.8;
  experiment.run.seed = 2;
  stay_equal(experiment, 3000, false);
}

TEST(LockstepTest, MeshAtTrickleLoadWhereMostRoutersAreSkipped) {
  Experiment experiment;
  experiment.traffic.load = 0.01;
  experiment.run.seed = 3;
  stay_equal(experiment, 5000);
}

TEST(LockstepTest, MeshWithHotSpotAndStalledSinks) {
  Experiment experiment;
  experiment.traffic.pattern = model::Pattern::hot_spot;
  experiment.traffic.hot_fraction = 0.2;
  experiment.traffic.load = 0.4;
  experiment.run.sink_stall = 0.3;
  experiment.run.seed = 4;
  stay_equal(experiment, 4000);
}

TEST(LockstepTest, TorusLowestDimensionFirstWithLongWiresAndTwoCycleHops) {
  stay_equal(torus_with_long_wires(), 6000);
}

TEST(LockstepTest, UnidirectionalTorusWithTheShallowestBuffersAndNarrowFlits) {
  stay_equal(shallow_one_way_torus(), 6000);
}

TEST(LockstepTest, HypercubeWithOneVirtualChannel) {
  Experiment experiment = on(model::Topology::hypercube, {2, 2, 2, 2});
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 5;
  experiment.router.patience = 1;
  experiment.traffic.load = 0.6;
  experiment.traffic.length_kind = model::LengthKind::exponential;
  stay_equal(experiment, 6000);
}

TEST(LockstepTest, ButterflyWithTwoCycleHops) {
  Experiment experiment = on(model::Topology::butterfly, {3, 3});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 3;
  experiment.router.pipeline_cycles = 2;
  experiment.router.flit_bits = 62;
  experiment.traffic.load = 0.6;
  stay_equal(experiment, 6000);
}

TEST(LockstepTest, IrregularNetworkWithTheWidestFlitsAndChannelsOfSeveralLengths) {
  stay_equal(wide_irregular_network(), 6000);
}

// Layers within message classes, and two links side by side.
TEST(LockstepTest, GraphWithLayeredShortestRoutes) {
  Experiment experiment = on(model::Topology::graph, {});
  experiment.topology.tables = &model::TableRouting::layered_shortest;
  experiment.topology.names = {"north", "east", "south", "west", "far"};
  experiment.topology.links = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 1}, {4, 1}};
  experiment.topology.link_latency = {0, 2, 0, 1, 0, 3};
  experiment.topology.hosts = {1, 2, 1, 1, 1};
  experiment.router.virtual_channels = 4;
  experiment.router.message_classes = 2;
  experiment.router.pipeline_cycles = 2;
  experiment.router.patience = 12;
  experiment.traffic.class_shares = {1, 1};
  experiment.traffic.load = 0.5;
  experiment.run.sink_stall = 0.1;
  stay_equal(experiment, 6000);
}

// Rings with chords under more load than they carry: packets wait, escape, and are privileged.
TEST(LockstepTest, GraphWithMinimalAdaptiveRoutes) {
  Experiment experiment = on(model::Topology::graph, {});
  experiment.topology.tables = &model::TableRouting::minimal_adaptive;
  experiment.topology.links = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 3}, {1, 4}};
  experiment.topology.link_latency = {0, 1, 0, 2, 0, 0, 1, 0};
  experiment.topology.hosts = {1, 1, 2, 1, 1, 1};
  experiment.router.virtual_channels = 4;
  experiment.router.patience = 12;
  experiment.traffic.load = 0.8;
  experiment.run.sink_stall = 0.1;
  stay_equal(experiment, 8000);
}

// Pauses of several lengths at one router, and heads that take another way while an output pauses.
TEST(LockstepTest, GraphWithNarrowLinks) {
  Experiment experiment = on(model::Topology::graph, {});
  experiment.topology.tables = &model::TableRouting::minimal_adaptive;
  experiment.topology.links = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {0, 2}};
  experiment.topology.link_latency = {0, 1, 0, 2, 0, 0};
  experiment.topology.link_width = {{2, 1}, {1, 3}, {4, 2}, {1, 1}, {2, 2}, {1, 1}};
  experiment.topology.hosts = {2, 1, 0, 1};
  experiment.router.virtual_channels = 4;
  experiment.router.patience = 12;
  experiment.traffic.load = 0.5;
  experiment.run.sink_stall = 0.1;
  stay_equal(experiment, 6000);
}

TEST(LockstepTest, ChipletsWithNarrowLinks) {
  const sim::Experiment said = sim::read_experiment(source_path("configs/chiplets_narrow.toml"));
  Experiment experiment;
  experiment.topology = said.topology;
  experiment.router = said.router;
  experiment.link = said.link;
  experiment.traffic = said.traffic;
  experiment.traffic.load = 0.2;  // more than the links to the IO die carry
  stay_equal(experiment, 3000);
}

// Dateline classes as layers of a table, several of which a row may allow.
TEST(LockstepTest, TorusByTheRowsOfItsRoutes) {
  Experiment experiment = on_torus({4, 3}, true);
  experiment.router.virtual_channels = 4;
  experiment.topology.routes = model::rows_of(experiment.build());
  experiment.topology.tables = &model::TableRouting::table;
  experiment.traffic.load = 0.5;
  experiment.run.seed = 6;
  stay_equal(experiment, 4000);
}

// Topologies that a rule makes, each with tables of its own: several outputs of one row in the fat
// tree, layers that change on the way in ring, torus and dragonfly, layers that stay with
// elevators.
void stay_equal_on(const model::Topology* kind, std::vector<unsigned> radix, unsigned hosts,
                   std::map<std::string, std::vector<unsigned>> own = {}) {
  Experiment experiment = on(kind, std::move(radix));
  if (hosts > 0) experiment.topology.hosts = {hosts};
  experiment.topology.own_values = std::move(own);
  experiment.router.virtual_channels = 2;
  experiment.router.patience = 16;
  experiment.traffic.load = 0.4;
  experiment.run.sink_stall = 0.05;
  stay_equal(experiment, 3000);
}

TEST(LockstepTest, RingWithTwoTerminalsARouter) { stay_equal_on(model::Topology::ring, {5}, 2); }
TEST(LockstepTest, Star) { stay_equal_on(model::Topology::star, {4}, 2); }
TEST(LockstepTest, FullMesh) { stay_equal_on(model::Topology::full_mesh, {4}, 2); }
TEST(LockstepTest, ConcentratedMesh) { stay_equal_on(model::Topology::cmesh, {3, 2}, 2); }
TEST(LockstepTest, ConcentratedTorus) { stay_equal_on(model::Topology::ctorus, {4, 3}, 2); }
TEST(LockstepTest, HyperX) { stay_equal_on(model::Topology::hyperx, {3, 2}, 2); }
TEST(LockstepTest, FlattenedButterfly) {
  stay_equal_on(model::Topology::flattened_butterfly, {3, 3}, 0);
}
TEST(LockstepTest, Dragonfly) { stay_equal_on(model::Topology::dragonfly, {2}, 2); }
TEST(LockstepTest, FatTree) { stay_equal_on(model::Topology::fat_tree, {2, 2, 2}, 0); }
TEST(LockstepTest, QuadTree) { stay_equal_on(model::Topology::tree, {4, 4}, 0); }
TEST(LockstepTest, MeshWithElevators) {
  stay_equal_on(model::Topology::elevator_mesh, {2, 3, 3}, 0, {{"elevators", {1, 4}}});
}
TEST(LockstepTest, Circulant) {
  stay_equal_on(model::Topology::circulant, {9}, 0, {{"offsets", {1, 3}}});
}

TEST(LockstepTest, MeshWithSixteenVirtualChannels) {
  Experiment experiment = on(model::Topology::mesh, {3, 2});
  experiment.router.virtual_channels = 16;
  experiment.router.buffer_depth = 2;
  experiment.traffic.load = 0.7;
  stay_equal(experiment, 4000);
}

// A class with VCs of its own: one each on the mesh, two dateline classes each on the torus.
TEST(LockstepTest, MeshWithAVirtualChannelForEachMessageClass) {
  Experiment experiment;
  experiment.router.virtual_channels = 3;
  experiment.router.message_classes = 3;
  experiment.router.patience = 5;
  experiment.traffic.class_shares = {1, 2, 1};
  experiment.traffic.load = 0.6;
  stay_equal(experiment, 4000);
}

TEST(LockstepTest, TorusWithMessageClassesAndFairInjection) {
  stay_equal(torus_with_classes(), 4000);
}

TEST(LockstepTest, OverloadedTorusInWhichTurningHeadsGoLast) {
  stay_equal(overloaded_torus_with_turns_last(), 4000);
}

}  // namespace
}  // namespace turnpike::test
