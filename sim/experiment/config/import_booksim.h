// import_booksim.h - converts a configuration of BookSim 2.
//
// docs/booksim.md lists the keys and those that have no counterpart.

#pragma once

#include <string>
#include <vector>

namespace turnpike::sim {

struct BookSimImport {
  std::string toml;
  std::vector<std::string> remarks;  // "file:12: key = value: why it is left out or different"
};

// `name` is the path of the file; files that it names are looked for beside it. Throws ConfigError
// if the topology, or a value that decides about it, cannot be converted.
BookSimImport import_booksim(const std::string& text, const std::string& name);

}  // namespace turnpike::sim
