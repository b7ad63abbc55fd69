// program.cpp - command line to subcommand to exit status.

#include "sim/commands/program.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <vector>

#include "model/network/engine.h"
#include "sim/base/interrupt.h"
#include "sim/commands/command.h"
#include "sim/experiment/network_checks.h"
#include "sim/machine_check/node_book.h"
#include "sim/machine_programs/collectives.h"

namespace turnpike::sim {

namespace {

// A signal may be why something failed: a compiler that was called gets it too.
int report(const char* message, int status) {
  const int signal = interrupt_signal();
  fmt::print(stderr, "turnpike: {}{}\n", signal != 0 ? "interrupted: " : "", message);
  return signal != 0 ? interrupt_status(signal) : status;
}

int run_chosen(const std::vector<Command>& commands) {
  try {
    for (const Command& command : commands) {
      if (command.app->parsed()) return command.run();
    }
    return kBadInput;
  } catch (const model::NetworkError& error) {
    return report(error.what(), kCheckFailed);
  } catch (const CheckFailure& failure) {
    return report(failure.what(), kCheckFailed);
  } catch (const WrongMessage& wrong) {
    return report(wrong.what(), kCheckFailed);
  } catch (const WrongResult& wrong) {
    return report(wrong.what(), kCheckFailed);
  } catch (const std::bad_alloc&) {
    return report("not enough memory for this network", kBadInput);
  } catch (const std::exception& error) {
    return report(error.what(), kBadInput);
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App app("Turnpike: interconnection networks as hardware, beside a cycle-exact model.",
               "turnpike");
  app.set_version_flag("--version", "turnpike " TURNPIKE_VERSION, "Print the version and exit");
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done; 1 a check failed (mismatch, deadlock); 2 bad input; 130 interrupted.\n"
      "`turnpike run --help` lists the keys of a configuration.");
  const std::vector<Command> commands = {add_run(app),     add_sweep(app),        add_route(app),
                                         add_check(app),   add_express_plan(app), add_machine(app),
                                         add_formula(app), add_distance(app),     add_analyze(app),
                                         add_paper(app),   add_report(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kBadInput;
  }
  // A file that grows beyond the limit of the process is a failed write, not a death.
  std::signal(SIGXFSZ, SIG_IGN);
  return run_chosen(commands);
}

}  // namespace turnpike::sim
