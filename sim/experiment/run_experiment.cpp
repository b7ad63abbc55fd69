// run_experiment.cpp - the seam between the program and the engines.

#include "sim/experiment/run_experiment.h"

#include <chrono>
#include <memory>
#include <optional>

#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "sim/engines/mismatch.h"
#include "sim/experiment/hardware_engines.h"
#include "sim/experiment/network_checks.h"
#include "sim/results/event_file.h"

namespace turnpike::sim {
namespace {

class Stopwatch {
 public:
  // Seconds since it was made or last asked.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> elapsed = now - started_;
    started_ = now;
    return elapsed.count();
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

void take(RunOutcome& outcome, const model::Simulation& simulation, const model::Network& network) {
  outcome.results = simulation.results;
  outcome.interrupted = simulation.interrupted;
  if (!simulation.standstill) return;
  outcome.standstill =
      standstill_figures(network, *simulation.standstill, simulation.standstill_text);
}

void take(RunOutcome& outcome, const LockstepError& error) {
  outcome.mismatches = 1;
  outcome.mismatch_report = error.what();
  const Mismatch& first = error.mismatch;
  outcome.mismatch = MismatchPlace{first.cycle, first.component, first.port, first.signal};
  outcome.files = error.files;
  outcome.results.complete = false;
  outcome.results.reason = "hardware and model differ";
}

}  // namespace

RunOutcome run_experiment(const Experiment& experiment, const model::Network& network,
                          const RunOptions& options) {
  Stopwatch watch;
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  RunOutcome outcome;
  outcome.nodes = network.nodes();
  outcome.components = network.components.size();
  outcome.channels = network.channels.size();
  const RunningEngine running =
      experiment.engine == EngineKind::model
          ? RunningEngine{model::make_model_engine(network, traffic, experiment.run), {}}
          : make_hardware_engine(experiment, network, traffic, options);
  std::optional<EventFile> events;
  if (!options.events.empty()) {
    events.emplace(network, options.events);
    running.engine->log_events(&*events);
  } else if (options.event_sink != nullptr) {
    running.engine->log_events(options.event_sink);
  }
  outcome.setup_seconds = watch.lap();
  try {
    take(outcome,
         model::simulate(*running.engine, traffic, experiment.run,
                         [&](model::Cycle cycle, model::Phase phase) {
                           return !options.on_progress || options.on_progress({cycle, phase});
                         }),
         network);
  } catch (const LockstepError& error) {
    take(outcome, error);
  }
  std::vector<std::string> traced;
  if (running.finish_trace) traced = running.finish_trace();
  outcome.seconds = watch.lap();
  if (events && !outcome.interrupted) {
    events->keep();
    outcome.files.push_back(options.events);
  }
  outcome.files.insert(outcome.files.end(), traced.begin(), traced.end());
  return outcome;
}

void build_hardware(const Experiment& experiment,
                    const std::function<void(const std::string&)>& on_build) {
  if (experiment.engine != EngineKind::model) {
    build_shapes(experiment.engine, build_network(experiment), on_build);
  }
}

}  // namespace turnpike::sim
