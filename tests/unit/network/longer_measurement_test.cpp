// A measurement that run.precision makes longer is one that had that length from its beginning.

#include <gtest/gtest.h>

#include <vector>

#include "model/network/simulation.h"
#include "model/statistics/fairness.h"
#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

model::Results results_of(const Experiment& experiment) {
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  const auto engine = model::make_model_engine(network, traffic, experiment.run);
  return model::simulate(*engine, traffic, experiment.run, {}).results;
}

// Just below saturation the backlogs of many nodes grow for a while. With most seeds another
// middle would give another wait_growth.
Experiment nearly_saturated(std::uint64_t seed) {
  Experiment experiment;
  experiment.topology = spec_of(model::Topology::mesh, {8, 8});
  experiment.traffic.load = 0.385;
  experiment.run.seed = seed;
  experiment.run.warmup = 300;
  experiment.run.latency_limit = 10000;
  return experiment;
}

TEST(LongerMeasurementTest, IsTheSameAsOneOfThatLength) {
  for (const std::uint64_t seed : {2u, 3u, 4u}) {
    SCOPED_TRACE(seed);
    Experiment experiment = nearly_saturated(seed);
    experiment.run.measurement = 1000;
    experiment.run.max_cycles = 5300;  // at cycle 4300 too few are left to measure longer
    experiment.run.precision = 1e-6;
    const model::Results longer = results_of(experiment);
    experiment.run.measurement = 4000;
    experiment.run.precision = 0;
    const model::Results whole = results_of(experiment);
    ASSERT_EQ(longer.measurement_cycles, 4000u);
    EXPECT_EQ(longer.cycles, whole.cycles);
    EXPECT_EQ(longer.packets, whole.packets);
    EXPECT_EQ(longer.accepted, whole.accepted);
    EXPECT_EQ(longer.latency, whole.latency);
    EXPECT_EQ(longer.latency_ci95, whole.latency_ci95);
    EXPECT_EQ(longer.channel_utilisation, whole.channel_utilisation);
    EXPECT_EQ(longer.vc_occupancy, whole.vc_occupancy);
    EXPECT_EQ(longer.saturated, whole.saturated);
    EXPECT_EQ(longer.reason, whole.reason);
    EXPECT_EQ(longer.fairness.jain, whole.fairness.jain);
    EXPECT_EQ(longer.fairness.worst_accepted, whole.fairness.worst_accepted);
    EXPECT_EQ(longer.fairness.wait_growth, whole.fairness.wait_growth);
    EXPECT_GT(longer.fairness.wait_growth, 0) << "no backlog that has halves";
  }
}

TEST(BacklogGrowthTest, WhatGrewBeforeTheNewMiddleAloneDidNotGrowInBothHalves) {
  model::BacklogGrowth growth(1);
  growth.sample({4, 4}, true);
  growth.sample({6, 6}, false);
  EXPECT_TRUE(growth.of(0).in_both_halves());
  growth.start_second_half();
  growth.sample({6, 7}, false);
  growth.sample({6, 8}, false);
  EXPECT_FALSE(growth.of(0).in_both_halves());
  EXPECT_TRUE(growth.of(1).in_both_halves());
  EXPECT_EQ(growth.samples(), 4u);
  EXPECT_EQ(growth.of(1).total, 8);
  EXPECT_EQ(growth.of(1).squares, 4u * 4 + 2 * 2 + 1 + 1);
}

}  // namespace
}  // namespace turnpike::test
