// code_file.h - the file that this code runs from: the program, or a library in another program.

#pragma once

#include <filesystem>

namespace turnpike::sim {

// Absolute. Throws std::filesystem::filesystem_error.
std::filesystem::path code_file();

}  // namespace turnpike::sim
