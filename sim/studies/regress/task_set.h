// task_set.h - forked tasks side by side, and waiting for the first that ends.

#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "sim/base/forked_task.h"

namespace turnpike::sim {

struct SetTask {
  using Clock = std::chrono::steady_clock;

  std::size_t subject = 0;  // the caller's
  unsigned purpose = 0;     // the caller's
  std::unique_ptr<ForkedTask> task;
  std::chrono::seconds limit{0};  // from its begin on; 0: none
  std::optional<Clock::time_point> began;
  bool timed_out = false;
};

class TaskSet {
 public:
  std::size_t size() const { return tasks_.size(); }
  void add(SetTask task) { tasks_.push_back(std::move(task)); }

  // Waits until one ends, but no longer than a moment; hands those that have ended to `take`.
  // Kills what takes longer than it may.
  void wait(std::chrono::milliseconds moment, const std::function<void(SetTask& ended)>& take);

  // Kills all and hands them to `take`.
  void kill(const std::function<void(SetTask& killed)>& take);

 private:
  void watch_time(SetTask& task);

  std::list<SetTask> tasks_;
};

}  // namespace turnpike::sim
