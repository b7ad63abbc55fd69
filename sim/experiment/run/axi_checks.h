// axi_checks.h - checks [axi] against the network below it.

#pragma once

#include <string>

#include "model/topology/network.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// Throws model::ConfigurationError for nodes that there are not and IDs that do not fit.
void check_axi(const Experiment& experiment, const model::Network& network);

// One sentence on its ports and classes for people; empty without [axi].
std::string axi_remark(const Experiment& experiment, const model::Network& network);

}  // namespace turnpike::sim
