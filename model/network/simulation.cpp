// simulation.cpp - an experiment on any engine: warm-up, measurement, drain, results.

#include "model/network/simulation.h"

#include "model/network/channel_meter.h"

namespace turnpike::model {

Simulation simulate(Engine& engine, Traffic& traffic, const RunSpec& run, const OnWindow& on_window,
                    const OnState& on_state, StateStream* from) {
  const NodeId nodes = engine.network().nodes();
  RunControl control(run, nodes, traffic.finite());
  ChannelMeter meter(engine.network());
  const auto start_measuring = [&] {
    engine.restart_collector({control.measurement_start(), control.measurement_end()});
    meter.start(engine);
  };
  const auto visit_state = [&](StateStream& state) {
    control.visit_state(state);
    meter.visit_state(state);
    traffic.visit_state(state);
    engine.visit_state(state);
  };
  if (from != nullptr) {
    visit_state(*from);
    meter.check(*from, control.phase());
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
      engine.advance(control.next_window_cycles());
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
    control.on_window(window_report(engine.collected(), drained));
    if (before == Phase::warmup && control.phase() == Phase::measurement) start_measuring();
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
  if (!simulation.interrupted) meter.fill(simulation.results);
  return simulation;
}

Results results_of(const Simulation& simulation) {
  if (simulation.standstill) {
    throw StandstillError(simulation.standstill_text, *simulation.standstill);
  }
  return simulation.results;
}

}  // namespace turnpike::model
