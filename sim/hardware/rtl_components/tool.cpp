// tool.cpp - a limited number of child processes at a time, given up when a signal comes.

#include "sim/hardware/rtl_components/tool.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include "sim/base/interrupt.h"
#include "sim/base/run_child.h"

namespace turnpike::sim {
namespace {

constexpr int kJobs = 2;
constexpr std::size_t kQuotedOutput = 2000;  // characters of a failing tool's output in a message
constexpr std::chrono::milliseconds kLongestNap(20);  // between looks for signals

// Waits until fewer than kJobs tools run. State of the process, as the processor's cores are.
class JobSlot {
 public:
  explicit JobSlot(const std::string& purpose) {
    std::unique_lock<std::mutex> lock(mutex());
    while (!changed().wait_for(lock, kLongestNap, [] { return running() < kJobs; })) {
      stop_if_interrupted("before it could " + purpose);
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
  if (const auto file = find_in_path(name)) return *file;
  throw std::runtime_error("the rtl and lockstep engines need " + name +
                           ", which is not in PATH (Debian: apt install " + name +
                           "); the model engine works without it: --engine model");
}

std::string run_tool(const std::vector<std::string>& arguments, const std::string& purpose) {
  const JobSlot slot(purpose);
  const FinishedChild tool = run_child(arguments, purpose);
  if (tool.status == 0) return tool.output;
  std::string said = tool.output + tool.errors;
  if (said.size() > kQuotedOutput) said = "..." + said.substr(said.size() - kQuotedOutput);
  throw std::runtime_error("cannot " + purpose + ": " + arguments[0] + " ended with status " +
                           std::to_string(tool.status) + "\n" + said);
}

}  // namespace turnpike::sim
