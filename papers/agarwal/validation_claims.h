// validation_claims.h - rules for what Agarwal 1991, III-C, says of model and simulation.

#pragma once

#include <vector>

#include "papers/agarwal/validation_study.h"

namespace turnpike::sim::agarwal {

// What needs figures that were not run is not judged.
std::vector<Judgement> judge_validation(const ValidationStudy& study);

}  // namespace turnpike::sim::agarwal
