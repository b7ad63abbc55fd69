// lockstep_points.h - points of a paper with the hardware beside the model.
//
// Each in a copy of this process, because SystemC elaborates once in a process.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "papers/papers.h"
#include "papers/report.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// One configuration.
struct LockstepRun {
  std::string label;
  Experiment experiment;  // its engine and seed are replaced
};

// In this process. The object of `run --json`. Throws model::NetworkError: outputs that differ.
Json run_lockstep(const LockstepRun& run, const PaperOptions& options);

// A point in a process of its own. None: interrupted, or failed, as the report says then.
std::optional<Json> lockstep_point(const std::function<Json()>& run, const std::string& label,
                                   const PaperOptions& options, PaperReport& report);

// All runs, each in a process of its own, as a section with a table.
void add_lockstep_runs(const std::vector<LockstepRun>& runs, const PaperOptions& options,
                       PaperReport& report);

}  // namespace turnpike::sim
