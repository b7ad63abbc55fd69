// The experiments of Arnau et al. in small: networks, permutations, correlation, pair latencies.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "papers/arnau/cases.h"
#include "papers/arnau/correlation.h"
#include "papers/arnau/pair_latency.h"
#include "papers/arnau/readings.h"
#include "papers/arnau/study.h"
#include "papers/arnau/tables.h"
#include "papers/network_runs.h"

namespace turnpike::test {
namespace {

namespace arnau = sim::arnau;
using arnau::DistancePoint;
using arnau::Fit;
using arnau::Pattern;

TEST(ArnauCasesTest, TheTenSwitchesAreThoseOfTheConfiguration) {
  const auto distances = arnau::distances_of(arnau::ten_switches());
  EXPECT_EQ(distances.root, 6u);
  EXPECT_NEAR(distances.bound, 4 * 39.0 / 320, 1e-12);
  EXPECT_NEAR(arnau::load_of(arnau::kLow, distances.bound), .097, 1e-12);
  EXPECT_NEAR(arnau::load_of(arnau::kS8, distances.bound), .56, 1e-12);
  EXPECT_NEAR(arnau::load_of(3, distances.bound) - arnau::load_of(2, distances.bound),
              (.56 - .097) / 7, 1e-12);
  EXPECT_EQ(arnau::load_name(arnau::kDeep), "S9");
}

TEST(ArnauCasesTest, ACaseIsNamedBySizeNetworkAndTraffic) {
  EXPECT_EQ(arnau::random_switches(16, 3).id, "switches_16_3");
  const arnau::Case reversed = arnau::random_switches(20, 1, Pattern::bit_reversal);
  EXPECT_EQ(reversed.id, "switches_20_1_bit_reversal");
  EXPECT_EQ(reversed.label, "20 switches, network 1, bit reversal");
  EXPECT_EQ(reversed.links, arnau::random_switches(20, 1).links);
  EXPECT_NE(reversed.links, arnau::random_switches(20, 2).links);
}

// One thing at a time, so that what a claim depends on has a name.
TEST(ArnauReadingsTest, EachChangesOneThing) {
  const auto all = arnau::readings({});
  ASSERT_GE(all.size(), 8u);
  std::set<std::string> labels;
  for (const arnau::Reading& reading : all) {
    labels.insert(reading.label);
    const arnau::SwitchSetting figures;
    const arnau::SwitchSetting& s = reading.setting;
    const bool other_hop = s.hop_cycles != figures.hop_cycles;  // with buffers that fit it
    const unsigned changes = (s.virtual_channels != figures.virtual_channels ? 1u : 0) +
                             (other_hop || s.buffer_depth != figures.buffer_depth ? 1u : 0) +
                             (s.patience != figures.patience ? 1u : 0) +
                             (reading.shorter != 1 ? 1u : 0);
    EXPECT_EQ(changes, &reading == &all.front() ? 0u : 1u) << reading.label;
  }
  EXPECT_EQ(labels.size(), all.size());
  EXPECT_EQ(arnau::readings_of_permutations({}).back().fit, Fit::walked);
}

TEST(ArnauCasesTest, PermutationsOfAPowerOfTwoAreTheTextbooks) {
  for (const Fit fit : {Fit::ordered, Fit::walked}) {
    const auto reversal = arnau::permutation_of(Pattern::bit_reversal, fit, 16);
    EXPECT_EQ(reversal[1], 8u);
    EXPECT_EQ(reversal[0b0011], 0b1100u);
    EXPECT_EQ(reversal[0b0110], 0b0110u);
    const auto shuffle = arnau::permutation_of(Pattern::perfect_shuffle, fit, 16);
    EXPECT_EQ(shuffle[0b1001], 0b0011u);
    const auto butterfly = arnau::permutation_of(Pattern::butterfly, fit, 16);
    EXPECT_EQ(butterfly[0b0111], 0b1110u);
    EXPECT_EQ(butterfly[0b1001], 0b1001u);
  }
}

TEST(ArnauCasesTest, EightyHostsHavePermutationsToo) {
  for (const Pattern pattern : arnau::kPatterns) {
    for (const Fit fit : {Fit::ordered, Fit::walked}) {
      const auto to = arnau::permutation_of(pattern, fit, 80);
      EXPECT_EQ(std::set<unsigned>(to.begin(), to.end()).size(), 80u);
      EXPECT_EQ(*std::max_element(to.begin(), to.end()), 79u);
    }
  }
  // Host 1 reversed is 64, host 3 is 96: of the results of 0 .. 79, those below 64 belong to the 40
  // even hosts. Walked, 96 goes back to 3.
  const auto ordered = arnau::permutation_of(Pattern::bit_reversal, Fit::ordered, 80);
  const auto walked = arnau::permutation_of(Pattern::bit_reversal, Fit::walked, 80);
  EXPECT_EQ(ordered[1], 40u);
  EXPECT_EQ(walked[1], 64u);
  EXPECT_EQ(walked[64], 1u);
  EXPECT_EQ(walked[3], 3u);
}

TEST(ArnauCorrelationTest, ByHand) {
  EXPECT_NEAR(arnau::correlation({{1, 10, 1}, {2, 12, 1}, {3, 14, 1}}), 1, 1e-12);
  EXPECT_NEAR(arnau::correlation({{1, 14, 1}, {2, 12, 1}, {3, 10, 1}}), -1, 1e-12);
  // Differences from the means: -1 0 1 and -1 1 0.
  EXPECT_NEAR(arnau::correlation({{1, 1, 1}, {2, 3, 1}, {3, 2, 1}}), .5, 1e-12);
  EXPECT_TRUE(std::isnan(arnau::correlation({{1, 5, 1}, {2, 5, 1}})));
  const auto line = arnau::regression({{1, 1, 1}, {2, 3, 1}, {3, 2, 1}});
  EXPECT_NEAR(line.slope, .5, 1e-12);
  EXPECT_NEAR(line.at(4), 3, 1e-12);
}

TEST(ArnauCorrelationTest, WeightsCountLikeRepeatedPoints) {
  const std::vector<DistancePoint> weighted = {{1, 3, 3}, {2, 5, 1}, {4, 4, 2}};
  const std::vector<DistancePoint> repeated = {{1, 3, 1}, {1, 3, 1}, {1, 3, 1},
                                               {2, 5, 1}, {4, 4, 1}, {4, 4, 1}};
  EXPECT_NEAR(arnau::correlation(weighted), arnau::correlation(repeated), 1e-12);
  EXPECT_NEAR(arnau::regression(weighted).slope, arnau::regression(repeated).slope, 1e-12);
}

TEST(ArnauCorrelationTest, GroupsAreMeansOfEqualDistances) {
  const auto groups = arnau::grouped_by_distance(
      {{2, 10, 1}, {1.25, 7, 1}, {1, 4, 1}, {1 + 1e-9, 6, 1}, {2, 20, 1}, {2, 30, 1}});
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_NEAR(groups[0].latency, 5, 1e-12);
  EXPECT_EQ(groups[0].pairs, 2);
  EXPECT_EQ(groups[1].distance, 1.25);
  EXPECT_NEAR(groups[2].latency, 20, 1e-12);
  EXPECT_EQ(groups[2].pairs, 3);
}

model::Event event_at(model::Cycle cycle, model::EventKind kind, model::NodeId source,
                      model::NodeId destination, std::uint32_t packet) {
  model::Event event;
  event.cycle = cycle;
  event.kind = kind;
  event.source = source;
  event.destination = destination;
  event.packet = packet;
  return event;
}

// Four hosts at two switches. Message 0 is delivered before the window, messages 1 and 2 in it.
TEST(ArnauPairLatencyTest, CountsWhatIsDeliveredInTheWindow) {
  using model::EventKind;
  arnau::PairLatencies latencies({0, 0, 1, 1}, 2);
  for (const std::uint32_t packet : {0u, 1u, 2u}) {
    latencies.record(event_at(10 + packet, EventKind::queued, 1, 3, packet));
  }
  latencies.record(event_at(20, EventKind::injected, 1, 3, 0));
  latencies.record(event_at(22, EventKind::hop, 1, 3, 0));
  latencies.record(event_at(40, EventKind::delivered, 1, 3, 0));
  latencies.record(event_at(41, EventKind::injected, 1, 3, 1));
  latencies.start();
  latencies.record(event_at(45, EventKind::hop, 1, 3, 1));
  latencies.record(event_at(46, EventKind::hop, 1, 3, 1));
  latencies.record(event_at(70, EventKind::delivered, 1, 3, 1));
  latencies.record(event_at(71, EventKind::injected, 1, 3, 2));
  latencies.record(event_at(72, EventKind::hop, 1, 3, 2));
  latencies.record(event_at(90, EventKind::delivered, 1, 3, 2));
  latencies.stop();
  latencies.record(event_at(91, EventKind::delivered, 1, 3, 2));
  const arnau::PairSums& sums = latencies.at(0, 1);
  EXPECT_EQ(sums.messages, 2u);
  EXPECT_EQ(sums.queueing, (41u - 11) + (71 - 12));
  EXPECT_EQ(sums.crossing, (70u - 41) + (90 - 71));
  EXPECT_EQ(latencies.at(1, 0).messages, 0u);
}

// The sums of all pairs are the means that the run itself reports.
TEST(ArnauPairLatencyTest, AgreesWithTheRunsOwnMeans) {
  const arnau::Case ten = arnau::ten_switches();
  auto experiment = sim::experiment_from(arnau::configuration_of(ten, {}, .1, ""), "ten.toml");
  experiment.run.measurement = 20000;
  std::vector<sim::NetworkPoint> points = {{experiment, {}}};
  ASSERT_TRUE(sim::run_network_points(points, {experiment.run.seed}, {}, "test"));
  const model::Results& results = points[0].results[0];
  const std::atomic<bool> stop{false};
  const arnau::PairRun run = arnau::run_pairs(experiment, stop);
  const auto messages = static_cast<double>(run.all.messages);
  EXPECT_NEAR(messages, static_cast<double>(results.packets), .01 * messages);
  EXPECT_NEAR(static_cast<double>(run.all.crossing) / messages, results.network_latency, .02);
  EXPECT_NEAR(static_cast<double>(run.all.queueing) / messages,
              results.latency - results.network_latency, .02);
  EXPECT_NEAR(run.accepted, 4 * results.accepted, 1e-12);
}

// A message alone needs a cycle for each switch and 16 for its flits; where nothing waits, latency
// has the index of the lengths of routes.
TEST(ArnauStudyTest, QuietNetworkFollowsTheLengthsOfRoutes) {
  const arnau::Case ten = arnau::ten_switches();
  const auto distances = arnau::distances_of(ten);
  arnau::SwitchSetting quick;
  quick.hop_cycles = 1;
  auto experiment = sim::experiment_from(arnau::configuration_of(ten, quick, .001, ""), "ten.toml");
  experiment.run.measurement = 4000000;
  experiment.run.max_cycles = 40000000;
  const std::atomic<bool> stop{false};
  const arnau::PairRun run = arnau::run_pairs(experiment, stop);
  for (unsigned i = 0; i < 10; ++i) {
    for (unsigned j = 0; j < 10; ++j) {
      const arnau::PairSums& sums = run.at(i, j);
      ASSERT_GE(sums.messages, 10u);
      EXPECT_NEAR(static_cast<double>(sums.crossing) / static_cast<double>(sums.messages),
                  16 + 1 + distances.table.legal[i * 10 + j], 1.0)
          << i << " " << j;
    }
  }
}

TEST(ArnauStudyTest, ResultsDoNotDependOnJobs) {
  sim::PaperOptions options;
  options.quick = true;
  arnau::Case small = arnau::random_switches(8, 3);
  small.pattern = Pattern::perfect_shuffle;
  std::vector<arnau::Study> once;
  std::vector<arnau::Study> again;
  once.emplace_back(arnau::StudySpec{small, {arnau::kLow, arnau::kDeep}, {}, 3, {1, 2}});
  again.emplace_back(arnau::StudySpec{small, {arnau::kLow, arnau::kDeep}, {}, 3, {1, 2}});
  ASSERT_TRUE(run_studies(once, options, "one"));
  options.jobs = 3;
  ASSERT_TRUE(run_studies(again, options, "three"));
  for (const unsigned load : {arnau::kLow, arnau::kDeep}) {
    EXPECT_EQ(once[0].latency_from_queue(load).mean, again[0].latency_from_queue(load).mean);
    EXPECT_EQ(once[0].plain_index(load).mean, again[0].plain_index(load).mean);
  }
  // b4 b3 b2 sends to b3 b2 b1: 16 pairs of switches, two of them a switch and itself.
  EXPECT_EQ(once[0].points(arnau::kLow).size(), 14u);
  options.on_progress = [](const std::string&) { return false; };
  EXPECT_FALSE(run_studies(again, options, "stopped"));
}

}  // namespace
}  // namespace turnpike::test
