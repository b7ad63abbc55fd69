// simulation_course.cpp - what is counted at the end of each window, and when the phases change.

#include "model/network/simulation_course.h"

#include <cmath>
#include <optional>
#include <utility>

#include "model/network/zero_load.h"

namespace turnpike::model {
namespace {

// Of a source that counts other units than messages, latencies are theirs, and flits those of the
// network.
WindowReport report_of(Engine& engine, const Traffic& traffic, bool drained, bool with_interval) {
  WindowReport report = window_report(engine.collected(), drained, with_interval);
  const std::optional<Collector> units = traffic.source().collected();
  if (!units) return report;
  const WindowReport of_units = window_report(*units, drained, with_interval);
  report.totals.packets_delivered = of_units.totals.packets_delivered;
  report.totals.latency_sum = of_units.totals.latency_sum;
  report.measured_packets = of_units.measured_packets;
  report.measured_latency = of_units.measured_latency;
  report.outstanding += of_units.outstanding;
  report.latency = of_units.latency;
  report.latency_max = of_units.latency_max;
  return report;
}

void take_workload(Results& results, const Traffic& traffic, const RunFigures& run) {
  results.workload = traffic.source().results(run);
  const std::optional<Collector> units = traffic.source().collected();
  if (!units) return;
  const Results of_units = make_results(*units, run, traffic.nodes());
  results.precision_reached = of_units.precision_reached;
  results.measurement_needed = of_units.measurement_needed;
}

}  // namespace

SimulationCourse::SimulationCourse(Engine& engine, Traffic& traffic, const RunSpec& run)
    : engine_(engine),
      traffic_(traffic),
      nodes_(engine.network().nodes()),
      control_(run, nodes_, traffic.nature(),
               mean_zero_load(engine.network(), traffic, run.sink_stall)),
      meter_(engine.network()),
      fairness_(control_, engine.network(), run) {}

void SimulationCourse::begin() {
  if (phase() == Phase::measurement) start_measuring();
}

void SimulationCourse::resume(StateStream& from) {
  visit_state(from);
  meter_.check(from, phase());
  fairness_.check(from, nodes_);
  traffic_.check(from, engine_.now());
  from.check(engine_.now() == control_.now(), "cycle of the engine");
  from.check(from.is_at_end(), "bytes behind the end");
}

void SimulationCourse::start_measuring() {
  engine_.restart_collector({control_.measurement_start(), control_.measurement_end(), true});
  traffic_.source().restart_collector(control_.measurement_start(), control_.measurement_end());
  meter_.start(engine_);
  fairness_.start(engine_);
}

void SimulationCourse::visit_state(StateStream& state) {
  control_.visit_state(state);
  meter_.visit_state(state);
  fairness_.visit_state(state);
  traffic_.visit_state(state);
  engine_.visit_state(state);
}

void SimulationCourse::on_standstill(const StandstillError& error) {
  simulation_.standstill = error.standstill;
  simulation_.standstill_text = error.what();
  const bool is_measuring = phase() == Phase::measurement;
  control_.on_standstill(engine_.now(), error.standstill.is_circle
                                            ? "deadlock: packets wait for each other in a circle"
                                            : "nothing moves");
  if (is_measuring) meter_.stop(engine_);
}

void SimulationCourse::on_window() {
  const Phase before = phase();
  const bool drained = control_.finite() && engine_.drained();
  WindowReport report = report_of(engine_, traffic_, drained, control_.wants_interval());
  if (before == Phase::measurement) fairness_.sample(engine_, engine_.now(), report);
  const Cycle end = control_.measurement_end();
  control_.on_window(report);
  if (before == Phase::warmup && phase() == Phase::measurement) start_measuring();
  if (before != Phase::measurement) return;
  if (control_.measurement_end() > end) {
    engine_.measure_until(control_.measurement_end());
    traffic_.source().measure_until(control_.measurement_end());
    fairness_.go_on();
  }
  meter_.sample(engine_);
  if (phase() != Phase::measurement) meter_.stop(engine_);
}

Simulation SimulationCourse::finish(bool is_interrupted) {
  simulation_.interrupted = is_interrupted;
  const double offered = traffic_.offered_load();
  Results& results = simulation_.results;
  results = make_results(engine_.collected(), control_, nodes_, offered);
  take_workload(results, traffic_, figures_of(control_, offered));
  if (!is_interrupted) {
    meter_.fill(results);
    fairness_.fill(engine_, results);
  }
  if (!traffic_.finite() && std::isfinite(control_.latency_limit())) {
    results.latency_limit = control_.latency_limit();
  }
  return std::move(simulation_);
}

}  // namespace turnpike::model
