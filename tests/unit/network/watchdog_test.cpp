// A network that stands still is reported with the packets that wait for each other.

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "tests/support/deadlock_ring.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

// Advances; the message of the NetworkError, or nothing.
std::string error_of(const Experiment& experiment, const model::Network& network,
                     const std::string& trace, model::Cycle cycles) {
  const ScratchFolder folder;
  model::TrafficSpec spec = experiment.traffic;
  spec.pattern = model::Pattern::trace;
  spec.file = (folder.path() / "trace.txt").string();
  std::ofstream(spec.file) << trace;
  model::Traffic traffic(spec, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  try {
    engine->advance(cycles);
  } catch (const model::NetworkError& error) {
    return error.what();
  }
  return "";
}

TEST(WatchdogTest, NamesTheInputVcsThatWaitForEachOther) {
  Experiment experiment;
  experiment.run.watchdog = 200;
  const model::Network network = ring_without_dateline(experiment);
  const std::string error = error_of(experiment, network, messages_that_block_each_other(), 2000);
  EXPECT_NE(error.find("deadlock"), std::string::npos) << error;
  for (unsigned n = 0; n < kRingNodes; ++n) {
    const std::string name = "router_" + std::to_string(n) + " input port";
    EXPECT_NE(error.find(name), std::string::npos) << error;
  }
}

// In each router a head waits behind the packet that came in there; both are told by name.
TEST(WatchdogTest, KnowsThePacketsOfTheCircleAndKeepsTheResults) {
  const ScratchFolder folder;
  Experiment experiment;
  experiment.run.watchdog = 200;
  const model::Network network = ring_without_dateline(experiment);
  model::TrafficSpec spec = experiment.traffic;
  spec.pattern = model::Pattern::trace;
  spec.file = (folder.path() / "trace.txt").string();
  // One that arrives before the others meet.
  std::ofstream(spec.file) << "0 1 2 1\n" << messages_that_block_each_other(/*cycle=*/20);
  model::Traffic traffic(spec, network, 1);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  const model::Simulation simulation = model::simulate(*engine, traffic, experiment.run, {});
  EXPECT_EQ(simulation.results.packets, 1u);
  EXPECT_EQ(simulation.results.undelivered, kRingNodes);
  EXPECT_FALSE(simulation.results.complete);
  EXPECT_EQ(simulation.results.measurement_cycles, simulation.results.cycles);
  EXPECT_THROW(model::results_of(simulation), model::StandstillError);
  ASSERT_TRUE(simulation.standstill.has_value());
  EXPECT_TRUE(simulation.standstill->is_circle);
  EXPECT_EQ(simulation.standstill->cycle, simulation.results.cycles);
  std::set<model::NodeId> sources;
  for (const model::WaitingPacket& waiting : simulation.standstill->waiting) {
    EXPECT_FALSE(waiting.place.is_output);
    ASSERT_TRUE(waiting.packet.has_value());
    EXPECT_EQ(waiting.packet->destination, (waiting.packet->source + 2) % kRingNodes);
    EXPECT_EQ(waiting.packet->number, waiting.packet->source == 1 ? 1u : 0u);
    sources.insert(waiting.packet->source);
  }
  EXPECT_EQ(sources.size(), kRingNodes);
}

TEST(WatchdogTest, ReportsWithinOneAndAHalfTimesItsPatience) {
  Experiment experiment;
  experiment.run.watchdog = 400;
  const model::Network network = ring_without_dateline(experiment);
  const std::string trace = messages_that_block_each_other();
  EXPECT_EQ(error_of(experiment, network, trace, 400), "");
  EXPECT_NE(error_of(experiment, network, trace, 600), "");
}

TEST(WatchdogTest, ANetworkWithNothingToDoIsNotStuck) {
  Experiment experiment;
  experiment.run.watchdog = 50;
  const model::Network network = ring_without_dateline(experiment);
  EXPECT_EQ(error_of(experiment, network, "0 0 2 5\n3000 1 3 5\n", 6000), "");
}

TEST(WatchdogTest, SinksThatNeverConsumeAreNotCalledADeadlock) {
  Experiment experiment;
  experiment.run.watchdog = 100;
  experiment.run.sink_stall = 1;
  const model::Network network = ring_without_dateline(experiment);
  const std::string error = error_of(experiment, network, "0 0 2 30\n", 1000);
  EXPECT_NE(error.find("no cycle of waiting packets"), std::string::npos) << error;
  EXPECT_NE(error.find("router_2 input port"), std::string::npos) << error;
}

// Their headers are longer than a flit.
TEST(WatchdogTest, NamesTheWormsOfNodesWithSeveralLocalChannels) {
  Experiment experiment = on(model::Topology::hypercube, {2, 2});
  experiment.router.virtual_channels = 1;
  experiment.router.local_channels = 2;
  experiment.router.flit_bits = 16;
  experiment.run.watchdog = 100;
  experiment.run.sink_stall = 1;
  const model::Network network = experiment.build();
  const std::string error = error_of(experiment, network, "0 1 3 30\n0 2 3 30\n20 0 3 30\n", 1000);
  EXPECT_NE(error.find("no cycle of waiting packets"), std::string::npos) << error;
  EXPECT_NE(error.find(": packet 0 from node 0 to node 3"), std::string::npos) << error;
}

}  // namespace
}  // namespace turnpike::test
