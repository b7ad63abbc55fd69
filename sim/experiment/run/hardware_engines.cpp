// hardware_engines.cpp - what a run asks of its engine, in the engine's own words.

#include "sim/experiment/run/hardware_engines.h"

#include <utility>

#include "model/common/configuration_error.h"
#include "sim/hardware/engines/emitted_engine.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/hardware/engines/rtl_engine.h"

namespace turnpike::sim {
namespace {

TraceWindow trace_window(const TraceRequest& request) {
  TraceWindow window;
  window.file = request.file;
  window.from = request.from;
  window.to = request.to;
  window.scope = request.scopes;
  return window;
}

template <class HardwareEngine>
RunningEngine with_trace(std::unique_ptr<HardwareEngine> engine) {
  HardwareEngine* hardware = engine.get();
  return {std::move(engine), [hardware] {
            hardware->finish_trace();
            return hardware->trace_files();
          }};
}

// Components of one shape from which on "auto" slices. A bank of 64 lanes takes the time of about
// four Verilated components in each cycle, and is built in twice the time.
constexpr std::size_t kWorthSlicing = 8;

RtlNetworkOptions options_of(Hardware hardware) {
  RtlNetworkOptions options;
  if (hardware == Hardware::automatic) options.slice_from = kWorthSlicing;
  options.mixed = hardware == Hardware::mixed;
  if (hardware == Hardware::verilated) options.slice_from = RtlNetworkOptions::kNeverSlice;
  if (hardware == Hardware::sliced || options.mixed) options.slice_from = 2;
  return options;
}

// The state of sliced components is none of Verilated ones, which a waveform needs.
void refuse_sliced(const Experiment& experiment, const char* why) {
  if (experiment.hardware != Hardware::sliced && experiment.hardware != Hardware::mixed) return;
  throw model::ConfigurationError("run.hardware",
                                  model::word_of(kHardwareWords, experiment.hardware),
                                  std::string("\"auto\" and \"verilated\" ") + why);
}

}  // namespace

RunningEngine make_hardware_engine(const Experiment& experiment, const model::Network& network,
                                   model::Traffic& traffic, const RunOptions& options) {
  RtlNetworkOptions rtl = options_of(experiment.hardware);
  rtl.progress = options.on_build;
  rtl.in_systemc = options.in_systemc;
  if (!options.trace.file.empty()) refuse_sliced(experiment, "with a waveform");
  if (!options.checkpoint.file.empty() || !options.checkpoint.from.empty()) {
    refuse_sliced(experiment, "with checkpoints");
    rtl.slice_from = RtlNetworkOptions::kNeverSlice;
  }
  if (traffic.is_offered()) refuse_sliced(experiment, "with offered packets");
  if (options.verilated) rtl.slice_from = RtlNetworkOptions::kNeverSlice;
  if (experiment.engine == EngineKind::rtl) {
    return with_trace(std::make_unique<RtlEngine>(network, traffic, experiment.run,
                                                  trace_window(options.trace), rtl));
  }
  if (experiment.engine == EngineKind::emitted) {
    return {std::make_unique<EmittedEngine>(network, traffic, experiment.run, options.on_build),
            {}};
  }
  LockstepOptions lockstep;
  lockstep.folder = options.folder;
  lockstep.trace = trace_window(options.trace);
  lockstep.rtl = rtl;
  return with_trace(std::make_unique<LockstepEngine>(network, traffic, experiment.run, lockstep));
}

void build_shapes(const Experiment& experiment, const model::Network& network,
                  const std::function<void(const std::string&)>& on_build) {
  if (experiment.engine == EngineKind::emitted) return EmittedEngine::build(network, on_build);
  RtlNetworkOptions options = options_of(experiment.hardware);
  options.progress = on_build;
  RtlNetwork::build(network, options);
}

void build_verilated_shapes(const model::Network& network,
                            const std::function<void(const std::string&)>& on_build) {
  RtlNetworkOptions options = options_of(Hardware::verilated);
  options.progress = on_build;
  RtlNetwork::build(network, options);
}

bool is_sliced(const Experiment& experiment, const model::Network& network) {
  const bool is_by_components =
      experiment.engine == EngineKind::rtl || experiment.engine == EngineKind::lockstep;
  return is_by_components && RtlNetwork::can_be_sliced(network, options_of(experiment.hardware));
}

}  // namespace turnpike::sim
