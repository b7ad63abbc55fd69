// parse_json.h - JSON of a file that may be damaged or a stranger's.

#pragma once

#include <string>

#include "sim/results/result_keys.h"

namespace turnpike::sim {

// A discarded value where the text is no JSON or has brackets more than kMaxNesting deep: what
// copies, compares and prints values calls itself once for each.
Json parse_json(const std::string& text);

}  // namespace turnpike::sim
