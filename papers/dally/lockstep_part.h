// lockstep_part.h - some arrays of the experiments with the hardware beside the model.

#pragma once

#include <string>

#include "papers/papers.h"

namespace turnpike::sim::dally {

Json run_lockstep_point(const std::string& point, const PaperOptions& options);

// Runs each point in a process of its own; a difference is a failure of the report.
void add_lockstep(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
