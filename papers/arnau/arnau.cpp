// arnau.cpp - the parts of the report on Arnau, Orduña, Ruiz & Duato.

#include "papers/arnau/arnau.h"

#include "papers/arnau/claims.h"
#include "papers/arnau/experiments.h"
#include "papers/arnau/readings.h"
#include "papers/arnau/study.h"
#include "papers/arnau/tables.h"
#include "papers/network_runs.h"
#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

// False: interrupted.
bool add_parts(const PaperOptions& options, PaperReport& report, Measurements& found) {
  const bool ten =
      options.wants("5") || options.wants("6") || options.wants("7") || options.wants("8");
  if (ten && !add_ten_switches(options, report, found)) return false;
  if (options.wants("networks") && !add_sixteen_switches(options, report, found)) return false;
  if (options.wants("9") && !add_twenty_four_switches(options, report, found)) return false;
  if (options.wants("10") && !add_twenty_switches(options, report, found)) return false;
  if (options.wants("distances")) add_tables(effort(options).networks, report);
  return true;
}

std::string labels_of(const std::vector<Reading>& all) {
  std::string text;
  for (const Reading& reading : all) {
    if (&reading != &all.front()) add_to_list(text, reading.label);
  }
  return text;
}

std::vector<Parameter> parameters(const PaperOptions& options) {
  const Effort wanted = effort(options);
  return Part("arnau", "common")
      .parameters(options.quick, {{"networks", wanted.networks},
                                  {"some", wanted.networks_of_readings},
                                  {"messages_of_ten", wanted.messages_of_ten},
                                  {"messages_of_random", wanted.messages_of_random},
                                  {"seeds", wanted.seeds.size()},
                                  {"readings", labels_of(readings(options))}});
}

}  // namespace

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
  return {{"ten switches, S1", run_at(kLow)}, {"ten switches, S8", run_at(kS8)}};
}

PaperReport run_arnau(const PaperOptions& options) {
  PaperReport report;
  report.seeds = effort(options).seeds;
  report.parameters = parameters(options);
  Measurements found;
  if (!add_parts(options, report, found)) {
    report.interrupted = true;
    return report;
  }
  mark_fitting(found);
  report.judgements = judge(table_facts(effort(options).networks), found);
  if (options.engine == EngineKind::lockstep) {
    add_lockstep_runs(lockstep_runs(), options, report);
  }
  return report;
}

}  // namespace turnpike::sim::arnau
