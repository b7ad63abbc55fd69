// stay_equal.h - a network in hardware and model, which show the same outputs in every cycle.

#pragma once

#include <gtest/gtest.h>

#include "sim/hardware/engines/lockstep_engine.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {

inline void stay_equal(const Experiment& experiment, model::Cycle cycles, bool skip_quiet = true) {
  const ScratchFolder scratch;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  options.rtl.skip_quiet = skip_quiet;
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  ASSERT_NO_THROW(engine.advance(cycles)) << "seed " << experiment.run.seed;
  EXPECT_EQ(engine.now(), cycles);
  EXPECT_GT(engine.collected().totals().packets_delivered, cycles / 20);
}

}  // namespace turnpike::test
