// Symbolic links planted under the names of files that the program writes: none is written through.

#include <gtest/gtest.h>

#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTreasure = "nobody else's\n";

class PlantedLinksTest : public testing::Test {
 protected:
  // Names may hold the process's number as $$: a shell makes the links and becomes the program.
  ProgramResult turnpike_beside(const std::vector<std::string>& names,
                                const std::vector<std::string>& arguments) const {
    std::string script = "cd '" + folder_.path().string() + "' || exit 9; mkdir tmp out;";
    for (const std::string& name : names) script += " ln -s ../treasure " + name + " || exit 9;";
    return turnpike_in_shell(script + " TMPDIR=$PWD/tmp exec \"$0\" \"$@\"", arguments);
  }
  void expect_untouched(const ProgramResult& result) const {
    EXPECT_EQ(result.status, 0) << result.error;
    EXPECT_TRUE(read_file(folder_.file("treasure")) == kTreasure) << "a link was written through";
  }
  void expect_files_of_our_own(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      const fs::path path = folder_.path() / name;
      EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path))) << name;
      EXPECT_NE(read_file(path), kTreasure) << name;
    }
  }
  std::string out(const std::string& name) const { return folder_.file("out/" + name); }

  const TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
  const std::string treasure_ = folder_.write("treasure", kTreasure);
};

TEST_F(PlantedLinksTest, ARunWritesThroughNone) {
  const std::vector<std::string> files = {
      "out/results.json", "out/results.csv", "out/channels.csv", "out/histogram.csv",
      "out/slowest.csv",  "out/config.toml", "out/events.csv"};
  std::vector<std::string> names = files;
  names.insert(names.end(), {"out/.trial.$$.tmp", "out/.results.json.$$.tmp",
                             "out/.results.csv.$$.tmp", "out/events.csv.part"});
  expect_untouched(turnpike_beside(
      names, {"run", config_, "--out", folder_.file("out"), "--events", out("events.csv")}));
  expect_files_of_our_own(files);
}

TEST_F(PlantedLinksTest, AWaveformIsWrittenThroughNone) {
  const std::vector<std::string> files = {"out/w.fst",      "out/w.gtkw",     "out/w.flit.txt",
                                          "out/w.kind.txt", "out/w.vc.txt",   "out/w.address.txt",
                                          "out/w.port.txt", "out/w.lane.txt", "out/w.sucl"};
  std::vector<std::string> names = files;
  names.push_back("out/w.fst.hier");
  expect_untouched(turnpike_beside(
      names, {"run", config_, "--engine", "rtl", "--trace", out("w.fst"), "--trace-to", "20"}));
  expect_files_of_our_own(files);
}

TEST_F(PlantedLinksTest, ASweepAndItsPicturesAreWrittenThroughNone) {
  const std::vector<std::string> files = {"out/sweep.json", "out/sweep.csv", "out/sweep.gp",
                                          "out/sweep.svg", "out/sweep.png"};
  std::vector<std::string> names = files;
  names.insert(names.end(), {"out/.sweep.svg.tmp", "out/.sweep.png.tmp", "out/.sweep.json.$$.tmp"});
  expect_untouched(turnpike_beside(
      names, {"sweep", config_, "--load", "0.1,0.2", "--out", folder_.file("out")}));
  expect_files_of_our_own(files);
}

TEST_F(PlantedLinksTest, APageIsWrittenThroughNone) {
  ASSERT_EQ(turnpike({"run", config_, "--out", folder_.file("run")}).status, 0);
  expect_untouched(
      turnpike_beside({"out/page.html", "out/.page.html.$$.tmp"},
                      {"report", folder_.file("run"), "--no-paths", "--out", out("page.html")}));
  expect_files_of_our_own({"out/page.html"});
}

}  // namespace
}  // namespace turnpike::test
