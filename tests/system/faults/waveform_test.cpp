// Waveforms on disks that are too small and under limits for files: the run once ended in SIGBUS.

#include <gtest/gtest.h>

#include "sim/hardware/rtl_components/tool.h"
#include "tests/system/faults/failing_disk.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class FailingWaveformTest : public testing::Test {
 protected:
  std::vector<std::string> run(const std::string& engine) const {
    return {"run", config_, "--engine", engine, "--trace", disk_.file("w.fst")};
  }
  std::vector<std::string> machine() const {
    return {"machine",  "--dimensions", "3",       "--bytes",          "8",
            "--engine", "rtl",          "--trace", disk_.file("w.fst")};
  }

  // What is left can be read, and nothing is left of what cannot.
  void expect_readable(const std::string& left) const {
    if (fs::path(left).extension() != ".fst") return;
    const std::string vcd =
        sim::run_tool({sim::find_tool("fst2vcd").string(), disk_.file(left)}, "read the waveform");
    EXPECT_NE(vcd.find("$enddefinitions"), std::string::npos) << left;
  }

  // False: the waveform found room.
  bool is_refused(const ProgramResult& result, const char* why) const {
    const std::vector<std::string> left = disk_.files();
    for (const std::string& file : left) {
      expect_readable(file);
      EXPECT_EQ(file.find(".hier"), std::string::npos) << file;
      EXPECT_EQ(file.find(".tmp"), std::string::npos) << file;
      fs::remove(disk_.file(file));
    }
    if (result.status == 0) {
      EXPECT_EQ(std::count(left.begin(), left.end(), "w.fst"), 1);
      return false;
    }
    EXPECT_EQ(result.status, 2) << result.error;
    EXPECT_NE(result.error.find(disk_.file("w")), std::string::npos) << result.error;
    EXPECT_NE(result.error.find(why), std::string::npos) << result.error;
    return true;
  }

  void expect_limits_are_told(const std::vector<std::string>& arguments) const {
    ASSERT_FALSE(is_refused(turnpike(arguments), ""));  // builds the hardware, without a limit
    unsigned blocks = 64;  // the tools that are asked for their versions need some room
    while (is_refused(turnpike_with_file_limit(blocks, arguments), "File too large")) {
      blocks *= 2;
      SCOPED_TRACE(std::to_string(blocks) + " blocks");
      ASSERT_LT(blocks, 1u << 24);
    }
    EXPECT_GT(blocks, 64u);
  }
  void expect_full_disks_are_told(const std::vector<std::string>& arguments) const {
    if (!can_mount()) GTEST_SKIP() << kNoMount;
    unsigned kib = 4;
    while (is_refused(turnpike_on_small_disk(kib, disk_.path(), arguments),
                      "No space left on device")) {
      kib *= 2;
      SCOPED_TRACE(std::to_string(kib) + " KiB");
      ASSERT_LT(kib, 1u << 24);
    }
    EXPECT_GT(kib, 32u);
  }

  const TemporaryFolder inputs_;
  const TemporaryFolder disk_;
  const std::string config_ = inputs_.write("small.toml", kSmallMesh);
};

TEST_F(FailingWaveformTest, LimitForFilesIsToldByARun) { expect_limits_are_told(run("rtl")); }
TEST_F(FailingWaveformTest, LimitForFilesIsToldByAMachine) { expect_limits_are_told(machine()); }
TEST_F(FailingWaveformTest, FullDiskIsToldByARun) { expect_full_disks_are_told(run("lockstep")); }
TEST_F(FailingWaveformTest, FullDiskIsToldByAMachine) { expect_full_disks_are_told(machine()); }

}  // namespace
}  // namespace turnpike::test
