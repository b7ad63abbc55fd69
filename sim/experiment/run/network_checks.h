// network_checks.h - from an Experiment to a network that may be run.

#pragma once

#include <stdexcept>
#include <string>

#include "model/common/configuration_error.h"
#include "model/topology/network.h"
#include "sim/experiment/config/read_experiment.h"

namespace turnpike::sim {

// The configuration makes sense, but the network it describes fails a check: exit status 1.
struct CheckFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// As ConfigError at the line of the configuration that is to blame.
[[noreturn]] void throw_located(const Experiment& experiment,
                                const model::ConfigurationError& error);

// Calls `function`; what the model refuses is reported at the line that says it.
template <class Function>
auto located(const Experiment& experiment, Function function) {
  try {
    return function();
  } catch (const model::ConfigurationError& error) {
    throw_located(experiment, error);
  }
}

// Throws ConfigError.
model::Network build_network(const Experiment& experiment);

// Throws CheckFailure when the graph or its routing is unsound, and, unless `allow_deadlock`, with
// the cycle when packets can wait for each other in a circle. A network too large for a check is
// let through with a remark, which it returns.
std::string refuse_unsound(const model::Network& network, bool allow_deadlock);

// One sentence if buffers are smaller than the round trip of a channel: what that costs, and the
// cure. Else empty.
std::string buffer_remark(const model::Network& network);

}  // namespace turnpike::sim
