// standard_output.cpp - standard output under control.

#include "sim/experiment/results/standard_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "model/common/printable.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

StandardOutput::StandardOutput() {
  std::fflush(stdout);
  // Not inherited by children: a pipe's reader waits for every copy to close.
  real_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (real_ >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

StandardOutput::~StandardOutput() {
  if (real_ < 0) return;
  std::cout.flush();
  std::fflush(stdout);
  ::dup2(real_, STDOUT_FILENO);
  ::close(real_);
}

void StandardOutput::print(const std::string& text) { write(model::printable_lines(text)); }

void StandardOutput::write(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(real_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      wait_until_writable();
      continue;
    }
    if (count <= 0) {
      throw ConfigError(
          fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
    }
    done += static_cast<std::size_t>(count);
  }
}

// Whoever made the pipe may have it not block; a full one is no error.
void StandardOutput::wait_until_writable() const {
  pollfd pipe = {real_, POLLOUT, 0};
  ::poll(&pipe, 1, -1);
}

void StandardOutput::print(const Json& json) { write(json_text(json)); }

// JSON escapes the control characters of ASCII but one; the others become \u009b as in messages,
// which is JSON.
std::string json_text(const Json& json) {
  std::string text;
  for (const char c : json.dump(2, ' ', false, Json::error_handler_t::replace)) {
    text += c == '\x7f' ? std::string("\\u007f") : std::string(1, c);
  }
  return model::printable_lines(text) + "\n";
}

}  // namespace turnpike::sim
