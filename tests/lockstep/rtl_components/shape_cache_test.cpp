// What the cache of Verilated shapes promises when builds fail, die or race.

#include "sim/rtl_components/shape_cache.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <set>
#include <stdexcept>
#include <thread>

#include "sim/rtl_components/cache_folder.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

void append(const fs::path& file, const char* text) { std::ofstream(file, std::ios::app) << text; }

TEST(CacheFolderTest, BuildsAnEntryOnce) {
  const ScratchFolder scratch;
  sim::CacheFolder cache(scratch.path());
  int builds = 0;
  for (int use = 0; use < 2; ++use) {
    const fs::path entry = cache.entry("key", [&](const fs::path& folder) {
      ++builds;
      append(folder / "object", "x");
    });
    EXPECT_TRUE(fs::exists(entry / "object"));
  }
  EXPECT_EQ(builds, 1);
}

TEST(CacheFolderTest, AFailedBuildLeavesNothing) {
  const ScratchFolder scratch;
  sim::CacheFolder cache(scratch.path());
  EXPECT_THROW(cache.entry("key",
                           [](const fs::path& folder) {
                             append(folder / "object", "x");
                             throw std::runtime_error("the compiler says no");
                           }),
               std::runtime_error);
  EXPECT_FALSE(cache.has("key"));
  EXPECT_FALSE(fs::exists(scratch.path() / "key.building"));
}

TEST(CacheFolderTest, ABuilderThatDiesLeavesNoEntryAndBlocksNobody) {
  const ScratchFolder scratch;
  const pid_t child = ::fork();
  if (child == 0) {
    sim::CacheFolder cache(scratch.path());
    cache.entry("key", [](const fs::path& folder) {
      append(folder / "half", "x");
      ::kill(::getpid(), SIGKILL);
    });
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));

  sim::CacheFolder cache(scratch.path());
  EXPECT_FALSE(cache.has("key"));
  const fs::path entry =
      cache.entry("key", [](const fs::path& folder) { append(folder / "object", "x"); });
  EXPECT_TRUE(fs::exists(entry / "object"));
  EXPECT_FALSE(fs::exists(entry / "half"));
}

TEST(CacheFolderTest, OfTwoProcessesAtOnceOneBuilds) {
  const ScratchFolder scratch;
  const auto use = [&] {
    sim::CacheFolder cache(scratch.path());
    const fs::path entry = cache.entry("key", [&](const fs::path& folder) {
      append(scratch.path() / "builds", "x");
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      append(folder / "object", "x");
    });
    return fs::exists(entry / "object");
  };
  const pid_t child = ::fork();
  if (child == 0) ::_exit(use() ? 0 : 1);
  EXPECT_TRUE(use());
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(fs::file_size(scratch.path() / "builds"), 1u);
}

// Sources of the adapters and one module `channel` with a given text.
void make_root(const fs::path& root, const std::string& channel) {
  fs::create_directories(root / "sim/rtl_components");
  fs::copy(test::source_path("sim/rtl_components"), root / "sim/rtl_components",
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
  sim::ShapeCache(test::source_path(""), folder.path()).load({sim::channel_shape({1}, 4, 34)});
  const std::set<fs::path> before = entries(folder.path());
  make_root(scratch.path(), "module channel (input wire clk_i; endmodule\n");
  const sim::ShapeCache cache(scratch.path(), folder.path());
  try {
    cache.load({sim::channel_shape({1}, 2, 34)});
    FAIL() << "broken Verilog was accepted";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("cannot Verilate channel (LATENCY=1"), std::string::npos) << message;
    EXPECT_NE(message.find("syntax error"), std::string::npos) << message;
  }
  EXPECT_EQ(entries(folder.path()), before);
}

TEST(ShapeCacheTest, AShapeThatIsAskedForTwiceIsLinkedOnce) {
  const sim::Shape shape = sim::channel_shape({1}, 4, 34);
  const auto library = sim::ShapeCache().load({shape, shape});
  const auto runtime = library->create_runtime(1);
  EXPECT_NE(library->create(0, *runtime, "first"), nullptr);
  EXPECT_NE(library->create(1, *runtime, "second"), nullptr);
}

TEST(ShapeCacheTest, AMissingToolIsNamedWithWhatWorksWithoutIt) {
  const ScratchFolder scratch;
  ASSERT_EQ(::setenv("PATH", scratch.path().c_str(), 1), 0);
  try {
    sim::ShapeCache().load({sim::channel_shape({1}, 2, 34)});
    FAIL() << "loaded without Verilator";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("verilator"), std::string::npos) << message;
    EXPECT_NE(message.find("--engine model"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace turnpike::test
