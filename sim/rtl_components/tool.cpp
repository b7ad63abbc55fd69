// tool.cpp - child processes with their output in a pipe.

#include "sim/rtl_components/tool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace turnpike::sim {
namespace {

constexpr int kJobs = 2;
constexpr std::size_t kQuotedOutput = 2000;  // characters of a failing tool's output in a message

// Waits until fewer than kJobs tools run. State of the process, as the processor's cores are.
class JobSlot {
 public:
  JobSlot() {
    std::unique_lock<std::mutex> lock(mutex());
    changed().wait(lock, [] { return running() < kJobs; });
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

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> block;
  while (true) {
    const ssize_t count = ::read(file, block.data(), block.size());
    if (count > 0) {
      text.append(block.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      return text;
    }
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

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

ToolResult run_tool(const std::vector<std::string>& arguments) {
  const JobSlot slot;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);

  ToolResult result;
  if (failure != 0) {
    result.status = 127;
    result.output = std::strerror(failure);
  } else {
    result.output = read_all(ends[0]);
    result.status = wait_for(child);
  }
  ::close(ends[0]);
  return result;
}

std::string run_tool_or_throw(const std::vector<std::string>& arguments,
                              const std::string& purpose) {
  ToolResult result = run_tool(arguments);
  if (result.status == 0) return std::move(result.output);
  std::string end = result.output;
  if (end.size() > kQuotedOutput) end = "..." + end.substr(end.size() - kQuotedOutput);
  throw std::runtime_error("cannot " + purpose + ": " + arguments[0] + " ended with status " +
                           std::to_string(result.status) + "\n" + end);
}

}  // namespace turnpike::sim
