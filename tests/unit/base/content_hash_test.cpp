// Names for contents.

#include "sim/base/content_hash.h"

#include <gtest/gtest.h>

#include <fstream>

#include "sim/base/config_error.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

std::string name_of(const std::vector<std::string>& parts) {
  sim::ContentHash hash;
  for (const std::string& part : parts) hash.add(part);
  return hash.to_text();
}

TEST(ContentHashTest, PartsDoNotRunIntoOneAnother) {
  EXPECT_EQ(name_of({"ab", "c"}), name_of({"ab", "c"}));
  EXPECT_NE(name_of({"ab", "c"}), name_of({"a", "bc"}));
  EXPECT_NE(name_of({"ab", ""}), name_of({"ab"}));
  EXPECT_EQ(name_of({"ab"}).size(), 32u);
}

// sha256sum of "3:abc".
TEST(ContentHashTest, IsTheBeginningOfSha256) {
  EXPECT_EQ(name_of({"abc"}), "aab5f9ae99b2e38fb462025c8f72f570");
}

std::string name_of_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  sim::ContentHash hash;
  hash.add_file(path.string());
  return hash.to_text();
}

TEST(ContentHashTest, EveryByteOfAFileCountsAndItsNameDoesNot) {
  const ScratchFolder scratch;
  std::string text(3'000'000, 'x');
  const std::string whole = name_of_file(scratch.path() / "a", text);
  EXPECT_EQ(name_of_file(scratch.path() / "b", text), whole);
  text[2'999'999] = 'y';
  EXPECT_NE(name_of_file(scratch.path() / "c", text), whole);
  sim::ContentHash hash;
  EXPECT_THROW(hash.add_file((scratch.path() / "none").string()), sim::ConfigError);
}

}  // namespace
}  // namespace turnpike::test
