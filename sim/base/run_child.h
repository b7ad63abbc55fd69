// run_child.h - calls a program, such as a compiler, for its output or its files.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace turnpike::sim {

// `name` as the shell would find it in PATH.
std::optional<std::filesystem::path> find_in_path(const std::string& name);

struct FinishedChild {
  int status = 0;  // 128 + signal if one ended it
  std::string output;
  std::string errors;
};

// Runs arguments[0], with messages in English, and waits. When a signal comes, kills it and throws
// Interrupted "before it could `purpose`". Throws ConfigError when it cannot be started.
FinishedChild run_child(const std::vector<std::string>& arguments, const std::string& purpose);

}  // namespace turnpike::sim
