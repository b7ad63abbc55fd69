// matrix_file.h - a number for each pair of nodes, as a table in a text file.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace turnpike::model {

// [source * nodes + destination], from a line for each source. Blanks, tabs or commas stand between
// the numbers, 0 .. 2^53. Lines and columns may have names, the same in the same order; then a sum
// may stand behind each line and below each column, which must be right. "#" begins a comment; gzip
// is allowed. Throws ConfigurationError of the key "workload.file".
std::vector<double> read_matrix(const std::string& path, std::size_t nodes);

}  // namespace turnpike::model
