// cluster.cpp - rounds of jobs.

#include "sim/studies/regress/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include "sim/base/code_file.h"
#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"
#include "sim/base/interrupt.h"
#include "sim/base/temporary_file.h"
#include "sim/studies/regress/run_point.h"
#include "sim/studies/regress/worker.h"

namespace turnpike::sim {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 5;
constexpr std::size_t kMostTasks = 1000;  // a cluster's MaxArraySize is 1001 unless it says more
constexpr std::size_t kPointsOfTask = 8;  // of a processor, at least, where there are many
constexpr std::chrono::milliseconds kFirstPause{500};  // between questions to the controller
constexpr std::chrono::milliseconds kLongestPause{15'000};
constexpr std::chrono::minutes kPatience{30};  // with a controller that does not answer

class Night {
 public:
  Night(const Plan& plan, SharedFolder& folder, const ClusterOptions& options, ProgressLine& line)
      : plan_(plan),
        folder_(folder),
        options_(options),
        line_(line),
        path_(std::filesystem::absolute(folder.path()).lexically_normal().string()) {
    std::error_code failure;
    std::filesystem::create_directories(path_ + "/slurm", failure);
    if (failure) fail_to_write("cannot be made", path_ + "/slurm", failure.value());
  }

  std::string run() {
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<std::size_t> missing = missing_points();
      if (missing.empty()) break;
      submit_round(missing);
      if (options_.submit_only) break;
      wait();
      if (interrupt_signal() != 0) {
        cancel({build_, array_});
        break;
      }
      give_up_claims();
      if (missing_points().size() == missing.size()) {
        throw ConfigError(fmt::format(
            "{}: found no result of job {}, allowed: a folder that this machine shares with the "
            "nodes; what the tasks said is in {}/slurm, where they could write there",
            folder_.path(), array_, path_));
      }
    }
    return told_;
  }

 private:
  std::vector<std::size_t> missing_points() const {
    const std::set<std::string> finished = folder_.finished();
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < plan_.points.size(); ++i) {
      if (finished.count(plan_.keys[i]) == 0) missing.push_back(i);
    }
    return missing;
  }

  std::string command(const std::string& what, const std::string& more) const {
    return fmt::format("{} regress {} {} --out {} --night {} --jobs {}{}",
                       in_shell_quotes(code_file().string()), what,
                       in_shell_quotes(std::filesystem::absolute(plan_.suite.file).string()),
                       in_shell_quotes(path_), plan_.night, options_.slurm.cpus, more);
  }

  SlurmJob job(const std::string& what, const std::string& more) const {
    SlurmJob job;
    job.name = "turnpike-" + what;
    job.script = path_ + "/slurm/" + what + ".sh";
    const std::string shapes =
        "TURNPIKE_SHAPES=" + in_shell_quotes(std::filesystem::absolute(shape_folder()).string());
    write_whole_file(job.script, job_script(options_.slurm, {shapes}, command(what, more)));
    return job;
  }

  std::uint32_t task_count(std::size_t points) const {
    const std::size_t wanted =
        options_.slurm.tasks != 0
            ? options_.slurm.tasks
            : std::min(kMostTasks, points / (kPointsOfTask * options_.slurm.cpus) + 1);
    return static_cast<std::uint32_t>(std::min(wanted, points));
  }

  void submit_round(const std::vector<std::size_t>& missing) {
    build_.clear();
    const bool needs_hardware = std::any_of(missing.begin(), missing.end(), [&](std::size_t point) {
      return has_hardware(plan_.points[point].engine);
    });
    if (needs_hardware) {
      SlurmJob builder = job("build", "");
      builder.output = "slurm/build-%j.out";
      build_ = submit_in_folder(builder);
      tell(fmt::format("job {} builds the hardware", build_));
    }
    const std::uint32_t tasks = task_count(missing.size());
    SlurmJob worker = job("work", fmt::format(" --first $((SLURM_ARRAY_TASK_ID * {} / {}))",
                                              plan_.points.size(), tasks));
    worker.output = "slurm/work-%A_%a.out";
    worker.tasks = tasks;
    worker.array_limit = options_.slurm.array_limit;
    worker.after = build_;
    try {
      array_ = submit_in_folder(worker);
    } catch (...) {
      cancel({build_});
      throw;
    }
    tell(fmt::format("job {} runs {} points in {} tasks", array_, missing.size(), tasks));
  }

  std::string submit_in_folder(SlurmJob& job) const {
    job.folder = path_;
    return submit(job);
  }

  void tell(const std::string& text) {
    line_.note(text);
    told_ += "  " + text + "\n";
  }

  // Until both jobs have ended, or a signal comes.
  void wait() {
    std::chrono::milliseconds pause = kFirstPause;
    auto answered = Clock::now();
    auto next = Clock::now();
    for (;;) {
      if (interrupt_signal() != 0) return;
      if (Clock::now() >= next) {
        const JobState state = ask();
        if (state == JobState::ended) return;
        if (state == JobState::stuck) {
          cancel({build_, array_});
          throw ConfigError(
              fmt::format("job {}: found it held, allowed: a job that may start; "
                          "`squeue` tells why; it was cancelled",
                          array_));
        }
        if (state != JobState::unknown) answered = Clock::now();
        if (Clock::now() - answered > kPatience) {
          throw ConfigError(
              fmt::format("job {}: squeue has not answered for {} minutes; `regress "
                          "collect` judges what is there",
                          array_, kPatience.count()));
        }
        pause = std::min(kLongestPause, pause * 5 / 4);
        next = Clock::now() + pause;
      }
      if (line_.due()) {
        line_.show(
            fmt::format("{} of {} points", count_finished(plan_, folder_), plan_.points.size()));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  JobState ask() const {
    try {
      return state_of(array_);
    } catch (const Interrupted&) {
      return JobState::unknown;
    }
  }

  // Nobody of that job is left.
  void give_up_claims() {
    for (const std::size_t point : missing_points()) {
      folder_.release_of_job(plan_.keys[point], array_);
    }
  }

  const Plan& plan_;
  SharedFolder& folder_;
  const ClusterOptions& options_;
  ProgressLine& line_;
  std::string path_;  // absolute: tasks start elsewhere
  std::string build_;
  std::string array_;
  std::string told_;
};

}  // namespace

std::string run_on_cluster(const Plan& plan, SharedFolder& folder, const ClusterOptions& options,
                           ProgressLine& line) {
  check_slurm_options(options.slurm);
  return Night(plan, folder, options, line).run();
}

}  // namespace turnpike::sim
