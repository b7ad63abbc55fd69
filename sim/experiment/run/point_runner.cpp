// point_runner.cpp - the points of a sweep in the process farm.

#include "sim/experiment/run/point_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "model/common/printable.h"
#include "sim/base/interrupt.h"
#include "sim/base/standard_error.h"
#include "sim/base/stream.h"
#include "sim/experiment/results/check_run.h"
#include "sim/experiment/results/merge_runs.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/batched_runs.h"
#include "sim/experiment/run/kept_run.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "sim/experiment/run/run_failure.h"
#include "sim/experiment/run/sweep_plan.h"

namespace turnpike::sim {

struct PointRunner::Task {
  Experiment experiment;
  std::string inputs;
  std::string name;    // of the result file
  std::string folder;  // of the run's other files
  PointResult* result = nullptr;
};

namespace {

constexpr std::size_t kQuoted = 1 << 16;  // bytes of what a failed run said

// The stored result of a run with these inputs, whose other files are there and belong to it.
// Throws ConfigError.
Json read_point(const std::string& path, const std::string& folder, const std::string& inputs) {
  Json run = read_run_json(path);
  if (run.at("inputs") != inputs) {
    throw ConfigError(fmt::format("{}: found inputs {}, allowed: {}, as of this point", path,
                                  model::excerpt(run.at("inputs").dump()), inputs));
  }
  if (read_run(folder).results != run) {
    throw ConfigError(fmt::format(
        "{}: found other results than in {}/results.json, allowed: the same", path, folder));
  }
  return run;
}

// False: there is none, or it is damaged, which a note says.
bool reuse(const std::string& path, const std::string& folder, const std::string& inputs,
           PointResult& result, ProgressLine& progress) {
  if (!std::filesystem::exists(path)) return false;
  if (std::filesystem::is_directory(path)) {
    throw ConfigError(path + ": found a folder, allowed: the file of a point; move it away");
  }
  try {
    result.run = read_point(path, folder, inputs);
  } catch (const ConfigError& error) {
    progress.note(fmt::format("{}\n  this point is run again", error.what()));
    return false;
  }
  result.file = path;
  result.state = PointResult::State::reused;
  return true;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

void require_regular(const RunConfigOptions& options) {
  if (!is_stream(options.file)) return;
  throw ConfigError(
      fmt::format("{}: found no regular file, allowed: a regular file: every point reads it again",
                  model::printable(options.file)));
}

PointRunner::PointRunner(RunConfigOptions options, bool allow_deadlock, unsigned jobs,
                         const std::string& folder, unsigned seeds)
    : options_(std::move(options)),
      allow_deadlock_(allow_deadlock),
      jobs_(std::max(1u, jobs)),
      seeds_(std::max(1u, seeds)),
      folder_(folder + "/points") {}

PointRunner::Task PointRunner::prepare(const Point& point) const {
  RunConfigOptions options = options_;
  options.sets = point.sets;
  if (!point.seed.empty()) options.seed = point.seed;
  Task task;
  task.experiment = options.read();
  task.inputs = inputs_hash(task.experiment);
  const std::string stem =
      fmt::format("load_{}_{}", load_text(point.load), task.inputs.substr(0, 12));
  task.name = stem + ".json";
  task.folder = folder_.path_of(stem);
  return task;
}

// Here, once and with its progress to be seen, rather than in the points, which are silent.
void PointRunner::build_hardware_for(const std::vector<Task>& waiting, ProgressLine& progress) {
  std::set<std::string> built;
  for (const Task& task : waiting) {
    Experiment at_any_load = task.experiment;
    at_any_load.traffic.load = 0;
    if (!built.insert(to_toml(at_any_load)).second) continue;
    build_hardware(at_any_load, [&progress](const std::string& line) { progress.note(line); });
  }
}

int PointRunner::run_in_copy(const Task& task) const {
  try {
    const model::Network network = network_to_run(task.experiment);
    const std::string remark = remark_on_run(task.experiment, network, allow_deadlock_);
    if (!remark.empty()) tell(remark);
    RunOptions options;
    options.folder = folder_.path_of(task.name + ".mismatch");
    OutputFolder folder(task.folder);
    const KeptRun run = run_and_keep(task.experiment, network, options, &folder);
    OutputFolder(folder_.path()).write(task.name, json_text(run.json));
    return kDone;
  } catch (...) {
    const RunFailure failure = present_failure();
    tell(failure.text);
    return failure.exit_status();
  }
}

// What is on the disk decides: a copy that was killed may have left its whole result. False: there
// is none, and nothing is left of it.
bool PointRunner::take_result(Task& task) const {
  const std::string file = folder_.path_of(task.name);
  try {
    task.result->run = read_point(file, task.folder, task.inputs);
    task.result->file = file;
    task.result->state = PointResult::State::done;
    return true;
  } catch (const ConfigError&) {  // there is none
  }
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  std::filesystem::remove_all(task.folder, ignored);
  return false;
}

void PointRunner::finish(Task& task, const ForkedTask& ended) const {
  if (take_result(task) || interrupt_signal() != 0) return;
  task.result->state = PointResult::State::failed;
  task.result->status = ended.exit_status();
  task.result->error = trimmed(ended.output(kQuoted));
}

// Leaves for each run what run_in_copy() does.
void PointRunner::run_batch_in_copy(const std::vector<Task>& tasks,
                                    const std::vector<const Experiment*>& experiments,
                                    const std::vector<std::size_t>& batch) const {
  run_batch(experiments, batch, allow_deadlock_,
            [&](std::size_t number, const model::Network& network, const RunOutcome& outcome) {
              const Task& task = tasks[number];
              OutputFolder folder(task.folder);
              const Json run =
                  write_run(folder, run_to_json(task.experiment, outcome), network, outcome);
              OutputFolder(folder_.path()).write(task.name, json_text(run));
            });
}

// Takes what it has run from those that wait. The others have no result yet, and no message: they
// are run one by one.
void PointRunner::run_batches(std::vector<Task>& waiting, ProgressLine& progress,
                              const std::function<void()>& on_moment) const {
  std::vector<const Experiment*> experiments;
  experiments.reserve(waiting.size());
  for (const Task& task : waiting) experiments.push_back(&task.experiment);
  const BatchPlan plan = plan_batches(experiments, jobs_);
  for (const std::string& remark : plan.remarks) progress.note(remark);
  SideBySide all;
  all.count = plan.batches.size();
  all.jobs = jobs_;
  all.work = [&](std::size_t number, const auto&) {
    run_batch_in_copy(waiting, experiments, plan.batches[number]);
    return kDone;
  };
  all.take = [&](SetTask& ended) {
    for (const std::size_t number : plan.batches[ended.subject]) take_result(waiting[number]);
    return true;
  };
  all.on_moment = on_moment;
  run_side_by_side(all);
  const auto is_finished = [](const Task& task) { return task.result->finished(); };
  waiting.erase(std::remove_if(waiting.begin(), waiting.end(), is_finished), waiting.end());
}

std::vector<PointResult> PointRunner::run(const std::vector<Point>& points,
                                          ProgressLine& progress) {
  if (seeds_ == 1) return run_each(points, progress);
  const std::vector<PointResult> each = run_each(with_seeds(points), progress);
  std::vector<PointResult> results;
  for (std::size_t p = 0; p < points.size(); ++p) {
    results.push_back(merge(points[p], &each[p * seeds_]));
  }
  return results;
}

std::vector<Point> PointRunner::with_seeds(const std::vector<Point>& points) const {
  std::vector<Point> each;
  for (const Point& point : points) {
    RunConfigOptions options = options_;
    options.sets = point.sets;
    const std::uint64_t first = options.read().run.seed;
    for (unsigned s = 0; s < seeds_; ++s) {
      each.push_back(point);
      each.back().seed = std::to_string(first + s);
    }
  }
  return each;
}

// Files like those of a single run, beside those of the runs that it is made of. A run that is
// missing or failed stands for the point.
PointResult PointRunner::merge(const Point& point, const PointResult* first) {
  PointResult merged = *first;
  std::vector<RunRecord> runs;
  for (const PointResult* one = first; one != first + seeds_; ++one) {
    if (!one->finished()) return *one;
    if (one->state == PointResult::State::done) merged.state = PointResult::State::done;
    runs.push_back(read_run(folder_.path_of(std::filesystem::path(one->file).stem().string())));
  }
  RunConfigOptions options = options_;
  options.sets = point.sets;
  const Experiment experiment = options.read();
  merged.merged = std::make_shared<RunOutcome>(merge_runs(runs, experiment));
  const std::string stem =
      fmt::format("{}_seeds_{}", std::filesystem::path(first->file).stem().string(), seeds_);
  OutputFolder folder(folder_.path_of(stem));
  merged.run = write_run(folder, run_to_json(experiment, *merged.merged), build_network(experiment),
                         *merged.merged);
  folder_.write(stem + ".json", json_text(merged.run));
  merged.file = folder_.path_of(stem + ".json");
  return merged;
}

std::vector<PointResult> PointRunner::run_each(const std::vector<Point>& points,
                                               ProgressLine& progress) {
  std::vector<PointResult> results(points.size());
  std::vector<Task> waiting;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Task task = prepare(points[i]);
    task.result = &results[i];
    if (!reuse(folder_.path_of(task.name), task.folder, task.inputs, results[i], progress)) {
      waiting.push_back(std::move(task));
    }
  }
  try {
    build_hardware_for(waiting, progress);
  } catch (const Interrupted&) {
    return results;  // they are missing, as the caller will say
  }
  const auto on_moment = [&] {
    const auto ready = std::count_if(results.begin(), results.end(),
                                     [](const PointResult& r) { return r.finished(); });
    progress.show(fmt::format("{} of {} points", ready, points.size()));
  };
  run_batches(waiting, progress, on_moment);
  SideBySide all;
  all.count = waiting.size();
  all.jobs = jobs_;
  all.work = [&](std::size_t number, const auto&) { return run_in_copy(waiting[number]); };
  all.take = [&](SetTask& ended) {
    Task& task = waiting[ended.subject];
    finish(task, *ended.task);
    return task.result->state != PointResult::State::failed;
  };
  all.on_moment = on_moment;
  run_side_by_side(all);
  return results;
}

}  // namespace turnpike::sim
