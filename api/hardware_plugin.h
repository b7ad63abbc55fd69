// hardware_plugin.h - between libturnpike and libturnpike_hardware.so, which has all code for
// SystemC. libsystemc requires an sc_main of every program, so libturnpike must not link to it.
//
// Both come from one build, so C++ objects and exceptions may pass between them.

#pragma once

#include <functional>
#include <string>

#include "model/topology/network.h"
#include "model/traffic/traffic.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/run/hardware_engines.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::api {

struct HardwarePlugin {
  const char* build;  // plugin_build() of the plug-in
  // Throws std::runtime_error when SystemC has started already in this process.
  sim::RunningEngine (*make_engine)(const sim::Experiment& experiment,
                                    const model::Network& network, model::Traffic& traffic,
                                    const sim::RunOptions& options);
  void (*build_shapes)(const sim::Experiment& experiment, const model::Network& network,
                       const std::function<void(const std::string&)>& on_build);
};

// What two parts have in common when they are of one build, as far as can be told.
inline std::string plugin_build() {
  std::string text = "turnpike " TURNPIKE_VERSION ", " __VERSION__;
  for (const std::size_t size : {sizeof(sim::Experiment), sizeof(model::Network),
                                 sizeof(model::Traffic), sizeof(sim::RunOptions)}) {
    text += ", " + std::to_string(size);
  }
  return text;
}

}  // namespace turnpike::api

// The symbol that libturnpike_hardware.so exports.
extern "C" const turnpike::api::HardwarePlugin* turnpike_hardware_plugin();
