// exit_status.cpp - from exceptions to exit statuses.

#include "commands/exit_status.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <string_view>

#include "model/network/engine.h"
#include "sim/base/interrupt.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/machine/check/node_book.h"
#include "sim/machine/programs/collectives.h"

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
  } catch (const model::NetworkError& error) {
    return report(error.what(), kCheckFailed);
  } catch (const CheckFailure& failure) {
    return report(failure.what(), kCheckFailed);
  } catch (const WrongMessage& wrong) {
    return report(wrong.what(), kCheckFailed);
  } catch (const WrongResult& wrong) {
    return report(wrong.what(), kCheckFailed);
  } catch (const Interrupted& interrupted) {
    tell(fmt::format("interrupted {}", interrupted.what()));
    return interrupt_status(interrupt_signal());
  } catch (const std::bad_alloc&) {
    return report("not enough memory for this network", kBadInput);
  } catch (const std::exception& error) {
    return report(error.what(), kBadInput);
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
