// run_seeds.h - `turnpike run --seeds N`: one experiment with successive seeds.

#pragma once

#include <string>

#include "sim/experiment/run/config_options.h"

namespace turnpike::sim {

// Prints what the runs say together and leaves it in `folder`, the runs themselves in its folder
// points; an empty name leaves nothing. Returns the exit status. Throws ConfigError.
int run_seeds(const RunConfigOptions& config, unsigned seeds, bool allow_deadlock,
              const std::string& folder);

}  // namespace turnpike::sim
