// replay_test.cpp - the hops of slow messages are picked out of the events of all.

#include "sim/studies/page/replay.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::test {
namespace {

using model::Event;
using model::EventKind;

sim::Experiment experiment_of(const std::string& toml) {
  return sim::make_experiment(sim::parse_settings(toml, "replay.toml"));
}

// A run's record as far as a replay needs it.
sim::RunRecord record_of(const sim::Experiment& experiment, const model::Network& network) {
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  sim::RunRecord run;
  run.slowest = model::simulate(*engine, traffic, experiment.run, {}).results.slowest;
  return run;
}

const char* const kMesh =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n"
    "[traffic]\npattern = 'uniform'\nload = 0.4\nlength = 5\n"
    "[run]\nengine = 'model'\nmeasurement = 2000\n";

TEST(ReplayTest, EveryPathLeadsFromSourceToDestination) {
  const sim::Experiment experiment = experiment_of(kMesh);
  const model::Network network = sim::build_network(experiment);
  const sim::RunRecord run = record_of(experiment, network);
  ASSERT_EQ(run.slowest.size(), model::SlowestDeliveries::kKept);
  const sim::Replay replay = sim::replay(run, experiment, network, 0, {});
  EXPECT_EQ(replay.problem, "");
  ASSERT_EQ(replay.paths.size(), run.slowest.size());
  for (std::size_t i = 0; i < replay.paths.size(); ++i) {
    const model::Delivery& message = run.slowest[i];
    ASSERT_EQ(replay.paths[i].size(), 1u);
    const sim::PacketPath& path = replay.paths[i][0];
    EXPECT_EQ(path.flits, message.flits);
    EXPECT_EQ(path.injected, message.injected);
    EXPECT_EQ(path.delivered, message.last);
    // Dimension order: as many routers as the distance, and one.
    const auto far = [](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
    const unsigned distance = far(message.source % 4, message.destination % 4) +
                              far(message.source / 4, message.destination / 4);
    ASSERT_EQ(path.hops.size(), distance + 1);
    EXPECT_EQ(path.hops.front().component, message.source);
    EXPECT_EQ(path.hops.back().component, message.destination);
    EXPECT_EQ(path.hops.back().cycle, message.first);
    EXPECT_GT(path.hops.front().cycle, message.injected);
  }
}

TEST(ReplayTest, MessagesOfManyPacketsAreWhole) {
  const sim::Experiment experiment = experiment_of(
      "[network]\ntopology = 'hypercube'\ndimensions = 4\n"
      "[router]\nkind = 'packet'\nflit_bits = 16\npacket_flits = 10\nfirst_hop = 'shortest_queue'\n"
      "[traffic]\npattern = 'uniform_other'\nload = 0.4\n"
      "length = { kind = 'exponential', mean = 200 }\n"
      "[run]\nengine = 'model'\nmeasurement = 4000\n");
  const model::Network network = sim::build_network(experiment);
  const sim::RunRecord run = record_of(experiment, network);
  const sim::Replay replay = sim::replay(run, experiment, network, 0, {});
  EXPECT_EQ(replay.problem, "");
  std::size_t most = 0;
  for (std::size_t i = 0; i < replay.paths.size(); ++i) {
    std::uint32_t flits = 0;
    for (const sim::PacketPath& packet : replay.paths[i]) flits += packet.flits;
    EXPECT_EQ(flits, run.slowest[i].flits);
    most = std::max(most, replay.paths[i].size());
  }
  EXPECT_GT(most, 10u);
}

TEST(ReplayTest, AnotherRunIsNotTakenForIt) {
  sim::Experiment experiment = experiment_of(kMesh);
  const model::Network network = sim::build_network(experiment);
  const sim::RunRecord run = record_of(experiment, network);
  ++experiment.run.seed;
  const sim::Replay replay = sim::replay(run, experiment, network, 0, {});
  EXPECT_NE(replay.problem.find("does not reproduce the run"), std::string::npos);
  EXPECT_TRUE(replay.paths.empty());
}

TEST(ReplayTest, InterruptLeavesNoPaths) {
  const sim::Experiment experiment = experiment_of(kMesh);
  const model::Network network = sim::build_network(experiment);
  const sim::RunRecord run = record_of(experiment, network);
  const sim::Replay replay = sim::replay(run, experiment, network, 0, [] { return false; });
  EXPECT_TRUE(replay.paths.empty());
  EXPECT_NE(replay.problem, "");
}

Event event(model::Cycle cycle, EventKind kind, model::ComponentId component = 0,
            model::PortId port = 0) {
  Event e;
  e.cycle = cycle;
  e.kind = kind;
  e.source = 0;
  e.destination = 2;
  e.packet = 3;
  e.component = component;
  e.port = port;
  e.flits = kind == EventKind::queued || kind == EventKind::delivered ? 4 : 0;
  return e;
}

// Nodes 0, 1, 2 in a line; port 0 leads up. Two packets of one number are under way together.
TEST(PathListenerTest, NamesakesAreToldApartByTheirWays) {
  const sim::Experiment experiment =
      experiment_of("[network]\ntopology = 'mesh'\nradix = 3\ndimensions = 1\n");
  const model::Network network = sim::build_network(experiment);
  model::Delivery first{0, 2, 4, 10, 11, 16, 20, 0};
  model::Delivery second{0, 2, 4, 13, 14, 21, 24, 0};
  sim::PathListener listener(network, {first, second});
  const std::vector<Event> events = {
      event(10, EventKind::queued),    event(11, EventKind::injected),
      event(12, EventKind::hop, 0, 0), event(13, EventKind::queued),
      event(14, EventKind::injected),  event(14, EventKind::hop, 1, 0),
      event(15, EventKind::hop, 0, 0), event(16, EventKind::hop, 2, 2),
      event(18, EventKind::hop, 1, 0), event(20, EventKind::delivered),
      event(21, EventKind::hop, 2, 2), event(24, EventKind::delivered),
  };
  for (const Event& e : events) listener.record(e);
  const auto cycles = [&](const model::Delivery& message) {
    std::vector<model::Cycle> list;
    for (const auto& packet : listener.packets_of(message)) {
      for (const sim::PathHop& hop : packet.hops) list.push_back(hop.cycle);
    }
    return list;
  };
  EXPECT_EQ(cycles(first), (std::vector<model::Cycle>{12, 14, 16}));
  EXPECT_EQ(cycles(second), (std::vector<model::Cycle>{15, 18, 21}));
  model::Delivery unknown = first;
  unknown.last = 19;
  EXPECT_TRUE(listener.packets_of(unknown).empty());
}

}  // namespace
}  // namespace turnpike::test
