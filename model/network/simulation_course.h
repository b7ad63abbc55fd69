// simulation_course.h - the course of an experiment, window by window; its caller advances the
// engine.
//
// simulate() advances one engine. A batch (model/batch) advances many networks at once, each with
// its own course. Both therefore measure by the same rules: docs/statistics.md.

#pragma once

#include "model/network/channel_meter.h"
#include "model/network/engine.h"
#include "model/network/fairness_meter.h"
#include "model/network/simulation.h"
#include "model/network/standstill.h"
#include "model/statistics/run_control.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

class SimulationCourse {
 public:
  // `engine` and `traffic` outlive it. Throws ConfigurationError.
  SimulationCourse(Engine& engine, Traffic& traffic, const RunSpec& run);
  SimulationCourse(const SimulationCourse&) = delete;
  SimulationCourse& operator=(const SimulationCourse&) = delete;

  // Exactly one of these two, before the first window: the engine is at cycle 0, or the engine, the
  // traffic and this course are read from a state. Throws StateError.
  void begin();
  void resume(StateStream& from);

  Phase phase() const { return control_.phase(); }
  bool is_done() const { return phase() == Phase::done; }
  // Cycles by which the engine is to be advanced before the next on_window().
  Cycle next_window_cycles() const { return control_.next_window_cycles(); }
  // The engine has been advanced by so many cycles.
  void on_window();
  // Instead: the watchdog ended the run within the window.
  void on_standstill(const StandstillError& error);
  // Between windows: control, meters, traffic and engine.
  void visit_state(StateStream& state);
  // Once, when it is done or was interrupted.
  Simulation finish(bool is_interrupted);

 private:
  void start_measuring();

  Engine& engine_;
  Traffic& traffic_;
  NodeId nodes_;
  RunControl control_;
  ChannelMeter meter_;
  FairnessMeter fairness_;
  Simulation simulation_;
};

}  // namespace turnpike::model
