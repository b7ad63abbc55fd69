// places.h - where the project and its program lie, known to one translation unit only.

#pragma once

#include <string>

namespace turnpike::test {

/// A file or folder of the project, its path given from the project's root.
std::string source_path(const std::string& relative);

/// The program under test, build/turnpike.
std::string program_path();

}  // namespace turnpike::test
