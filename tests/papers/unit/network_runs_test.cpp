// Configurations of papers on the model: the same as one run, whatever the number of jobs.

#include "papers/network_runs.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

sim::NetworkPoint mesh_at(double load) {
  return {sim::experiment_from(fmt::format(R"(
[network]
topology = "mesh"
radix = [4, 4]
[traffic]
load = {}
[run]
warmup = 200
measurement = 500
)",
                                           load),
                               "mesh"),
          {}};
}

TEST(NetworkRunsTest, EverySeedIsARunOfItsOwnAndJobsDoNotMatter) {
  std::vector<sim::NetworkPoint> alone = {mesh_at(0.1), mesh_at(0.3)};
  std::vector<sim::NetworkPoint> together = alone;
  sim::PaperOptions options;
  ASSERT_TRUE(run_network_points(alone, {5, 6}, options, "meshes"));
  options.jobs = 3;
  ASSERT_TRUE(run_network_points(together, {5, 6}, options, "meshes"));
  for (std::size_t p = 0; p < alone.size(); ++p) {
    ASSERT_EQ(alone[p].results.size(), 2u);
    EXPECT_NE(alone[p].results[0].latency, alone[p].results[1].latency);
    for (std::size_t s = 0; s < 2; ++s) {
      EXPECT_EQ(alone[p].results[s].latency, together[p].results[s].latency);
      EXPECT_EQ(alone[p].results[s].packets, together[p].results[s].packets);
    }
  }
  EXPECT_LT(alone[0].results[0].latency, alone[1].results[0].latency);
  const sim::Measured mean = over_seeds(alone[0], &model::Results::latency);
  EXPECT_DOUBLE_EQ(mean.mean, (alone[0].results[0].latency + alone[0].results[1].latency) / 2);
  EXPECT_GT(mean.half_width, 0);
}

TEST(NetworkRunsTest, StopsInTheMiddleOfARun) {
  std::vector<sim::NetworkPoint> points = {mesh_at(0.1)};
  points[0].experiment.run.warmup = 1000000000;  // hours
  points[0].experiment.run.max_cycles = 2000000000;
  sim::PaperOptions options;
  unsigned heard = 0;
  options.on_progress = [&](const std::string& text) {
    EXPECT_EQ(text, "meshes: 0 of 1 runs");
    return ++heard < 5;
  };
  EXPECT_FALSE(run_network_points(points, {1}, options, "meshes"));
  EXPECT_EQ(heard, 5u);
}

TEST(NetworkRunsTest, RefusesWhatAFileMayNotSay) {
  EXPECT_THROW(sim::experiment_from("[network]\ntopology = \"ring\"\n", "x"), sim::ConfigError);
}

}  // namespace
}  // namespace turnpike::test
