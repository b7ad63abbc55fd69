// point_runner.cpp - the points of a sweep as child processes.

#include "sim/experiment/run/point_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <list>
#include <memory>
#include <set>
#include <thread>

#include "model/common/printable.h"
#include "sim/base/child_process.h"
#include "sim/base/interrupt.h"
#include "sim/base/stream.h"
#include "sim/experiment/results/check_run.h"
#include "sim/experiment/results/merge_runs.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "sim/experiment/run/sweep_plan.h"

namespace turnpike::sim {

struct PointRunner::Task {
  Experiment experiment;
  std::vector<std::string> arguments;
  std::string inputs;
  std::string name;    // of the result file
  std::string folder;  // of the run's other files
  PointResult* result = nullptr;
  std::unique_ptr<ChildProcess> child;
};

namespace {

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

void PointRunner::prepare(const Point& point, Task& task) const {
  RunConfigOptions options = options_;
  options.sets = point.sets;
  if (!point.seed.empty()) options.seed = point.seed;
  task.experiment = options.read();
  task.inputs = inputs_hash(task.experiment);
  const std::string stem =
      fmt::format("load_{}_{}", load_text(point.load), task.inputs.substr(0, 12));
  task.name = stem + ".json";
  task.folder = folder_.path_of(stem);
  task.arguments = {"/proc/self/exe", "run", "--json"};
  // With "=" the value may begin with a dash, too.
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) task.arguments.push_back(fmt::format("{}={}", option, value));
  };
  for (const std::string& key : options.unsets) add("--unset", key);
  for (const std::string& set : point.sets) add("--set", set);
  add("--engine", options.engine);
  add("--seed", options.seed);
  add("--threads", options.threads);
  add("--out", task.folder);
  add("--mismatch-dir", folder_.path_of(task.name + ".mismatch"));
  if (allow_deadlock_) task.arguments.emplace_back("--allow-deadlock");
  // Behind the options: its name may begin with a dash.
  task.arguments.emplace_back("--");
  task.arguments.push_back(options.file);
}

// Here, once and with its progress to be seen, rather than in the points, which are silent.
void PointRunner::build_hardware_for(const std::list<Task>& waiting, ProgressLine& progress) {
  std::set<std::string> built;
  for (const Task& task : waiting) {
    Experiment at_any_load = task.experiment;
    at_any_load.traffic.load = 0;
    if (!built.insert(to_toml(at_any_load)).second) continue;
    build_hardware(at_any_load, [&progress](const std::string& line) { progress.note(line); });
  }
}

void PointRunner::start(Task& task) const {
  task.child = std::make_unique<ChildProcess>(task.arguments);
}

void PointRunner::finish(Task& task, int status) {
  PointResult& result = *task.result;
  const Json json = Json::parse(task.child->standard_output(), nullptr, false);
  if (json.is_object() && json.value("inputs", "") == task.inputs) {
    folder_.write(task.name, json_text(json));
    result.run = json;
    result.file = folder_.path_of(task.name);
    result.state = PointResult::State::done;
  } else if (interrupt_signal() == 0) {
    result.state = PointResult::State::failed;
    result.status = status;
    result.error = trimmed(task.child->standard_error());
  }
  task.child.reset();
  if (!result.finished()) {
    std::error_code ignored;
    std::filesystem::remove_all(task.folder, ignored);
  }
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
  std::list<Task> waiting;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Task task;
    task.result = &results[i];
    prepare(points[i], task);
    if (!reuse(folder_.path_of(task.name), task.folder, task.inputs, results[i], progress)) {
      waiting.push_back(std::move(task));
    }
  }
  try {
    build_hardware_for(waiting, progress);
  } catch (const Interrupted&) {
    waiting.clear();  // they are missing, as the caller will say
  }
  std::list<Task> running;
  bool failed = false;
  bool told = false;
  while (!running.empty() || !waiting.empty()) {
    const bool stop = interrupt_signal() != 0 || failed;
    if (stop) waiting.clear();
    while (!waiting.empty() && running.size() < jobs_) {
      running.splice(running.end(), waiting, waiting.begin());
      start(running.back());
    }
    if (interrupt_signal() != 0 && !told) {
      for (const Task& task : running) task.child->signal(SIGINT);
      told = true;
    }
    for (auto task = running.begin(); task != running.end();) {
      if (!task->child->ended()) {
        ++task;
        continue;
      }
      finish(*task, task->child->exit_status());
      failed = failed || task->result->state == PointResult::State::failed;
      task = running.erase(task);
    }
    const auto ready = std::count_if(results.begin(), results.end(),
                                     [](const PointResult& r) { return r.finished(); });
    progress.show(fmt::format("{} of {} points", ready, points.size()));
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
  return results;
}

}  // namespace turnpike::sim
