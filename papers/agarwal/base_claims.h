// base_claims.h - rules for what Agarwal 1991, IV, says of the best dimension without contention.

#pragma once

#include <string>
#include <vector>

#include "papers/report.h"

namespace turnpike::sim::agarwal {

// `figure` as of --figure; "node" is IV-C, which has no figure.
std::vector<Judgement> judge_base(const std::string& figure);

}  // namespace turnpike::sim::agarwal
