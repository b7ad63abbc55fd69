// `turnpike paper` on disks that are too small, in folders that cannot be written to, and beside
// links that somebody planted.

#include <gtest/gtest.h>

#include "tests/papers/system/paper_report.h"
#include "tests/system/faults/failing_disk.h"

namespace turnpike::test {
namespace {

// Computed, not measured.
std::vector<std::string> quick_paper(const TemporaryFolder& disk) {
  return {"paper", "agarwal",        "--figure", "8",
          "--out", disk.file("out"), "--page",   disk.file("page.md")};
}

TEST(PaperFaultTest, AFullDiskIsToldAndLeavesWholeFilesOnly) {
  if (!can_mount()) GTEST_SKIP() << kNoMount;
  const TemporaryFolder whole;
  ASSERT_EQ(turnpike(quick_paper(whole)).status, 0);
  const auto expected = contents(whole);
  const TemporaryFolder disk;
  unsigned refused = 0;
  for (unsigned kib = 4;; kib += std::max(4u, kib / 4 / 4 * 4)) {
    SCOPED_TRACE(std::to_string(kib) + " KiB");
    const ProgramResult result =
        turnpike_on_small_disk(kib, disk.path().string(), quick_paper(disk));
    const auto left = contents(disk);
    for (const auto& entry : std::filesystem::directory_iterator(disk.path())) {
      std::filesystem::remove_all(entry.path());
    }
    for (const auto& [name, text] : left) {
      ASSERT_EQ(expected.count(name), 1u) << name;
      EXPECT_EQ(text, expected.at(name)) << name;
    }
    if (result.status == 0) {
      EXPECT_EQ(left.size(), expected.size());
      break;
    }
    EXPECT_EQ(result.status, 2) << result.error;
    EXPECT_NE(result.error.find("turnpike: " + disk.path().string()), std::string::npos)
        << result.error;
    EXPECT_NE(result.error.find("No space left on device"), std::string::npos) << result.error;
    ++refused;
    ASSERT_LT(refused, 100u);
  }
  EXPECT_GE(refused, 1u);
}

TEST(PaperFaultTest, AReadOnlyFolderIsRefusedBeforeTheWork) {
  if (!can_mount()) GTEST_SKIP() << kNoMount;
  const TemporaryFolder disk;
  const ProgramResult result = turnpike_on_read_only(
      disk.path().string(), {"paper", "agarwal", "--out", disk.file("out")});  // hours of work
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.error.find("turnpike: " + disk.file("out")), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("Read-only file system"), std::string::npos) << result.error;
}

TEST(PaperFaultTest, AFullDiskBehindStandardOutputIsAnError) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"paper", "agarwal", "--figure", "8", "--json"},
        std::vector<std::string>{"paper", "--help"}}) {
    const ProgramResult result = turnpike_in_shell("exec \"$0\" \"$@\" > /dev/full", arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find("standard output: cannot be written"), std::string::npos)
        << result.error;
  }
}

// Permutations once had files with names that a process's number gives away: a link there had
// another file overwritten. The shell makes the links and becomes the program.
TEST(PaperFaultTest, LinksPlantedAmongTemporaryFilesAreNotFollowed) {
  const TemporaryFolder folder;
  const std::string treasure = folder.write("treasure", "nobody else's\n");
  const std::string script = "cd '" + folder.path().string() +
                             "' && mkdir tmp out && for n in 0 1 2 3 4 5 6 7; do ln -s ../treasure "
                             "tmp/turnpike_$$_$n.txt; "
                             "done && for n in report.json claims.csv .figure_9.svg.tmp; do "
                             "ln -s ../treasure out/$n; done && TMPDIR=$PWD/tmp exec \"$0\" \"$@\"";
  const ProgramResult result = turnpike_in_shell(
      script,
      {"paper", "arnau", "--figure", "9", "--quick", "--jobs", "2", "--out", folder.file("out")});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(read_file(treasure), "nobody else's\n");
  EXPECT_NE(read_file(folder.file("out/report.json")), "nobody else's\n");
}

}  // namespace
}  // namespace turnpike::test
