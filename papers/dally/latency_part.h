// latency_part.h - Fig. 4: latency over distance.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::dally {

// Each part adds its parameters, its section and its judgements. False: interrupted.
bool add_latency(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
