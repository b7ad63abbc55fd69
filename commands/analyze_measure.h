// analyze_measure.h - the same configuration run: at hardly any load, at its own, and until it
// saturates.

#pragma once

#include <string>

#include "sim/experiment/run/config_options.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

struct MeasureOptions {
  RunConfigOptions config;
  unsigned jobs = 1;
  std::string out;  // folder that keeps the runs; empty: one that goes away
  bool allow_deadlock = false;
};

// Runs points with PointRunner and adds what they found to the predictions. Throws CheckFailure,
// or std::runtime_error for bad input, with what a run said that failed. Interrupted: not whole.
Measured measure(const Subject& subject, const MeasureOptions& options, Predictions& predictions);

}  // namespace turnpike::sim
