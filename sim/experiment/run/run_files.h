// run_files.h - checks traffic, waveform and event log before a run starts.

#pragma once

#include "model/topology/network.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {

// Throws ConfigError: traffic that this network cannot have, a bad line anywhere in a trace file.
// Returns what is let through with a remark, a trace without a packet, or nothing.
std::string check_traffic(const Experiment& experiment, const model::Network& network);

// Throws ConfigError: a file that cannot be written, an unknown component in the scope, a window
// that ends before it starts, a waveform of an engine that has none.
void check_run_files(const Experiment& experiment, const model::Network& network,
                     const RunOptions& options);

}  // namespace turnpike::sim
