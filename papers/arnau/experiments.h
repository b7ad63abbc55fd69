// experiments.h - networks under load: ten switches, random networks.

#pragma once

#include "papers/arnau/claims.h"
#include "papers/papers.h"

namespace turnpike::sim::arnau {

// Each adds its section and what the claims need; false: interrupted.
bool add_ten_switches(const PaperOptions& options, PaperReport& report, Measurements& found);
bool add_sixteen_switches(const PaperOptions& options, PaperReport& report, Measurements& found);
bool add_twenty_four_switches(const PaperOptions& options, PaperReport& report,
                              Measurements& found);
bool add_twenty_switches(const PaperOptions& options, PaperReport& report, Measurements& found);

}  // namespace turnpike::sim::arnau
