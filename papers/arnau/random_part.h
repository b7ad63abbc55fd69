// random_part.h - the random networks (Arnau et al., Figs. 9 and 10 and the six of 16 switches).

#pragma once

#include "papers/arnau/claims.h"
#include "papers/papers.h"

namespace turnpike::sim::arnau {

// Each adds its section and what the claims need; false: interrupted.
bool add_sixteen_switches(const PaperOptions& options, PaperReport& report, Findings& findings);
bool add_twenty_four_switches(const PaperOptions& options, PaperReport& report, Findings& findings);
bool add_twenty_switches(const PaperOptions& options, PaperReport& report, Findings& findings);

}  // namespace turnpike::sim::arnau
