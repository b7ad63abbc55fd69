// rtl_sources.h - the files of rtl/ that given modules need.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace turnpike::sim {

// The files of these modules, of what they instantiate and of what they include, in the order of
// their names. `root` has rtl/. Throws ConfigError for what is not there.
std::vector<std::filesystem::path> rtl_sources(const std::filesystem::path& root,
                                               const std::vector<std::string>& modules);

}  // namespace turnpike::sim
