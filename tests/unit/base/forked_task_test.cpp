// Functions in copies of a process: values, crashes, words, ends.

#include "sim/base/forked_task.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "tests/support/processes.h"
#include "tests/support/waiting.h"

namespace turnpike::test {
namespace {

using sim::ForkedTask;
using Begin = std::function<void()>;

int status_of(const ForkedTask::Work& work) {
  ForkedTask task(work);
  EXPECT_TRUE(eventually([&] { return task.ended(); }));
  return task.exit_status();
}

TEST(ForkedTaskTest, TheValueIsTheStatus) {
  EXPECT_EQ(status_of([](const Begin&) { return 0; }), 0);
  EXPECT_EQ(status_of([](const Begin&) { return 7; }), 7);
}

TEST(ForkedTaskTest, ACrashIsToldAndHarmsNobody) {
  EXPECT_EQ(status_of([](const Begin&) -> int {
              ::signal(SIGSEGV, SIG_DFL);
              ::raise(SIGSEGV);
              return 0;
            }),
            128 + SIGSEGV);
}

TEST(ForkedTaskTest, WhatIsThrownAndPrintedIsCaught) {
  ForkedTask task([](const Begin&) -> int {
    std::printf("first\n");
    throw std::runtime_error("the reason");
  });
  EXPECT_TRUE(eventually([&] { return task.ended(); }));
  EXPECT_EQ(task.exit_status(), ForkedTask::kThrown);
  EXPECT_NE(task.output(1000).find("first\n"), std::string::npos);
  EXPECT_NE(task.output(1000).find("the reason"), std::string::npos);
  EXPECT_EQ(task.output(4).size(), 4u);  // the end of it
}

TEST(ForkedTaskTest, ItTellsWhenItBegins) {
  ForkedTask task([](const Begin& begin) {
    begin();
    for (;;) ::pause();
    return 0;
  });
  EXPECT_TRUE(eventually([&] { return task.started(); }));
  EXPECT_FALSE(task.ended());
  task.kill();
  EXPECT_TRUE(task.ended());
}

TEST(ForkedTaskTest, WhoseDescriptorSaysSoHasEnded) {
  ForkedTask task([](const Begin&) { return 3; });
  pollfd place{task.descriptor(), POLLIN, 0};
  ASSERT_EQ(::poll(&place, 1, 60'000), 1);
  EXPECT_TRUE(task.ended());  // without asking again and again
  EXPECT_EQ(task.exit_status(), 3);
}

TEST(ForkedTaskTest, InterruptsAreForWhoStartedIt) {
  ForkedTask task([](const Begin& begin) {
    ::kill(::getpid(), SIGINT);
    ::kill(::getpid(), SIGTERM);
    begin();
    return 0;
  });
  EXPECT_TRUE(eventually([&] { return task.ended(); }));
  EXPECT_TRUE(task.started());
  EXPECT_EQ(task.exit_status(), 0);
}

// However the caller ends: here by SIGKILL, in a copy of its own.
TEST(ForkedTaskTest, NoCopyOutlivesItsCaller) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ForkedTask caller([&](const Begin& begin) {
    ForkedTask inner([&](const Begin&) {
      const pid_t me = ::getpid();
      if (::write(ends[1], &me, sizeof me) != sizeof me) return 1;
      for (;;) ::pause();
      return 0;
    });
    begin();
    for (;;) ::pause();
    return 0;
  });
  pid_t inner = 0;
  ASSERT_EQ(::read(ends[0], &inner, sizeof inner), static_cast<ssize_t>(sizeof inner));
  EXPECT_TRUE(eventually([&] { return caller.started(); }));
  EXPECT_TRUE(is_running(inner));
  caller.kill();
  EXPECT_TRUE(eventually([&] { return !is_running(inner); }));
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace turnpike::test
