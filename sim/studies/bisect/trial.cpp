// trial.cpp - a copy of this process runs, its record is judged.

#include "sim/studies/bisect/trial.h"

#include <fmt/format.h>

#include <filesystem>

#include "model/network/engine.h"
#include "model/statistics/run_control.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/task_set.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "sim/experiment/run/run_files.h"
#include "sim/studies/regress/run_point.h"

namespace turnpike::sim {

namespace {

constexpr std::chrono::milliseconds kMoment{100};  // between looks at signals
constexpr std::size_t kQuoted = 2000;              // bytes of what a run printed
constexpr int kRan = 0;
// Of so many cycles a run has a checkpoint. It comes at the end of a window (of 1000 cycles at
// most) and so at least as many before the end.
constexpr model::Cycle kLongRun = 20'000;
constexpr model::Cycle kBeforeEnd = 3'000;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// A router is named after its coordinates, one for each dimension.
std::string kind_of(const PointRecord& record, const Complaint& complaint) {
  if (record.mismatch) return mismatch_kind(*record.mismatch);
  std::string kind = complaint.signature;
  for (std::size_t at = 0; (at = kind.find("N_N")) != std::string::npos;) kind.erase(at, 2);
  return kind;
}

}  // namespace

std::optional<model::Cycle> Trial::cycle() const {
  if (record.mismatch) return record.mismatch->cycle;
  if (!record.figures.is_object()) return std::nullopt;
  return record.figures.at("cycles").get<model::Cycle>();
}

TrialRunner::TrialRunner(const Plan& plan, std::size_t point, ProgressLine& line)
    : plan_(plan), point_(point), line_(line), judge_(plan) {
  judge_.load();
}

bool TrialRunner::may_deadlock() const {
  return plan_.suite.cases[plan_.points[point_].case_index].allow_deadlock;
}

// All that could keep it from running, so that the copy is stopped by nothing but the run.
void TrialRunner::check(const Experiment& experiment) const {
  const model::Network network = build_network(experiment);
  refuse_unsound(network, may_deadlock());
  check_traffic(experiment, network);
  located(experiment, [&] {
    const model::Workload& workload = model::workload_of(experiment.traffic);
    model::RunControl(experiment.run, network.nodes(),
                      {workload.is_finite, workload.is_closed_loop});
  });
}

PointRecord TrialRunner::start_of_record() const {
  PointRecord record;
  record.name = plan_.points[point_].name;
  record.allow_deadlock = may_deadlock();
  return record;
}

PointRecord TrialRunner::run_copy(PointRecord record, const Fill& fill) {
  const std::string result = scratch_.path() + "/result.json";
  std::filesystem::remove(result);
  SideBySide one;
  one.limit = std::chrono::seconds(plan_.suite.cases[plan_.points[point_].case_index].time_limit);
  one.work = [&](std::size_t, const std::function<void()>& begin) {
    fill(record, begin);
    write_shared_file(result, to_text(record));
    return kRan;
  };
  one.take = [&](SetTask& ended) {
    if (interrupt_signal() != 0) return false;
    const int status = ended.task->exit_status();
    if (status == kRan) {
      record = read_record(result);
    } else if (ended.timed_out) {
      record.end = PointEnd::timed_out;
      record.message = fmt::format("ran for more than {} s", ended.limit.count());
    } else if (status == ForkedTask::kThrown) {
      throw ConfigError(ended.task->output(kQuoted));
    } else {
      record.end = PointEnd::crashed;
      record.message = death_text(status, ended.task->output(kQuoted));
    }
    return true;
  };
  if (!run_side_by_side(one)) {
    stop_if_interrupted("while a configuration was run; what is there is no result");
  }
  return record;
}

Trial TrialRunner::run(const Experiment& experiment) {
  RunPointOptions options;
  options.folder = scratch_.path();
  return run_with(experiment, options, nullptr);
}

Trial TrialRunner::look(const Experiment& experiment, const Trial& seen,
                        const std::string& folder) {
  RunPointOptions options;
  options.folder = folder;
  options.look_closely = true;
  const model::Cycle end = seen.cycle().value_or(0);
  if (end >= kLongRun && experiment.engine != EngineKind::emitted) {
    options.checkpoint.file = folder + "/" + kCheckpoint;
    options.checkpoint.every = end - kBeforeEnd;
  }
  return run_with(experiment, options, &seen.record);
}

Trial TrialRunner::run_with(const Experiment& experiment, const RunPointOptions& options,
                            const PointRecord* seen) {
  check(experiment);
  stop_if_interrupted("before it was done");
  ++count_;
  build_hardware(experiment, [this](const std::string& text) { line_.note(text); });
  PointRecord start = start_of_record();
  start.engine = experiment.engine;
  start.seed = experiment.run.seed;
  return judged(run_copy(std::move(start), [&](PointRecord& record, const auto& begin) {
    RunPointOptions wanted = options;
    wanted.begin = begin;
    wanted.wants_digest = wants_digest(plan_, point_);
    try {
      run_network(experiment, wanted, record, seen);
    } catch (const model::NetworkError& error) {
      record.end = PointEnd::error;
      record.message = first_line(error.what());
    }
  }));
}

Trial TrialRunner::run(const MachinePoint& machine) {
  stop_if_interrupted("before it was done");
  ++count_;
  PointRecord start = start_of_record();
  start.engine = machine.engine;
  start.seed = machine.seed;
  start.command = machine.command();
  return judged(run_copy(std::move(start), [&](PointRecord& record, const auto& begin) {
    try {
      record.figures = run_machine(machine, begin);
      record.end = PointEnd::done;
    } catch (const std::exception& error) {
      record.end = PointEnd::error;
      record.message = first_line(error.what());
    }
  }));
}

Trial TrialRunner::judged(PointRecord record) {
  Trial trial;
  trial.record = std::move(record);
  const std::vector<Complaint> complaints = judge_.judge(point_, trial.record);
  trial.end = complaints.empty() ? Trial::End::passed : Trial::End::failed;
  if (complaints.empty()) return trial;
  trial.complaint = complaints.front();
  trial.kind = kind_of(trial.record, trial.complaint);
  return trial;
}

Trial TrialRunner::run(const Candidate& candidate) {
  const std::string trace = scratch_.path() + "/" + kPacketFile;
  if (candidate.packets) write_shared_file(trace, trace_text(*candidate.packets));
  Experiment experiment;
  Trial refused;
  try {
    experiment = experiment_of(candidate, trace);
    check(experiment);
  } catch (const ConfigError& error) {
    refused.why = error.what();
    return refused;
  } catch (const CheckFailure& error) {
    refused.why = error.what();
    return refused;
  }
  try {
    return run(experiment);
  } catch (const ConfigError&) {  // of files, not of the configuration
    throw;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::runtime_error& error) {
    refused.why = error.what();
    return refused;
  }
}

}  // namespace turnpike::sim
