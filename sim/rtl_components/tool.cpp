// tool.cpp - a limited number of child processes at a time, given up when a signal comes.

#include "sim/rtl_components/tool.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "sim/base/child_process.h"
#include "sim/base/interrupt.h"

namespace turnpike::sim {
namespace {

using std::chrono::milliseconds;

constexpr int kJobs = 2;
constexpr std::size_t kQuotedOutput = 2000;  // characters of a failing tool's output in a message
constexpr milliseconds kLongestNap(20);      // between looks at the tool and for signals

void stop_if_interrupted_in(const std::string& purpose) {
  if (interrupt_signal() != 0) throw Interrupted("before it could " + purpose);
}

// Waits until fewer than kJobs tools run. State of the process, as the processor's cores are.
class JobSlot {
 public:
  explicit JobSlot(const std::string& purpose) {
    std::unique_lock<std::mutex> lock(mutex());
    while (!changed().wait_for(lock, kLongestNap, [] { return running() < kJobs; })) {
      stop_if_interrupted_in(purpose);
    }
    ++running();
  }
  ~JobSlot() {
    {
      const std::lock_guard<std::mutex> lock(mutex());
      --running();
    }
    changed().notify_one();
  }
  JobSlot(const JobSlot&) = delete;
  JobSlot& operator=(const JobSlot&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex instance;
    return instance;
  }
  static std::condition_variable& changed() {
    static std::condition_variable instance;
    return instance;
  }
  static int& running() {
    static int count = 0;
    return count;
  }
};

}  // namespace

std::filesystem::path find_tool(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    if (::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) return file;
  }
  throw std::runtime_error("the rtl and lockstep engines need " + name +
                           ", which is not in PATH (Debian: apt install " + name +
                           "); the model engine works without it: --engine model");
}

std::string run_tool(const std::vector<std::string>& arguments, const std::string& purpose) {
  const JobSlot slot(purpose);
  ChildProcess tool(arguments, {{"LC_ALL", "C"}});
  for (milliseconds nap(1); !tool.ended(); nap = std::min(2 * nap, kLongestNap)) {
    stop_if_interrupted_in(purpose);
    std::this_thread::sleep_for(nap);
  }
  if (tool.exit_status() == 0) return tool.standard_output();
  stop_if_interrupted_in(purpose);  // a signal may be why it failed
  std::string said = tool.standard_output() + tool.standard_error();
  if (said.size() > kQuotedOutput) said = "..." + said.substr(said.size() - kQuotedOutput);
  throw std::runtime_error("cannot " + purpose + ": " + arguments[0] + " ended with status " +
                           std::to_string(tool.exit_status()) + "\n" + said);
}

}  // namespace turnpike::sim
