// Libraries of hardware that were damaged in the cache: runs once ended in SIGBUS and SIGSEGV.

#include <gtest/gtest.h>

#include "tests/system/faults/shape_copies.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class DamagedShapesTest : public testing::Test {
 protected:
  void SetUp() override {
    copy_shapes(shapes_.path(), config_);
    const ProgramResult whole = run();
    ASSERT_EQ(whole.status, 0) << whole.error;
    ASSERT_EQ(whole.error, "");
    expected_ = whole.out;
  }
  ProgramResult run() const {
    return turnpike_in_shell("TURNPIKE_SHAPES='" + shapes_.path().string() + "' exec \"$0\" \"$@\"",
                             {"run", config_, "--engine", "rtl", "--json"});
  }
  // Every library, as none says which one the run uses.
  template <class Damage>
  void expect_made_anew_after(Damage damage, const std::string& words) const {
    unsigned damaged = 0;
    for (const auto& entry : fs::directory_iterator(shapes_.path())) {
      const fs::path library = entry.path() / "shapes.so";
      if (!fs::exists(library)) continue;
      const std::string text = read_file(library);
      fs::remove(library);  // the common cache may have the same file
      std::ofstream(library, std::ios::binary) << damage(text);
      ++damaged;
    }
    ASSERT_GE(damaged, 1u);
    const ProgramResult result = run();
    EXPECT_EQ(result.status, 0) << result.error;
    EXPECT_EQ(result.out, expected_);
    EXPECT_NE(result.error.find(" is damaged and made anew: shapes.so "), std::string::npos)
        << result.error;
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
    EXPECT_EQ(run().error, "");
  }

  const TemporaryFolder folder_;
  const TemporaryFolder shapes_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
  std::string expected_;
};

TEST_F(DamagedShapesTest, ALibraryThatIsCutIsMadeAnew) {
  expect_made_anew_after([](const std::string& text) { return text.substr(0, text.size() / 2); },
                         " bytes instead of ");
}

TEST_F(DamagedShapesTest, AnEmptyLibraryIsMadeAnew) {
  expect_made_anew_after([](const std::string&) { return std::string(); }, "has 0 bytes");
}

TEST_F(DamagedShapesTest, ALibraryWithAnotherBitIsMadeAnew) {
  expect_made_anew_after(
      [](std::string text) {
        text[text.size() / 3] ^= 4;
        return text;
      },
      "has another checksum");
}

// Of the same size: a library that can be loaded, and is another one.
TEST_F(DamagedShapesTest, AForeignLibraryIsMadeAnew) {
  std::string foreign;
  for (const char* place : {"/lib/x86_64-linux-gnu/libz.so.1", "/usr/lib64/libz.so.1"}) {
    if (fs::exists(place)) foreign = read_file(place);
  }
  if (foreign.empty()) GTEST_SKIP() << "no libz.so.1 where it usually is";
  expect_made_anew_after(
      [&](const std::string& text) {
        std::string other = foreign;
        other.resize(text.size());
        return other;
      },
      "has another checksum");
}

}  // namespace
}  // namespace turnpike::test
