// What the cache of built shapes promises when builds fail, die or race, entries are damaged and
// folders are not fit for it.

#include "sim/hardware/rtl_components/cache_folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "sim/base/config_error.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/waiting.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

void append(const fs::path& file, const char* text) { std::ofstream(file, std::ios::app) << text; }

class CacheFolderTest : public testing::Test {
 protected:
  sim::CacheFolder open() {
    return sim::CacheFolder(scratch_.path(),
                            [this](const std::string& line) { notices_.push_back(line); });
  }
  // Entry "key" with two files.
  fs::path use(sim::CacheFolder& cache) {
    return cache.entry("key", [this](const fs::path& folder) {
      ++builds_;
      append(folder / "object", "0123456789");
      append(folder / "other", "abc");
    });
  }

  const ScratchFolder scratch_;
  std::vector<std::string> notices_;
  int builds_ = 0;
};

TEST_F(CacheFolderTest, BuildsAnEntryOnce) {
  sim::CacheFolder cache = open();
  EXPECT_FALSE(cache.find("key"));
  for (int round = 0; round < 2; ++round) EXPECT_TRUE(fs::exists(use(cache) / "object"));
  EXPECT_EQ(builds_, 1);
  EXPECT_TRUE(cache.find("key"));
  EXPECT_EQ(notices_, std::vector<std::string>{});
}

TEST_F(CacheFolderTest, AFailedBuildLeavesNothing) {
  sim::CacheFolder cache = open();
  EXPECT_THROW(cache.entry("key",
                           [](const fs::path& folder) {
                             append(folder / "object", "x");
                             throw std::runtime_error("the compiler says no");
                           }),
               std::runtime_error);
  EXPECT_FALSE(fs::exists(scratch_.path() / "key"));
  EXPECT_FALSE(fs::exists(scratch_.path() / "key.building"));
}

TEST_F(CacheFolderTest, ABuilderThatDiesLeavesNoEntryAndBlocksNobody) {
  const pid_t child = ::fork();
  if (child == 0) {
    open().entry("key", [](const fs::path& folder) {
      append(folder / "half", "x");
      ::kill(::getpid(), SIGKILL);
    });
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));

  sim::CacheFolder cache = open();
  EXPECT_FALSE(cache.find("key"));
  const fs::path entry = use(cache);
  EXPECT_TRUE(fs::exists(entry / "object"));
  EXPECT_FALSE(fs::exists(entry / "half"));
}

// The child is in its build until this process waits for it.
TEST_F(CacheFolderTest, OfTwoProcessesAtOnceOneBuildsAndTheOtherSaysThatItWaits) {
  const fs::path log = scratch_.path() / "log";
  const fs::path may_end = scratch_.path() / "may_end";
  const pid_t child = ::fork();
  if (child == 0) {
    open().entry("key", [&](const fs::path& folder) {
      append(log, "x");
      eventually([&] { return fs::exists(may_end); });
      append(folder / "object", "x");
    });
    ::_exit(0);
  }
  ASSERT_TRUE(eventually([&] { return fs::exists(log); }));
  sim::CacheFolder cache(scratch_.path(), [&](const std::string& line) {
    notices_.push_back(line);
    append(may_end, "x");
  });
  EXPECT_TRUE(fs::exists(use(cache) / "object"));
  EXPECT_EQ(builds_, 0);
  ASSERT_EQ(notices_.size(), 1u);
  EXPECT_NE(notices_[0].find("waiting for another process"), std::string::npos) << notices_[0];
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(fs::file_size(log), 1u);
}

struct Damage {
  const char* name;
  void (*inflict)(const fs::path& entry);
  const char* words;
};

class DamagedCacheTest : public CacheFolderTest, public testing::WithParamInterface<Damage> {};

// Damaged libraries once ended runs in SIGBUS and SIGSEGV.
TEST_P(DamagedCacheTest, TheEntryIsMadeAnewWithANotice) {
  sim::CacheFolder cache = open();
  const fs::path entry = use(cache);
  GetParam().inflict(entry);
  EXPECT_FALSE(cache.find("key"));
  EXPECT_EQ(use(cache), entry);
  EXPECT_EQ(builds_, 2);
  ASSERT_EQ(notices_.size(), 1u);
  EXPECT_NE(notices_[0].find("key is damaged and made anew: "), std::string::npos) << notices_[0];
  EXPECT_NE(notices_[0].find(GetParam().words), std::string::npos) << notices_[0];
  EXPECT_TRUE(cache.find("key"));
  EXPECT_EQ(fs::file_size(entry / "object"), 10u);
}

