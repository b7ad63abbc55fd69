// What files and folders for a while promise.

#include "sim/base/temporary_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <set>

#include "sim/base/config_error.h"
#include "sim/base/output_folder.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

TEST(TemporaryFileTest, HasNeverTheSameNameTwiceAndVanishes) {
  const ScratchFolder scratch;
  std::set<std::string> names;
  for (int round = 0; round < 100; ++round) {
    const sim::TemporaryFile file((scratch.path() / "wanted").string());
    const std::set<std::string> found = names_in(scratch.path());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(names.insert(*found.begin()).second) << *found.begin();
  }
  EXPECT_TRUE(names_in(scratch.path()).empty());
}

TEST(TemporaryFileTest, TakesThePlaceOfALinkAndNotOfWhatItPointsAt) {
  const ScratchFolder scratch;
  const fs::path victim = scratch.path() / "victim";
  const fs::path wanted = scratch.path() / "wanted";
  std::ofstream(victim) << "mine";
  fs::create_symlink(victim, wanted);
  sim::write_whole_file(wanted.string(), "text");
  EXPECT_EQ(text_of(victim), "mine");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(wanted)));
  EXPECT_EQ(text_of(wanted), "text");
}

TEST(TemporaryFileTest, HasThePermissionsOfAnyNewFile) {
  const ScratchFolder scratch;
  const fs::path wanted = scratch.path() / "wanted";
  const mode_t before = ::umask(027);
  sim::write_whole_file(wanted.string(), "text");
  ::umask(before);
  EXPECT_EQ(fs::status(wanted).permissions(), fs::perms(0640));
}

// The name of the file on the way would have been longer.
TEST(TemporaryFileTest, TheLongestNameIsNotTooLong) {
  const ScratchFolder scratch;
  sim::OutputFolder folder(scratch.path().string());
  folder.write(std::string(255, 'x'), "text");
  EXPECT_EQ(names_in(scratch.path()), std::set<std::string>{std::string(255, 'x')});
}

TEST(TemporaryFileTest, ErrorsTellTheNameThatTheFileIsToHave) {
  const ScratchFolder scratch;
  const std::string wanted = (scratch.path() / "none" / "wanted").string();
  try {
    sim::write_whole_file(wanted, "text");
    FAIL();
  } catch (const sim::ConfigError& error) {
    EXPECT_EQ(error.what(), wanted + ": cannot be written: No such file or directory");
  }
}

TEST(TemporaryFolderTest, IsForNobodyElseAndGoesWithAllThatIsInIt) {
  fs::path path;
  {
    const sim::TemporaryFolder folder;
    path = folder.path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0700));
    std::ofstream(path / "file") << "text";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolderTest, AnUnfitPlaceIsNamed) {
  const char* const before = ::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TMPDIR", "/nonexistent", 1);
  EXPECT_THROW(sim::TemporaryFolder(), sim::ConfigError);
  if (before != nullptr) {
    ::setenv("TMPDIR", kept.c_str(), 1);
  } else {
    ::unsetenv("TMPDIR");
  }
}

}  // namespace
}  // namespace turnpike::test
