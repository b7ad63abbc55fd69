// task_set.h - the process farm: copies of this process side by side, each with a task.
//
// Everything that runs in a process of its own goes through it: the points of sweeps and suites,
// the runs of several seeds, builds of hardware, a paper's points in lockstep.

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

// What run_side_by_side() does.
struct SideBySide {
  std::size_t count = 1;
  unsigned jobs = 1;              // at a time
  std::chrono::seconds limit{0};  // of each, from its begin on; 0: none
  // In a copy of this process; ForkedTask::Work has the rest.
  std::function<int(std::size_t number, const std::function<void()>& begin)> work;
  // Hears of each that has ended, by its `subject`; false: start no more.
  std::function<bool(SetTask& ended)> take;
  std::function<void()> on_moment = {};  // called now and then
};

// Runs tasks 0 .. count - 1 until all have ended. False: a signal came. Those under way were killed
// then, and `take` has heard of them too.
bool run_side_by_side(const SideBySide& all);

}  // namespace turnpike::sim
