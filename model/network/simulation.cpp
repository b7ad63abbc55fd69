// simulation.cpp - an experiment on any engine: warm-up, measurement, drain, results.

#include "model/network/simulation.h"

#include <algorithm>

#include "model/network/simulation_course.h"

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
  SimulationCourse course(engine, traffic, run);
  from != nullptr ? course.resume(*from) : course.begin();
  const WriteState write_state = [&](StateStream& state) { course.visit_state(state); };
  bool is_interrupted = false;
  while (!course.is_done() && !is_interrupted) {
    try {
      is_interrupted = !advance(engine, course.next_window_cycles(), course.phase(),
                                on_state ? OnPiece() : on_piece);
    } catch (const StandstillError& error) {
      course.on_standstill(error);
      break;
    }
    if (is_interrupted) break;
    course.on_window();
    is_interrupted = on_window && !on_window(engine.now(), course.phase());
    if (on_state && !course.is_done()) on_state(engine.now(), is_interrupted, write_state);
  }
  return course.finish(is_interrupted);
}

Results results_of(const Simulation& simulation) {
  if (simulation.standstill) {
    throw StandstillError(simulation.standstill_text, *simulation.standstill);
  }
  return simulation.results;
}

}  // namespace turnpike::model
