// Standard streams that are closed or full, and signals: the exit status and the files are as ever.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "tests/support/places.h"
#include "tests/support/processes.h"
#include "tests/support/waiting.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class StreamsTest : public testing::Test {
 protected:
  // `redirection` is the shell's.
  static ProgramResult run(const std::string& redirection, std::vector<std::string> arguments) {
    return turnpike_in_shell("exec \"$0\" \"$@\" " + redirection, std::move(arguments));
  }

  // Its measurement ends with the run, so packets are still under way.
  std::vector<std::string> unfinished() const {
    return {"run",   config_,
            "--out", folder_.file("out"),
            "--set", "run.warmup=0",
            "--set", "run.measurement=2000",
            "--set", "run.max_cycles=2000"};
  }

  TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
};

TEST_F(StreamsTest, AMessageThatCannotBeWrittenChangesNoStatus) {
  for (const char* redirection : {"2>&-", "2>/dev/full"}) {
    EXPECT_EQ(run(redirection, {"run", "nope.toml"}).status, 2) << redirection;
    EXPECT_EQ(run(redirection, {"run", config_, "--nope"}).status, 2) << redirection;
    EXPECT_EQ(run(redirection, {"nope"}).status, 2) << redirection;
    EXPECT_EQ(run(redirection, {"run"}).status, 2) << redirection;
    EXPECT_EQ(run(redirection, {"run", config_, "--set", "run.seed=x"}).status, 2) << redirection;
    EXPECT_EQ(run(redirection, {"check", "nope.toml"}).status, 2) << redirection;
    EXPECT_EQ(run(redirection, {"regress", "run", "nope.toml"}).status, 2) << redirection;
    EXPECT_EQ(run(redirection, {"run", config_}).status, 0) << redirection;
  }
}

TEST_F(StreamsTest, TheFilesOfAnUnfinishedRunAreKeptWithoutAStandardError) {
  for (const char* redirection : {"2>&-", "2>/dev/full", ">&- 2>&-", ">/dev/full 2>/dev/full"}) {
    fs::remove_all(folder_.file("out"));
    const bool has_output = redirection[0] == '2';
    EXPECT_EQ(run(redirection, unfinished()).status, has_output ? 1 : 2) << redirection;
    EXPECT_TRUE(fs::exists(folder_.file("out/results.json"))) << redirection;
  }
}

TEST_F(StreamsTest, StandardOutputThatIsClosedIsAnErrorAndFilesAreKept) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--version"},
                                                {"run", "--help"},
                                                {"check", config_},
                                                {"run", config_, "--out", folder_.file("out")}}) {
    const ProgramResult result = run(">&-", words);
    EXPECT_EQ(result.status, 2) << words.front();
    EXPECT_NE(result.error.find("standard output: cannot be written"), std::string::npos)
        << result.error;
  }
  EXPECT_TRUE(fs::exists(folder_.file("out/results.json")));
}

// A program that runs until a signal ends it.
class SignalTest : public StreamsTest {
 protected:
  // Waits until the program catches `signal`, sends it, and waits for the end.
  ProgramResult ended_by(int signal, std::vector<std::string> command) const {
    constexpr const char* kOwnMark = "TURNPIKE_TEST_MARK";
    sim::ChildProcess child(command, {{kOwnMark, folder_.path().string()}});
    const auto listens = [&] {
      for (const pid_t process : processes_with(kOwnMark, folder_.path().string())) {
        if (catches(process, SIGINT)) return true;
      }
      return false;
    };
    EXPECT_TRUE(eventually(listens)) << child.standard_error();
    child.signal(signal);
    child.wait();
    return {child.exit_status(), child.standard_output(), child.standard_error()};
  }

  std::vector<std::string> endless() const {
    return {test::program_path(),
            "run",
            config_,
            "--events",
            folder_.file("events.csv"),
            "--set",
            "traffic.load=0.01",
            "--set",
            "run.measurement=100000000000",
            "--set",
            "run.max_cycles=1000000000000"};
  }
};

TEST_F(SignalTest, ATerminalThatGoesAwayEndsARunAsSigtermDoes) {
  for (const int signal : {SIGHUP, SIGTERM}) {
    const ProgramResult result = ended_by(signal, endless());
    EXPECT_EQ(result.status, 128 + signal);
    EXPECT_NE(result.error.find("interrupted in cycle"), std::string::npos) << result.error;
    EXPECT_EQ(folder_.files(), std::vector<std::string>{"small.toml"}) << signal;  // no hidden file
  }
}

TEST_F(SignalTest, UnderNohupATerminalThatGoesAwayEndsNothing) {
  std::vector<std::string> command = endless();
  command.insert(command.begin(), {"sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""});
  constexpr const char* kOwnMark = "TURNPIKE_TEST_MARK";
  sim::ChildProcess child(command, {{kOwnMark, folder_.path().string()}});
  const auto listens = [&] {
    const std::vector<pid_t> runs = processes_with(kOwnMark, folder_.path().string());
    return runs.size() == 1 && catches(runs.front(), SIGTERM);
  };
  ASSERT_TRUE(eventually(listens)) << child.standard_error();
  EXPECT_FALSE(catches(processes_with(kOwnMark, folder_.path().string()).front(), SIGHUP));
  child.signal(SIGHUP);
  child.signal(SIGTERM);
  child.wait();
  EXPECT_EQ(child.exit_status(), 128 + SIGTERM);
}

TEST_F(SignalTest, AnalyzeSaysThatItWasInterrupted) {
  const ProgramResult result = ended_by(
      SIGINT, {test::program_path(), "analyze", config_, "--measure", "--jobs", "1", "--set",
               "run.measurement=1000000000", "--set", "run.max_cycles=1000000000000"});
  EXPECT_EQ(result.status, 130);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find("turnpike: interrupted before the last run had ended"),
            std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
