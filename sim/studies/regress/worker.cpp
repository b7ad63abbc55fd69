// worker.cpp - claims, copies, results.

#include "sim/studies/regress/worker.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <deque>
#include <filesystem>
#include <new>
#include <set>

#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/task_set.h"
#include "sim/base/temporary_leftovers.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/studies/regress/batched_points.h"
#include "sim/studies/regress/judge.h"
#include "sim/studies/regress/run_point.h"

namespace turnpike::sim {

namespace {

constexpr std::chrono::milliseconds kMoment{500};  // between looks at signals and others' results
constexpr std::size_t kQuoted = 2000;              // bytes of what a point printed in its record
constexpr std::size_t kTogether = 512;             // points of which batches are made
enum Purpose : unsigned { run_it, look_closely };
constexpr int kPassed = 0;
constexpr int kFailed = 1;

// What all workers of this process have done, for its line.
struct Counts {
  std::atomic<std::size_t> ran{0};
  std::atomic<std::size_t> failed{0};  // of these
};

// In memory that copies of this process share with it.
class SharedCounts {
 public:
  SharedCounts()
      : place_(::mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                      -1, 0)) {
    if (place_ == MAP_FAILED) throw ConfigError("memory for workers: there is none");
    counts_ = new (place_) Counts;
  }
  ~SharedCounts() { ::munmap(place_, sizeof(Counts)); }
  SharedCounts(const SharedCounts&) = delete;
  SharedCounts& operator=(const SharedCounts&) = delete;

  Counts& operator*() const { return *counts_; }

 private:
  void* place_;
  Counts* counts_ = nullptr;
};

// Runs one point at a time.
class Crew {
 public:
  Crew(const Plan& plan, SharedFolder& folder, const WorkOptions& options, ProgressLine& line,
       Counts& counts)
      : plan_(plan),
        folder_(folder),
        options_(options),
        line_(line),
        counts_(counts),
        judge_(plan) {
    judge_.load();
    const std::set<std::string> finished = folder_.finished();
    for (std::size_t i = 0; i < plan_.points.size(); ++i) {
      const std::size_t point = (options_.first + i) % plan_.points.size();
      if (finished.count(plan_.keys[point]) != 0) {
        ++ready_;
      } else if (is_wanted(point)) {
        waiting_.push_back(point);
      }
    }
  }

  std::size_t waiting() const { return waiting_.size(); }
  std::size_t ready() const { return ready_; }

  // To ask Verilator and the compiler for their versions, or for a hash of all of this program,
  // takes longer than a short point: this process asks, and its copies know. Where hardware is not
  // there yet, as on a node with another processor, a copy builds it first: this process has its
  // heart to beat.
  void know_tools() {
    if (waiting_.empty()) return;
    program_hash();
    const auto point =
        std::find_if(waiting_.begin(), waiting_.end(), [this](std::size_t candidate) {
          return has_hardware(plan_.points[candidate].engine) && !is_machine(candidate);
        });
    if (point == waiting_.end()) return;
    bool is_built = false;
    SideBySide builder;
    builder.work = [&](std::size_t, const auto&) {
      build_hardware_of(plan_, *point, {});
      return 0;
    };
    builder.take = [&](SetTask& ended) { return is_built = ended.task->exit_status() == 0; };
    builder.on_moment = [this] { folder_.beat(); };
    run_side_by_side(builder);
    if (is_built) build_hardware_of(plan_, *point, {});  // what is wrong, every point will tell
  }

  void run() {
    run_batches();
    while (!waiting_.empty() || tasks_.size() != 0 || !others_.empty()) {
      folder_.beat();
      if (interrupt_signal() != 0) {
        give_up();
        break;
      }
      if (tasks_.size() == 0) start_next();
      if (tasks_.size() == 0 && waiting_.empty()) {
        if (!options_.waits_for_others) break;
        look_at_others();
      }
      tasks_.wait(kMoment, [this](SetTask& task) { finish(task); });
      if (line_.due()) show();
    }
    folder_.leave();
  }

 private:
  bool is_wanted(std::size_t point) const {
    return options_.only.empty() ||
           std::find(options_.only.begin(), options_.only.end(), point) != options_.only.end();
  }

  void show() {
    line_.show(fmt::format("{} of {} points, {} failed", ready_, plan_.points.size(),
                           counts_.failed.load()));
  }

