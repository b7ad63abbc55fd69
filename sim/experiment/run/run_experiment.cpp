// run_experiment.cpp - the seam between the program and the engines.

#include "sim/experiment/run/run_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "model/batch/batch_reach.h"
#include "model/batch/batch_simulation.h"
#include "model/network/model_engine.h"
#include "model/network/simulation.h"
#include "sim/base/config_error.h"
#include "sim/base/temporary_file.h"
#include "sim/experiment/results/event_file.h"
#include "sim/experiment/run/hardware_engines.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/hardware/engines/mismatch.h"

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

// Of "network.router_1.u_core.one_grant: required (rtl/...)" (rtl/common/check.vh) what follows the
// instance.
std::string check_of(const Mismatch& mismatch) {
  for (const char* duty : {": required", ": ensured"}) {
    const std::size_t at = mismatch.actual.find(duty);
    if (mismatch.signal != kOwnCheck || at == std::string::npos) continue;
    const std::size_t dot = mismatch.actual.rfind('.', at);
    return mismatch.actual.substr(dot == std::string::npos ? 0 : dot + 1);
  }
  return "";
}

// Of the figures what is known although nothing was measured to its end.
void take(RunOutcome& outcome, const LockstepError& error, const model::TrafficSpec& traffic) {
  outcome.mismatches = 1;
  outcome.mismatch_report = error.what();
  const Mismatch& first = error.mismatch;
  outcome.mismatch = MismatchPlace{first.cycle,  first.component,  first.port,
                                   first.signal, first.since_flit, check_of(first)};
  outcome.files = error.files;
  outcome.results.complete = false;
  outcome.results.cycles = first.cycle + 1;
  if (model::workload_of(traffic).is_drawn) outcome.results.offered = traffic.load;
  outcome.results.reason = "hardware and model differ";
}

// A waveform begins where the run does.
RunOptions from(RunOptions options, model::Cycle start) {
  TraceRequest& trace = options.trace;
  trace.from = std::max(trace.from, start);
  if (!trace.file.empty() && trace.to <= trace.from) {
    throw ConfigError(
        fmt::format("--trace-to: found {}, allowed: above {}, the cycle of the "
                    "checkpoint",
                    trace.to, start));
  }
  return options;
}

// The checkpoints of a run: what it goes on from, and those that it writes.
class RunCheckpoints {
 public:
  RunCheckpoints(const Experiment& experiment, const RunOptions& options)
      : options_(options), request_(options.checkpoint) {
    if (request_.file.empty() && request_.from.empty()) return;
    identity_ = CheckpointIdentity::of(experiment);
    if (!request_.from.empty()) {
      start_ = Checkpoint::read(request_.from, identity_, has_hardware(experiment.engine));
      last_ = start_->cycle;
      if (last_ > experiment.run.max_cycles) {
        throw ConfigError(fmt::format("{}: found a checkpoint of cycle {}, allowed: 0 .. {}",
                                      request_.from, last_, experiment.run.max_cycles));
      }
      check_events();
    }
    // A new run: what an earlier one left would be taken for its own.
    if (!request_.file.empty() && !request_.is_resumed()) {
      std::error_code failure;
      std::filesystem::remove(request_.file, failure);
      if (failure) fail_to_write("cannot be removed", request_.file, failure.value());
    }
  }

  void open_events(std::optional<EventFile>& events, const model::Network& network) const {
    if (options_.events.empty()) return;
    if (request_.file.empty()) {
      events.emplace(network, options_.events);
    } else {
      events.emplace(network, options_.events, request_.is_resumed() ? &start_->events : nullptr);
    }
  }

  model::Simulation simulate(model::Engine& engine, model::Traffic& traffic,
                             const model::RunSpec& run, const model::OnWindow& on_window,
                             EventFile* events) {
    if ((start_ || !request_.file.empty()) && !engine.has_state()) {
      throw ConfigError(
          "checkpoints: found an engine that has none, allowed: model, rtl, lockstep");
    }
    model::OnState on_state;
    if (!request_.file.empty()) {
      on_state = [&, this](model::Cycle now, bool is_last, const model::WriteState& write_state) {
        if (is_last || now - last_ >= request_.every) write(now, write_state, events);
      };
    }
    if (!start_) {
      return model::simulate(engine, traffic, run, on_window, on_state, nullptr, on_window);
    }
    model::StateReader from(start_->state);
    try {
      return model::simulate(engine, traffic, run, on_window, on_state, &from, on_window);
    } catch (const model::StateError& error) {
      throw ConfigError(
          fmt::format("{}: is no checkpoint of this run: {}", request_.from, error.what()));
    }
  }

  // The cycle from which the run goes on.
  model::Cycle start() const { return start_ ? start_->cycle : 0; }

