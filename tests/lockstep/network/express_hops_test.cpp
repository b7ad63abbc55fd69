// Express channels in the hardware: pairs take the hops of Dally 1991, III-C, a cycle each.
//
// The events are the model's; lockstep compares all pins of all components in all cycles, so they
// are the hardware's too. Eight sources to all other nodes: 504 pairs of each array.

#include <gtest/gtest.h>

#include <fstream>

#include "sim/hardware/engines/lockstep_engine.h"
#include "tests/support/express_hops.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

constexpr unsigned kNodes = 64;

struct Recorder final : model::EventSink {
  std::vector<model::Event> events;
  void record(const model::Event& event) override { events.push_back(event); }
};

class ExpressHardwareTest : public testing::TestWithParam<std::pair<unsigned, unsigned>> {};

TEST_P(ExpressHardwareTest, PairsTakeTheHopsOfThePaper) {
  const auto [spacing, levels] = GetParam();
  // One at an end, one before and one behind an interchange of each level, others in between.
  const std::vector<unsigned> sources = {0, 7, 8, 15, 31, 37, 48, 63};
  const ScratchFolder scratch;
  Experiment experiment = express_line(kNodes, spacing, levels);
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = (scratch.path() / "messages").string();
  std::ofstream(experiment.traffic.file) << messages_to_all(kNodes, sources);
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  Recorder log;
  engine.log_events(&log);
  ASSERT_NO_THROW(engine.advance((sources.size() + 1) * turn_of_a_source(kNodes)));
  expect_hops_of_the_paper(log.events, sources.size() * (kNodes - 1), spacing, levels);
}

INSTANTIATE_TEST_SUITE_P(
    Dally, ExpressHardwareTest,
    testing::ValuesIn(std::vector<std::pair<unsigned, unsigned>>{
        {2, 1}, {2, 2}, {2, 3}, {4, 1}, {4, 2}, {4, 3}, {8, 1}, {8, 2}, {8, 3}}),
    [](const auto& tested) {
      return "I" + std::to_string(tested.param.first) + "L" + std::to_string(tested.param.second);
    });

}  // namespace
}  // namespace turnpike::test
