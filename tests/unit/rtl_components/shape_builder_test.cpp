// What the name of a built shape depends on.

#include "sim/hardware/rtl_components/shape_builder.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/fake_tools.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

class ShapeKeyTest : public testing::Test {
 protected:
  std::string key_with(const FakeTools& tools,
                       const sim::Shape& shape = sim::channel_shape({1}, 2, 34, 1)) {
    ::setenv("PATH", tools.path().c_str(), 1);
    return sim::ShapeBuilder(test::source_path("")).shape_key(shape);
  }
  FakeTools tools(const std::string& target) {
    return FakeTools(scratch_.path() / target, kQuickVerilate, kQuickCompile, target);
  }

  ScratchFolder scratch_;
};

// A warning about a locale once gave every call another key, and a read-only cache was of no use.
TEST_F(ShapeKeyTest, WhatToolsSayOnStandardErrorDoesNotCount) {
  const FakeTools same = tools("avx512");
  ::setenv("LC_ALL", "none_NONE", 1);
  const std::string key = key_with(same);
  EXPECT_EQ(key_with(same), key);
  ::setenv("LC_ALL", "C", 1);
  EXPECT_EQ(key_with(same), key);
}

// On a processor without these instructions the library would end in SIGILL.
TEST_F(ShapeKeyTest, WhatTheCompilerMakesOfThisProcessorCounts) {
  EXPECT_NE(key_with(tools("avx512")), key_with(tools("sse2")));
}

TEST_F(ShapeKeyTest, EveryNumberOfAShapeCounts) {
  const FakeTools same = tools("avx512");
  const sim::Shape shape = sim::channel_shape({1}, 2, 34, 1);
  const std::string key = key_with(same, shape);
  const auto differs = [&](auto change) {
    sim::Shape other = shape;
    change(other);
    return key_with(same, other) != key;
  };
  EXPECT_TRUE(differs([](sim::Shape& s) { s.parameters[0].second = 6; }));
  EXPECT_TRUE(differs([](sim::Shape& s) { s.ports += 1; }));
  EXPECT_TRUE(differs([](sim::Shape& s) { s.virtual_channels += 1; }));
  EXPECT_TRUE(differs([](sim::Shape& s) { s.wire_bits += 1; }));
  EXPECT_TRUE(differs([](sim::Shape& s) { s.route_bits += 1; }));
  EXPECT_TRUE(differs([](sim::Shape& s) { s.queue_bits += 1; }));
  EXPECT_TRUE(differs([](sim::Shape& s) { s.drain_cycles += 1; }));
}

TEST_F(ShapeKeyTest, YosysCountsForSlicedShapesAlone) {
  const FakeTools same = tools("avx512");
  sim::Shape shape = sim::channel_shape({1}, 2, 34, 1);
  const auto key_with_yosys = [&](const std::string& version) {
    const std::filesystem::path yosys = same.folder() / "yosys";
    std::ofstream(yosys) << "#!/bin/sh\necho " << version << "\n";
    std::filesystem::permissions(yosys, std::filesystem::perms(0755));
    ::setenv("PATH", same.path().c_str(), 1);
    return sim::ShapeBuilder(test::source_path(""), shape.is_sliced).shape_key(shape);
  };
  const std::string verilated = key_with_yosys("0.23");
  EXPECT_EQ(key_with_yosys("0.24"), verilated);
  shape.is_sliced = true;
  const std::string sliced = key_with_yosys("0.23");
  EXPECT_NE(sliced, verilated);
  EXPECT_NE(key_with_yosys("0.24"), sliced);
}

TEST_F(ShapeKeyTest, SourcesCountAndTheirPlaceDoesNot) {
  const FakeTools same = tools("avx512");
  const sim::Shape shape = sim::channel_shape({1}, 2, 34, 1);
  const std::string here = key_with(same, shape);
  const std::filesystem::path root = scratch_.path() / "root";
  for (const char* folder : {"sim/hardware/rtl_components", "rtl/common"}) {
    std::filesystem::create_directories(root / folder);
    std::filesystem::copy(test::source_path(folder), root / folder,
                          std::filesystem::copy_options::recursive);
  }
  EXPECT_EQ(sim::ShapeBuilder(root).shape_key(shape), here);
  std::ofstream(root / "rtl/common/channel.v", std::ios::app) << "// changed\n";
  EXPECT_NE(sim::ShapeBuilder(root).shape_key(shape), here);
}

// As of Verilator 5.048, whose waveform writer takes the system's LZ4: how that is missing once was
// two pages of the compiler's.
TEST(ShapeLibrariesTest, AMissingLibraryOfTheWaveformWriterIsNamed) {
  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path();
  std::filesystem::create_directories(folder / "verilator_root/include/fstcpp");
  std::ofstream(folder / "verilator_root/include/fstcpp/fstcpp_writer.cpp")
      << "#include <lz4.h>\n#include <zlib.h>\n";
  const FakeTools tools(folder / "bin", kQuickVerilate, "[ \"$1\" != -E ]");
  std::ofstream(tools.folder() / "verilator")
      << "#!/bin/sh\n[ \"$1\" = --getenv ] && echo " << (folder / "verilator_root").string()
      << "\nexit 0\n";
  ::setenv("PATH", tools.path().c_str(), 1);
  const sim::ShapeBuilder builder(test::source_path(""));
  try {
    builder.build_runtime(folder);
    ADD_FAILURE() << "built without LZ4";
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("need liblz4"), std::string::npos) << text;
    EXPECT_NE(text.find("apt install liblz4-dev"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace turnpike::test
