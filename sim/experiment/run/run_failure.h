// run_failure.h - the meaning of each exception: the one table behind the exit statuses of programs
// and the statuses of the library.

#pragma once

#include <string>

namespace turnpike::sim {

// What a program ends with; an interrupted one, with 128 + signal.
constexpr int kDone = 0;
constexpr int kCheckFailed = 1;  // a mismatch, a deadlock, work that is not finished
constexpr int kBadInput = 2;

struct RunFailure {
  enum class Kind {
    mismatch,       // hardware and model differ
    broken,         // the network, or a machine, broke its promises
    unsound,        // it fails a check before it runs
    configuration,  // what the user wrote makes no sense
    interrupted,
    memory,
    system,  // anything else: a tool is missing, a file cannot be written
  };
  Kind kind;
  std::string text;

  int exit_status() const;
};

// The exception that is being handled, in a catch block.
RunFailure present_failure();

}  // namespace turnpike::sim
