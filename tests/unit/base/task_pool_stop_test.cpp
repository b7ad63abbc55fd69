// Tasks on several threads: all run once, a stop is heard once, failures reach the caller.

#include "sim/base/task_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace turnpike::test {
namespace {

TEST(TaskPoolTest, RunsEveryTaskOnce) {
  std::vector<std::atomic<int>> count(50);
  std::vector<std::function<void()>> tasks;
  for (auto& one : count) tasks.emplace_back([&one] { ++one; });
  EXPECT_TRUE(sim::run_tasks(tasks, 3, nullptr));
  for (const auto& one : count) EXPECT_EQ(one, 1);
  EXPECT_TRUE(sim::run_tasks({}, 3, nullptr));
}

TEST(TaskPoolTest, StopsWhenToldAndPassesOnFailures) {
  std::atomic<int> count{0};
  std::atomic<bool> told{false};
  // So many that the word comes before the last, however seldom the caller gets the processor.
  constexpr int kTasks = 100000;
  std::vector<std::function<void()>> tasks(kTasks, [&count, &told] {
    ++count;
    // All but the first five wait until the word is about to be said.
    while (count > 5 && !told) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  EXPECT_FALSE(sim::run_tasks(tasks, 2, [&told](std::size_t done) {
    told = done >= 3;
    return !told;
  }));
  EXPECT_LT(count, kTasks);
  tasks.front() = [] { throw std::runtime_error("broken"); };
  EXPECT_THROW(sim::run_tasks(tasks, 2, nullptr), std::runtime_error);
}

TEST(TaskPoolTest, WhoSaysStopHearsNoMoreWhileTasksEnd) {
  std::atomic<bool> told{false};
  const std::vector<std::function<void()>> tasks(2, [&told] {
    while (!told) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // time to be heard again
  });
  unsigned heard = 0;
  EXPECT_FALSE(sim::run_tasks(tasks, 1, [&](std::size_t) {
    ++heard;
    told = true;
    return false;
  }));
  EXPECT_EQ(heard, 1u);
}

TEST(TaskPoolTest, AFailureOfTheListenerIsPassedOn) {
  std::atomic<bool> told{false};
  const std::vector<std::function<void()>> tasks(2, [&told] {
    while (!told) std::this_thread::yield();
  });
  EXPECT_THROW(sim::run_tasks(tasks, 2,
                              [&told](std::size_t) -> bool {
                                told = true;
                                throw std::runtime_error("disk full");
                              }),
               std::runtime_error);
}

}  // namespace
}  // namespace turnpike::test
