// run_point.cpp - a point's run, and what it cost.

#include "sim/studies/regress/run_point.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <optional>

#include "sim/base/config_error.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/hardware_engines.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "sim/experiment/run/run_files.h"
#include "sim/machine/fabric/make_fabric.h"
#include "sim/studies/regress/cross_check.h"
#include "sim/studies/regress/event_sinks.h"
#include "sim/studies/regress/machine_point.h"

namespace turnpike::sim {

namespace {

constexpr model::Cycle kShownCycles = 512;  // of a failure: before its end

double cpu_seconds() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "";
}

}  // namespace

CostMeter::CostMeter() : cpu_(cpu_seconds()) {}

PointCost CostMeter::cost(std::size_t points) const {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const auto share = static_cast<double>(points);
  return {(cpu_seconds() - cpu_) / share, elapsed.count() / share, host_name(), processor_name()};
}

PointRecord record_of(const Plan& plan, std::size_t point) {
  PointRecord record;
  record.name = plan.points[point].name;
  record.key = plan.keys[point];
  record.engine = plan.points[point].engine;
  record.seed = plan.points[point].seed;
  record.allow_deadlock = plan.suite.cases[plan.points[point].case_index].allow_deadlock;
  return record;
}

void refuse_changed(const Plan& plan, std::size_t point) {
  if (key_of(plan.suite, plan.points[point]) == plan.keys[point]) return;
  throw ConfigError(plan.suite.file + ": point '" + plan.points[point].name +
                    "': found another configuration or program than when the night began, "
                    "allowed: the same; `turnpike regress run` again");
}

namespace {

// What the run left to look at, but for its place, which differs from folder to folder.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// A status and an end have the same word.
PointEnd end_of(const RunOutcome& outcome) {
  return model::value_of(kEndWords, to_text(status_of(outcome))).value();
}

// What of a run is the same in every folder.
Json figures_of(Json run) {
  for (const char* key : {"schema", "name", "engine", "seed", "standstill", "files", "checksums",
                          "inputs", "config"}) {
    run.erase(key);
  }
  run["mismatch_report"] = first_line(run.at("mismatch_report").get<std::string>());
  return run;
}

}  // namespace

void take_outcome(PointRecord& record, const Experiment& experiment, const RunOutcome& outcome) {
  record.figures = figures_of(run_to_json(experiment, outcome));
  record.end = end_of(outcome);
  record.mismatch = outcome.mismatch;
  record.message = first_line(outcome.mismatch ? outcome.mismatch_report : outcome.results.reason);
}

void run_network(const Experiment& experiment, const RunPointOptions& options, PointRecord& record,
                 const PointRecord* seen) {
  record.config = to_toml(experiment);
  const model::Network network = network_to_run(experiment);
  refuse_unsound(network, record.allow_deadlock);
  check_traffic(experiment, network);
  RunOptions run;
  run.folder = options.folder;
  run.on_build = options.on_build;
  run.checkpoint = options.checkpoint;
  run.verilated = options.verilated;
  bool has_begun = false;
  run.on_progress = [&](const Progress&) {
    if (!has_begun && options.begin) options.begin();
    has_begun = true;
    return true;
  };
  EventDigest digest(network);
  EventTail tail(kShownCycles);
  if (options.wants_digest) run.event_sink = &digest;
  if (options.look_closely) run.event_sink = &tail;
  const bool has_waveform =
      experiment.engine == EngineKind::rtl || experiment.engine == EngineKind::lockstep;
  if (seen != nullptr && has_waveform && !seen->mismatch && !seen->figures.is_null()) {
    const auto end = seen->figures.at("cycles").get<model::Cycle>();
    run.trace.file = options.folder + "/end.fst";
    run.trace.from = end - std::min(end, kShownCycles);
  }
  std::exception_ptr failure;
  try {
    take_outcome(record, experiment,
                 located(experiment, [&] { return run_experiment(experiment, network, run); }));
  } catch (...) {
    failure = std::current_exception();
  }
  if (options.wants_digest) record.events_sha256 = digest.to_text();
  if (options.look_closely) tail.keep(network, options.folder + "/events.csv");
  if (failure) std::rethrow_exception(failure);
}

