// random_claims.h - what Arnau et al. say of random networks, and of all networks, judged.

#pragma once

#include <vector>

#include "papers/arnau/claims.h"

namespace turnpike::sim::arnau {

std::vector<Judgement> judge_random(const TableFacts& tables, const Findings& findings);

}  // namespace turnpike::sim::arnau
