// buzzard.h - the experiments of Buzzard & Mudge 1988: wormhole against packets on a hypercube.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// Figures: 6a, 6b (mean 512 bytes), 7a, 7b (2048), collisions (section 5.1), transport (section 3).
PaperReport run_buzzard(const PaperOptions& options);

}  // namespace turnpike::sim::buzzard
