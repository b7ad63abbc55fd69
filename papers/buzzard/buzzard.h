// buzzard.h - the experiments of Buzzard & Mudge 1988, High performance hypercube communications.

#pragma once

#include <string>

#include "papers/buzzard/message_study.h"
#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// Figures: 6a, 6b (mean 512 bytes), 7a, 7b (2048), collisions (section 5.1), transport (section 3).
PaperReport run_buzzard(const PaperOptions& options);

// One list on hardware and model, or the pairs of messages of an n-cube. SystemC elaborates once in
// a process, so there is one in a process. Throws LockstepError at the first difference.
Json list_in_lockstep(Scheme scheme, const PaperOptions& options);
Json pairs_in_lockstep(Scheme scheme, unsigned dimension);

// Runs each of them in a process of its own; a difference is a failure of the report.
void add_lockstep(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
