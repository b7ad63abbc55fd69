// program.cpp - command line to subcommand to exit status.

#include "commands/program.h"

#include <fmt/format.h>

#include <vector>

#include "commands/command.h"
#include "sim/base/config_error.h"
#if TURNPIKE_HAS_REGRESS
#include "sim/studies/regress/suite_keys.h"
#endif

namespace turnpike::sim {

namespace {

int run_chosen(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (command.line.is_given()) return command.run();
  }
  return kBadInput;
}

// In the order of the help; those of a product where it is built (cmake/products.cmake).
std::vector<Command> all_commands(CommandLine& line) {
  std::vector<Command> all = {add_run(line), add_sweep(line)};
  std::function<Json()> suites;
#if TURNPIKE_HAS_REGRESS
  all.push_back(add_regress(line));
  all.push_back(add_bisect(line));
  suites = suite_schema;
#endif
  for (const auto add : {add_route, add_check, add_express_plan}) all.push_back(add(line));
#if TURNPIKE_HAS_MACHINE
  all.push_back(add_machine(line));
#endif
  for (const auto add : {add_formula, add_distance, add_analyze}) all.push_back(add(line));
#if TURNPIKE_HAS_PAPERS
  all.push_back(add_paper(line));
#endif
  for (const auto add : {add_import_booksim, add_report, add_emit, add_axi}) {
    all.push_back(add(line));
  }
#if TURNPIKE_HAS_FPGA
  all.push_back(add_synth(line));
#endif
  all.push_back(add_schema(line, suites));
  return all;
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
  const std::vector<Command> commands = all_commands(line);
  return exit_status_of(line, argc, argv, [&] { return run_chosen(commands); });
}

}  // namespace turnpike::sim
