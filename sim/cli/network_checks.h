// network_checks.h - from an Experiment to a network that may be run.

#pragma once

#include "model/common/configuration_error.h"
#include "model/topology/network.h"
#include "sim/config/read_experiment.h"

namespace turnpike::sim {

// Calls `function`; what the model refuses is reported at the line that says it.
template <class Function>
auto located(const Experiment& experiment, Function function) {
  try {
    return function();
  } catch (const model::ConfigurationError& error) {
    throw ConfigError(complaint(experiment.settings, error.key, error.value, error.allowed));
  }
}

// Built and validated: connected, ports consistent, reachable. Throws ConfigError.
model::Network build_checked_network(const Experiment& experiment);

// Throws CheckFailure with the cycle when the network can deadlock, unless it is allowed to.
// A network too large to check is let through with a remark on standard error.
void refuse_deadlock(const Experiment& experiment, const model::Network& network, bool allowed);

}  // namespace turnpike::sim
