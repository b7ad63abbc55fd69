// hardware_plugin.cpp - libturnpike_hardware.so: engines rtl, lockstep and emitted for libturnpike.

#include "api/hardware_plugin.h"

#include <stdexcept>
#include <systemc>

namespace {

using turnpike::api::HardwarePlugin;

turnpike::sim::RunningEngine make_engine(const turnpike::sim::Experiment& experiment,
                                         const turnpike::model::Network& network,
                                         turnpike::model::Traffic& traffic,
                                         const turnpike::sim::RunOptions& options) {
  if (sc_core::sc_get_status() != sc_core::SC_ELABORATION) {
    throw std::runtime_error(
        "hardware: SystemC has started in this process, and it starts once: one network with "
        "engine rtl, lockstep or emitted in a process");
  }
  return turnpike::sim::make_hardware_engine(experiment, network, traffic, options);
}

}  // namespace

__attribute__((visibility("default"))) const HardwarePlugin* turnpike_hardware_plugin() {
  static const std::string build = turnpike::api::plugin_build();
  static const HardwarePlugin plugin{build.c_str(), make_engine, turnpike::sim::build_shapes};
  return &plugin;
}

// Referenced by libsystemc, whose own main is not used; never called.
extern "C" __attribute__((visibility("default"))) int sc_main(int, char**) { return 1; }
