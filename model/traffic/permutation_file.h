// permutation_file.h - destinations from a file: one "source destination" pair a line.

#pragma once

#include <string>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

// [source] destination; ~0 for nodes that the file does not name as a source: they send nothing.
// Two sources may share a destination. Throws ConfigurationError that names file and line.
std::vector<NodeId> read_permutation(const std::string& path, NodeId nodes);

}  // namespace turnpike::model
