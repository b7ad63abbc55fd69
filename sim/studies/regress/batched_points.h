// batched_points.h - points of a suite that the batch engine runs at once.

#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "sim/studies/regress/judge.h"
#include "sim/studies/regress/plan.h"
#include "sim/studies/regress/shared_folder.h"

namespace turnpike::sim {

// Runs those of `points` that share a batch (batched_runs.h) and that nobody else has or has run.
// Their records are those of run_point(), but for the cost, which is that of the batch divided by
// its points. Returns the points that have passed; the others have no record, and nobody has them.
// Returns early when a signal comes.
std::set<std::size_t> work_in_batches(const Plan& plan, Judge& judge, SharedFolder& folder,
                                      const std::vector<std::size_t>& points);

}  // namespace turnpike::sim
