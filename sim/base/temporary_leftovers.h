// temporary_leftovers.h - temporary files that a killed process has left.

#pragma once

#include <string>

namespace turnpike::sim {

// Removes them from a folder that no process writes to now. What cannot be removed stays.
void remove_temporary_files(const std::string& folder);

}  // namespace turnpike::sim
