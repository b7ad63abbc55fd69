// design.h - a design to synthesise: Verilog files, one of their modules, and its parameters.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace turnpike::sim {

struct Design {
  std::filesystem::path folder;       // the others are relative to it
  std::vector<std::string> includes;  // folders
  std::vector<std::string> sources;   // in the order in which they are read
  std::string top;
  std::vector<std::pair<std::string, std::uint32_t>> parameters;

  // "router VCS=2"
  std::string to_text() const;
};

// A module of `root`/rtl with all sources there. Throws ConfigError: no such module or parameter,
// with those there are.
Design rtl_design(const std::filesystem::path& root, const std::string& module,
                  const std::vector<std::pair<std::string, std::uint32_t>>& parameters);

}  // namespace turnpike::sim
