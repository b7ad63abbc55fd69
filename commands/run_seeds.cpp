// run_seeds.cpp - `turnpike run --seeds N`: one experiment with successive seeds.

#include "commands/run_seeds.h"

#include <fmt/format.h>

#include <optional>
#include <thread>

#include "commands/exit_status.h"
#include "sim/base/interrupt.h"
#include "sim/base/standard_error.h"
#include "sim/base/temporary_file.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/experiment/results/run_table.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/point_runner.h"

namespace turnpike::sim {

namespace {

// The status of a run that came to no result.
int no_result(const PointResult& result) {
  if (interrupt_signal() != 0) {
    tell("interrupted: some seeds are missing, no result file was written");
    return interrupt_status(interrupt_signal());
  }
  tell(fmt::format("a seed failed with status {}: {}", result.status, result.error));
  return result.status == kCheckFailed ? kCheckFailed : kBadInput;
}

}  // namespace

int run_seeds(const RunConfigOptions& config, unsigned seeds, bool allow_deadlock,
              const std::string& folder) {
  watch_for_interrupts();
  StandardOutput out;
  require_regular(config);
  const Experiment experiment = config.read();
  const model::Workload& workload = model::workload_of(experiment.traffic);
  if (!workload.is_random) {
    const bool is_trace = &workload == model::Workload::trace;
    throw ConfigError(complaint(
        experiment.settings, is_trace ? "traffic.pattern" : "workload.kind", quoted(workload.word),
        fmt::format("with --seeds {} that is drawn: a {} is the same for all",
                    is_trace ? "a pattern" : "a workload", workload.word)));
  }
  std::optional<TemporaryFolder> temporary;
  OutputFolder place(folder.empty() ? temporary.emplace().path() : folder);
  const unsigned jobs = std::thread::hardware_concurrency() / experiment.run.threads;
  PointRunner runner(config, allow_deadlock, jobs, place.path(), seeds);
  ProgressLine progress;
  const PointResult result =
      runner.run({{config.sets, experiment.traffic.load, ""}}, progress).front();
  progress.clear();
  if (!result.finished()) return no_result(result);
  Json run = result.run;
  if (!folder.empty()) run = write_run(place, run, build_network(experiment), *result.merged);
  config.json ? out.print(run) : out.print(run_table(experiment, *result.merged));
  if (is_finished(run)) return kDone;
  tell(fmt::format("not finished: {}", run.at("reason").get<std::string>()));
  return kCheckFailed;
}

}  // namespace turnpike::sim