void try_network(const Experiment& experiment, const RunPointOptions& options, PointRecord& record,
                 const PointRecord* seen) {
  try {
    run_network(experiment, options, record, seen);
  } catch (const std::exception& error) {
    record.end = PointEnd::error;
    record.message = first_line(error.what());
  }
}

PointRecord record_without_result(const Plan& plan, std::size_t point, PointEnd end,
                                  const std::string& message) {
  PointRecord record = record_of(plan, point);
  record.end = end;
  record.message = message;
  const SuiteCase& one = plan.suite.cases[plan.points[point].case_index];
  if (one.is_machine()) {
    record.command = machine_of(plan.suite, plan.points[point]).command();
  } else {
    record.config = to_toml(experiment_of(plan.suite, plan.points[point]));
  }
  record.cost.host = host_name();
  record.cost.processor = processor_name();
  return record;
}

bool wants_digest(const Plan& plan, std::size_t point) {
  return !plan.suite.cases[plan.points[point].case_index].expect.events_sha256.empty();
}

PointRecord run_point(const Plan& plan, std::size_t point, const RunPointOptions& options,
                      const PointRecord* seen) {
  refuse_changed(plan, point);
  const CostMeter meter;
  PointRecord record = record_of(plan, point);
  try {
    if (plan.suite.cases[plan.points[point].case_index].is_machine()) {
      const MachinePoint machine = machine_of(plan.suite, plan.points[point]);
      record.command = machine.command();
      record.figures = run_machine(machine, options.begin);
      record.end = PointEnd::done;
    } else {
      RunPointOptions of_network = options;
      of_network.wants_digest = wants_digest(plan, point);
      const Experiment experiment = experiment_of(plan.suite, plan.points[point]);
      const bool is_checked = seen == nullptr && is_cross_checked(plan, point);
      std::string verilated;
      if (is_checked) verilated = figures_of_verilated(experiment, of_network, record);
      try_network(experiment, of_network, record, seen);
      if (is_checked) compare_with_verilated(record, verilated);
    }
  } catch (const std::exception& error) {
    record.end = PointEnd::error;
    record.message = first_line(error.what());
  }
  record.cost = meter.cost();
  return record;
}

std::string hardware_of(const Plan& plan, std::size_t point) {
  const RegressPoint& of_plan = plan.points[point];
  if (!has_hardware(of_plan.engine)) return "";
  if (plan.suite.cases[of_plan.case_index].is_machine()) {
    MachinePoint machine = machine_of(plan.suite, of_plan);
    machine =
        MachinePoint{"", machine.dimensions, machine.flit_bits, 0, 0, 0, 0, EngineKind::rtl, 0};
    return machine.to_text();
  }
  Experiment experiment = experiment_of(plan.suite, of_plan);
  experiment.traffic = {};
  experiment.run = {};
  if (experiment.engine == EngineKind::rtl) experiment.engine = EngineKind::lockstep;
  return to_toml(experiment) + (is_cross_checked(plan, point) ? "# Verilated too\n" : "");
}

void build_hardware_of(const Plan& plan, std::size_t point,
                       const std::function<void(const std::string&)>& on_build) {
  const RegressPoint& of_plan = plan.points[point];
  if (!has_hardware(of_plan.engine)) return;
  if (plan.suite.cases[of_plan.case_index].is_machine()) {
    FabricSpec spec = machine_of(plan.suite, of_plan).fabric();
    spec.progress = on_build;
    make_fabric(spec);
    return;
  }
  const Experiment experiment = experiment_of(plan.suite, of_plan);
  build_hardware(experiment, on_build);
  if (is_cross_checked(plan, point)) {
    build_verilated_shapes(build_network(experiment), on_build);
  }
}

}  // namespace turnpike::sim
