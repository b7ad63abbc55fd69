// arnau.h - the experiments of Arnau, Orduña, Ruiz & Duato: does latency follow equivalent
// distance?

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::arnau {

// Figures: distances (section 2), 5 to 8 (ten switches), networks (of 16 switches), 9 (24
// switches), 10 (20 switches, four patterns); each by several readings of what the paper leaves
// open.
PaperReport run_arnau(const PaperOptions& options);

// "low" or "saturated": the ten switches at S1 or S8.
Json run_lockstep_point(const std::string& point, const PaperOptions& options);

}  // namespace turnpike::sim::arnau
