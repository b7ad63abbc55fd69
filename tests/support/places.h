// places.h - where the project and its program lie, known to one translation unit only.

#pragma once

#include <string>
#include <vector>

namespace turnpike::test {

/// A file or folder of the project, its path given from the project's root.
std::string source_path(const std::string& relative);

/// The paths of the configurations in configs/, in the order of their names.
std::vector<std::string> example_configurations();

/// The program under test, build/turnpike.
std::string program_path();

}  // namespace turnpike::test
