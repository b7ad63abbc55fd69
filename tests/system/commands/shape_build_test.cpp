// Building hardware from the command line: what is said, signals, and what stays running. The
// tools are scripts, so that a build takes no time, or as long as a test wants.

#include <gtest/gtest.h>

#include <csignal>
#include <memory>

#include "tests/support/fake_tools.h"
#include "tests/support/processes.h"
#include "tests/support/waiting.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "TURNPIKE_TEST_MARK";

class ShapeBuildTest : public testing::Test {
 protected:
  // A script that says it has begun and waits with processes behind it, as Verilator's Perl and
  // the compiler's driver do, until there is a file `go`.
  std::string slow(const std::string& then) const {
    return "sh -c 'sleep 1000; true' & echo $$ > '" + file("begun.") + "'$$; until [ -e '" +
           file("go") + "' ]; do sleep 0.01; done; kill $!; " + then;
  }
  void use_tools(const std::string& verilate, const std::string& compile) {
    tools_.emplace_back(folder_.path() / "tools", verilate, compile);
  }
  void use_slow_tools() { use_tools(slow(kQuickVerilate), slow(kQuickCompile)); }

  // Everything that comes of it has the mark in its environment.
  std::unique_ptr<sim::ChildProcess> start(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), program_path());
    return std::make_unique<sim::ChildProcess>(
        arguments, sim::ChildProcess::Environment{{"PATH", tools_.back().path()},
                                                  {"TURNPIKE_SHAPES", file("shapes")},
                                                  {kMark, folder_.path().string()}});
  }
  std::vector<pid_t> running() const { return processes_with(kMark, folder_.path().string()); }

  std::vector<std::string> begun() const {
    std::vector<std::string> tools;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename().string();
      if (name.rfind("begun.", 0) == 0) tools.push_back(name);
    }
    return tools;
  }
  // Both tools that may run at a time are in the middle of their work.
  bool is_building() const {
    return eventually([this] { return begun().size() == 2; });
  }
  // No entry is whole and nothing is left of one.
  void expect_nothing_kept() const {
    for (const auto& entry : fs::directory_iterator(file("shapes"))) {
      EXPECT_EQ(entry.path().extension(), ".lock") << entry.path();
    }
  }
  std::string file(const std::string& name) const { return folder_.file(name); }

  void expect_end_by(int signal, const std::vector<std::string>& arguments) {
    use_slow_tools();
    const auto child = start(arguments);
    ASSERT_TRUE(is_building()) << child->standard_error();
    child->signal(signal);
    ASSERT_TRUE(eventually([&] { return child->ended(); }));
    EXPECT_EQ(child->exit_status(), 128 + signal);
    EXPECT_NE(child->standard_error().find("turnpike: interrupted"), std::string::npos)
        << child->standard_error();
    EXPECT_TRUE(eventually([this] { return running().empty(); }));  // what is killed takes a moment
    expect_nothing_kept();
  }
  // Also what its own children have started.
  void expect_nothing_survives_the_end_of(const std::vector<std::string>& arguments) {
    const auto child = start(arguments);
    ASSERT_TRUE(is_building()) << child->standard_error();
    EXPECT_GE(running().size(), 3u);  // the program and two tools, and their guards
    child->signal(SIGKILL);
    EXPECT_TRUE(eventually([this] { return running().empty(); }));
  }

  const TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
  std::vector<FakeTools> tools_;
};

TEST_F(ShapeBuildTest, WhatIsBuiltIsSaidAndHowLongItTook) {
  use_tools(kQuickVerilate, kQuickCompile);
  const auto child = start({"run", config_, "--engine", "rtl"});
  child->wait();
  EXPECT_EQ(child->exit_status(), 2);  // the scripts make no library that can be loaded
  const std::string said = child->standard_error();
  for (const char* line :
       {"turnpike: building router_cell (PORTS=5, ", "turnpike: built router_cell (PORTS=5, ",
        "turnpike: building Verilator's library\n", "turnpike: built Verilator's library in "}) {
    EXPECT_NE(said.find(line), std::string::npos) << line << said;
  }
  EXPECT_NE(said.find("cannot load the Verilated components"), std::string::npos) << said;
  EXPECT_NE(said.find("is removed"), std::string::npos) << said;
  EXPECT_EQ(child->standard_output(), "");
}

TEST_F(ShapeBuildTest, ASweepBuildsOnceAndSaysSo) {
  use_tools(kQuickVerilate + std::string("; echo x >> '") + file("calls") + "'", kQuickCompile);
  const auto child = start({"sweep", config_, "--engine", "rtl", "--load", "0.1,0.2", "--jobs", "2",
                            "--out", file("out")});
  child->wait();
  EXPECT_EQ(child->exit_status(), 2);
  EXPECT_NE(child->standard_error().find("turnpike: built router_cell"), std::string::npos);
  EXPECT_EQ(read_file(file("calls")), "x\n");
}

TEST_F(ShapeBuildTest, InterruptDuringABuildEndsTheRunAndItsTools) {
  expect_end_by(SIGINT, {"run", config_, "--engine", "rtl"});
}

TEST_F(ShapeBuildTest, TerminationDuringABuildEndsTheRunAndItsTools) {
  expect_end_by(SIGTERM, {"run", config_, "--engine", "lockstep"});
}

TEST_F(ShapeBuildTest, InterruptDuringABuildEndsAMachine) {
  expect_end_by(SIGINT, {"machine", "--dimensions", "2", "--engine", "rtl"});
}

TEST_F(ShapeBuildTest, InterruptDuringABuildEndsASweep) {
  expect_end_by(SIGINT,
                {"sweep", config_, "--engine", "rtl", "--load", "0.1,0.2", "--out", file("out")});
}

