// Hardware that stands still: the report says who waits for whom.

#include <gtest/gtest.h>

#include <fstream>

#include "sim/hardware/engines/rtl_engine.h"
#include "tests/support/deadlock_ring.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

TEST(StandstillTest, TheHardwareAloneNamesTheInputVcsThatWaitForEachOther) {
  const ScratchFolder scratch;
  Experiment experiment;
  experiment.run.watchdog = 200;
  const model::Network network = ring_without_dateline(experiment);
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = (scratch.path() / "messages").string();
  std::ofstream(experiment.traffic.file) << messages_that_block_each_other();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::RtlEngine engine(network, traffic, experiment.run);
  try {
    engine.advance(2000);
    FAIL() << "nobody noticed";
  } catch (const model::NetworkError& error) {
    const std::string report = error.what();
    EXPECT_NE(report.find("deadlock"), std::string::npos) << report;
    for (unsigned n = 0; n < kRingNodes; ++n) {
      const std::string name = "router_" + std::to_string(n) + " input port";
      EXPECT_NE(report.find(name), std::string::npos) << report;
    }
  }
}

}  // namespace
}  // namespace turnpike::test
