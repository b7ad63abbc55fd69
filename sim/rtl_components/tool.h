// tool.h - calling Verilator and the compiler.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace turnpike::sim {

struct ToolResult {
  int status = 0;      // exit status, or 128 + signal
  std::string output;  // standard output and standard error
};

// Full path of `name` as the shell would find it; throws std::runtime_error that names the tool
// and what works without it.
std::filesystem::path find_tool(const std::string& name);

// Runs arguments[0] and waits. At most two tools of this process run at a time.
ToolResult run_tool(const std::vector<std::string>& arguments);

// As run_tool, but throws std::runtime_error with the end of the output when the tool fails.
// `purpose` completes "cannot ...".
std::string run_tool_or_throw(const std::vector<std::string>& arguments,
                              const std::string& purpose);

}  // namespace turnpike::sim
