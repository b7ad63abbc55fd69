// sensitivity.h - what the results depend on that Buzzard & Mudge 1988 leave open.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// Adds a section: mean 512 bytes, three loads, one thing changed at a time.
void add_sensitivity(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
