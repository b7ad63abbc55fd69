// forked_task.cpp - fork, a pipe that tells of life, a file for what is printed.

#include "sim/base/forked_task.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

[[noreturn]] void fail(int error) {
  throw ConfigError(fmt::format("a process for a task: {}", std::strerror(error)));
}

// In the copy: ends it.
[[noreturn]] void run_copy(const ForkedTask::Work& work, pid_t parent, int life, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(ForkedTask::kThrown);  // it ended before the line above
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  int status = ForkedTask::kThrown;
  try {
    status = work([life] {
      const char began = 'b';
      [[maybe_unused]] const ssize_t told = ::write(life, &began, 1);
    });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "an exception that is no std::exception\n");
  }
  std::fflush(nullptr);
  ::_exit(status);  // no destructors: they belong to the process that this is a copy of
}

}  // namespace

ForkedTask::ForkedTask(const Work& work) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) fail(errno);
  output_ = ::memfd_create("output of a task", MFD_CLOEXEC);
  const pid_t parent = ::getpid();
  std::fflush(nullptr);  // else both would write what is waiting there
  if (output_ >= 0) pid_ = ::fork();
  if (pid_ == 0) {
    ::close(ends[0]);
    run_copy(work, parent, ends[1], output_);
  }
  const int error = errno;
  ::close(ends[1]);
  life_ = ends[0];
  if (pid_ > 0) return;
  ::close(life_);
  if (output_ >= 0) ::close(output_);
  fail(error);
}

ForkedTask::~ForkedTask() {
  kill();
  ::close(life_);
  ::close(output_);
}

void ForkedTask::kill() {
  if (ended_) return;
  ::kill(pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  ended_ = true;
  status_ = 128 + SIGKILL;
}

bool ForkedTask::look() {
  char began = 0;
  ssize_t count = 0;
  while ((count = ::read(life_, &began, 1)) == 1) started_ = true;
  return count == 0;
}

bool ForkedTask::started() {
  look();
  return started_;
}

bool ForkedTask::ended() {
  if (ended_) return true;
  // A copy that has closed its end is gone in a moment. To ask again and again until then would
  // take the processor from it.
  const bool is_leaving = look();
  int status = 0;
  const pid_t found = ::waitpid(pid_, &status, is_leaving ? 0 : WNOHANG);
  if (found != pid_) return false;
  ended_ = true;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return true;
}

std::string ForkedTask::output(std::size_t limit) const {
  const off_t size = ::lseek(output_, 0, SEEK_END);
  const auto wanted = std::min(limit, static_cast<std::size_t>(std::max<off_t>(size, 0)));
  std::string text(wanted, '\0');
  const ssize_t count = ::pread(output_, text.data(), wanted, size - static_cast<off_t>(wanted));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

std::string death_text(int status, const std::string& output) {
  std::string text = fmt::format("ended with status {} and no result", status);
  if (status > 128) {
    const int signal = status - 128;
    text = fmt::format("crashed: {} (signal {})", ::strsignal(signal), signal);
    if (signal == SIGKILL) text += ": out of memory, or ended by somebody";
  }
  return output.empty() ? text : text + "\n" + output;
}

}  // namespace turnpike::sim
