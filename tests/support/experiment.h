// experiment.h - small networks and traffic for tests that run engines.

#pragma once

#include <string>

#include "model/network/engine.h"
#include "model/statistics/run_spec.h"
#include "model/topology/build.h"
#include "model/traffic/traffic.h"

namespace turnpike::test {

// All that an engine needs; the defaults are the 8x8 mesh that most tests share, so that its
// Verilated shape is built once.
struct Experiment {
  Experiment() { topology.radix = {8, 8}; }

  model::TopologySpec topology;
  model::RouterSpec router;
  model::LinkSpec link;
  model::TrafficSpec traffic;
  model::RunSpec run;

  model::Network build() const { return model::build_network(topology, router, link); }
};

inline Experiment on_torus(std::vector<unsigned> radix, bool bidirectional) {
  Experiment experiment;
  experiment.topology.kind = model::Topology::torus;
  experiment.topology.radix = std::move(radix);
  experiment.topology.bidirectional = bidirectional;
  return experiment;
}

inline Experiment on(const model::Topology* kind, std::vector<unsigned> radix) {
  Experiment experiment;
  experiment.topology.kind = kind;
  experiment.topology.radix = std::move(radix);
  return experiment;
}

}  // namespace turnpike::test
