// analyze_measure.h - the same configuration run: at hardly any load, at its own, and until it
// saturates.

#pragma once

#include <string>

#include "sim/analyze/predict.h"
#include "sim/cli/config_options.h"

namespace turnpike::sim {

struct MeasureOptions {
  RunConfigOptions config;
  unsigned jobs = 1;
  std::string out;  // folder that keeps the runs; empty: one that goes away
};

// Runs points with PointRunner and adds what they found to the predictions. Throws
// std::runtime_error with what a run said that failed. Interrupted: not whole, nothing is added
// that is missing.
Measured measure(const Subject& subject, const MeasureOptions& options, Predictions& predictions);

}  // namespace turnpike::sim
