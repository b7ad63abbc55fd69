// workload_bounds.h - bounds of a workload, known before its run, that no run can beat.

#pragma once

#include <vector>

#include "model/traffic/workload.h"
#include "sim/studies/analyze/subject.h"

namespace turnpike::sim {

struct WorkloadBound {
  const model::WorkloadFigure* row;
  double value = 0;
};

// Those of its figures whose names end in "_bound". Throws ConfigurationError.
std::vector<WorkloadBound> workload_bounds(const Subject& subject);

}  // namespace turnpike::sim
