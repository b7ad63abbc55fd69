// exit_status.h - what a program of this project ends with, and what it says when it fails.

#pragma once

#include <functional>

#include "sim/base/command_line.h"
#include "sim/experiment/run/run_failure.h"

namespace turnpike::sim {

// Reads the command line, then the exit status of `run`. What that throws is written to standard
// error and becomes a status. Help and refusals of the parser need no run.
int exit_status_of(CommandLine& line, int argc, char** argv, const std::function<int()>& run);

}  // namespace turnpike::sim
