// dally.h - the experiments of Dally 1991, Express cubes.

#pragma once

#include <string>

#include "papers/papers.h"

namespace turnpike::sim::dally {

PaperReport run_dally(const PaperOptions& options);

// An array with the hardware beside the model, in this process: lockstep_points.h.
Json run_lockstep_point(const std::string& point, const PaperOptions& options);

}  // namespace turnpike::sim::dally
