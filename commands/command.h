// command.h - the subcommands of the program; one file each.

#pragma once

#include <functional>
#include <string>

#include "commands/exit_status.h"
#include "sim/base/command_line.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// A subcommand, added to a program, and what runs it once the command line has been parsed.
struct Command {
  CommandLine line;
  std::function<int()> run;  // returns the exit status
};

// An option whose value is not one of those that are allowed: a ConfigError.
[[noreturn]] void refuse_option(const char* option, const std::string& found,
                                const std::string& allowed);

Command add_run(CommandLine& program);
Command add_sweep(CommandLine& program);
Command add_regress(CommandLine& program);
Command add_bisect(CommandLine& program);
Command add_route(CommandLine& program);
Command add_check(CommandLine& program);
Command add_distance(CommandLine& program);
Command add_express_plan(CommandLine& program);
Command add_machine(CommandLine& program);
Command add_paper(CommandLine& program);
Command add_formula(CommandLine& program);
Command add_analyze(CommandLine& program);
Command add_import_booksim(CommandLine& program);
Command add_report(CommandLine& program);
Command add_emit(CommandLine& program);
Command add_axi(CommandLine& program);
Command add_synth(CommandLine& program);
// `suites`: the schema of a suite; empty: there are none in this program.
Command add_schema(CommandLine& program, const std::function<Json()>& suites);

}  // namespace turnpike::sim
