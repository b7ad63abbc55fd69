// booksim.h - the same experiment on BookSim 2, as a child process.

#pragma once

#include <string>

#include "tests/bench/experiments.h"

namespace turnpike::bench {

struct BooksimRun {
  double seconds = 0;   // user CPU time of the measured cycles; start and warm-up are subtracted
  double cycles = 0;    // cycles in that time
  double accepted = 0;  // flits per node and cycle, as BookSim reports it
};

// The text of a BookSim configuration that simulates exactly `cycles` (a multiple of 1000).
std::string booksim_config(const Experiment& experiment, double load, unsigned cycles);

// Runs `program` twice, for the warm-up alone and for warm-up and `cycles`, and takes the
// difference. Throws std::runtime_error with BookSim's words if it did not simulate them.
BooksimRun run_booksim(const std::string& program, const Experiment& experiment, double load,
                       unsigned cycles);

}  // namespace turnpike::bench
