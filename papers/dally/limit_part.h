// limit_part.h - how near express arrays come to the wire (III-A, III-C, III-D, V).

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::dally {

// False: interrupted.
bool add_limits(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
