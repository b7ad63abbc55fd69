// Waveforms on request: the window, the scope, and what is left of a program that is killed.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "sim/hardware/engines/rtl_engine.h"
#include "sim/hardware/rtl_components/tool.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/vcd.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

std::string as_vcd(const fs::path& waveform) {
  return sim::run_tool({sim::find_tool("fst2vcd").string(), waveform.string()},
                       "read the waveform");
}

// Returns the files that the trace left.
std::vector<std::string> run(const Experiment& experiment, const sim::TraceWindow& window,
                             model::Cycle cycles) {
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::RtlEngine engine(network, traffic, experiment.run, window);
  engine.advance(cycles);
  return engine.trace_files();
}

// The mesh that most tests share.
Experiment loaded_mesh() {
  Experiment experiment;
  experiment.traffic.load = 0.2;
  return experiment;
}

TEST(TraceTest, TheFileHoldsTheWindowAndTheScopeAndNothingElse) {
  const ScratchFolder scratch;
  sim::TraceWindow window;
  window.file = scratch.path() / "some.fst";
  window.from = 100;
  window.to = 140;
  window.scope = {"router_3_1", "router_3_2"};
  const std::vector<std::string> files = run(loaded_mesh(), window, 1000);
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

// Returns what the save file names.
std::set<std::string> expect_view_names_what_is_there(const Experiment& experiment,
                                                      const std::vector<std::string>& scope) {
  const ScratchFolder scratch;
  sim::TraceWindow window;
  window.file = scratch.path() / "some.fst";
  window.scope = scope;
  const std::vector<std::string> files = run(experiment, window, 50);
  EXPECT_EQ(files.size(), 2u);
  const std::set<std::string> wanted =
      expect_views_name_what_is_there(as_vcd(window.file), files[1]);
  EXPECT_EQ(wanted.count(scope.front() + ".idle_o"), 1u);
  return wanted;
}

TEST(TraceTest, TheViewOfARouterNamesSignalsThatTheFileHolds) {
  Experiment odd = on_torus({5}, true);
  odd.router.virtual_channels = 3;  // a lane of two and a lane of one
  expect_view_names_what_is_there(odd, {"router_2"});
}

TEST(TraceTest, TheViewOfARouterWithClassesNamesSignalsThatTheFileHolds) {
  Experiment experiment = loaded_mesh();
  experiment.router.message_classes = 2;
  expect_view_names_what_is_there(experiment, {"router_3_1"});
}

TEST(TraceTest, TheViewOfAnInterchangeNamesSignalsThatTheFileHolds) {
  Experiment experiment = on(model::Topology::mesh, {20});
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {2};
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 3;
  experiment.router.flit_bits = 24;
  experiment.traffic.load = 0.1;
  const std::set<std::string> wanted =
      expect_view_names_what_is_there(experiment, {"interchange_0_4", "router_4"});
  const auto first = wanted.lower_bound("interchange_0_4.out_route_o[");
  ASSERT_NE(first, wanted.end());
  EXPECT_EQ(first->rfind("interchange_0_4.out_route_o[", 0), 0u) << *first;
}

TEST(TraceTest, AComponentThatDoesNotExistIsRefused) {
  sim::TraceWindow window;
  window.file = "never.fst";
  window.scope = {"router_8_8"};
  EXPECT_THROW(run(loaded_mesh(), window, 10), std::invalid_argument);
}

TEST(TraceTest, AKilledProgramLeavesAFileThatLacksTheLastCyclesOnly) {
  const ScratchFolder scratch;
  sim::TraceWindow window;
  window.file = scratch.path() / "killed.fst";
  window.scope = {"router_3_1"};
  const pid_t child = ::fork();
  if (child == 0) {
    const Experiment experiment = loaded_mesh();
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
