// forked_task.h - a function in a process of its own: a copy of this one, ended with it.
//
// For work that may crash, hang or fill memory, and for SystemC, which elaborates once in a
// process. A copy costs a millisecond; a program that starts anew costs much more. The caller must
// have no other thread. The copy reads no input, and its output is caught. It ignores SIGINT,
// SIGTERM and SIGHUP: its parent decides when it ends. When the parent ends, for any reason, the
// copy is killed.

#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace turnpike::sim {

class ForkedTask {
 public:
  // The function's value, 0 .. 255, becomes the exit status; what it throws, kThrown. It gets a
  // function to call where its own work begins, which started() tells.
  using Work = std::function<int(const std::function<void()>& begin)>;
  static constexpr int kThrown = 255;

  // Throws ConfigError where the system starts no process.
  explicit ForkedTask(const Work& work);
  ForkedTask(const ForkedTask&) = delete;
  ForkedTask& operator=(const ForkedTask&) = delete;
  // Kills what still runs.
  ~ForkedTask();

  // Something to poll(2) for POLLIN and POLLHUP: it began or ended.
  int descriptor() const { return life_; }
  // Does not wait; has it called `begin`?
  bool started();
  // Waits for no more than the end of one that is ending.
  bool ended();
  // At once; then it has ended.
  void kill();

  int exit_status() const { return status_; }  // 128 + signal if one ended it
  // What it printed, the last `limit` bytes.
  std::string output(std::size_t limit) const;

 private:
  bool look();  // whether the copy has closed its end of the pipe

  pid_t pid_ = -1;
  int life_ = -1;    // reading end of a pipe whose other end the copy holds
  int output_ = -1;  // unnamed file in memory
  bool started_ = false;
  bool ended_ = false;
  int status_ = 0;
};

// Of a task that ended without a result: its exit status in words, then what it printed.
std::string death_text(int status, const std::string& output);

}  // namespace turnpike::sim
