// merge_runs_test.cpp - the runs of several seeds as one result, against sums by hand.

#include "sim/experiment/results/merge_runs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/experiment/config/read_experiment.h"

namespace turnpike::test {
namespace {

using sim::Json;
using sim::RunOutcome;
using sim::RunRecord;

sim::Experiment two_nodes() {
  return sim::make_experiment(sim::parse_settings(
      "[network]\ntopology='mesh'\nradix=2\ndimensions=1\n[run]\nengine='model'\n", "m.toml"));
}

// With two packets of these latencies, measured in so many cycles.
RunRecord run_of(std::uint64_t seed, model::Cycle fast, model::Cycle slow, model::Cycle cycles) {
  RunOutcome outcome;
  outcome.nodes = outcome.components = outcome.channels = 2;
  model::Results& r = outcome.results;
  const double off = static_cast<double>(slow - fast) / 2;
  r.generated = r.accepted = 10.0 / static_cast<double>(cycles);
  r.latency = static_cast<double>(fast + slow) / 2;
  r.latency_stddev = off * std::sqrt(2.0);
  r.latency_max = slow;
  r.latency_bins = {{fast, fast, 1}, {slow, slow, 1}};
  r.packets = 2;
  r.flits = 10;
  r.measurement_cycles = r.cycles = cycles;
  r.head_latency = r.latency - 4;
  r.source_queue_share = 0.5;
  r.slowest = {{0, 1, 5, 0, 0, 1, slow, 0}, {1, 0, 5, 0, 0, 1, fast, 0}};
  r.classes = {{0.1, 0.1, 2, r.latency, fast, slow, slow, slow}};
  RunRecord record;
  record.results = sim::run_to_json(two_nodes(), outcome);
  record.results["seed"] = seed;
  record.histogram = r.latency_bins;
  record.slowest = r.slowest;
  record.channels = {{"a", "b", 0, 0, 0.5, {1, 2}}, {"b", "a", 0, 0, 0.25, {3, 4}}};
  return record;
}

// A mean over seeds would hide a node that starves in one of them.
TEST(MergeRunsTest, FairnessIsThatOfTheSeedThatIsLeastFair) {
  RunRecord fair = run_of(1, 10, 14, 100);
  RunRecord unfair = run_of(2, 10, 18, 100);
  const auto judge = [](RunRecord& run, double jain, unsigned worst, double growth, int starved) {
    run.results["fairness"] = jain;
    run.results["worst_source"] = worst;
    run.results["worst_source_offered"] = 0.5;
    run.results["worst_source_accepted"] = 0.25;
    run.results["wait_growth"] = growth;
    run.results["wait_limit"] = 500;
    run.results["starved_nodes"] = starved;
  };
  judge(fair, 1, 0, 3, 0);
  judge(unfair, 0.75, 1, 900, 2);
  const model::Fairness found = merge_runs({fair, unfair}, two_nodes()).results.fairness;
  EXPECT_TRUE(found.is_known);
  EXPECT_DOUBLE_EQ(found.jain, 0.75);
  EXPECT_EQ(found.worst_source, 1u);
  EXPECT_DOUBLE_EQ(found.wait_growth, 900);
  EXPECT_EQ(found.starved.size(), 2u);
  const RunRecord uncounted = run_of(3, 10, 14, 100);
  EXPECT_FALSE(merge_runs({uncounted, uncounted}, two_nodes()).results.fairness.is_known);
}

TEST(MergeRunsTest, CountsAreSumsAndMeansAreOverAllPackets) {
  const RunOutcome merged =
      merge_runs({run_of(1, 10, 14, 100), run_of(2, 10, 18, 300)}, two_nodes());
  const model::Results& r = merged.results;
  EXPECT_EQ(merged.seeds, 2u);
  EXPECT_EQ(r.packets, 4u);
  EXPECT_EQ(r.measurement_cycles, 400u);
  EXPECT_DOUBLE_EQ(r.accepted, 20.0 / 400);  // of all cycles, not the mean of both
  EXPECT_DOUBLE_EQ(r.latency, 13);
  // Of 10, 14, 10, 18.
  EXPECT_DOUBLE_EQ(r.latency_stddev, std::sqrt((9.0 + 1 + 9 + 25) / 3));
  EXPECT_EQ(r.latency_p50, 10u);
  EXPECT_EQ(r.latency_p99, 18u);
  EXPECT_EQ(r.latency_max, 18u);
  ASSERT_EQ(r.latency_bins.size(), 3u);
  EXPECT_EQ(r.latency_bins[0].packets, 2u);
  EXPECT_DOUBLE_EQ(r.head_latency, 9);
  EXPECT_DOUBLE_EQ(r.source_queue_share, 0.5);
  ASSERT_EQ(r.slowest.size(), 4u);
  EXPECT_EQ(r.slowest[0].last, 18u);
  EXPECT_DOUBLE_EQ(r.channel_utilisation.at(1), 0.25);
  EXPECT_DOUBLE_EQ(r.vc_occupancy.at(3), 4);
  ASSERT_EQ(r.classes.size(), 1u);
  EXPECT_EQ(r.classes[0].packets, 4u);
  EXPECT_DOUBLE_EQ(r.classes[0].latency, 13);
}

TEST(MergeRunsTest, TheIntervalComesFromHowTheSeedsDiffer) {
  // Means 12 and 14: half width t(1) * 1.
  const RunOutcome two = merge_runs({run_of(1, 10, 14, 100), run_of(2, 10, 18, 100)}, two_nodes());
  EXPECT_NEAR(two.results.latency_ci95, 12.7062, 1e-4);
  EXPECT_TRUE(two.results.latency_ci95_reliable);
  const RunOutcome one = merge_runs({run_of(1, 10, 14, 100)}, two_nodes());
  EXPECT_LT(one.results.latency_ci95, 0);
}

TEST(MergeRunsTest, OneSaturatedSeedMakesTheWholeSo) {
  RunRecord second = run_of(2, 10, 18, 100);
  second.results["saturated"] = true;
  second.results["reason"] = "the source queues grow";
  const RunOutcome merged = merge_runs({run_of(1, 10, 14, 100), second}, two_nodes());
  EXPECT_TRUE(merged.results.saturated);
  EXPECT_FALSE(merged.results.latency_ci95_reliable);
  EXPECT_EQ(merged.results.reason, "1 of 2 seeds; seed 2: the source queues grow");
}

}  // namespace
}  // namespace turnpike::test
