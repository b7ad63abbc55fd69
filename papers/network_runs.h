// network_runs.h - configurations run on the model, with several seeds, several at a time.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/network/event_log.h"
#include "model/statistics/results.h"
#include "papers/papers.h"
#include "papers/report.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// A configuration as a user would write it in a file `name`. Throws ConfigError.
Experiment experiment_from(const std::string& toml, const std::string& name);

struct NetworkPoint {
  Experiment experiment;                // its seed is replaced
  std::vector<model::Results> results;  // [seed]; network_runs.cpp fills it
  // [seed] hears what happens in a run; empty: nobody does.
  std::vector<model::EventSink*> sinks = {};
};

// All points with all seeds, options.jobs at a time; what is measured does not depend on their
// number. `what` names the runs while they last. False: interrupted, results are not whole.
bool run_network_points(std::vector<NetworkPoint>& points, const std::vector<std::uint64_t>& seeds,
                        const PaperOptions& options, const std::string& what);

// A figure of Results over the seeds of a point.
Measured over_seeds(const NetworkPoint& point, double model::Results::*figure);

}  // namespace turnpike::sim
