// task_set.cpp - poll(2) over the tasks' pipes.

#include "sim/base/task_set.h"

#include <poll.h>

#include <utility>
#include <vector>

#include "sim/base/interrupt.h"

namespace turnpike::sim {

namespace {

constexpr std::chrono::milliseconds kMoment{500};  // between looks at signals

}  // namespace

void TaskSet::watch_time(SetTask& task) {
  if (!task.began && task.task->started()) task.began = SetTask::Clock::now();
  if (task.limit.count() == 0 || !task.began || task.task->ended()) return;
  if (SetTask::Clock::now() - *task.began < task.limit) return;
  task.timed_out = true;
  task.task->kill();
}

void TaskSet::wait(std::chrono::milliseconds moment,
                   const std::function<void(SetTask& ended)>& take) {
  std::vector<pollfd> places;
  for (const SetTask& task : tasks_) places.push_back({task.task->descriptor(), POLLIN, 0});
  ::poll(places.data(), places.size(), static_cast<int>(moment.count()));
  for (auto task = tasks_.begin(); task != tasks_.end();) {
    watch_time(*task);
    if (!task->task->ended()) {
      ++task;
      continue;
    }
    SetTask ended = std::move(*task);
    task = tasks_.erase(task);
    take(ended);  // may add another
  }
}

void TaskSet::kill(const std::function<void(SetTask& killed)>& take) {
  for (SetTask& task : tasks_) {
    task.task->kill();
    take(task);
  }
  tasks_.clear();
}

bool run_side_by_side(const SideBySide& all) {
  TaskSet tasks;
  std::size_t next = 0;
  bool goes_on = true;
  while (interrupt_signal() == 0) {
    for (; goes_on && next < all.count && tasks.size() < all.jobs; ++next) {
      SetTask task;
      task.subject = next;
      task.limit = all.limit;
      task.task = std::make_unique<ForkedTask>(
          [&all, next](const std::function<void()>& begin) { return all.work(next, begin); });
      tasks.add(std::move(task));
    }
    if (tasks.size() == 0) return true;
    if (all.on_moment) all.on_moment();
    tasks.wait(kMoment, [&](SetTask& ended) { goes_on = all.take(ended) && goes_on; });
  }
  tasks.kill([&](SetTask& killed) { all.take(killed); });
  return false;
}

}  // namespace turnpike::sim
