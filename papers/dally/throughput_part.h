// throughput_part.h - throughput with m express channels (III-B, Fig. 2).

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::dally {

// False: interrupted.
bool add_throughput(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
