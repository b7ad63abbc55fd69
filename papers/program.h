// program.h - the program turnpike-papers behind main().

#pragma once

namespace turnpike::sim {

// Returns the exit status.
int run_papers_program(int argc, char** argv);

}  // namespace turnpike::sim
