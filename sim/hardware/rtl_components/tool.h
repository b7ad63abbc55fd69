// tool.h - calling Verilator and the compiler.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace turnpike::sim {

// Full path of `name` as the shell would find it; throws std::runtime_error that names the tool
// and what works without it.
std::filesystem::path find_tool(const std::string& name);

// Runs arguments[0], with messages in English, and waits; at most two tools of this process run at
// a time. Returns its standard output, without what it says on standard error. When it fails,
// throws std::runtime_error with the end of what it said; `purpose` completes "cannot ...". When a
// signal comes, kills the tool and throws Interrupted.
std::string run_tool(const std::vector<std::string>& arguments, const std::string& purpose);

}  // namespace turnpike::sim
