// deadlock_ring.h - a small network that can stand still.

#pragma once

#include "tests/support/experiment.h"

namespace turnpike::test {

constexpr unsigned kRingNodes = 4;

// Four routers in a ring with channels one way and one VC: no dateline classes.
inline model::Network ring_without_dateline(Experiment& experiment) {
  experiment.topology.kind = model::Topology::torus;
  experiment.topology.radix = {kRingNodes};
  experiment.topology.bidirectional = false;
  experiment.router.virtual_channels = 1;
  experiment.router.buffer_depth = 2;
  return experiment.build();
}

// Long messages to the node across, all at once: each holds the channel that the one behind it
// needs next. For a trace file.
inline std::string messages_that_block_each_other(model::Cycle cycle = 0) {
  std::string trace;
  for (unsigned n = 0; n < kRingNodes; ++n) {
    trace += std::to_string(cycle) + " " + std::to_string(n) + " " +
             std::to_string((n + 2) % kRingNodes) + " 30\n";
  }
  return trace;
}

}  // namespace turnpike::test
