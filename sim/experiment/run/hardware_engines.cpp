// hardware_engines.cpp - what a run asks of its engine, in the engine's own words.

#include "sim/experiment/run/hardware_engines.h"

#include <utility>

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

}  // namespace

RunningEngine make_hardware_engine(const Experiment& experiment, const model::Network& network,
                                   model::Traffic& traffic, const RunOptions& options) {
  RtlNetworkOptions rtl;
  rtl.progress = options.on_build;
  rtl.in_systemc = options.in_systemc;
  // The state of sliced components is none of Verilated ones, which a waveform needs.
  if (!options.checkpoint.file.empty() || !options.checkpoint.from.empty() || options.verilated) {
    rtl.slice_from = RtlNetworkOptions::kNeverSlice;
  }
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

void build_shapes(EngineKind engine, const model::Network& network,
                  const std::function<void(const std::string&)>& on_build) {
  if (engine == EngineKind::emitted) return EmittedEngine::build(network, on_build);
  RtlEngine::build(network, on_build);
}

void build_verilated_shapes(const model::Network& network,
                            const std::function<void(const std::string&)>& on_build) {
  RtlNetworkOptions options;
  options.progress = on_build;
  options.slice_from = RtlNetworkOptions::kNeverSlice;
  RtlNetwork::build(network, options);
}

bool is_sliced(EngineKind engine, const model::Network& network) {
  const bool is_by_components = engine == EngineKind::rtl || engine == EngineKind::lockstep;
  return is_by_components && RtlNetwork::can_be_sliced(network, {});
}

}  // namespace turnpike::sim
