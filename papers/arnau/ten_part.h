// ten_part.h - the ten switches (Arnau et al., Figs. 5 to 8), measured.

#pragma once

#include "papers/arnau/claims.h"
#include "papers/papers.h"

namespace turnpike::sim::arnau {

// Adds the section and what the claims need; false: interrupted.
bool add_ten_switches(const PaperOptions& options, PaperReport& report, Findings& findings);

}  // namespace turnpike::sim::arnau
