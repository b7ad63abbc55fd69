// loaded_claims.h - rules for what Agarwal 1991, V, says of networks under load.

#pragma once

#include <string>
#include <vector>

#include "papers/report.h"

namespace turnpike::sim::agarwal {

// `figure`: "11", "13" or "14".
std::vector<Judgement> judge_loaded(const std::string& figure);

}  // namespace turnpike::sim::agarwal
