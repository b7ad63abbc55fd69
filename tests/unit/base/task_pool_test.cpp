// Tasks on several threads when the system starts fewer.

#include "sim/base/task_pool.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>

#include "tests/support/little_memory.h"

namespace turnpike::test {
namespace {

[[noreturn]] void run_many_at_a_time_with_little_memory() {
  constexpr int kTasks = 1000;
  std::atomic<int> done{0};
  const std::vector<std::function<void()>> tasks(kTasks, [&done] {
    ++done;
    ::usleep(1000);
  });
  leave_memory(64 << 20);
  const bool whole = sim::run_tasks(tasks, kTasks, nullptr);
  ::_exit(whole && done == kTasks ? 0 : 1);
}

// It once ended in std::terminate.
TEST(TaskPoolTest, AllTasksRunOnAsManyThreadsAsTheSystemStarts) {
  if (!kMemoryCanBeLimited) GTEST_SKIP() << "a sanitizer needs the memory";
  EXPECT_EXIT(run_many_at_a_time_with_little_memory(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace turnpike::test
