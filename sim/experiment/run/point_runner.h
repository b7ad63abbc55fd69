// point_runner.h - runs the points of a sweep, several at a time, each in a process of its own.
//
// Each point runs in a copy of this process: SystemC elaborates once in a process, and a point that
// fails does not affect others. A point writes the files of `turnpike run CONFIG ... --out FOLDER`,
// and last its result as a file beside the folder. A complete file with the `inputs` of a point
// replaces its run, so an interrupted sweep continues where it stopped. A damaged file is reported,
// and the point runs again. Points of engine model on one network run together (batched_runs.h).

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/output_folder.h"
#include "sim/base/progress_line.h"
#include "sim/base/task_set.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/run/config_options.h"

namespace turnpike::sim {

struct Point {
  std::vector<std::string> sets;  // "table.key=value", the load too
  double load = 0;
  std::string seed;  // empty: that of the configuration
};

// Moving a JSON value asserts its invariants, which clang-tidy takes for an exception.
struct PointResult {  // NOLINT(bugprone-exception-escape)
  enum class State { missing, reused, done, failed };
  State state = State::missing;
  Json run;                                  // as `run --json` printed it; done and reused
  std::string file;                          // where it is; done and reused
  std::string error;                         // what the run said; failed
  int status = 0;                            // its exit status; failed
  std::shared_ptr<const RunOutcome> merged;  // of several seeds: what `run` says; done and reused

  bool finished() const { return state == State::reused || state == State::done; }
};

// Throws ConfigError where the configuration is a pipe: every point reads it again.
void require_regular(const RunConfigOptions& options);

class PointRunner {
 public:
  // `options`: the configuration, engine and seed that all points share; its `sets` are not used.
  // `seeds`: runs of each point, with successive seeds.
  PointRunner(RunConfigOptions options, bool allow_deadlock, unsigned jobs,
              const std::string& folder, unsigned seeds = 1);

  // The results, in the order of the points; with several seeds that of all of them, as one run.
  // Throws ConfigError before anything is run when a
  // point's configuration is wrong. Once interrupted, or once a point has failed, it starts no
  // more.
  std::vector<PointResult> run(const std::vector<Point>& points, ProgressLine& progress);

 private:
  struct Task;
  std::vector<PointResult> run_each(const std::vector<Point>& points, ProgressLine& progress);
  std::vector<Point> with_seeds(const std::vector<Point>& points) const;
  PointResult merge(const Point& point, const PointResult* first);
  Task prepare(const Point& point) const;
  static void build_hardware_for(const std::vector<Task>& waiting, ProgressLine& progress);
  int run_in_copy(const Task& task) const;
  void run_batches(std::vector<Task>& waiting, ProgressLine& progress,
                   const std::function<void()>& on_moment) const;
  void run_batch_in_copy(const std::vector<Task>& tasks,
                         const std::vector<const Experiment*>& experiments,
                         const std::vector<std::size_t>& batch) const;
  bool take_result(Task& task) const;
  void finish(Task& task, const ForkedTask& ended) const;

  RunConfigOptions options_;
  bool allow_deadlock_;
  unsigned jobs_;
  unsigned seeds_;
  OutputFolder folder_;
};

}  // namespace turnpike::sim
