// lockstep_points.cpp - points of a paper with the hardware beside the model.

#include "papers/lockstep_points.h"

#include <fmt/format.h>

#include <cstdio>

#include "model/network/engine.h"
#include "model/topology/build.h"
#include "sim/base/task_set.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 24;  // of what a point prints

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

Json run_lockstep(const LockstepRun& run, const PaperOptions& options) {
  Experiment experiment = run.experiment;
  experiment.engine = EngineKind::lockstep;
  experiment.run.seed = options.seed;
  const model::Network network =
      build_network(experiment.topology, experiment.router, experiment.link);
  const RunOutcome outcome = run_experiment(experiment, network, {});
  if (outcome.mismatches != 0) throw model::NetworkError(outcome.mismatch_report);
  if (outcome.standstill) throw model::NetworkError(outcome.standstill->report);
  return run_to_json(experiment, outcome);
}

std::optional<Json> lockstep_point(const std::function<Json()>& run, const std::string& label,
                                   const PaperOptions& options, PaperReport& report) {
  Json found;
  SideBySide all;
  all.work = [&](std::size_t, const auto&) {
    std::fputs(run().dump().c_str(), stdout);
    return 0;
  };
  all.take = [&](SetTask& ended) {
    const std::string printed = ended.task->output(kMostBytes);
    if (ended.task->exit_status() == 0) found = Json::parse(printed, nullptr, false);
    if (!found.is_object()) {
      report.failures.push_back(fmt::format("{} in lockstep: {}", label, trimmed(printed)));
    }
    return true;
  };
  all.on_moment = [&] {
    if (options.on_progress) options.on_progress("lockstep: " + label);
  };
  report.interrupted = !run_side_by_side(all);
  if (report.interrupted || !found.is_object()) return {};
  return found;
}

void add_lockstep_runs(const std::vector<LockstepRun>& runs, const PaperOptions& options,
                       PaperReport& report) {
  Table table;
  table.id = "lockstep";
  table.title = "Hardware beside the model, all outputs of all components compared in every cycle";
  table.columns = {"network", "accepted", "packets", "cycles", "latency", "differences"};
  for (const LockstepRun& run : runs) {
    const auto found =
        lockstep_point([&] { return run_lockstep(run, options); }, run.label, options, report);
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
