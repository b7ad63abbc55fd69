// command.h - the subcommands of the program; one file each.

#pragma once

#include <CLI/CLI.hpp>

#include <functional>

#include "sim/commands/exit_status.h"

namespace turnpike::sim {

// Adds the subcommand to `app` and returns what runs it once the command line has been parsed.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;  // returns the exit status
};

Command add_run(CLI::App& app);
Command add_sweep(CLI::App& app);
Command add_route(CLI::App& app);
Command add_check(CLI::App& app);
Command add_distance(CLI::App& app);
Command add_express_plan(CLI::App& app);
Command add_machine(CLI::App& app);
Command add_paper(CLI::App& app);
Command add_formula(CLI::App& app);
Command add_analyze(CLI::App& app);
Command add_report(CLI::App& app);

}  // namespace turnpike::sim
