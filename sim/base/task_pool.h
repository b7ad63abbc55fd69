// task_pool.h - independent runs on several threads.

#pragma once

#include <functional>
#include <vector>

namespace turnpike::sim {

// Runs all tasks, up to `jobs` at a time, in any order; each writes to a place of its own. on_done
// is called on the calling thread, now and then, with how many have ended; false: start no more,
// and it is not called again. An exception of a task or of on_done is thrown here, after those
// under way have ended. True: all have run.
bool run_tasks(const std::vector<std::function<void()>>& tasks, unsigned jobs,
               const std::function<bool(std::size_t done)>& on_done);

}  // namespace turnpike::sim
