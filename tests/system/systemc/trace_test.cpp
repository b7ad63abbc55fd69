// Waveforms on request: the window, the scope, and what is left of a program that is killed.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "sim/hardware/engines/rtl_engine.h"
#include "sim/hardware/rtl_components/tool.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

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

// Full names of the signals in a VCD, vectors with their range.
std::set<std::string> signals_of(const std::string& vcd) {
  std::set<std::string> names;
  std::vector<std::string> scopes;
  std::istringstream lines(vcd);
  for (std::string line; std::getline(lines, line) && line.find("$enddef") == std::string::npos;) {
    std::istringstream words(line);
    std::string what, skipped, name, range;
    words >> what;
    if (what == "$upscope") scopes.pop_back();
    if (what == "$scope") {
      words >> skipped >> name;
      scopes.push_back((scopes.empty() ? "" : scopes.back()) + name + ".");
    } else if (what == "$var") {
      words >> skipped >> skipped >> skipped >> name >> range;
      names.insert(scopes.back() + name + (range == "$end" ? "" : range));
    }
  }
  return names;
}

TEST(TraceTest, TheViewOfAnInterchangeNamesSignalsThatTheFileHolds) {
  const ScratchFolder scratch;
  Experiment experiment = on(model::Topology::mesh, {20});
  experiment.topology.express.emplace();
  experiment.topology.express->spacing = {2};
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 3;
  experiment.router.flit_bits = 24;
  experiment.traffic.load = 0.1;
  sim::TraceWindow window;
  window.file = scratch.path() / "express.fst";
  window.scope = {"interchange_0_4", "router_4"};
  const std::vector<std::string> files = run(experiment, window, 200);
  ASSERT_EQ(files.size(), 2u);

  const std::set<std::string> traced = signals_of(as_vcd(window.file));
  std::ifstream view(files[1]);
  std::set<std::string> wanted;
  unsigned routes = 0;
  for (std::string line; std::getline(view, line);) {
    routes += line.find("interchange_0_4.out_route") != std::string::npos;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const std::size_t start = std::min(word.find("interchange_0_4."), word.find("router_4."));
      if (start <= 4) wanted.insert(word.substr(start));
    }
  }
  EXPECT_EQ(routes, 4u);  // outputs
  EXPECT_GT(wanted.size(), 20u);
  for (const std::string& name : wanted) EXPECT_EQ(traced.count(name), 1u) << name;
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
