// simulation.cpp - an experiment on any engine: warm-up, measurement, drain, results.

#include "model/network/simulation.h"

#include <algorithm>
#include <cmath>

#include "model/network/channel_meter.h"
#include "model/network/fairness_meter.h"
#include "model/network/zero_load.h"

namespace turnpike::model {
namespace {

// A network of 4096 nodes that is full takes about a tenth of a second for so many.
constexpr Cycle kNodeCycles = 131072;

// False: on_piece said stop within these cycles.
bool advance(Engine& engine, Cycle cycles, Phase phase, const OnPiece& on_piece) {
  const Cycle piece = std::max<Cycle>(1, kNodeCycles / engine.network().nodes());
  for (; on_piece && cycles > piece; cycles -= piece) {
    engine.advance(piece);
    if (!on_piece(engine.now(), phase)) return false;
  }
  engine.advance(cycles);
  return true;
}

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

Simulation simulate(Engine& engine, Traffic& traffic, const RunSpec& run, const OnWindow& on_window,
                    const OnState& on_state, StateStream* from, const OnPiece& on_piece) {
  const NodeId nodes = engine.network().nodes();
  RunControl control(run, nodes, traffic.nature(),
                     mean_zero_load(engine.network(), traffic, run.sink_stall));
  ChannelMeter meter(engine.network());
  FairnessMeter fairness(control, engine.network(), run);
  const auto start_measuring = [&] {
    engine.restart_collector({control.measurement_start(), control.measurement_end(), true});
    traffic.source().restart_collector(control.measurement_start(), control.measurement_end());
    meter.start(engine);
    fairness.start(engine);
  };
  const auto visit_state = [&](StateStream& state) {
    control.visit_state(state);
    meter.visit_state(state);
    fairness.visit_state(state);
    traffic.visit_state(state);
    engine.visit_state(state);
  };
  if (from != nullptr) {
    visit_state(*from);
    meter.check(*from, control.phase());
    fairness.check(*from, nodes);
    traffic.check(*from, engine.now());
    from->check(engine.now() == control.now(), "cycle of the engine");
    from->check(from->is_at_end(), "bytes behind the end");
  } else if (control.phase() == Phase::measurement) {
    start_measuring();
  }
  Simulation simulation;
  while (control.phase() != Phase::done) {
    const Phase before = control.phase();
    try {
      simulation.interrupted =
          !advance(engine, control.next_window_cycles(), before, on_state ? OnPiece() : on_piece);
      if (simulation.interrupted) break;
    } catch (const StandstillError& error) {
      simulation.standstill = error.standstill;
      simulation.standstill_text = error.what();
      control.on_standstill(engine.now(), error.standstill.is_circle
                                              ? "deadlock: packets wait for each other in a circle"
                                              : "nothing moves");
      if (before == Phase::measurement) meter.stop(engine);
      break;
    }
    const bool drained = control.finite() && engine.drained();
    WindowReport report = report_of(engine, traffic, drained, control.wants_interval());
    if (before == Phase::measurement) fairness.sample(engine, engine.now(), report);
    const Cycle end = control.measurement_end();
    control.on_window(report);
    if (before == Phase::warmup && control.phase() == Phase::measurement) start_measuring();
    if (before == Phase::measurement && control.measurement_end() > end) {
      engine.measure_until(control.measurement_end());
      traffic.source().measure_until(control.measurement_end());
      fairness.go_on();
    }
    if (before == Phase::measurement) {
      meter.sample(engine);
      if (control.phase() != Phase::measurement) meter.stop(engine);
    }
    const bool goes_on = !on_window || on_window(engine.now(), control.phase());
    if (on_state && control.phase() != Phase::done) on_state(engine.now(), !goes_on, visit_state);
    if (!goes_on) {
      simulation.interrupted = true;
      break;
    }
  }
  simulation.results = make_results(engine.collected(), control, nodes, traffic.offered_load());
  take_workload(simulation.results, traffic, figures_of(control, traffic.offered_load()));
  if (!simulation.interrupted) {
    meter.fill(simulation.results);
    fairness.fill(engine, simulation.results);
  }
  if (!traffic.finite() && std::isfinite(control.latency_limit())) {
    simulation.results.latency_limit = control.latency_limit();
  }
  return simulation;
}

Results results_of(const Simulation& simulation) {
  if (simulation.standstill) {
    throw StandstillError(simulation.standstill_text, *simulation.standstill);
  }
  return simulation.results;
}

}  // namespace turnpike::model
