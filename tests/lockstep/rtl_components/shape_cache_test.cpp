// What the cache of Verilated shapes promises with the real tools; the rest is in
// tests/unit/rtl_components and ShapeBuildTest.

#include "sim/hardware/rtl_components/shape_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <stdexcept>
#include <vector>

#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

// Sources of the adapters and one module `channel` with a given text.
void make_root(const fs::path& root, const std::string& channel) {
  fs::create_directories(root / "sim/hardware/rtl_components");
  fs::copy(test::source_path("sim/hardware/rtl_components"), root / "sim/hardware/rtl_components",
           fs::copy_options::recursive);
  fs::create_directories(root / "rtl/common");
  std::ofstream(root / "rtl/common/channel.v") << channel;
}

// Everything in a cache but locks.
std::set<fs::path> entries(const fs::path& folder) {
  std::set<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".lock") found.insert(entry.path());
  }
  return found;
}

TEST(ShapeCacheTest, WhatVerilatorSaysOfBrokenSourcesIsReportedAndNothingStays) {
  // A cache of its own: other tests build into the common one at the same time.
  const ScratchFolder scratch;
  const ScratchFolder folder;
  sim::ShapeCache(test::source_path(""), folder.path()).load({sim::channel_shape({1}, 4, 34, 1)});
  const std::set<fs::path> before = entries(folder.path());
  make_root(scratch.path(), "module channel (input wire clk_i; endmodule\n");
  const sim::ShapeCache cache(scratch.path(), folder.path());
  try {
    cache.load({sim::channel_shape({1}, 2, 34, 1)});
    FAIL() << "broken Verilog was accepted";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("cannot Verilate channel (LATENCY=1"), std::string::npos) << message;
    EXPECT_NE(message.find("syntax error"), std::string::npos) << message;
  }
  EXPECT_EQ(entries(folder.path()), before);
}

TEST(ShapeCacheTest, AShapeThatIsAskedForTwiceIsLinkedOnce) {
  const sim::Shape shape = sim::channel_shape({1}, 4, 34, 1);
  const auto library = sim::ShapeCache().load({shape, shape});
  const auto runtime = library->create_runtime(1);
  EXPECT_NE(library->create(0, *runtime, "first"), nullptr);
  EXPECT_NE(library->create(1, *runtime, "second"), nullptr);
}

// Each of these once ended in SIGBUS, SIGSEGV or a message that said not what to do.
TEST(ShapeCacheTest, ADamagedLibraryIsLinkedAgainAndADamagedObjectCompiledAgain) {
  const ScratchFolder folder;  // a cache of its own
  std::vector<std::string> notices;
  const sim::ShapeCache cache(test::source_path(""), folder.path(),
                              [&notices](const std::string& line) { notices.push_back(line); });
  const sim::Shape shape = sim::channel_shape({1}, 4, 34, 1);
  cache.load({shape});
  const std::set<fs::path> before = entries(folder.path());
  const auto the_file = [&](const std::string& name) {
    const auto entry = std::find_if(before.begin(), before.end(),
                                    [&](const fs::path& e) { return fs::exists(e / name); });
    return entry == before.end() ? fs::path() : *entry / name;
  };
  const fs::path library = the_file("shapes.so");
  const auto load_after = [&](const std::vector<fs::path>& damaged) {
    for (const fs::path& file : damaged) fs::resize_file(file, fs::file_size(file) / 2);
    notices.clear();
    const auto loaded = cache.load({shape});
    const auto runtime = loaded->create_runtime(1);
    EXPECT_NE(loaded->create(0, *runtime, "channel"), nullptr);
    EXPECT_EQ(entries(folder.path()), before);
  };
  load_after({library});
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_NE(notices[0].find("is damaged and made anew: shapes.so has "), std::string::npos);
  load_after({library, the_file("fast.o")});
  ASSERT_EQ(notices.size(), 4u);  // the object, its building, its time, the library
  EXPECT_NE(notices[0].find("fast.o has "), std::string::npos) << notices[0];
  load_after({});
  EXPECT_EQ(notices, std::vector<std::string>{});
}

TEST(ShapeCacheTest, AMissingToolIsNamedWithWhatWorksWithoutIt) {
  const ScratchFolder scratch;
  ASSERT_EQ(::setenv("PATH", scratch.path().c_str(), 1), 0);
  try {
    sim::ShapeCache().load({sim::channel_shape({1}, 2, 34, 1)});
    FAIL() << "loaded without Verilator";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("verilator"), std::string::npos) << message;
    EXPECT_NE(message.find("--engine model"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace turnpike::test
