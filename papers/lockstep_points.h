// lockstep_points.h - points of a paper with the hardware beside the model.
//
// Each in a process of its own, because SystemC elaborates once in a process: the program calls
// itself with `PAPER --lockstep-point POINT`, which prints what was found as JSON.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "papers/papers.h"
#include "papers/report.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// One configuration; `id` names it on the command line.
struct LockstepRun {
  std::string id;
  std::string label;
  Experiment experiment;  // its engine and seed are replaced
};

// In this process; for Paper::run_lockstep_point. The object of `run --json`. Throws
// model::NetworkError: no such point, outputs that differ.
Json run_lockstep(const std::vector<LockstepRun>& runs, const std::string& id,
                  const PaperOptions& options);

// A point in a process of its own. None: interrupted, or failed, as the report says then.
std::optional<Json> lockstep_point(const std::string& paper, const std::string& point,
                                   const std::string& label, const PaperOptions& options,
                                   PaperReport& report);

// All runs, each in a process of its own, as a section with a table.
void add_lockstep_runs(const std::string& paper, const std::vector<LockstepRun>& runs,
                       const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim
