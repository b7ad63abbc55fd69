// batch_simulation.h - many experiments on one network at once, each as simulate() would run it.

#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/batch/kernel_shape.h"
#include "model/network/simulation.h"
#include "model/statistics/run_spec.h"
#include "model/topology/network.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

struct BatchedRun {
  TrafficSpec traffic;
  RunSpec run;
};

struct BatchCalls {
  // The run of this number has ended; its results are those of the model, bit by bit.
  std::function<void(std::size_t run, const Simulation& simulation)> on_end;
  // Now and then, after `now` cycles; false: stop.
  std::function<bool(Cycle now)> on_window = {};
};

// Runs without a batch_obstacle(), kLanes of them at a time. Returns those for which on_end was not
// called, which are for the model: their traffic is refused, they stand still, or they were
// stopped. `kernel`: another one than batch_kernel(); null: that.
std::vector<std::size_t> simulate_batch(const Network& network, const std::vector<BatchedRun>& runs,
                                        const BatchCalls& calls,
                                        const BatchKernel* kernel = nullptr);

}  // namespace turnpike::model
