// program.h - the `turnpike` program.

#pragma once

namespace turnpike::sim {

// Parses the command line, runs the subcommand, reports errors on standard error; returns the
// exit status.
int run_program(int argc, char** argv);

}  // namespace turnpike::sim
