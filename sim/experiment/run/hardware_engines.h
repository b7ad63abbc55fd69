// hardware_engines.h - engines rtl, lockstep and emitted, where the program is built with hardware.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/topology/network.h"
#include "model/traffic/traffic.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {

// Without hardware (TURNPIKE_HARDWARE=OFF) the first three throw model::ConfigurationError.
RunningEngine make_hardware_engine(const Experiment& experiment, const model::Network& network,
                                   model::Traffic& traffic, const RunOptions& options);
void build_shapes(const Experiment& experiment, const model::Network& network,
                  const std::function<void(const std::string&)>& on_build);
// Those of RunOptions::verilated, for engines rtl and lockstep.
void build_verilated_shapes(const model::Network& network,
                            const std::function<void(const std::string&)>& on_build);

// Runs on this engine slice some components, if there is a Yosys.
bool is_sliced(const Experiment& experiment, const model::Network& network);

}  // namespace turnpike::sim
