// dally.h - the experiments of Dally 1991, Express cubes.

#pragma once

#include "papers/lockstep_points.h"
#include "papers/papers.h"

namespace turnpike::sim::dally {

PaperReport run_dally(const PaperOptions& options);

// Its networks, shorter, for the hardware beside the model.
std::vector<LockstepRun> lockstep_runs();

}  // namespace turnpike::sim::dally
