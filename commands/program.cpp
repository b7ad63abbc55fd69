// program.cpp - command line to subcommand to exit status.

#include "commands/program.h"

#include <fmt/format.h>

#include <vector>

#include "commands/command.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

int run_chosen(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (command.line.is_given()) return command.run();
  }
  return kBadInput;
}

}  // namespace

void refuse_option(const char* option, const std::string& found, const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found '{}', allowed: {}", option, found, allowed));
}

int run_program(int argc, char** argv) {
  CommandLine line("turnpike",
                   "Turnpike: interconnection networks as hardware, beside a cycle-exact model.");
  line.version("turnpike " TURNPIKE_VERSION);
  line.footer(
      "Exit status: 0 done; 1 a check failed (mismatch, deadlock), or what was asked for is not\n"
      "finished; 2 bad input; 129, 130, 143 interrupted (SIGHUP, SIGINT, SIGTERM).\n"
      "`turnpike run --help` lists the keys of a configuration.");
  const std::vector<Command> commands = {
      add_run(line),     add_sweep(line),    add_regress(line),      add_bisect(line),
      add_route(line),   add_check(line),    add_express_plan(line), add_machine(line),
      add_formula(line), add_distance(line), add_analyze(line),      add_paper(line),
      add_report(line),  add_emit(line),     add_synth(line),        add_schema(line)};
  return exit_status_of(line, argc, argv, [&] { return run_chosen(commands); });
}

}  // namespace turnpike::sim
