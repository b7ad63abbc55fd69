// Every command that writes files, on disks of all sizes that are too small for them and under
// limits for the size of a file: it ends with 2 and says why, and what it left is whole.

#include <gtest/gtest.h>

#include "sim/experiment/results/result_keys.h"
#include "tests/system/faults/failing_disk.h"

namespace turnpike::test {
namespace {

using sim::Json;
using Files = std::map<std::string, std::string>;

struct Writer {
  const char* name;
  std::vector<std::string> arguments;  // CONFIG, RUN: input; DISK: where it writes
};

bool end_alike(const std::string& one, const std::string& other) {
  constexpr std::size_t kEnd = 8;
  return one.size() >= kEnd && other.size() >= kEnd &&
         one.substr(one.size() - kEnd) == other.substr(other.size() - kEnd);
}

// Figures and pictures of a sweep that misses points are others, and whole as well.
bool is_whole(const std::string& name, const std::string& text, const Files& expected) {
  const auto at = expected.find(name);
  if (at == expected.end()) return false;
  if (text == at->second) return true;
  if (name.find("/sweep.") == std::string::npos) return false;
  const std::string ending = std::filesystem::path(name).extension();
  if (ending == ".json") return Json::accept(text);
  if (ending == ".csv") return at->second.rfind(text, 0) == 0 && text.back() == '\n';
  return end_alike(text, at->second);
}

void expect_whole(const Files& left, const Files& expected) {
  for (const auto& [name, text] : left) {
    EXPECT_TRUE(is_whole(name, text, expected)) << name << "\n" << text.substr(0, 200);
  }
}

void expect_message(const ProgramResult& result, const std::string& why, const std::string& where) {
  EXPECT_EQ(result.status, 2) << result.error;
  EXPECT_NE(result.error.find("turnpike: "), std::string::npos) << result.error;
  EXPECT_NE(result.error.find(why), std::string::npos) << result.error;
  EXPECT_NE(result.error.find(where), std::string::npos) << result.error;
}

class FullDiskTest : public testing::TestWithParam<Writer> {
 protected:
  void SetUp() override {
    const std::vector<std::string> make = {"run", config_, "--out", inputs_.file("run")};
    ASSERT_EQ(turnpike(make).status, 0);
  }
  // The same path each time: some files tell where they are.
  std::vector<std::string> arguments(const TemporaryFolder& disk) const {
    std::vector<std::string> words = GetParam().arguments;
    for (std::string& word : words) {
      if (word == "CONFIG") word = config_;
      if (word == "RUN") word = inputs_.file("run");
      if (word.rfind("DISK", 0) == 0) word.replace(0, 4, disk.path().string());
    }
    return words;
  }
  Files undisturbed() const {
    const ProgramResult result = turnpike(arguments(disk_));
    EXPECT_EQ(result.status, 0) << result.error;
    Files files = contents(disk_);
    empty_the_disk();
    return files;
  }
  void empty_the_disk() const {
    for (const auto& entry : std::filesystem::directory_iterator(disk_.path())) {
      std::filesystem::remove_all(entry.path());
    }
  }

  const TemporaryFolder inputs_;
  const TemporaryFolder disk_;
  const std::string config_ = inputs_.write("small.toml", kSmallMesh);
};

TEST_P(FullDiskTest, IsToldAndLeavesWholeFilesOnly) {
  if (!can_mount()) GTEST_SKIP() << kNoMount;
  const Files expected = undisturbed();
  unsigned refused = 0;
  for (unsigned kib = 4;; kib += std::max(4u, kib / 4 / 4 * 4)) {
    SCOPED_TRACE(std::to_string(kib) + " KiB");
    const ProgramResult result = turnpike_on_small_disk(kib, disk_.path(), arguments(disk_));
    const Files left = contents(disk_);
    empty_the_disk();
    if (result.status == 0) {
      EXPECT_EQ(left, expected);
      break;
    }
    expect_message(result, "No space left on device", disk_.path());
    expect_whole(left, expected);
    ++refused;
    ASSERT_LT(refused, 100u);
  }
  EXPECT_GE(refused, 1u);
}

INSTANTIATE_TEST_SUITE_P(
    All, FullDiskTest,
    testing::Values(Writer{"Run", {"run", "CONFIG", "--out", "DISK/out"}},
                    Writer{"EventLog", {"run", "CONFIG", "--events", "DISK/events.csv"}},
                    Writer{"Sweep",
                           {"sweep", "CONFIG", "--load", "0.1,0.2", "--jobs", "1", "--out",
                            "DISK/out"}},
                    Writer{"Analysis",
                           {"analyze", "CONFIG", "--measure", "--set", "run.measurement=500",
                            "--jobs", "1", "--out", "DISK/out"}},
                    Writer{"Report", {"report", "RUN", "--no-paths", "--out", "DISK/page.html"}}),
    [](const auto& tested) { return tested.param.name; });

class FileLimitTest : public FullDiskTest {};

TEST_P(FileLimitTest, IsToldAndLeavesWholeFilesOnly) {
  const Files expected = undisturbed();
  unsigned refused = 0;
  for (unsigned blocks = 1;; blocks *= 2) {
    SCOPED_TRACE(std::to_string(blocks) + " blocks");
    const ProgramResult result = turnpike_with_file_limit(blocks, arguments(disk_));
    const Files left = contents(disk_);
    empty_the_disk();
    if (result.status == 0) {
      EXPECT_EQ(left, expected);
      break;
    }
    expect_message(result, "File too large", disk_.path());
    expect_whole(left, expected);
    ++refused;
    ASSERT_LT(refused, 30u);
  }
  EXPECT_GE(refused, 1u);
}

INSTANTIATE_TEST_SUITE_P(
    All, FileLimitTest,
    testing::Values(Writer{"Run", {"run", "CONFIG", "--out", "DISK/out"}},
                    Writer{"EventLog", {"run", "CONFIG", "--events", "DISK/events.jsonl"}},
                    Writer{"Report", {"report", "RUN", "--no-paths", "--out", "DISK/page.html"}}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace turnpike::test
