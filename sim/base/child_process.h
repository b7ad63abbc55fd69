// child_process.h - runs another program, which does not outlive this one, and catches its output.
//
// The child and all its descendants are one process group. A guard process in the group waits at a
// pipe whose other end only this program holds. However this program ends, even by SIGKILL, the
// guard reads the end of the file and kills the group. (PR_SET_PDEATHSIG would reach the child but
// not the compilers that it started, and is sent when the thread that started the child ends.)

#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace turnpike::sim {

// Output goes to unnamed files in memory, so nobody has to read while the child runs.
class ChildProcess {
 public:
  // Variables set for the child; the others are inherited.
  using Environment = std::vector<std::pair<std::string, std::string>>;

  // arguments[0] is found as the shell would; throws ConfigError when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& arguments,
                        const Environment& environment = {});
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // A child that is still alive is killed, and so is what it started.
  ~ChildProcess();

  // True once it has ended; does not wait. What it left running is killed then.
  bool ended();
  void wait();
  // To the child alone.
  void signal(int number) const;

  int exit_status() const { return status_; }  // 128 + signal if one ended it
  std::string standard_output() const;
  std::string standard_error() const;

 private:
  // A file descriptor, closed in the end.
  class File {
   public:
    explicit File(int number = -1) : number_(number) {}
    File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    File& operator=(File&& other) noexcept {
      std::swap(number_, other.number_);
      return *this;
    }
    ~File();
    int number() const { return number_; }

   private:
    int number_;
  };

  static File memory_file(const char* name);
  static std::pair<File, File> make_pipe();  // reading end, writing end
  void start_guard(const std::string& name);
  void start_child(const std::vector<std::string>& arguments, const Environment& environment);
  void end(int wait_status);
  void end_guard();

  File out_;
  File error_;
  File life_line_;    // the end that the guard does not hold
  pid_t guard_ = -1;  // and number of the process group
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace turnpike::sim
