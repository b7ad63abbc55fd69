// places.cpp - the two paths that the build passes in.

#include "tests/support/places.h"

#include <algorithm>
#include <filesystem>

namespace turnpike::test {

std::string source_path(const std::string& relative) {
  return std::string(TURNPIKE_SOURCE_DIR "/") + relative;
}

std::vector<std::string> example_configurations() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("configs"))) {
    if (entry.path().extension() == ".toml") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string program_path() { return TURNPIKE_PROGRAM; }

}  // namespace turnpike::test
