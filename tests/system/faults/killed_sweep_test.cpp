// Sweeps that are killed at random points and started again, until they are done.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/support/processes.h"
#include "tests/support/waiting.h"
#include "tests/system/faults/failing_disk.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "TURNPIKE_TEST_MARK";
constexpr unsigned kKills = 50;
constexpr unsigned kSeed = 11;

class KilledSweepTest : public testing::Test {
 protected:
  std::unique_ptr<sim::ChildProcess> start() const {
    return std::make_unique<sim::ChildProcess>(
        std::vector<std::string>{program_path(), "sweep", config_, "--load", "0.05:0.4:0.05",
                                 "--jobs", "2", "--out", disk_.file("out")},
        sim::ChildProcess::Environment{{kMark, disk_.path().string()}});
  }
  std::map<std::string, std::string> finish() const {
    const auto sweep = start();
    sweep->wait();
    EXPECT_EQ(sweep->exit_status(), 0) << sweep->standard_error();
    std::map<std::string, std::string> files;
    // What was being written has no name yet, and stays behind hidden.
    for (const auto& [name, text] : contents(disk_)) {
      if (("/" + name).find("/.") == std::string::npos) files[name] = text;
    }
    fs::remove_all(disk_.file("out"));
    return files;
  }

  const TemporaryFolder inputs_;
  const TemporaryFolder disk_;
  const std::string config_ = inputs_.write("small.toml", kSmallMesh);
};

// Wherever it is hit, the result is the same: nothing here depends on how long anything takes.
TEST_F(KilledSweepTest, FiftyKillsChangeNoByteOfTheResult) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point before = Clock::now();
  const std::map<std::string, std::string> expected = finish();
  const std::chrono::duration<double> whole = Clock::now() - before;
  ASSERT_GE(expected.size(), 8u);

  std::mt19937 random(kSeed);
  unsigned ended_first = 0;
  for (unsigned kill = 0; kill < kKills; ++kill) {
    SCOPED_TRACE("kill " + std::to_string(kill) + " of seed " + std::to_string(kSeed));
    const auto sweep = start();
    // Short, so that several kills hit the same sweep.
    std::this_thread::sleep_for(whole * std::uniform_real_distribution<>(0, 0.4)(random));
    if (sweep->ended()) {
      ++ended_first;
      EXPECT_EQ(sweep->exit_status(), 0) << sweep->standard_error();
      EXPECT_EQ(finish(), expected);
      continue;
    }
    sweep->signal(SIGKILL);
    sweep->wait();
    // Its points are killed behind it.
    ASSERT_TRUE(eventually([&] { return processes_with(kMark, disk_.path()).empty(); }));
  }
  EXPECT_EQ(finish(), expected);
  RecordProperty("ended_before_the_kill", static_cast<int>(ended_first));
}

}  // namespace
}  // namespace turnpike::test
