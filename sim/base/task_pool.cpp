// task_pool.cpp - a counter that threads take tasks from.

#include "sim/base/task_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace turnpike::sim {

bool run_tasks(const std::vector<std::function<void()>>& tasks, unsigned jobs,
               const std::function<bool(std::size_t done)>& on_done) {
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  std::atomic<unsigned> working{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto fail = [&] {
    const std::lock_guard<std::mutex> lock(mutex);
    if (!failure) failure = std::current_exception();
    stop = true;
  };
  const auto work = [&] {
    while (!stop) {
      const std::size_t task = next++;
      if (task >= tasks.size()) break;
      try {
        tasks[task]();
        ++done;
      } catch (...) {
        fail();
      }
    }
    --working;
  };
  const auto count = static_cast<unsigned>(
      std::min<std::size_t>(std::max(1u, jobs), std::max<std::size_t>(1, tasks.size())));
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i) {
    ++working;
    try {
      threads.emplace_back(work);
    } catch (const std::system_error&) {
      --working;
      if (threads.empty()) throw;
      break;  // fewer threads do the same work
    }
  }
  // Whoever has said stop hears no more, however long the tasks under way take to end.
  while (working != 0) {
    try {
      if (on_done && !stop && !on_done(done)) stop = true;
    } catch (...) {
      fail();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  return done == tasks.size();
}

}  // namespace turnpike::sim
