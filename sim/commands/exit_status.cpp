// exit_status.cpp - from exceptions to exit statuses.

#include "sim/commands/exit_status.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "model/common/printable.h"
#include "model/network/engine.h"
#include "sim/base/interrupt.h"
#include "sim/experiment/network_checks.h"
#include "sim/machine_check/node_book.h"
#include "sim/machine_programs/collectives.h"

namespace turnpike::sim {

namespace {

// A message may have several lines; what it quotes, such as a file name, must not rule a terminal.
std::string shown(std::string_view message) {
  std::string text;
  for (;;) {
    const std::size_t end = message.find('\n');
    text += model::printable(message.substr(0, end));
    if (end == std::string_view::npos) return text;
    text += '\n';
    message.remove_prefix(end + 1);
  }
}

// A signal may be why something failed: a compiler that was called gets it too.
int report(std::string_view message, int status) {
  const int signal = interrupt_signal();
  fmt::print(stderr, "turnpike: {}{}\n", signal != 0 ? "interrupted: " : "", shown(message));
  return signal != 0 ? interrupt_status(signal) : status;
}

// Else the first files opened would take their numbers, and what is printed would go there.
void keep_standard_files_open() {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file) {
    if (::fcntl(file, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
  }
}

}  // namespace

int exit_status_of(const std::function<int()>& run) {
  keep_standard_files_open();
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
    fmt::print(stderr, "turnpike: interrupted {}\n", interrupted.what());
    return interrupt_status(interrupt_signal());
  } catch (const std::bad_alloc&) {
    return report("not enough memory for this network", kBadInput);
  } catch (const std::exception& error) {
    return report(error.what(), kBadInput);
  }
}

int exit_status_of(CommandLine& line, int argc, char** argv, const std::function<int()>& run) {
  switch (line.parse(argc, argv)) {
    case Parsed::answered:
      return kDone;
    case Parsed::refused:
      return kBadInput;
    case Parsed::go_on:
      break;
  }
  return exit_status_of(run);
}

}  // namespace turnpike::sim
