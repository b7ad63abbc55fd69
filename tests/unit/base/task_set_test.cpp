// Tasks side by side: which are started, who hears of them, and what is killed.

#include "sim/base/task_set.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "sim/base/interrupt.h"
#include "tests/support/waiting.h"

namespace turnpike::test {
namespace {

using sim::SetTask;
using sim::SideBySide;

TEST(TaskSetTest, EachTaskIsHeardOfOnce) {
  std::multiset<std::size_t> ended;
  SideBySide all;
  all.count = 7;
  all.jobs = 3;
  all.work = [](std::size_t number, const auto&) { return static_cast<int>(number); };
  all.take = [&](SetTask& task) {
    EXPECT_EQ(task.task->exit_status(), static_cast<int>(task.subject));
    ended.insert(task.subject);
    return true;
  };
  EXPECT_TRUE(sim::run_side_by_side(all));
  EXPECT_EQ(ended, (std::multiset<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(TaskSetTest, NothingToDoIsDone) {
  SideBySide none;
  none.count = 0;
  EXPECT_TRUE(sim::run_side_by_side(none));
}

TEST(TaskSetTest, AfterOneThatSaysStopNoMoreIsStarted) {
  std::size_t heard = 0;
  SideBySide all;
  all.count = 5;
  all.work = [](std::size_t number, const auto&) { return number == 1 ? 1 : 0; };
  all.take = [&](SetTask& task) {
    ++heard;
    return task.task->exit_status() == 0;
  };
  EXPECT_TRUE(sim::run_side_by_side(all));
  EXPECT_EQ(heard, 2u);
}

// In a copy, as a signal that has come stays noted.
TEST(TaskSetTest, ASignalKillsWhatIsUnderWayAndItIsHeardOf) {
  sim::ForkedTask copy([](const auto&) {
    std::signal(SIGINT, SIG_DFL);
    sim::watch_for_interrupts();
    int killed = 0;
    SideBySide all;
    all.count = 9;
    all.jobs = 2;
    all.work = [](std::size_t, const auto&) -> int {
      for (;;) ::pause();
    };
    all.take = [&](SetTask& task) {
      killed += task.task->exit_status() == 128 + SIGKILL ? 1 : 100;
      return true;
    };
    all.on_moment = [] { ::raise(SIGINT); };
    return sim::run_side_by_side(all) ? 100 : killed;
  });
  ASSERT_TRUE(eventually([&] { return copy.ended(); }));
  EXPECT_EQ(copy.exit_status(), 2) << copy.output(1000);
}

}  // namespace
}  // namespace turnpike::test
