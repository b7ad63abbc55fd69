// progress_line.h - a line on standard error that tells how far a long job is.

#pragma once

#include <chrono>
#include <string>

namespace turnpike::sim {

// Shows it on a terminal only, at most ten updates a second; notes are for files too.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  bool due() const;
  void show(const std::string& text);
  // A line that stays, of what takes long or is out of the ordinary.
  void note(const std::string& text);
  // Before anything else is printed.
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace turnpike::sim
