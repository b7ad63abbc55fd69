// program.cpp - command line to subcommand to exit status.

#include "sim/commands/program.h"

#include <vector>

#include "sim/commands/command.h"

namespace turnpike::sim {

namespace {

int run_chosen(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return kBadInput;
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App app("Turnpike: interconnection networks as hardware, beside a cycle-exact model.",
               "turnpike");
  app.set_version_flag("--version", "turnpike " TURNPIKE_VERSION, "Print the version and exit");
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done; 1 a check failed (mismatch, deadlock), or what was asked for is not\n"
      "finished; 2 bad input; 130, 143 interrupted (SIGINT, SIGTERM).\n"
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
  return exit_status_of([&] { return run_chosen(commands); });
}

}  // namespace turnpike::sim
