// standard_output.h - all output of the program to standard output.

#pragma once

#include <string>

#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// While it lives, everything that any library prints on standard output goes to standard error
// instead; `print` alone reaches the real one. So `--json` yields one object and nothing else.
class StandardOutput {
 public:
  StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput();

  // Throws ConfigError when the text cannot be written (a full disk behind a redirection). What the
  // text quotes, such as a name, must not rule a terminal: control characters are escaped.
  void print(const std::string& text);
  void print(const Json& json);

 private:
  void write(const std::string& text);
  void wait_until_writable() const;

  int real_ = -1;  // file descriptor
};

// One object, indented, with a line break; bytes that are no UTF-8 are replaced, and control
// characters are escaped.
std::string json_text(const Json& json);

}  // namespace turnpike::sim
