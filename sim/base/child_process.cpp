// child_process.cpp - posix_spawn and what belongs to it.

#include "sim/base/child_process.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "sim/base/config_error.h"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace turnpike::sim {

namespace {

int memory_file(const char* name) {
  const int descriptor = ::memfd_create(name, MFD_CLOEXEC);
  if (descriptor < 0) throw ConfigError(fmt::format("memory file: {}", std::strerror(errno)));
  return descriptor;
}

std::string contents(int descriptor) {
  std::string text;
  char buffer[65536];
  off_t at = 0;
  for (;;) {
    const ssize_t count = ::pread(descriptor, buffer, sizeof buffer, at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
    at += count;
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments)
    : out_(memory_file("standard output")), error_(memory_file("standard error")) {
  std::vector<std::string> copies = arguments;
  std::vector<char*> pointers;
  pointers.reserve(copies.size() + 1);
  for (std::string& argument : copies) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
  posix_spawn_file_actions_adddup2(&actions, out_, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error_, STDERR_FILENO);
  const int error = posix_spawnp(&pid_, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    ::close(out_);
    ::close(error_);
    throw ConfigError(fmt::format("{}: cannot be started: {}", arguments[0], std::strerror(error)));
  }
}

ChildProcess::~ChildProcess() {
  if (!ended_) {
    signal(SIGKILL);
    wait();
  }
  ::close(out_);
  ::close(error_);
}

void ChildProcess::note(int wait_status) {
  ended_ = true;
  status_ = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

bool ChildProcess::ended() {
  if (ended_) return true;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) == pid_) note(status);
  return ended_;
}

void ChildProcess::wait() {
  int status = 0;
  while (!ended_) {
    if (::waitpid(pid_, &status, 0) == pid_) {
      note(status);
    } else if (errno != EINTR) {
      return;
    }
  }
}

void ChildProcess::signal(int number) const {
  if (!ended_) ::kill(pid_, number);
}

std::string ChildProcess::standard_output() const { return contents(out_); }
std::string ChildProcess::standard_error() const { return contents(error_); }

}  // namespace turnpike::sim
