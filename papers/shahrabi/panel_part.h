// panel_part.h - Figs. 3 and 4: networks, tables and plots.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::shahrabi {

// Sets report.interrupted if it is.
void add_panels(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::shahrabi
