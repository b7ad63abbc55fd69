// experiments.h - the networks and loads that are timed, for our engines and for BookSim alike.

#pragma once

#include <string>
#include <vector>

#include "model/common/types.h"
#include "model/topology/topology_spec.h"

namespace turnpike::bench {

// One network under uniform traffic (the source may be its own destination, as in BookSim).
struct Experiment {
  std::string name;   // short, used in the benchmark's name
  std::string title;  // for people
  model::TopologySpec topology;
  model::RouterSpec router;
  unsigned packet_flits = 5;
  double half_load = 0.2;  // flits per node and cycle at 50 % of the saturation of BookSim's router

  std::size_t nodes() const;
  double load(unsigned percent) const { return half_load * percent / 50; }
};

// The five networks of the comparison.
const std::vector<Experiment>& comparison();

// k-ary 3-cubes of 64 to 1,000,000 nodes; half_load gives every channel the same load of 0.2
// flits a cycle: under uniform traffic a bidirectional ring of k nodes carries load * k / 8.
std::vector<Experiment> size_scaling();

// Packet routers: the 6-cube of Buzzard & Mudge, seven local channels a node, messages of 60 flits.
// No BookSim beside it: it has no such router.
Experiment packet_cube();

// Cycles that are run before the clock starts, so that the queues are filled.
model::Cycle warmup_cycles(const Experiment& experiment);

}  // namespace turnpike::bench
