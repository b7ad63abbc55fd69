// A network that stands still is reported with the packets that wait for each other.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "model/network/model_engine.h"
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
  for (unsigned n = 0; n < kRingSwitches; ++n) {
    const std::string name = "switch_" + std::to_string(n) + " input port";
    EXPECT_NE(error.find(name), std::string::npos) << error;
  }
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
  EXPECT_NE(error.find("switch_2 input port"), std::string::npos) << error;
}

}  // namespace
}  // namespace turnpike::test
