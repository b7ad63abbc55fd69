// level_part.h - loads by level and channels split among levels (III-E).

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::dally {

// False: interrupted.
bool add_levels(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
