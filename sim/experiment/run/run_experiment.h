// run_experiment.h - the seam between the program and the engines.

#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "model/network/engine.h"
#include "model/network/event_log.h"
#include "model/statistics/run_control.h"
#include "model/topology/network.h"
#include "model/traffic/traffic.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_outcome.h"
#include "sim/experiment/run/checkpoint.h"

namespace turnpike::sim {

// Waveform on request: `--trace` and its window and scope.
struct TraceRequest {
  std::string file;       // an .fst; empty: none
  model::Cycle from = 0;  // first cycle in it
  // First cycle no longer in it.
  model::Cycle to = std::numeric_limits<model::Cycle>::max();
  std::vector<std::string> scopes;  // component names; empty: all
};

struct Progress {
  model::Cycle cycle = 0;
  model::Phase phase = model::Phase::warmup;
};

struct RunOptions {
  std::string
      folder;  // where lockstep leaves the waveform of a mismatch; made if need be; empty: here
  TraceRequest trace;
  CheckpointRequest checkpoint;
  std::string events;  // event log, CSV or JSON lines by its ending; empty: none
  model::EventSink* event_sink = nullptr;  // hears the events where no file is asked for
  // Called now and then from the thread that runs; false: stop, the outcome is `interrupted`.
  std::function<bool(const Progress&)> on_progress;
  bool in_systemc = false;  // RtlNetworkOptions::in_systemc
  bool verilated = false;   // no component is sliced
  // Hears, in words for people, what takes long before the first cycle: building hardware.
  std::function<void(const std::string&)> on_build;
};

struct RunningEngine {
  std::unique_ptr<model::Engine> engine;
  // Completes the waveform; its files. Empty: no hardware.
  std::function<std::vector<std::string>()> finish_trace;
};

// The engine that the experiment asks for. All three outlive it. Throws as run_experiment() does.
RunningEngine make_engine(const Experiment& experiment, const model::Network& network,
                          model::Traffic& traffic, const RunOptions& options);

// "warm-up", for people.
const char* phase_text(model::Phase phase);

// The network of a run: engines without hardware keep no payload of flits, if nobody reads it.
// Throws ConfigError.
model::Network network_to_run(const Experiment& experiment);

// Runs the experiment on its engine. Throws model::ConfigurationError, model::NetworkError (the
// network broke its promises), std::runtime_error (a tool is missing: it is named, and that
// `--engine model` works without).
RunOutcome run_experiment(const Experiment& experiment, const model::Network& network,
                          const RunOptions& options);

// Builds the hardware that runs of this experiment need and that is not there yet.
void build_hardware(const Experiment& experiment,
                    const std::function<void(const std::string&)>& on_build);

}  // namespace turnpike::sim