TEST_F(ShapeBuildTest, InterruptEndsWaitingForAnotherBuilder) {
  use_slow_tools();
  const auto builder = start({"run", config_, "--engine", "rtl"});
  ASSERT_TRUE(is_building()) << builder->standard_error();
  const auto other = start({"run", config_, "--engine", "rtl"});
  ASSERT_TRUE(eventually([&] {
    return other->standard_error().find("waiting for another process") != std::string::npos;
  }));
  other->signal(SIGINT);
  ASSERT_TRUE(eventually([&] { return other->ended(); }));
  EXPECT_EQ(other->exit_status(), 130);
  EXPECT_FALSE(builder->ended());
}

TEST_F(ShapeBuildTest, OfTwoRunsAtOnceOneBuilds) {
  use_tools(slow(kQuickVerilate + std::string("; echo x >> '") + file("calls") + "'"),
            slow(kQuickCompile));
  const auto builder = start({"run", config_, "--engine", "rtl"});
  ASSERT_TRUE(is_building()) << builder->standard_error();
  const auto other = start({"run", config_, "--engine", "rtl"});
  ASSERT_TRUE(eventually([&] {
    return other->standard_error().find("waiting for another process") != std::string::npos;
  }));
  folder_.write("go", "");
  builder->wait();
  other->wait();
  EXPECT_EQ(read_file(file("calls")), "x\n");
  EXPECT_EQ(other->standard_error().find("building"), std::string::npos) << other->standard_error();
  EXPECT_NE(other->standard_error().find("cannot load"), std::string::npos);
}

TEST_F(ShapeBuildTest, NothingSurvivesARunThatIsKilledWhileItBuilds) {
  use_slow_tools();
  expect_nothing_survives_the_end_of({"run", config_, "--engine", "rtl"});
  // What is left of the build is in nobody's way.
  folder_.write("go", "");
  const auto next = start({"run", config_, "--engine", "rtl"});
  next->wait();
  EXPECT_NE(next->standard_error().find("turnpike: built router_cell"), std::string::npos)
      << next->standard_error();
  for (const auto& entry : fs::directory_iterator(file("shapes"))) {
    EXPECT_NE(entry.path().extension(), ".building") << entry.path();
  }
}

TEST_F(ShapeBuildTest, NothingSurvivesASweepThatIsKilledWhileItBuilds) {
  use_slow_tools();
  expect_nothing_survives_the_end_of(
      {"sweep", config_, "--engine", "rtl", "--load", "0.1,0.2", "--out", file("out")});
}

TEST_F(ShapeBuildTest, NothingSurvivesASweepThatIsKilledWhileItsPointsRun) {
  use_slow_tools();
  const auto child =
      start({"sweep", config_, "--load", "0.1,0.2,0.3", "--jobs", "2", "--out", file("out"),
             "--set", "run.measurement=100000000000", "--set", "run.max_cycles=1000000000000"});
  // The sweep and two points.
  ASSERT_TRUE(eventually([this] { return running().size() == 3; })) << child->standard_error();
  child->signal(SIGKILL);
  EXPECT_TRUE(eventually([this] { return running().empty(); }));
}

TEST_F(ShapeBuildTest, AMachineEndsOnASignal) {
  use_slow_tools();
  for (const int signal : {SIGINT, SIGTERM}) {
    const auto child = start({"machine", "--dimensions", "2", "--random", "1000000000000"});
    ASSERT_TRUE(eventually([&] {
      const std::vector<pid_t> machine = running();
      return machine.size() == 1 && catches(machine.front(), signal);
    }));
    child->signal(signal);
    ASSERT_TRUE(eventually([&] { return child->ended(); }));
    EXPECT_EQ(child->exit_status(), 128 + signal);
    EXPECT_NE(child->standard_error().find("turnpike: interrupted in cycle "), std::string::npos)
        << child->standard_error();
  }
}

TEST_F(ShapeBuildTest, ACompilerThatFailsIsQuotedAndNothingIsKept) {
  use_tools(kQuickVerilate, "echo 'no space left on device' >&2; exit 1");
  const auto child = start({"run", config_, "--engine", "rtl"});
  child->wait();
  EXPECT_EQ(child->exit_status(), 2);
  EXPECT_NE(child->standard_error().find("turnpike: cannot compile "), std::string::npos)
      << child->standard_error();
  EXPECT_NE(child->standard_error().find("no space left on device"), std::string::npos);
  expect_nothing_kept();
}

TEST_F(ShapeBuildTest, WithoutACompilerItIsNamedWithWhatWorksWithoutIt) {
  use_tools(kQuickVerilate, kQuickCompile);
  fs::remove(tools_.back().folder() / "g++");
  const ProgramResult result = run_command({"env", "PATH=" + tools_.back().folder().string(),
                                            "TURNPIKE_SHAPES=" + file("shapes"), program_path(),
                                            "run", config_, "--engine", "rtl"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("need g++, which is not in PATH"), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("--engine model"), std::string::npos) << result.error;
}

TEST_F(ShapeBuildTest, ACacheThatOthersMayWriteToIsRefused) {
  use_tools(kQuickVerilate, kQuickCompile);
  fs::create_directory(file("shapes"));
  fs::permissions(file("shapes"), fs::perms(0777));
  const auto child = start({"run", config_, "--engine", "rtl"});
  child->wait();
  EXPECT_EQ(child->exit_status(), 2);
  EXPECT_NE(child->standard_error().find("others may write to it (mode 777)"), std::string::npos)
      << child->standard_error();
  EXPECT_TRUE(fs::is_empty(file("shapes")));
}

}  // namespace
}  // namespace turnpike::test
