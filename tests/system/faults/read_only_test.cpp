// Folders that cannot be written to: it is said before the work, not after it.

#include <gtest/gtest.h>

#include "tests/system/faults/failing_disk.h"
#include "tests/system/faults/shape_copies.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class ReadOnlyTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_mount()) GTEST_SKIP() << kNoMount;
  }
  void expect_refused(const std::vector<std::string>& arguments) const {
    const ProgramResult result = turnpike_on_read_only(folder_.path(), arguments);
    EXPECT_EQ(result.status, 2) << arguments[0];
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.error.find("turnpike: " + folder_.path().string()), std::string::npos)
        << result.error;
    EXPECT_NE(result.error.find("Read-only file system"), std::string::npos) << result.error;
  }
  // The environment that makes `folder` the cache of shapes.
  static ProgramResult run_with_shapes(const std::string& folder, const std::string& config) {
    return turnpike_under_mount(
        "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" && export "
        "TURNPIKE_SHAPES=\"$1\" && shift && exec \"$0\" \"$@\"",
        folder, {"run", config, "--engine", "rtl"});
  }

  const TemporaryFolder inputs_;
  const TemporaryFolder folder_;
  const std::string config_ = inputs_.write("small.toml", kSmallMesh);
  // Would not end while anybody waits.
  const std::vector<std::string> endless_ = {"--set", "run.measurement=100000000000", "--set",
                                             "run.max_cycles=1000000000000"};
};

TEST_F(ReadOnlyTest, FoldersForResultsAreRefusedBeforeTheWork) {
  for (std::vector<std::string> arguments : {
           std::vector<std::string>{"run", config_, "--out", folder_.file("out")},
           std::vector<std::string>{"run", config_, "--out", folder_.path()},
           std::vector<std::string>{"run", config_, "--events", folder_.file("events.csv")},
           std::vector<std::string>{"run", config_, "--engine", "rtl", "--trace",
                                    folder_.file("w.fst")},
           std::vector<std::string>{"sweep", config_, "--load", "0.1", "--out", folder_.path()},
           std::vector<std::string>{"analyze", config_, "--measure", "--out", folder_.path()},
       }) {
    arguments.insert(arguments.end(), endless_.begin(), endless_.end());
    expect_refused(arguments);
  }
  expect_refused({"machine", "--engine", "rtl", "--trace", folder_.file("w.fst"), "--random",
                  "1000000000000"});
}

TEST_F(ReadOnlyTest, APageIsRefused) {
  ASSERT_EQ(turnpike({"run", config_, "--out", inputs_.file("run")}).status, 0);
  expect_refused({"report", inputs_.file("run"), "--out", folder_.file("page.html")});
}

TEST_F(ReadOnlyTest, ACacheOfShapesServesWhatItHas) {
  copy_shapes(folder_.path(), config_);
  const ProgramResult result = run_with_shapes(folder_.path(), config_);
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(result.error, "");
}

TEST_F(ReadOnlyTest, AnEmptyCacheOfShapesSaysWhatToDo) {
  const ProgramResult result = run_with_shapes(folder_.path(), config_);
  EXPECT_EQ(result.status, 2);
  for (const std::string& part : {folder_.path().string(), std::string("Read-only file system"),
                                  std::string("TURNPIKE_SHAPES names another folder")}) {
    EXPECT_NE(result.error.find(part), std::string::npos) << result.error;
  }
}

}  // namespace
}  // namespace turnpike::test
