// progress_line.cpp - progress on a terminal.

#include "sim/base/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace turnpike::sim {

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

bool ProgressLine::due() const {
  using std::chrono::steady_clock;
  return terminal_ && steady_clock::now() - last_ >= std::chrono::milliseconds(100);
}

void ProgressLine::show(const std::string& text) {
  if (!due()) return;
  last_ = std::chrono::steady_clock::now();
  fmt::print(stderr, "\r{}\x1b[K", text);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::note(const std::string& text) {
  clear();
  fmt::print(stderr, "turnpike: {}\n", text);
}

void ProgressLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace turnpike::sim
