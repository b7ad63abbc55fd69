// simulation.cpp - an experiment on any engine: warm-up, measurement, drain, results.

#include "model/network/simulation.h"

#include <algorithm>

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

}  // namespace

Simulation simulate(Engine& engine, Traffic& traffic, const RunSpec& run, const OnWindow& on_window,
                    const OnState& on_state, StateStream* from, const OnPiece& on_piece) {
  const NodeId nodes = engine.network().nodes();
  RunControl control(run, nodes, traffic.finite(),
                     mean_zero_load(engine.network(), traffic, run.sink_stall));
  ChannelMeter meter(engine.network());
  FairnessMeter fairness(control, engine.network(), run);
  const auto start_measuring = [&] {
    engine.restart_collector({control.measurement_start(), control.measurement_end(), true});
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
    WindowReport report = window_report(engine.collected(), drained, control.wants_interval());
    if (before == Phase::measurement) fairness.sample(engine, engine.now(), report);
    const Cycle end = control.measurement_end();
    control.on_window(report);
    if (before == Phase::warmup && control.phase() == Phase::measurement) start_measuring();
    if (before == Phase::measurement && control.measurement_end() > end) {
      engine.measure_until(control.measurement_end());
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
  if (!simulation.interrupted) {
    meter.fill(simulation.results);
    fairness.fill(engine, simulation.results);
  }
  if (!traffic.finite()) simulation.results.latency_limit = control.latency_limit();
  return simulation;
}

Results results_of(const Simulation& simulation) {
  if (simulation.standstill) {
    throw StandstillError(simulation.standstill_text, *simulation.standstill);
  }
  return simulation.results;
}

}  // namespace turnpike::model
