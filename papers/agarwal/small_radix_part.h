// small_radix_part.h - k = 2, where the model of Agarwal 1991 has no answer, measured.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::agarwal {

void add_small_radix(const PaperOptions& options, PaperReport& report);

// (3) and (5) for a binary n-cube when no message goes on in its dimension (rho_c = 0, in place of
// a negative share): mean wait per hop in cycles.
double clamped_wait(unsigned dimensions, double rho, unsigned flits);

}  // namespace turnpike::sim::agarwal
