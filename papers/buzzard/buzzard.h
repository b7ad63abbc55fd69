// buzzard.h - the experiments of Buzzard & Mudge 1988, High performance hypercube communications.

#pragma once

#include <string>

#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// Figures: 6a, 6b (mean 512 bytes), 7a, 7b (2048), collisions (section 5.1), transport (section 3).
PaperReport run_buzzard(const PaperOptions& options);

// One list on hardware and model: "wormhole", "fixed_channels" or "adaptive"; or the pairs of
// messages of an n-cube: "collisions_fixed_channels_2", "collisions_adaptive_8". SystemC elaborates
// once in a process, so there is one in a process. Throws LockstepError at the first difference.
Json run_lockstep_point(const std::string& point, const PaperOptions& options);

// Runs each of them in a process of its own; a difference is a failure of the report.
void add_lockstep(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
