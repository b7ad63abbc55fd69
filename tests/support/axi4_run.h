// axi4_run.h - an emitted AXI4 network beside its model under random bursts, until all is answered.

#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "model/axi/axi4_exercise.h"
#include "sim/axi/axi4_hardware.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/places.h"

namespace turnpike::test {

inline sim::Experiment axi_network(const std::vector<std::string>& sets = {}) {
  sim::Overrides overrides;
  for (const std::string& set : sets) overrides.set(set);
  return sim::read_experiment(source_path("tests/emit/axi.toml"), overrides);
}

inline sim::Shape axi_shape_of(const sim::Experiment& experiment) {
  return sim::Axi4Hardware::shape(sim::build_network(experiment), experiment.axi);
}

// Requests begin in the first `cycles`. From `stop_at` on the memory of the last port, which is
// one, answers nothing.
inline void run_axi_beside(const sim::Experiment& experiment, const sim::Shape& shape,
                           model::Cycle cycles, std::optional<model::Cycle> stop_at = {}) {
  const model::Network network = sim::build_network(experiment);
  sim::Axi4Hardware hardware(network, experiment.axi, shape, experiment.run.seed);
  model::Axi4Exercise exercise(network, experiment.axi, experiment.run.seed);
  std::vector<sim::Axi4BusPins> pins(exercise.ports().size());
  while (exercise.now() < cycles || !exercise.is_done()) {
    ASSERT_LT(exercise.now(), cycles + 100'000) << "a request is not answered";
    if (stop_at == exercise.now()) exercise.stop(pins.size() - 1);
    exercise.drive(exercise.now() < cycles ? 0.1 : 0.0);
    for (std::size_t port = 0; port < pins.size(); ++port) {
      pins[port] = {exercise.manager(port), exercise.subordinate(port)};
    }
    hardware.compare(exercise.now(), pins);
    hardware.tick(pins);
    exercise.advance();
  }
  for (std::size_t port = 0; port < pins.size(); ++port) {
    if (!exercise.ports()[port].is_manager) continue;
    EXPECT_GT(exercise.counts(port).reads, 50u);
    EXPECT_GT(exercise.counts(port).writes, 50u);
    EXPECT_GT(exercise.counts(port).errors, 5u);
    if (stop_at) {
      EXPECT_GT(exercise.counts(port).timeouts, 5u);
    }
  }
}

}  // namespace turnpike::test
