// kept_run.cpp - checks, run, files.

#include "sim/experiment/run/kept_run.h"

#include <fmt/format.h>

#include "model/common/printable.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/experiment/results/run_table.h"
#include "sim/experiment/run/batched_runs.h"
#include "sim/experiment/run/irregular_report.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_files.h"

namespace turnpike::sim {

namespace {

void add_line(std::string& text, const std::string& line) {
  text += (text.empty() || line.empty() ? "" : "\n") + line;
}

}  // namespace

std::string remark_on(const Experiment& experiment, const model::Network& network,
                      bool allow_deadlock) {
  std::string text = refuse_unsound(network, allow_deadlock);
  for (const std::string& assumed : link_assumptions(experiment)) add_line(text, assumed);
  add_line(text, buffer_remark(network));
  return text;
}

std::string remark_on_run(const Experiment& experiment, const model::Network& network,
                          bool allow_deadlock) {
  std::string text = remark_on(experiment, network, allow_deadlock);
  add_line(text, check_traffic(experiment, network));
  add_line(text, batch_remark(experiment, network));
  return text;
}

KeptRun run_and_keep(const Experiment& experiment, const model::Network& network,
                     RunOptions options, OutputFolder* folder) {
  if (options.folder.empty()) options.folder = folder != nullptr ? folder->path() : ".";
  check_run_files(experiment, network, options);
  KeptRun run;
  run.outcome = located(experiment, [&] { return run_experiment(experiment, network, options); });
  if (run.outcome.interrupted) return run;
  run.json = run_to_json(experiment, run.outcome);
  if (folder != nullptr) run.json = write_run(*folder, run.json, network, run.outcome);
  return run;
}

std::string table_of(const Experiment& experiment, const RunOutcome& outcome,
                     const OutputFolder* folder) {
  std::string text = run_table(experiment, outcome);
  std::vector<std::string> files = outcome.files;
  if (folder != nullptr) {
    files.insert(files.end(), folder->files().begin(), folder->files().end());
  }
  for (const std::string& file : files) {
    text += fmt::format("  left: {}\n", model::printable(file));
  }
  return text;
}

}  // namespace turnpike::sim