void rewrite(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

INSTANTIATE_TEST_SUITE_P(
    All, DamagedCacheTest,
    testing::Values(Damage{"Truncated", [](const fs::path& e) { fs::resize_file(e / "object", 5); },
                           "object has 5 bytes instead of 10"},
                    Damage{"Empty", [](const fs::path& e) { fs::resize_file(e / "object", 0); },
                           "object has 0 bytes"},
                    Damage{"AnotherBit",
                           [](const fs::path& e) { rewrite(e / "object", "0123456788"); },
                           "object has another checksum"},
                    Damage{"MissingFile", [](const fs::path& e) { fs::remove(e / "other"); },
                           "other is missing"},
                    Damage{"MoreFiles", [](const fs::path& e) { rewrite(e / "more", "x"); },
                           "more does not belong there"},
                    Damage{"SymbolicLink",
                           [](const fs::path& e) {
                             fs::rename(e / "other", e.parent_path() / "elsewhere");
                             fs::create_symlink(e.parent_path() / "elsewhere", e / "other");
                           },
                           "other is missing"},
                    Damage{"EmptyFolder",
                           [](const fs::path& e) {
                             fs::remove_all(e);
                             fs::create_directory(e);
                           },
                           "there is no manifest"},
                    Damage{"NoFolder",
                           [](const fs::path& e) {
                             fs::remove_all(e);
                             rewrite(e, "x");
                           },
                           "there is no manifest"},
                    Damage{"ManifestOfAnotherEntry",
                           [](const fs::path& e) {
                             rewrite(e / "manifest", "turnpike shape cache, entry other\n");
                           },
                           "its manifest is of something else"},
                    Damage{"ManifestCutShort",
                           [](const fs::path& e) {
                             rewrite(e / "manifest", "turnpike shape cache, entry key\n");
                           },
                           "object does not belong there"}),
    [](const auto& tested) { return tested.param.name; });

std::string refusal(const fs::path& folder) {
  try {
    const sim::CacheFolder cache(folder);
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_F(CacheFolderTest, AFolderThatOthersMayWriteToIsRefused) {
  for (const unsigned mode : {0777u, 01777u, 0775u}) {
    fs::permissions(scratch_.path(), fs::perms(mode));
    const std::string message = refusal(scratch_.path());
    for (const std::string& part : {scratch_.path().string(), std::string("others may write to it"),
                                    std::string("chmod go-w"), std::string("TURNPIKE_SHAPES")}) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
  }
  fs::permissions(scratch_.path(), fs::perms(0755));
  EXPECT_EQ(refusal(scratch_.path()), "");
}

TEST_F(CacheFolderTest, AFolderOfAnotherUserIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  ASSERT_EQ(::chown(scratch_.path().c_str(), 12345, 12345), 0);
  EXPECT_NE(refusal(scratch_.path()).find("belongs to user 12345"), std::string::npos);
}

TEST_F(CacheFolderTest, WhatIsNoFolderIsRefused) {
  rewrite(scratch_.path() / "file", "x");
  EXPECT_NE(refusal(scratch_.path() / "file").find("file: cannot be"), std::string::npos);
  EXPECT_NE(refusal(scratch_.path() / "file/below").find("below: cannot be"), std::string::npos);
}

TEST_F(CacheFolderTest, AFolderMadeUnderAnyUmaskIsFitForUse) {
  const mode_t before = ::umask(0);
  EXPECT_EQ(refusal(scratch_.path() / "a/b"), "");
  ::umask(before);
  EXPECT_EQ(refusal(scratch_.path() / "a/b"), "");
}

// As a user for whom the folder is read-only.
[[noreturn]] void use_read_only(const fs::path& folder) {
  fs::permissions(folder, fs::perms(0555));
  if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) ::_exit(3);
  sim::CacheFolder cache(folder);
  if (!fs::exists(cache.entry("key", [](const fs::path&) { ::_exit(4); }) / "object")) ::_exit(5);
  try {
    cache.entry("another", [](const fs::path&) { ::_exit(6); });
  } catch (const sim::ConfigError& error) {
    std::cerr << error.what();
    ::_exit(2);
  }
  ::_exit(0);
}

TEST_F(CacheFolderTest, AReadOnlyFolderServesWhatItHasAndSaysWhatToDoForTheRest) {
  sim::CacheFolder cache = open();
  use(cache);
  EXPECT_EXIT(use_read_only(scratch_.path()), testing::ExitedWithCode(2),
              "another.lock: cannot be written: Permission denied .TURNPIKE_SHAPES names another");
  fs::permissions(scratch_.path(), fs::perms(0755));
}

}  // namespace
}  // namespace turnpike::test
