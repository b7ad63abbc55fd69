// progress_line.cpp - progress on a terminal.

#include "sim/base/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include "sim/base/standard_error.h"

namespace turnpike::sim {

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

bool ProgressLine::due() const {
  using std::chrono::steady_clock;
  return terminal_ && steady_clock::now() - last_ >= std::chrono::milliseconds(100);
}

void ProgressLine::show(const std::string& text) {
  if (!due()) return;
  last_ = std::chrono::steady_clock::now();
  write_standard_error(fmt::format("\r{}\x1b[K", text));
  shown_ = true;
}

void ProgressLine::note(const std::string& text) {
  clear();
  tell(text);
}

void ProgressLine::clear() {
  if (!shown_) return;
  write_standard_error("\r\x1b[K");
  shown_ = false;
}

}  // namespace turnpike::sim
