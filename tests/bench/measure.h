// measure.h - one timed run of one of our engines.

#pragma once

#include <string>

#include "tests/bench/experiments.h"

namespace turnpike::bench {

// offered: the model under the same messages, offered one by one by a caller that takes every
// delivery, cycle by cycle.
enum class EngineKind { model, offered, rtl, lockstep };

struct Measurement {
  double cycles = 0;            // measured cycles, after the warm-up
  double cpu_seconds = 0;       // CPU time of all threads in them
  double wall_seconds = 0;      // elapsed time
  double build_seconds = 0;     // elapsed time from the specification to the engine
  double bytes_per_router = 0;  // state of a router with its channels; model only
  double bytes_per_node = 0;    // growth of resident memory by the engine, all included
  double peak_bytes = 0;        // resident, of the whole process
  double accepted = 0;          // flits delivered per node and cycle
  double flit_hops = 0;         // flits that left any router by any of its outputs
};

// Runs in a child process: SystemC elaborates once in a process, and the child's memory is its own.
// Throws std::runtime_error with the child's message when it fails.
Measurement measure(EngineKind kind, const Experiment& experiment, double load, unsigned threads,
                    model::Cycle cycles);

}  // namespace turnpike::bench
