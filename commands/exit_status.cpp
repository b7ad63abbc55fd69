// exit_status.cpp - from exceptions to exit statuses.

#include "commands/exit_status.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <string_view>

#include "sim/base/interrupt.h"
#include "sim/base/standard_error.h"

namespace turnpike::sim {

namespace {

// A signal may be why something failed: a compiler that was called gets it too.
int report(std::string_view message, int status) {
  const int signal = interrupt_signal();
  tell(fmt::format("{}{}", signal != 0 ? "interrupted: " : "", message));
  return signal != 0 ? interrupt_status(signal) : status;
}

// Else the first files opened would take their numbers, and what is printed would go there. What
// is printed on a standard output that is closed must fail; messages are lost.
void keep_standard_files_open() {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file) {
    if (::fcntl(file, F_GETFD) >= 0) continue;
    ::open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// What `run` throws is written to standard error and becomes a status.
int status_of(const std::function<int()>& run) {
  // Who starts this program may have had it ignored; child processes are waited for.
  std::signal(SIGCHLD, SIG_DFL);
  // A file that grows beyond the limit of the process is a failed write, not a death.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run();
  } catch (...) {
    const RunFailure failure = present_failure();
    if (failure.kind == RunFailure::Kind::interrupted) {
      tell("interrupted " + failure.text);
      return failure.exit_status();
    }
    return report(failure.text, failure.exit_status());
  }
}

}  // namespace

int exit_status_of(CommandLine& line, int argc, char** argv, const std::function<int()>& run) {
  keep_standard_files_open();  // the parser prints, too
  switch (line.parse(argc, argv)) {
    case Parsed::answered:
      return kDone;
    case Parsed::refused:
      return kBadInput;
    case Parsed::go_on:
      break;
  }
  return status_of(run);
}

}  // namespace turnpike::sim
