// Standard output that takes nothing more: a full disk behind it, and a pipe that is full.

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/waiting.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

class FullOutputTest : public testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
};

TEST_F(FullOutputTest, AFullDiskBehindItIsAnErrorOfEveryCommand) {
  const std::string run = folder_.file("run");
  ASSERT_EQ(turnpike({"run", config_, "--out", run}).status, 0);
  const std::vector<std::vector<std::string>> commands = {
      {"run", config_, "--json"},
      {"sweep", config_, "--load", "0.1", "--json", "--out", folder_.file("sweep")},
      {"analyze", config_, "--json"},
      {"check", config_},
      {"route", config_, "--from", "0", "--to", "3"},
      {"distance", test::source_path("configs/irregular_10_switches.toml")},
      {"formula", "--list"},
      {"machine", "--dimensions", "2", "--bytes", "8"},
      {"express-plan", "--radix", "16", "--spacing", "4", "--levels", "1", "--channels", "4"},
      {"report", run, "--no-paths"},
      {"--help"},
      {"run", "--help"},
      {"--version"},
  };
  for (const std::vector<std::string>& command : commands) {
    SCOPED_TRACE(command[0] + (command.size() > 1 ? " " + command[1] : ""));
    ASSERT_EQ(turnpike(command).status, 0) << turnpike(command).error;
    const ProgramResult result = turnpike_in_shell("exec \"$0\" \"$@\" > /dev/full", command);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find("standard output: cannot be written: No space left on device"),
              std::string::npos)
        << result.error;
  }
}

// Whoever made the pipe may have it not block.
TEST_F(FullOutputTest, AFullPipeIsWaitedFor) {
  const std::string expected = turnpike({"formula", "--list", "--json"}).out;
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
  const int capacity = ::fcntl(ends[1], F_SETPIPE_SZ, 4096);
  ASSERT_GT(expected.size(), static_cast<std::size_t>(capacity));
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::execl(program_path().c_str(), "turnpike", "formula", "--list", "--json", nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  int status = -1;
  const auto has_ended = [&] { return ::waitpid(child, &status, WNOHANG) != 0; };
  std::string out;
  for (bool ended = false; !ended;) {
    ASSERT_TRUE(eventually([&] {  // nothing is taken from it before it is full
      int held = 0;
      ::ioctl(ends[0], FIONREAD, &held);
      ended = has_ended();
      return ended || held >= capacity;
    }));
    char buffer[4096];
    for (ssize_t count = 0; (count = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
      out.append(buffer, static_cast<std::size_t>(count));
    }
  }
  ::close(ends[0]);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(out, expected);
}

}  // namespace
}  // namespace turnpike::test
