// network_checks.cpp - building a network and refusing what cannot run.

#include "sim/cli/network_checks.h"

#include "model/topology/build.h"

namespace turnpike::sim {

model::Network build_checked_network(const Experiment& experiment) {
  return located(experiment, [&] {
    return model::build_network(experiment.topology, experiment.router, experiment.link);
  });
}

void refuse_deadlock(const Experiment&, const model::Network&, bool) {}

}  // namespace turnpike::sim
