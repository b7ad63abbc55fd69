// task_set.cpp - poll(2) over the tasks' pipes.

#include "sim/studies/regress/task_set.h"

#include <poll.h>

#include <vector>

namespace turnpike::sim {

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

}  // namespace turnpike::sim
