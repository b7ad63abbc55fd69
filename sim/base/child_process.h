// child_process.h - this program once more, its output caught.

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace turnpike::sim {

// Output goes to unnamed files in memory, so nobody has to read while the child runs.
class ChildProcess {
 public:
  // arguments[0] is found as the shell would; throws ConfigError when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& arguments);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // A child that is still alive is killed.
  ~ChildProcess();

  // True once it has ended; does not wait.
  bool ended();
  void wait();
  void signal(int number) const;

  int exit_status() const { return status_; }  // 128 + signal if one ended it
  std::string standard_output() const;
  std::string standard_error() const;

 private:
  void note(int wait_status);

  pid_t pid_ = -1;
  int out_ = -1;
  int error_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace turnpike::sim
