// validation_part.h - Figs. 2 to 5 of Agarwal 1991: the model against measurements.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::agarwal {

void add_validation(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
