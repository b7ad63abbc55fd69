// run_outcome.h - what is known when a run has ended.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/statistics/results.h"

namespace turnpike::sim {

struct RunOutcome {
  model::Results results;
  std::uint64_t nodes = 0;
  std::uint64_t components = 0;
  std::uint64_t channels = 0;

  std::uint64_t mismatches = 0;    // lockstep: outputs that differed; the run stops at the first
  std::string mismatch_report;     // cycle, component, port, expected, actual, seed
  bool interrupted = false;        // stopped before its end; results mean nothing
  std::vector<std::string> files;  // left by the run itself: waveforms, event log
  double seconds = 0;              // of wall clock, for people
};

}  // namespace turnpike::sim
