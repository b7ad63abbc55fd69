// lockstep_part.h - messages with the hardware beside the model, every output compared.

#pragma once

#include <string>

#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// One list on hardware and model: "wormhole", "fixed_channels" or "adaptive"; or the pairs of
// messages of an n-cube: "collisions_fixed_channels_2", "collisions_adaptive_8". SystemC elaborates
// once in a process, so there is one in a process. Throws LockstepError at the first difference.
Json run_lockstep_point(const std::string& point, const PaperOptions& options);

// Runs each of them in a process of its own; a difference is a failure of the report.
void add_lockstep(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
