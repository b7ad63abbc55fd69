// Files that appear together, or not at all.

#include "sim/base/staged_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "sim/base/config_error.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class StagedFilesTest : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (scratch_.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(file(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(scratch_.path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }
  using Names = std::set<std::string>;

  ScratchFolder scratch_;
  sim::OutputFolder folder_{scratch_.path().string()};
};

TEST_F(StagedFilesTest, AppearWhenTheyAreKept) {
  write("a", "old");
  {
    sim::StagedFiles files(folder_);
    files.write("a", "new");
    files.write("b", "new too");
    EXPECT_EQ(text_of("a"), "old");
    EXPECT_FALSE(fs::exists(file("b")));
    files.keep();
  }
  EXPECT_EQ(text_of("a"), "new");
  EXPECT_EQ(text_of("b"), "new too");
  EXPECT_EQ(names(), (Names{"a", "b"}));
  EXPECT_EQ(folder_.files(), (std::vector<std::string>{file("a"), file("b")}));
}

TEST_F(StagedFilesTest, LeaveNothingBehindWhenTheyAreNotKept) {
  write("a", "old");
  {
    sim::StagedFiles files(folder_);
    files.write("a", "new");
    files.replace("b");
  }
  EXPECT_EQ(text_of("a"), "old");
  EXPECT_EQ(names(), Names{"a"});
}

// Noticed before the first file gets its name.
TEST_F(StagedFilesTest, FolderInPlaceOfAFileKeepsAllOldFiles) {
  write("a", "old");
  fs::create_directory(file("b"));
  {
    sim::StagedFiles files(folder_);
    files.write("a", "new");
    files.write("b", "new");
    EXPECT_THROW(files.keep(), sim::ConfigError);
  }
  EXPECT_EQ(text_of("a"), "old");
  EXPECT_EQ(names(), (Names{"a", "b"}));
}

TEST_F(StagedFilesTest, OldFilesThatHaveNoSuccessorGo) {
  write("a", "old");
  write("b", "old");
  write("c", "a stranger's");
  sim::StagedFiles files(folder_);
  for (const char* name : {"a", "b", "d"}) files.replace(name);
  files.write("a", "new");
  files.keep();
  EXPECT_EQ(text_of("a"), "new");
  EXPECT_FALSE(fs::exists(file("b")));
  EXPECT_EQ(text_of("c"), "a stranger's");
}

}  // namespace
}  // namespace turnpike::test
