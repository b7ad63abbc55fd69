// experiments.h - networks under load: ten switches, random networks, what results depend on.

#pragma once

#include "papers/arnau/claims.h"
#include "papers/papers.h"

namespace turnpike::sim::arnau {

// Adds the section and what the claims need; false: interrupted.
bool add_ten_switches(const PaperOptions& options, PaperReport& report, Findings& findings);

// Each adds its section and what the claims need; false: interrupted.
bool add_sixteen_switches(const PaperOptions& options, PaperReport& report, Findings& findings);
bool add_twenty_four_switches(const PaperOptions& options, PaperReport& report, Findings& findings);
bool add_twenty_switches(const PaperOptions& options, PaperReport& report, Findings& findings);

// Adds the section and what the claims need; false: interrupted.
bool add_settings(const PaperOptions& options, PaperReport& report, Findings& findings);

}  // namespace turnpike::sim::arnau
