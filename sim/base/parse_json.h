// parse_json.h - reads JSON from a file that may be damaged or untrusted.

#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace turnpike::sim {

// Keys in the order in which they were written.
using Json = nlohmann::ordered_json;

// A discarded value where the text is no JSON or has brackets more than kMaxNesting deep: what
// copies, compares and prints values calls itself once for each.
Json parse_json(const std::string& text);

}  // namespace turnpike::sim
