// locality_claims.h - rules for what Agarwal 1991, V-A, says of Fig. 12.

#pragma once

#include <vector>

#include "papers/agarwal/locality_study.h"

namespace turnpike::sim::agarwal {

std::vector<Judgement> judge_locality(const LocalityStudy& study);

}  // namespace turnpike::sim::agarwal
