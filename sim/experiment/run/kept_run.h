// kept_run.h - a run of a network as all callers make it: the checks before it, and the files
// after it.
//
// `turnpike run`, the points of sweeps and suites, and the library print different things.

#pragma once

#include <string>

#include "model/topology/network.h"
#include "sim/base/output_folder.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {

// Throws CheckFailure or ConfigError where the network may not run. What is taken for granted
// otherwise, a line each; empty: nothing.
std::string remark_on(const Experiment& experiment, const model::Network& network,
                      bool allow_deadlock);
// The same, and of its drawn traffic.
std::string remark_on_run(const Experiment& experiment, const model::Network& network,
                          bool allow_deadlock);

// Moving a JSON value asserts its invariants, which clang-tidy takes for an exception.
struct KeptRun {  // NOLINT(bugprone-exception-escape)
  RunOutcome outcome;
  Json json;  // of results.json; null: the run was interrupted, and left nothing
};

// Checks the files that `options` name, runs, and leaves the results in `folder`; null: nowhere.
// Without options.folder a mismatch leaves its waveform in `folder` too, else here. Throws as
// run_experiment() does, and ConfigError.
KeptRun run_and_keep(const Experiment& experiment, const model::Network& network,
                     RunOptions options, OutputFolder* folder);

// Figures and files for people.
std::string table_of(const Experiment& experiment, const RunOutcome& outcome,
                     const OutputFolder* folder);

}  // namespace turnpike::sim
