// settings_part.h - what the results depend on that Arnau et al. leave open.

#pragma once

#include "papers/arnau/claims.h"
#include "papers/papers.h"

namespace turnpike::sim::arnau {

// Adds the section and what the claims need; false: interrupted.
bool add_settings(const PaperOptions& options, PaperReport& report, Findings& findings);

}  // namespace turnpike::sim::arnau
