// Child processes: what they say, and that none outlives who started it.

#include "sim/base/child_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "sim/base/config_error.h"
#include "tests/support/processes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/waiting.h"

namespace turnpike::test {
namespace {

using sim::ChildProcess;

TEST(ChildProcessTest, OutputsAndStatusAreTheChilds) {
  ChildProcess child(
      {"sh", "-c", "echo out; echo error >&2; echo $1 $VARIABLE; exit 3", "x", "one"},
      {{"VARIABLE", "two"}});
  child.wait();
  EXPECT_EQ(child.exit_status(), 3);
  EXPECT_EQ(child.standard_output(), "out\none two\n");
  EXPECT_EQ(child.standard_error(), "error\n");
}

TEST(ChildProcessTest, ASignalShowsInTheStatus) {
  ChildProcess child({"sleep", "1000"});
  child.signal(SIGTERM);
  child.wait();
  EXPECT_EQ(child.exit_status(), 128 + SIGTERM);
}

TEST(ChildProcessTest, AProgramThatIsNotThereIsNamed) {
  try {
    ChildProcess child({"/nonexistent/program"});
    FAIL() << "started";
  } catch (const sim::ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "/nonexistent/program: cannot be started: No such file or directory");
  }
}

// The numbers that a shell wrote into a file, once they are all there.
std::vector<pid_t> numbers_in(const std::filesystem::path& file, std::size_t count) {
  std::vector<pid_t> numbers;
  eventually([&] {
    numbers.clear();
    std::ifstream in(file);
    for (pid_t number = 0; in >> number;) numbers.push_back(number);
    return numbers.size() == count;
  });
  return numbers;
}

bool all_end(const std::vector<pid_t>& processes) {
  return eventually([&] {
    for (const pid_t process : processes) {
      if (is_running(process)) return false;
    }
    return true;
  });
}

// Writes the numbers of the shell and of two processes behind it, then waits for them.
std::string family(const std::filesystem::path& file) {
  return "sleep 1000 & a=$!; sh -c 'sleep 1000; true' & echo $$ $a $! > " + file.string() +
         "; wait";
}

TEST(ChildProcessTest, WhatAChildHasStartedDiesWithIt) {
  const ScratchFolder scratch;
  std::optional<ChildProcess> child;
  child.emplace(std::vector<std::string>{"sh", "-c", family(scratch.path() / "pids")});
  const std::vector<pid_t> processes = numbers_in(scratch.path() / "pids", 3);
  ASSERT_EQ(processes.size(), 3u);
  for (const pid_t process : processes) EXPECT_TRUE(is_running(process));
  child.reset();
  EXPECT_TRUE(all_end(processes));
}

TEST(ChildProcessTest, WhatAChildLeavesRunningIsEnded) {
  const ScratchFolder scratch;
  ChildProcess child({"sh", "-c", "sleep 1000 & echo $! > " + (scratch.path() / "pid").string()});
  child.wait();
  EXPECT_EQ(child.exit_status(), 0);
  const std::vector<pid_t> processes = numbers_in(scratch.path() / "pid", 1);
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_TRUE(all_end(processes));
}

// SIGKILL lets no destructor run.
TEST(ChildProcessTest, AChildAndWhatItHasStartedDieWithAParentThatIsKilled) {
  const ScratchFolder scratch;
  const pid_t parent = ::fork();
  if (parent == 0) {
    ChildProcess child({"sh", "-c", family(scratch.path() / "pids")});
    child.wait();
    ::_exit(0);
  }
  const std::vector<pid_t> processes = numbers_in(scratch.path() / "pids", 3);
  EXPECT_EQ(processes.size(), 3u);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_TRUE(all_end(processes));
}

// A terminal sends Ctrl-C to the program; the program decides what becomes of its children.
TEST(ChildProcessTest, AChildIsInAProcessGroupOfItsOwn) {
  ChildProcess child({"sh", "-c", "cut -d' ' -f5 /proc/$$/stat"});
  child.wait();
  EXPECT_NE(std::stoi(child.standard_output()), ::getpgrp());
}

}  // namespace
}  // namespace turnpike::test
