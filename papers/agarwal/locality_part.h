// locality_part.h - Fig. 12 of Agarwal 1991: locality, measured.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::agarwal {

void add_locality(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
