// finish.h - derives values from several keys, and checks keys against each other.

#pragma once

#include <string>
#include <vector>

#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// Works `radix` and `dimensions`, `hosts`, `flit_bits` and file names into the specifications; adds
// a complaint to `errors` for each combination of keys that makes no sense.
void finish(Experiment& experiment, std::vector<std::string>& errors);

}  // namespace turnpike::sim