  bool is_machine(std::size_t point) const {
    return plan_.suite.cases[plan_.points[point].case_index].is_machine();
  }

  // What a batch leaves without a result, or with one that fails, is run point by point.
  void run_batches() {
    std::deque<std::size_t> rest;
    while (!waiting_.empty() && interrupt_signal() == 0) {
      const std::size_t some = std::min(waiting_.size(), kTogether);
      const std::vector<std::size_t> next(waiting_.begin(),
                                          waiting_.begin() + static_cast<std::ptrdiff_t>(some));
      waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(some));
      folder_.beat();
      const std::set<std::size_t> done = work_in_batches(plan_, judge_, folder_, next);
      for (const std::size_t point : next) {
        done.count(point) != 0 ? count(false) : rest.push_back(point);
      }
    }
    waiting_.insert(waiting_.begin(), rest.begin(), rest.end());
  }

  void start_next() {
    while (!waiting_.empty()) {
      const std::size_t point = waiting_.front();
      waiting_.pop_front();
      const std::string& key = plan_.keys[point];
      const bool taken =
          !folder_.is_finished(key) && folder_.claim(key) == SharedFolder::Claim::taken;
      if (taken) {
        others_.push_back(point);
      } else if (folder_.is_finished(
                     key)) {  // also by somebody who let it go before it was claimed
        ++ready_;
      } else {  // of a result whose closer look was cut off only that is missing
        start(point, folder_.has_result(key) ? look_closely : run_it);
        return;
      }
    }
  }

  std::string failure_folder(std::size_t point) const {
    return folder_.path() + "/failures/" + plan_.keys[point];
  }

  void start(std::size_t point, Purpose purpose) {
    SetTask task;
    task.subject = point;
    task.purpose = purpose;
    task.limit = std::chrono::seconds(plan_.suite.cases[plan_.points[point].case_index].time_limit);
    task.task = std::make_unique<ForkedTask>([&](const std::function<void()>& begin) {
      RunPointOptions options;
      options.folder = failure_folder(point);
      options.begin = begin;
      return purpose == run_it ? run(point, options) : look(point, options);
    });
    tasks_.add(std::move(task));
  }

  // In the copy.
  int run(std::size_t point, const RunPointOptions& options) {
    const std::string& key = plan_.keys[point];
    const PointRecord record = run_point(plan_, point, options);
    const bool has_passed = judge_.judge(point, record).empty();
    // Before the result: with it the point counts as done, and nobody would look any more.
    if (has_passed || is_machine(point)) {
      folder_.end_look(key);
    } else {
      folder_.want_look(key);
    }
    folder_.write_point(key, to_text(record));
    return has_passed ? kPassed : kFailed;
  }

  // In the copy. The run is the same; what is new are the files.
  int look(std::size_t point, RunPointOptions options) {
    const PointRecord seen = read_record(folder_.point_path(plan_.keys[point]));
    std::filesystem::create_directories(options.folder);
    remove_temporary_files(options.folder);  // of a look that was killed
    options.look_closely = true;
    run_point(plan_, point, options, &seen);
    return kPassed;
  }

  void finish(SetTask& task) {
    const std::size_t point = task.subject;
    if (task.purpose == look_closely) {  // a help, not a result: however it ended
      folder_.end_look(plan_.keys[point]);
      return count(true);
    }
    const int status = task.task->exit_status();
    const std::string output = task.task->output(kQuoted);
    if (task.timed_out) {
      write(point, PointEnd::timed_out, fmt::format("ran for more than {} s", task.limit.count()));
    } else if (status == ForkedTask::kThrown) {
      throw ConfigError(output);
    } else if (status != kPassed && status != kFailed) {
      write(point, PointEnd::crashed, death_text(status, output));
    }
    const bool needs_look = status == kFailed && !task.timed_out && !is_machine(point);
    if (needs_look) return start(point, look_closely);
    count(status != kPassed || task.timed_out);
  }

  // A point is finished.
  void count(bool has_failed) {
    ++ready_;
    ++counts_.ran;
    counts_.failed += has_failed ? 1 : 0;
  }

  void write(std::size_t point, PointEnd end, const std::string& message) {
    folder_.end_look(plan_.keys[point]);
    folder_.write_point(plan_.keys[point],
                        to_text(record_without_result(plan_, point, end, message)));
  }

