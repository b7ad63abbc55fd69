// workload_bounds.cpp - figures of a source that has sent nothing yet.

#include "sim/studies/analyze/workload_bounds.h"

#include <string_view>

#include "model/statistics/results.h"
#include "model/traffic/traffic.h"

namespace turnpike::sim {

namespace {

bool is_bound(std::string_view name) {
  constexpr std::string_view kEnd = "_bound";
  return name.size() > kEnd.size() && name.substr(name.size() - kEnd.size()) == kEnd;
}

}  // namespace

std::vector<WorkloadBound> workload_bounds(const Subject& subject) {
  std::vector<WorkloadBound> bounds;
  const model::Workload& workload = *subject.experiment.traffic.workload;
  bool has_any = false;
  for (std::size_t i = 0; i < workload.figure_count; ++i) {
    has_any = has_any || is_bound(workload.figures[i].name);
  }
  if (!has_any) return bounds;
  const model::Traffic traffic(subject.experiment.traffic, subject.network,
                               subject.experiment.run.seed);
  const model::WorkloadResults known = traffic.source().results(model::RunFigures{});
  for (std::size_t i = 0; i < workload.figure_count; ++i) {
    if (!is_bound(workload.figures[i].name) || !known.figures[i]) continue;
    bounds.push_back({&workload.figures[i], *known.figures[i]});
  }
  return bounds;
}

}  // namespace turnpike::sim
