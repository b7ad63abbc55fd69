// lockstep_points.cpp - points of a paper with the hardware beside the model.

#include "papers/lockstep_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "model/network/engine.h"
#include "model/topology/build.h"
#include "sim/base/child_process.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {

namespace {

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::vector<Cell> row_of(const LockstepRun& run, const Json& found) {
  const auto number = [&](const char* key, int decimals) {
    return Cell(Measured{found.at(key).get<double>(), 0}, decimals);
  };
  return {run.label,           number("accepted", 4), number("packets", 0),
          number("cycles", 0), number("latency", 2),  number("mismatches", 0)};
}

}  // namespace

Json run_lockstep(const std::vector<LockstepRun>& runs, const std::string& id,
                  const PaperOptions& options) {
  const auto run =
      std::find_if(runs.begin(), runs.end(), [&](const LockstepRun& r) { return r.id == id; });
  if (run == runs.end()) throw model::NetworkError("no such point: " + id);
  Experiment experiment = run->experiment;
  experiment.engine = EngineKind::lockstep;
  experiment.run.seed = options.seed;
  const model::Network network =
      build_network(experiment.topology, experiment.router, experiment.link);
  RunOptions run_options;
  run_options.folder = ".";
  const RunOutcome outcome = run_experiment(experiment, network, run_options);
  if (outcome.mismatches != 0) throw model::NetworkError(outcome.mismatch_report);
  if (outcome.standstill) throw model::NetworkError(outcome.standstill->report);
  return run_to_json(experiment, outcome);
}

std::optional<Json> lockstep_point(const std::string& paper, const std::string& point,
                                   const std::string& label, const PaperOptions& options,
                                   PaperReport& report) {
  std::vector<std::string> command = {
      "/proc/self/exe", paper, "--lockstep-point", point, "--seed", std::to_string(options.seed)};
  if (options.quick) command.emplace_back("--quick");
  ChildProcess child(command);
  while (!child.ended()) {
    if (options.on_progress && !options.on_progress("lockstep: " + label)) {
      report.interrupted = true;
      return {};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const Json json = Json::parse(child.standard_output(), nullptr, false);
  if (child.exit_status() == 0 && json.is_object()) return json;
  report.failures.push_back(
      fmt::format("{} in lockstep: {}", label, trimmed(child.standard_error())));
  return {};
}

void add_lockstep_runs(const std::string& paper, const std::vector<LockstepRun>& runs,
                       const PaperOptions& options, PaperReport& report) {
  Table table;
  table.id = "lockstep";
  table.title = "Hardware beside the model, all outputs of all components compared in every cycle";
  table.columns = {"network", "accepted", "packets", "cycles", "latency", "differences"};
  for (const LockstepRun& run : runs) {
    const auto found = lockstep_point(paper, run.id, run.label, options, report);
    if (report.interrupted) return;
    table.rows.push_back(found ? row_of(run, *found)
                               : std::vector<Cell>{run.label, "-", "-", "-", "-", "see above"});
  }
  table.note = fmt::format("Accepted in flits per node and cycle, latency in cycles; seed {}.",
                           options.seed);
  Section section;
  section.title = "On the hardware";
  section.tables = {table};
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim
