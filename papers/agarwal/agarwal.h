// agarwal.h - the experiments of Agarwal 1991, Limits on interconnection network performance.

#pragma once

#include <string>
#include <vector>

#include "papers/lockstep_points.h"
#include "papers/papers.h"

namespace turnpike::sim::agarwal {

// Figures: 2 to 5 and 12 measured; 6 to 11 and 13 to 16 computed; channels (III-C), indirect (V-B)
// and k2 measured, node (IV-C) computed.
PaperReport run_agarwal(const PaperOptions& options);
std::vector<std::string> agarwal_figures();

// Its networks, shorter, for the hardware beside the model.
std::vector<LockstepRun> lockstep_runs();

}  // namespace turnpike::sim::agarwal
