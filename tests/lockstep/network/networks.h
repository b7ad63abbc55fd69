// networks.h - networks on which Verilated and sliced hardware are both compared with the model.

#pragma once

#include "tests/support/experiment.h"

namespace turnpike::test {

inline Experiment torus_with_long_wires() {
  Experiment experiment = on_torus({5, 4}, true);
  experiment.topology.highest_first = false;
  experiment.router.virtual_channels = 2;
  experiment.router.pipeline_cycles = 2;
  experiment.router.patience = 8;
  experiment.link.cycles_per_unit = 1;
  experiment.traffic.load = 0.5;
  experiment.run.sink_stall = 0.1;
  return experiment;
}

inline Experiment shallow_one_way_torus() {
  Experiment experiment = on_torus({3, 4}, false);
  experiment.router.virtual_channels = 3;
  experiment.router.buffer_depth = 1;
  experiment.router.flit_bits = 12;
  experiment.router.patience = 3;
  experiment.traffic.load = 0.3;
  return experiment;
}

inline Experiment wide_irregular_network() {
  Experiment experiment = on(model::Topology::irregular, {});
  experiment.topology.links = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 3}, {3, 4}};
  experiment.topology.link_latency = {0, 1, 3, 1, 0, 2};
  experiment.topology.hosts = {2, 1, 1, 2, 1};
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.router.flit_bits = 512;
  experiment.router.patience = 16;
  experiment.traffic.load = 0.4;
  return experiment;
}

inline Experiment torus_with_classes() {
  Experiment experiment = on_torus({4, 4}, true);
  experiment.router.virtual_channels = 4;
  experiment.router.message_classes = 2;
  experiment.router.room = 1;
  experiment.router.patience = 9;
  experiment.traffic.load = 0.7;
  experiment.run.sink_stall = 0.2;
  return experiment;
}

// More load than its rings carry, so that heads which turn wait for others.
inline Experiment overloaded_torus_with_turns_last() {
  Experiment experiment = on_torus({5, 5}, true);
  experiment.router.virtual_channels = 4;
  experiment.router.turns_last = true;
  experiment.router.patience = 16;
  experiment.traffic.pattern = model::Pattern::tornado;
  experiment.traffic.load = 1;
  return experiment;
}

}  // namespace turnpike::test
