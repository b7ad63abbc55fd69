// run_table.h - a run's figures for people, on standard output.

#pragma once

#include <string>

#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_outcome.h"

namespace turnpike::sim {

std::string run_table(const Experiment& experiment, const RunOutcome& outcome);

}  // namespace turnpike::sim
