// merge_runs.h - the runs of several seeds as one result.

#pragma once

#include <vector>

#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_folder.h"

namespace turnpike::sim {

// Of runs that differ in their seed alone: counts are sums, means are over all packets or cycles,
// the 95 % intervals come from how the means of the runs differ, percentiles from all histograms
// (of a message class: the highest of the runs). `experiment`: that of the first.
RunOutcome merge_runs(const std::vector<RunRecord>& runs, const Experiment& experiment);

}  // namespace turnpike::sim
