// simulation.h - an experiment on any engine: warm-up, measurement, drain, results.

#pragma once

#include <functional>
#include <optional>
#include <string>

#include "model/network/engine.h"
#include "model/network/standstill.h"
#include "model/statistics/results.h"
#include "model/statistics/run_spec.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

// Called after every window of cycles; false: stop.
using OnWindow = std::function<bool(Cycle now, Phase phase)>;
// Called within the windows of large networks, after 131,072 cycles of a node; false: stop.
using OnPiece = OnWindow;

struct Simulation {
  Results results;
  bool interrupted = false;  // on_window or on_piece said stop; then results mean nothing
  // The watchdog ended the run: what it says, and who waits for whom. Results are those up to then.
  std::optional<Standstill> standstill;
  std::string standstill_text;
};

// Called after every window, unless the run is over: write(state) writes all that the rest of the
// run depends on. `is_last`: on_window said stop.
using WriteState = std::function<void(StateStream& state)>;
using OnState = std::function<void(Cycle now, bool is_last, const WriteState& write)>;

// `engine` is at cycle 0 and under `traffic`. Rules of the phases: docs/statistics.md. With `from`
// it goes on from there: what was written by a run of the same engine, traffic and spec. With
// `on_state` nobody is asked within windows, as a state can be written only between them. Throws
// StateError.
Simulation simulate(Engine& engine, Traffic& traffic, const RunSpec& run, const OnWindow& on_window,
                    const OnState& on_state = {}, StateStream* from = nullptr,
                    const OnPiece& on_piece = {});

// The results alone, for who has no use for half a run. Throws StandstillError.
Results results_of(const Simulation& simulation);

}  // namespace turnpike::model
