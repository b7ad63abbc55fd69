// Networks of Agarwal 1991: what is measured at no load, the formulas beside them, ideal queues.

#include <gtest/gtest.h>

#include "model/topology/build.h"
#include "papers/agarwal/ideal_queues.h"
#include "papers/agarwal/measured_points.h"
#include "papers/agarwal/other_networks.h"
#include "papers/network_runs.h"

namespace turnpike::test {
namespace {

namespace agarwal = sim::agarwal;
using agarwal::NetworkCase;
using agarwal::Shape;

agarwal::MeasuredPoint measured_at(const NetworkCase& network, double rho) {
  sim::PaperOptions options;
  options.quick = true;
  sim::PaperReport report;
  auto points = agarwal::measure({at_utilisation(network, rho)}, options, "test", report);
  EXPECT_TRUE(report.failures.empty());
  if (network.shape == Shape::torus) agarwal::add_ideal(points, options, "test", report);
  return points.at(0);
}

// At zero load n k_d + B, and n + B of an indirect network, whatever the terminals add.
TEST(AgarwalNetworksTest, AlmostNoLoadIsHopsAndFlits) {
  const NetworkCase networks[] = {
      {Shape::torus, 10, 2, 4, 0, 1},        {Shape::torus, 4, 3, 8, 0, 1},
      {Shape::two_way_torus, 9, 2, 4, 0, 1}, {Shape::mesh, 8, 2, 4, 0, 1},
      {Shape::torus, 8, 2, 4, 0, .5},        {Shape::hypercube, 2, 4, 1, 0, 1},
      {Shape::butterfly, 4, 3, 8, 0, 1}};
  for (const NetworkCase& network : networks) {
    const auto point = measured_at(network, .01);
    EXPECT_GE(point.wait().mean, -1e-9) << name_of(network);
    EXPECT_LT(point.wait().mean, .15) << name_of(network);
    if (network.shape == Shape::butterfly) continue;
    const double mean = network.dimensions * mean_distance(network);
    EXPECT_NEAR(point.hops.mean, mean, .05 * mean) << name_of(network);
  }
}

// Figures of PAPERS: (10) for k = 10, n = 2, B = 4, and with two channels a dimension.
TEST(AgarwalNetworksTest, FormulasAreThoseOfTheNetwork) {
  const NetworkCase torus = {Shape::torus, 10, 2, 4, 0, 1};
  EXPECT_NEAR(formula(at_utilisation(torus, .5)), 22.333, 1e-3);
  EXPECT_NEAR(utilisation(at_utilisation(torus, .9)), .9, 1e-12);
  EXPECT_NEAR(at_utilisation(torus, .9).rate, .05, 1e-12);
  const NetworkCase both = {Shape::two_way_torus, 16, 2, 4, 0, 1};
  EXPECT_NEAR(formula(at_utilisation(both, .5)), 21, 1e-9);
  EXPECT_NEAR(at_utilisation(both, .5).rate, .0625, 1e-12);
  const NetworkCase mesh = {Shape::mesh, 16, 2, 4, 0, 1};
  EXPECT_NEAR(mean_distance(mesh), 5.3125, 1e-12);
  const NetworkCase indirect = {Shape::butterfly, 4, 3, 8, 0, 1};
  EXPECT_NEAR(formula(at_utilisation(indirect, .6)), 24.5, 1e-9);
  const NetworkCase near = {Shape::torus, 32, 2, 4, .012, .81};
  EXPECT_NEAR(mean_distance(near), 13.5, 1e-9);
  EXPECT_NEAR(formula(near), 51.45, .01);
}

TEST(AgarwalNetworksTest, ExactVarianceIsAnotherFormula) {
  const NetworkCase torus = agarwal::at_utilisation({Shape::torus, 4, 2, 4, 0, 1}, .9);
  EXPECT_NEAR(formula(torus), 43, 1e-9);
  EXPECT_NEAR(formula_exact(torus), 41.667, 1e-3);
}

TEST(AgarwalNetworksTest, RunsAreLongerNearSaturationAndFullLength) {
  const NetworkCase torus = {Shape::torus, 10, 2, 4, 0, 1};
  const auto light = run_lengths(at_utilisation(torus, .3), false);
  const auto heavy = run_lengths(at_utilisation(torus, .9), false);
  EXPECT_GT(heavy.warmup, 2 * light.warmup);
  EXPECT_GT(heavy.measurement, 2 * light.measurement);
  EXPECT_LT(run_lengths(at_utilisation(torus, .9), true).measurement, heavy.measurement / 4);
  // The middle of a mesh is full when the mean is not.
  const NetworkCase mesh = {Shape::mesh, 16, 2, 4, 0, 1};
  const NetworkCase both = {Shape::two_way_torus, 16, 2, 4, 0, 1};
  EXPECT_GT(run_lengths(at_utilisation(mesh, .6), false).warmup,
            2 * run_lengths(at_utilisation(both, .6), false).warmup);
}

// An independent simulator of the same queues gave 15.9 and 20.4 cycles (k = 10, n = 2, B = 4).
TEST(AgarwalNetworksTest, IdealQueuesWaitNoLongerThanTheRouter) {
  const NetworkCase torus = {Shape::torus, 10, 2, 4, 0, 1};
  const auto light = measured_at(torus, .3);
  EXPECT_NEAR(light.ideal.mean, 15.9, .2);
  EXPECT_NEAR(light.latency.mean, 15.9, .3);
  const auto half = measured_at(torus, .5);
  EXPECT_NEAR(half.ideal.mean, 20.4, .4);
  EXPECT_GT(half.latency.mean, half.ideal.mean);
  EXPECT_NEAR(half.latency.mean, half.ideal.mean, .4);
}

// With one dimension a queue has two inputs: what goes on comes in a row, and only what the node
// adds can wait.
TEST(AgarwalNetworksTest, IdealQueuesOfARingCarryEverything) {
  const NetworkCase ring = agarwal::at_utilisation({Shape::torus, 8, 1, 1, 0, 1}, .8);
  const auto experiment = sim::experiment_from(configuration(ring, {500, 20000}), "ring");
  const model::Network network =
      build_network(experiment.topology, experiment.router, experiment.link);
  model::Traffic traffic(experiment.traffic, network, 3);
  const double latency = run_ideal(ring, {500, 20000}, traffic, [] { return true; }).latency;
  EXPECT_GT(latency, 3.5 + 1);
  EXPECT_LT(latency, 3.5 + 1 + 5);
}

TEST(AgarwalNetworksTest, InterruptedRunsLeaveNoPoints) {
  sim::PaperOptions options;
  options.on_progress = [](const std::string&) { return false; };
  sim::PaperReport report;
  const NetworkCase torus = agarwal::at_utilisation({Shape::torus, 10, 2, 4, 0, 1}, .9);
  EXPECT_TRUE(agarwal::measure({torus}, options, "test", report).empty());
  EXPECT_TRUE(report.interrupted);
}

TEST(AgarwalNetworksTest, ClampedWaitOfTheSixCube) {
  EXPECT_NEAR(agarwal::clamped_wait(6, .25, 1), .074, 1e-3);
  EXPECT_NEAR(agarwal::clamped_wait(6, .5, 4), .889, 1e-3);
}

}  // namespace
}  // namespace turnpike::test
