// run_child.cpp - waits for a child and for signals.

#include "sim/base/run_child.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "sim/base/child_process.h"
#include "sim/base/interrupt.h"

namespace turnpike::sim {

std::optional<std::filesystem::path> find_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::filesystem::path file = std::filesystem::path(folder) / name;
    if (::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) return file;
  }
  return std::nullopt;
}

FinishedChild run_child(const std::vector<std::string>& arguments, const std::string& purpose) {
  using std::chrono::milliseconds;
  constexpr milliseconds kLongestNap(20);  // between looks at the child and for signals
  const std::string where = "before it could " + purpose;
  ChildProcess child(arguments, {{"LC_ALL", "C"}});
  for (milliseconds nap(1); !child.ended(); nap = std::min(2 * nap, kLongestNap)) {
    stop_if_interrupted(where);
    std::this_thread::sleep_for(nap);
  }
  if (child.exit_status() != 0) stop_if_interrupted(where);  // a signal may be why it failed
  return {child.exit_status(), child.standard_output(), child.standard_error()};
}

}  // namespace turnpike::sim
