// arnau.h - the experiments of Arnau, Orduña, Ruiz & Duato: does latency follow equivalent
// distance?

#pragma once

#include "papers/lockstep_points.h"
#include "papers/papers.h"

namespace turnpike::sim::arnau {

// Figures: distances (section 2), 5 to 8 (ten switches), networks (of 16 switches), 9 (24
// switches), 10 (20 switches, four patterns); each by several readings of what the paper leaves
// open.
PaperReport run_arnau(const PaperOptions& options);

// Its networks, shorter, for the hardware beside the model.
std::vector<LockstepRun> lockstep_runs();

}  // namespace turnpike::sim::arnau