 private:
  void check_events() const {
    const bool is_asked = !options_.events.empty();
    if (start_->has_events == is_asked || (!is_asked && !request_.is_resumed())) return;
    throw ConfigError(fmt::format(
        "{}: found a checkpoint of a run {}, allowed: {}", request_.from,
        start_->has_events ? "with --events" : "without --events",
        is_asked ? "one with it, as heads are under way" : "the options of the run that wrote it"));
  }

  void write(model::Cycle now, const model::WriteState& write_state, EventFile* events) {
    Checkpoint checkpoint;
    checkpoint.identity = identity_;
    checkpoint.cycle = now;
    checkpoint.has_events = events != nullptr;
    if (events != nullptr) checkpoint.events = events->mark();
    model::StateWriter writer(checkpoint.state);
    write_state(writer);
    checkpoint.write(request_.file);
    last_ = now;
  }

  const RunOptions& options_;
  const CheckpointRequest& request_;
  CheckpointIdentity identity_;
  std::optional<Checkpoint> start_;
  model::Cycle last_ = 0;  // of the last one
};

}  // namespace

RunningEngine make_engine(const Experiment& experiment, const model::Network& network,
                          model::Traffic& traffic, const RunOptions& options) {
  if (has_hardware(experiment.engine)) {
    return make_hardware_engine(experiment, network, traffic, options);
  }
  return {model::make_model_engine(network, traffic, experiment.run), {}};
}

const char* phase_text(model::Phase phase) {
  switch (phase) {
    case model::Phase::warmup:
      return "warm-up";
    case model::Phase::measurement:
      return "measurement";
    case model::Phase::drain:
      return "drain";
    case model::Phase::done:
      return "done";
  }
  return "";
}

namespace {

// Events and checkpoints are the model's.
bool is_for_batch(const Experiment& experiment, const model::Network& network,
                  const RunOptions& options) {
  return experiment.engine == EngineKind::batch && options.events.empty() &&
         options.event_sink == nullptr && options.checkpoint.file.empty() &&
         options.checkpoint.from.empty() &&
         model::batch_obstacle(network, experiment.traffic, experiment.run).empty();
}

// The run in one lane. False: it is left to the model.
bool run_in_batch(const Experiment& experiment, const model::Network& network,
                  const RunOptions& options, RunOutcome& outcome) {
  Progress progress;
  model::BatchCalls calls;
  calls.on_window = [&](model::Cycle now) {
    progress.cycle = now;
    outcome.interrupted = options.on_progress && !options.on_progress(progress);
    return !outcome.interrupted;
  };
  calls.on_end = [&](std::size_t, const model::Simulation& simulation) {
    take(outcome, simulation, network);
  };
  const auto left = model::simulate_batch(network, {{experiment.traffic, experiment.run}}, calls);
  return left.empty() || outcome.interrupted;
}

// Terminals of messages check what their packets carry (model/network/message_bank.h).
bool has_unread_payload(const Experiment& experiment, const model::Network& network) {
  return !has_hardware(experiment.engine) && !network.has_message_terminals() &&
         network.router.format.words() > 1;
}

}  // namespace

model::Network network_to_run(const Experiment& experiment) {
  model::Network network = build_network(experiment);
  if (has_unread_payload(experiment, network)) network.drop_payload();
  return network;
}

RunOutcome run_experiment(const Experiment& experiment, const model::Network& network,
                          const RunOptions& options) {
  if (has_unread_payload(experiment, network)) {
    model::Network without = network;
    without.drop_payload();
    return run_experiment(experiment, without, options);
  }
  Stopwatch watch;
  RunCheckpoints checkpoints(experiment, options);
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  RunOutcome outcome;
  outcome.nodes = network.nodes();
  outcome.components = network.components.size();
  outcome.channels = network.channels.size();
  if (is_for_batch(experiment, network, options) &&
      run_in_batch(experiment, network, options, outcome)) {
    outcome.seconds = watch.lap();
    return outcome;
  }
  const RunningEngine running =
      make_engine(experiment, network, traffic, from(options, checkpoints.start()));
  std::optional<EventFile> events;
  checkpoints.open_events(events, network);
  if (events) {
    running.engine->log_events(&*events);
  } else if (options.event_sink != nullptr) {
    running.engine->log_events(options.event_sink);
  }
  outcome.setup_seconds = watch.lap();
  try {
    take(outcome,
         checkpoints.simulate(
             *running.engine, traffic, experiment.run,
             [&](model::Cycle cycle, model::Phase phase) {
               return !options.on_progress || options.on_progress({cycle, phase});
             },
             events ? &*events : nullptr),
         network);
  } catch (const LockstepError& error) {
    take(outcome, error, experiment.traffic);
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
  if (has_hardware(experiment.engine)) {
    build_shapes(experiment, build_network(experiment), on_build);
  }
}

}  // namespace turnpike::sim