  void give_up() {
    tasks_.kill([this](SetTask& task) { folder_.release(plan_.keys[task.subject]); });
  }

  // Points that others had: are they finished, or is somebody lost?
  void look_at_others() {
    for (const std::size_t point : others_) {
      if (folder_.is_finished(plan_.keys[point])) {
        ++ready_;
      } else {
        waiting_.push_back(point);
      }
    }
    others_.clear();
    start_next();
  }

  const Plan& plan_;
  SharedFolder& folder_;
  const WorkOptions& options_;
  ProgressLine& line_;
  Counts& counts_;
  Judge judge_;
  std::deque<std::size_t> waiting_;
  std::vector<std::size_t> others_;  // claimed by others
  TaskSet tasks_;
  std::size_t ready_ = 0;
};

// Workers side by side, each a copy of this process that runs a point at a time and begins at
// another one. Were there one for all processors, it would wake beside another's point whenever one
// ends, and the processor of the one that has ended would stand still until the next is under way.
void work_side_by_side(const Plan& plan, SharedFolder& folder, const WorkOptions& options,
                       std::size_t ready, ProgressLine& line, Counts& counts) {
  SideBySide workers;
  workers.count = workers.jobs = options.jobs;
  workers.work = [&](std::size_t number, const auto&) {
    SharedFolder own(folder.path(), this_worker());
    WorkOptions its = options;
    its.first = (options.first + plan.points.size() * number / options.jobs) % plan.points.size();
    its.waits_for_others = false;
    ProgressLine silent;
    Crew(plan, own, its, silent, counts).run();
    return 0;
  };
  workers.take = [](SetTask& ended) {
    if (ended.task->exit_status() == ForkedTask::kThrown) {
      throw ConfigError(ended.task->output(kQuoted));
    }
    return true;
  };
  workers.on_moment = [&] {
    if (!line.due()) return;
    line.show(fmt::format("{} of {} points, {} failed", ready + counts.ran.load(),
                          plan.points.size(), counts.failed.load()));
  };
  if (run_side_by_side(workers)) return;
  for (const std::string& key : plan.keys) {
    if (!folder.is_finished(key)) folder.release_lost(key);
  }
}

}  // namespace

void build_all(const Plan& plan, SharedFolder& folder, unsigned jobs, ProgressLine& line) {
  const std::set<std::string> finished = folder.finished();
  std::set<std::string> known;
  std::vector<std::size_t> points;  // each with hardware of its own
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    if (finished.count(plan.keys[i]) != 0) continue;
    const std::string text = hardware_of(plan, i);
    if (!text.empty() && known.insert(text).second) points.push_back(i);
  }
  std::size_t built = 0;
  SideBySide builds;
  builds.count = points.size();
  builds.jobs = std::max(1u, jobs / 2);  // a build has two tools running
  builds.work = [&](std::size_t number, const auto&) {
    build_hardware_of(plan, points[number], {});
    return 0;
  };
  builds.take = [&](SetTask& ended) {
    ++built;
    if (ended.task->exit_status() != 0 && interrupt_signal() == 0) {
      line.note(fmt::format("cannot build the hardware of '{}': {}",
                            plan.points[points[ended.subject]].name, ended.task->output(kQuoted)));
    }
    return true;
  };
  builds.on_moment = [&] {
    line.show(fmt::format("hardware: {} of {} built", built, points.size()));
  };
  run_side_by_side(builds);
  line.clear();
}

void work(const Plan& plan, SharedFolder& folder, const WorkOptions& options, ProgressLine& line) {
  const SharedCounts counts;
  Crew crew(plan, folder, options, line, *counts);
  crew.know_tools();
  if (options.jobs > 1 && crew.waiting() > 1) {
    work_side_by_side(plan, folder, options, crew.ready(), line, *counts);
    // What is left: others have it, or a worker was lost.
    if (interrupt_signal() == 0) Crew(plan, folder, options, line, *counts).run();
  } else {
    crew.run();
  }
  line.clear();
}

std::size_t count_finished(const Plan& plan, const SharedFolder& folder) {
  const std::set<std::string> finished = folder.finished();
  return static_cast<std::size_t>(
      std::count_if(plan.keys.begin(), plan.keys.end(),
                    [&](const std::string& key) { return finished.count(key) != 0; }));
}

}  // namespace turnpike::sim
