// design.h - a design to synthesise: Verilog files, one of their modules, and its parameters.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/parse_json.h"
#include "sim/hardware/shapes/parameters.h"

namespace turnpike::sim {

struct Design {
  std::filesystem::path folder;       // the others are relative to it
  std::vector<std::string> includes;  // folders
  std::vector<std::string> sources;   // in the order in which they are read
  std::string top;
  Parameters parameters;

  // "router VCS=2"
  std::string to_text() const;
};

// Its parameters: numbers, and arrays of numbers.
Json parameters_json(const Design& design);

// A module of `root`/rtl with all sources there. Throws ConfigError: no such module or parameter,
// with those there are; a list for a parameter that is none.
Design rtl_design(const std::filesystem::path& root, const std::string& module,
                  const Parameters& parameters);

}  // namespace turnpike::sim
