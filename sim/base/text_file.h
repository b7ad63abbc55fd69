// text_file.h - reads whole files.

#pragma once

#include <string>

namespace turnpike::sim {

// The whole text of a file; throws ConfigError.
std::string read_text_file(const std::string& path);

}  // namespace turnpike::sim
