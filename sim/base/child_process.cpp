// child_process.cpp - fork, guard and child. Between fork and exec only calls are made that are
// safe in a copy of a process with threads.

#include "sim/base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "sim/base/config_error.h"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace turnpike::sim {

namespace {

[[noreturn]] void fail(const std::string& what, int error) {
  throw ConfigError(fmt::format("{}: {}", what, std::strerror(error)));
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

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) fail("a child process", errno);
  }
  return status;
}

// No handler of this program runs in a child before it is what it shall be.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

// `NAME=value` strings and the array of pointers that exec wants.
class StringArray {
 public:
  explicit StringArray(std::vector<std::string> strings) : strings_(std::move(strings)) {
    pointers_.reserve(strings_.size() + 1);
    for (std::string& text : strings_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  char* const* get() const { return pointers_.data(); }

 private:
  std::vector<std::string> strings_;
  std::vector<char*> pointers_;
};

std::vector<std::string> with_inherited(const ChildProcess::Environment& environment) {
  std::vector<std::string> all;
  for (const auto& [name, value] : environment) all.push_back(name + "=" + value);
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    bool is_set = false;
    for (const auto& [name, value] : environment) {
      is_set = is_set || text.substr(0, name.size() + 1) == name + "=";
    }
    if (!is_set) all.emplace_back(text);
  }
  return all;
}

// The guard: no signal but SIGKILL ends it, and it holds no file of this program but the pipe's.
[[noreturn]] void guard_group(int life_line) {
  ::setpgid(0, 0);
  ::dup2(life_line, STDIN_FILENO);
  ::closefrom(STDOUT_FILENO);
  char nothing = 0;
  while (::read(STDIN_FILENO, &nothing, 1) < 0 && errno == EINTR) {
  }
  ::kill(0, SIGKILL);
  ::_exit(0);
}

}  // namespace

ChildProcess::File::~File() {
  if (number_ >= 0) ::close(number_);
}

ChildProcess::File ChildProcess::memory_file(const char* name) {
  File file(::memfd_create(name, MFD_CLOEXEC));
  if (file.number() < 0) fail("memory file", errno);
  return file;
}

std::pair<ChildProcess::File, ChildProcess::File> ChildProcess::make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("pipe", errno);
  return {File(ends[0]), File(ends[1])};
}

ChildProcess::ChildProcess(const std::vector<std::string>& arguments,
                           const Environment& environment)
    : out_(memory_file("standard output")), error_(memory_file("standard error")) {
  start_guard(arguments[0]);
  try {
    start_child(arguments, environment);
  } catch (...) {
    end_guard();
    throw;
  }
}

void ChildProcess::start_guard(const std::string& name) {
  auto [reading, writing] = make_pipe();
  {
    const BlockedSignals blocked;
    guard_ = ::fork();
    if (guard_ == 0) guard_group(reading.number());
  }
  if (guard_ < 0) fail(name + ": cannot be started", errno);
  ::setpgid(guard_, guard_);  // here too: the child must find the group
  life_line_ = std::move(writing);
}

void ChildProcess::start_child(const std::vector<std::string>& arguments,
                               const Environment& environment) {
  const StringArray argv(arguments);
  const StringArray variables(with_inherited(environment));
  auto [reading, writing] = make_pipe();  // for the reason why exec failed
  const pid_t parent = ::getpid();
  {
    const BlockedSignals blocked;
    pid_ = ::fork();
    if (pid_ == 0) {
      // A guard that is alive now sees the end of the parent; one that has seen it is too late.
      const bool is_guarded = ::setpgid(0, guard_) == 0 && ::getppid() == parent;
      const int nothing = ::open("/dev/null", O_RDONLY);
      if (is_guarded && nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
          ::dup2(out_.number(), STDOUT_FILENO) >= 0 &&
          ::dup2(error_.number(), STDERR_FILENO) >= 0) {
        ::close(nothing);
        ::pthread_sigmask(SIG_SETMASK, &blocked.before(), nullptr);
        ::execvpe(argv.get()[0], argv.get(), variables.get());
      }
      const int error = errno;
      [[maybe_unused]] const ssize_t told = ::write(writing.number(), &error, sizeof error);
      ::_exit(127);
    }
  }
  if (pid_ < 0) fail(arguments[0] + ": cannot be started", errno);
  writing = File();
  int error = 0;
  ssize_t count = 0;
  while ((count = ::read(reading.number(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (count == sizeof error) {
    wait_for(pid_);
    fail(arguments[0] + ": cannot be started", error);
  }
}

ChildProcess::~ChildProcess() {
  if (ended_) return;
  ::kill(-guard_, SIGKILL);
  end(wait_for(pid_));
}

void ChildProcess::end(int wait_status) {
  ended_ = true;
  status_ = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
  end_guard();
}

// Until it is waited for, the guard keeps the group's number from being used again.
void ChildProcess::end_guard() {
  ::kill(-guard_, SIGKILL);
  ::waitpid(guard_, nullptr, 0);  // SIGKILL: it takes no handler's time
}

bool ChildProcess::ended() {
  if (ended_) return true;
  int status = 0;
  const pid_t found = ::waitpid(pid_, &status, WNOHANG);
  if (found < 0 && errno != EINTR) fail("a child process", errno);
  if (found == pid_) end(status);
  return ended_;
}

void ChildProcess::wait() {
  if (!ended_) end(wait_for(pid_));
}

void ChildProcess::signal(int number) const {
  if (!ended_) ::kill(pid_, number);
}

std::string ChildProcess::standard_output() const { return contents(out_.number()); }
std::string ChildProcess::standard_error() const { return contents(error_.number()); }

}  // namespace turnpike::sim
