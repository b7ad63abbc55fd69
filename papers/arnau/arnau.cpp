// arnau.cpp - the parts of the report on Arnau, Orduña, Ruiz & Duato.

#include "papers/arnau/arnau.h"

#include "papers/arnau/claims.h"
#include "papers/arnau/experiments.h"
#include "papers/arnau/tables.h"
#include "papers/lockstep_points.h"
#include "papers/network_runs.h"
#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

std::vector<LockstepRun> lockstep_runs() {
  const Case ten = ten_switches();
  const double bound = distances_of(ten).bound;
  const auto run_at = [&](unsigned load) {
    Experiment experiment =
        experiment_from(configuration_of(ten, {}, load_of(load, bound), ""), ten.id);
    experiment.run.warmup = 1000;
    experiment.run.measurement = 3000;
    return experiment;
  };
  return {{"low", "ten switches, S1", run_at(kLow)},
          {"saturated", "ten switches, S8", run_at(kS8)}};
}

// False: interrupted.
bool add_parts(const PaperOptions& options, PaperReport& report, Findings& findings) {
  if (options.wants("distances")) add_tables(report);
  const bool ten =
      options.wants("5") || options.wants("6") || options.wants("7") || options.wants("8");
  if (ten && !add_ten_switches(options, report, findings)) return false;
  if (options.wants("networks") && !add_sixteen_switches(options, report, findings)) return false;
  if (options.wants("9") && !add_twenty_four_switches(options, report, findings)) return false;
  if (options.wants("10") && !add_twenty_switches(options, report, findings)) return false;
  return !options.wants("settings") || add_settings(options, report, findings);
}

}  // namespace

PaperReport run_arnau(const PaperOptions& options) {
  PaperReport report;
  report.seeds = effort(options).seeds;
  const Effort wanted = effort(options);
  report.parameters = Part("arnau", "common")
                          .parameters(options.quick, {{"messages", wanted.messages_per_pair},
                                                      {"seeds", wanted.seeds.size()}});
  Findings findings;
  if (!add_parts(options, report, findings)) {
    report.interrupted = true;
    return report;
  }
  report.judgements = judge(table_facts(), findings);
  if (options.engine == EngineKind::lockstep) {
    add_lockstep_runs("arnau", lockstep_runs(), options, report);
  }
  return report;
}

Json run_lockstep_point(const std::string& point, const PaperOptions& options) {
  return run_lockstep(lockstep_runs(), point, options);
}

}  // namespace turnpike::sim::arnau
