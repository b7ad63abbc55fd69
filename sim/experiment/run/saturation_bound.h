// saturation_bound.h - a load that no run of an experiment can exceed.

#pragma once

#include <optional>
#include <string>

#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// The load (traffic.load) at which a channel or terminal is full, where every message has one way:
// counted over the network's own routes. Nothing where messages choose, for a trace, for the
// rounded rates of the generator of the demonstrator, with broadcasts, or above 1,024 nodes.
std::optional<double> exact_bound(const Experiment& experiment);

// A run at a load above the bound that saw nothing of it was too short; empty: it saw it.
std::string fault_above_bound(const Json& run, double load, double bound);

}  // namespace turnpike::sim
