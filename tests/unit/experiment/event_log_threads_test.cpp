// The event log of a run is the same, byte for byte, on any number of threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "sim/base/text_file.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

class EventLogThreadsTest : public testing::TestWithParam<std::string> {
 protected:
  // The log of the first cycles of an example.
  std::string log(unsigned threads) const {
    const std::string& config = GetParam();
    sim::Experiment experiment =
        sim::make_experiment(sim::parse_settings(sim::read_text_file(config), config));
    experiment.engine = sim::EngineKind::model;
    experiment.run.warmup = 0;
    experiment.run.measurement = 100;
    experiment.run.max_cycles = 200;
    experiment.run.threads = threads;
    sim::RunOptions options;
    options.events = (folder_.path() / "events.csv").string();
    const sim::RunOutcome outcome =
        sim::run_experiment(experiment, sim::build_network(experiment), options);
    EXPECT_FALSE(outcome.interrupted);
    return sim::read_text_file(options.events);
  }

 private:
  ScratchFolder folder_;
};

TEST_P(EventLogThreadsTest, IsTheSameByteForByte) {
  const std::string one = log(1);
  EXPECT_GT(std::count(one.begin(), one.end(), '\n'), 100);
  EXPECT_TRUE(log(2) == one);
  EXPECT_TRUE(log(4) == one);
}

INSTANTIATE_TEST_SUITE_P(Examples, EventLogThreadsTest, testing::ValuesIn(example_configurations()),
                         [](const auto& path) {
                           return std::filesystem::path(path.param).stem().string();
                         });

}  // namespace
}  // namespace turnpike::test
