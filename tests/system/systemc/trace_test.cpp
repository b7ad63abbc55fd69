// Waveforms on request: the window, the scope, and what is left of a program that is killed.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/rtl_components/tool.h"
#include "sim/systemc/rtl_engine.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

std::string as_vcd(const fs::path& waveform) {
  return sim::run_tool_or_throw({sim::find_tool("fst2vcd").string(), waveform.string()},
                                "read the waveform");
}

// Runs the shared mesh; returns the files that the trace left.
std::vector<std::string> run(const sim::TraceWindow& window, model::Cycle cycles,
                             std::uint64_t* delivered = nullptr) {
  Experiment experiment;
  experiment.traffic.load = 0.2;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::RtlEngine engine(network, traffic, experiment.run, window);
  engine.advance(cycles);
  if (delivered != nullptr) *delivered = engine.collected().totals().flits_delivered;
  return engine.trace_files();
}

TEST(TraceTest, TheFileHoldsTheWindowAndTheScopeAndNothingElse) {
  const ScratchFolder scratch;
  sim::TraceWindow window;
  window.file = scratch.path() / "some.fst";
  window.from = 100;
  window.to = 140;
  window.scope = {"router_3_1", "router_3_2"};
  const std::vector<std::string> files = run(window, 1000);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_TRUE(fs::exists(files[1])) << files[1];

  const std::string vcd = as_vcd(window.file);
  EXPECT_EQ(vcd.find("#990\n"), std::string::npos);
  EXPECT_NE(vcd.find("#1000\n"), std::string::npos);
  EXPECT_NE(vcd.find("#1390\n"), std::string::npos);
  EXPECT_EQ(vcd.find("#1400\n"), std::string::npos);
  EXPECT_NE(vcd.find("module router_3_1 $end"), std::string::npos);
  EXPECT_NE(vcd.find("module router_3_2 $end"), std::string::npos);
  EXPECT_EQ(vcd.find("module router_3_3 $end"), std::string::npos);
}

TEST(TraceTest, AComponentThatDoesNotExistIsRefused) {
  sim::TraceWindow window;
  window.file = "never.fst";
  window.scope = {"router_8_8"};
  EXPECT_THROW(run(window, 10), std::invalid_argument);
}

TEST(TraceTest, AKilledProgramLeavesAFileThatLacksTheLastCyclesOnly) {
  const ScratchFolder scratch;
  sim::TraceWindow window;
  window.file = scratch.path() / "killed.fst";
  window.scope = {"router_3_1"};
  const pid_t child = ::fork();
  if (child == 0) {
    Experiment experiment;
    experiment.traffic.load = 0.2;
    const model::Network network = experiment.build();
    model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
    sim::RtlEngine engine(network, traffic, experiment.run, window);
    engine.advance(1000);
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  const std::string vcd = as_vcd(window.file);
  // A flush takes effect with the first value after it, so the last one is lost.
  EXPECT_NE(vcd.find("#7600\n"), std::string::npos) << "cycle 760 is missing";
}

}  // namespace
}  // namespace turnpike::test
