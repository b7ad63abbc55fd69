// pairs_file.h - the file of `check --pairs`: which nodes send to which.

#pragma once

#include <string>

#include "model/topology/used_pairs.h"

namespace turnpike::sim {

// A line for each pair: source and destination, numbers or coordinates such as 3,1, with blanks
// between them; # begins a comment. Throws ConfigError with file and line.
model::UsedPairs read_pairs(const std::string& path, const model::Network& network);

}  // namespace turnpike::sim
