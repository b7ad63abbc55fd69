// Long runs that are killed at random points and resumed, on every engine that has checkpoints.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/system/faults/failing_disk.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kKills = 20;
constexpr unsigned kSeed = 7;

class KilledRunTest : public testing::TestWithParam<const char*> {
 protected:
  std::vector<std::string> words() const {
    return {
        "run",
        config_,
        "--engine",
        GetParam(),
        "--out",
        disk_.file("out"),
        "--events",
        disk_.file("out/events.csv"),
        "--set",
        std::string("run.measurement=") + (std::string(GetParam()) == "model" ? "60000" : "6000")};
  }
  std::unique_ptr<sim::ChildProcess> start() const {
    std::vector<std::string> all = words();
    all.insert(all.begin(), program_path());
    all.insert(all.end(), {"--checkpoint-every", "500", "--resume"});
    return std::make_unique<sim::ChildProcess>(all);
  }
  std::map<std::string, std::string> results() const {
    std::map<std::string, std::string> files;
    for (const auto& [name, text] : contents(disk_)) {
      const std::string last = fs::path(name).filename();
      if (last[0] != '.' && last != "checkpoint") files[name] = text;
    }
    return files;
  }

  const TemporaryFolder inputs_;
  const TemporaryFolder disk_;
  const std::string config_ = inputs_.write("small.toml", kSmallMesh);
};

// Wherever it is hit, the result is the same: nothing here depends on how long anything takes.
TEST_P(KilledRunTest, TwentyKillsChangeNoByteOfTheResult) {
  using Clock = std::chrono::steady_clock;
  ASSERT_EQ(turnpike(words()).status, 0);  // builds the hardware
  fs::remove_all(disk_.file("out"));
  const Clock::time_point before = Clock::now();
  ASSERT_EQ(turnpike(words()).status, 0);
  const std::chrono::duration<double> whole = Clock::now() - before;
  const std::map<std::string, std::string> expected = results();
  ASSERT_GE(expected.size(), 4u);
  fs::remove_all(disk_.file("out"));

  std::mt19937 random(kSeed);
  unsigned went_on = 0;
  for (unsigned kill = 0; kill < kKills; ++kill) {
    SCOPED_TRACE("kill " + std::to_string(kill) + " of seed " + std::to_string(kSeed));
    went_on += fs::exists(disk_.file("out/checkpoint")) ? 1 : 0;
    const auto run = start();
    std::this_thread::sleep_for(whole * std::uniform_real_distribution<>(0.1, 0.6)(random));
    if (!run->ended()) run->signal(SIGKILL);
    run->wait();
    if (run->exit_status() != 0) continue;
    EXPECT_EQ(results(), expected);
    fs::remove_all(disk_.file("out"));
  }
  const auto last = start();
  last->wait();
  EXPECT_EQ(last->exit_status(), 0) << last->standard_error();
  EXPECT_EQ(results(), expected);
  RecordProperty("went_on_from_a_checkpoint", static_cast<int>(went_on));
}

// On a disk that is too small it ends with a message; with more room it goes on, and the result is
// the same.
TEST(FullDiskCheckpointTest, MakeRoomAndResume) {
  if (!can_mount()) GTEST_SKIP() << kNoMount;
  const TemporaryFolder inputs;
  const std::string config = inputs.write("small.toml", kSmallMesh);
  const auto words = [&](const TemporaryFolder& disk) {
    return std::vector<std::string>{
        "run", config, "--out", disk.file("out"), "--events", disk.file("events.csv")};
  };
  const TemporaryFolder peace;
  ASSERT_EQ(turnpike(words(peace)).status, 0);
  unsigned full = 0;
  for (const unsigned kib : {40u, 100u, 200u, 400u}) {
    SCOPED_TRACE(kib);
    const TemporaryFolder disk;
    std::vector<std::string> all = words(disk);
    all.insert(all.end(), {"--checkpoint-every", "100", "--resume"});
    const ProgramResult first = turnpike_on_small_disk(kib, disk.path(), all);
    if (first.status != 0) {
      ++full;
      EXPECT_EQ(first.status, 2) << first.error;
      EXPECT_NE(first.error.find("No space left on device"), std::string::npos) << first.error;
      EXPECT_FALSE(fs::exists(disk.file("out/results.json")));
      const ProgramResult second = turnpike(all);
      EXPECT_EQ(second.status, 0) << second.error;
    }
    for (const auto& [name, text] : contents(peace)) {
      if (name == "out/results.json") continue;  // names the folder
      EXPECT_TRUE(read_file(disk.file(name)) == text) << name;
    }
  }
  EXPECT_GE(full, 2u);
}

TEST(CheckpointOptionsTest, WrongUseIsAnsweredAndNothingIsWritten) {
  const TemporaryFolder folder;
  const std::string config = folder.write("small.toml", kSmallMesh);
  const std::string out = folder.file("out");
  const struct {
    std::vector<std::string> words;
    const char* text;
  } cases[] = {
      {{"--resume", "--out", out}, "--resume requires --checkpoint-every"},
      {{"--checkpoint-every", "100"}, "--checkpoint-every requires --out"},
      {{"--out", out, "--checkpoint-every", "0"}, "--checkpoint-every"},
      {{"--from-checkpoint", folder.file("none")}, "none: found no file, allowed: a checkpoint"},
      {{"--from-checkpoint", config}, "small.toml: found another file"},
      {{"--out", out, "--checkpoint-every", "100", "--from-checkpoint", config}, "excludes"},
      {{"--out", out, "--checkpoint-every", "100", "--engine", "emitted"},
       "checkpoints: found engine emitted, allowed: engine model, rtl or lockstep"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.text);
    std::vector<std::string> words = {"run", config};
    words.insert(words.end(), one.words.begin(), one.words.end());
    const ProgramResult result = turnpike(words);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find(one.text), std::string::npos) << result.error;
    EXPECT_FALSE(fs::exists(out + "/results.json"));
    EXPECT_FALSE(fs::exists(out + "/checkpoint"));
  }
  // A run that is resumed before it has begun.
  const ProgramResult fresh =
      turnpike({"run", config, "--out", out, "--checkpoint-every", "100", "--resume"});
  EXPECT_EQ(fresh.status, 0);
  EXPECT_NE(fresh.error.find("no checkpoint in " + out + " yet: from cycle 0"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Engines, KilledRunTest, testing::Values("model", "rtl", "lockstep"),
                         [](const auto& engine) { return std::string(engine.param); });

}  // namespace
}  // namespace turnpike::test
