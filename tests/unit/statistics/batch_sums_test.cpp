// batch_sums_test.cpp - batches and their confidence interval.

#include "model/statistics/batch_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::BatchSums;
using model::Cycle;
using model::Estimate;

double uniform(std::uint64_t seed, std::uint64_t event) {
  return model::unit(model::draw(seed, model::Stream::test, 0, event));
}

TEST(BatchSumsTest, WidthDoublesUntilTheLatestPacketFits) {
  BatchSums sums;
  sums.add(31, 5);
  EXPECT_EQ(sums.batch_cycles(), 1u);
  sums.add(32, 7);
  EXPECT_EQ(sums.batch_cycles(), 2u);
  EXPECT_EQ(sums.used(), 17u);
  EXPECT_EQ(sums.batches()[15].sum, 5u);
  EXPECT_EQ(sums.batches()[16].sum, 7u);
  sums.add(9999, 1);
  EXPECT_EQ(sums.batch_cycles(), 512u);
  EXPECT_EQ(sums.used(), 20u);
  EXPECT_EQ(sums.batches()[0].packets, 2u);
}

TEST(BatchSumsTest, OrderAndPartitionDoNotMatter) {
  constexpr std::uint64_t kPackets = 2000;
  BatchSums whole, backward, parts[4], merged;
  const auto offset = [](std::uint64_t i) { return Cycle{i * i / 40}; };
  for (std::uint64_t i = 0; i < kPackets; ++i) {
    whole.add(offset(i), i);
    parts[i * 4 / kPackets].add(offset(i), i);  // unequal widths: early packets apart from late
  }
  for (std::uint64_t i = kPackets; i-- > 0;) backward.add(offset(i), i);
  for (const BatchSums& part : parts) merged.merge(part);
  EXPECT_NE(parts[0].batch_cycles(), parts[3].batch_cycles());
  EXPECT_TRUE(whole == backward);
  EXPECT_TRUE(whole == merged);
}

TEST(BatchSumsTest, FewerThanTwoBatchesGiveNoInterval) {
  BatchSums sums;
  EXPECT_EQ(sums.estimate().mean, 0);
  EXPECT_EQ(sums.estimate().half_width, std::numeric_limits<double>::infinity());
  sums.add(0, 8);
  sums.add(0, 9);
  EXPECT_EQ(sums.estimate().mean, 8.5);
  EXPECT_EQ(sums.estimate().half_width, std::numeric_limits<double>::infinity());
}

TEST(BatchSumsTest, IntervalOfAWorkedExample) {
  // Batches of one packet, 10 12 11 15: mean 12, s^2 = 14/3, t(3) = 3.1824.
  BatchSums sums;
  const std::uint64_t values[] = {10, 12, 11, 15};
  for (Cycle t = 0; t < 4; ++t) sums.add(t, values[t]);
  const Estimate estimate = sums.estimate();
  EXPECT_EQ(estimate.mean, 12);
  EXPECT_NEAR(estimate.half_width, 3.1824 * std::sqrt(14.0 / 3 / 4), 1e-4);
}

TEST(BatchSumsTest, ConstantLatencyHasNoWidthHoweverUnevenTheBatches) {
  BatchSums sums;
  for (std::uint64_t i = 0; i < 1000; ++i) sums.add(i * i % 700, 17);
  EXPECT_EQ(sums.estimate().mean, 17);
  EXPECT_EQ(sums.estimate().half_width, 0);
}

// Share of intervals that hold the true mean, over many runs of a process with mean `truth`.
template <class Process>
double coverage(double truth, Process process) {
  constexpr unsigned kRuns = 600;
  double hits = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    BatchSums sums;
    process(seed, sums);
    const Estimate estimate = sums.estimate();
    hits += std::abs(estimate.mean - truth) <= estimate.half_width;
  }
  return hits / kRuns;
}

TEST(BatchSumsTest, IntervalCoversTheMeanOfIndependentLatencies) {
  const double covered = coverage(499.5, [](std::uint64_t seed, BatchSums& sums) {
    for (std::uint64_t i = 0; i < 2000; ++i) {
      // At random times, about half the cycles empty.
      const auto at = static_cast<Cycle>(4000 * uniform(seed, 2 * i));
      sums.add(at, static_cast<std::uint64_t>(1000 * uniform(seed, 2 * i + 1)));
    }
  });
  EXPECT_NEAR(covered, 0.95, 0.03);
}

TEST(BatchSumsTest, IntervalCoversTheMeanOfCorrelatedLatencies) {
  // A latency that moves slowly: correlated over about 50 packets, batches of 512.
  const double covered = coverage(1000, [](std::uint64_t seed, BatchSums& sums) {
    double state = 0;
    for (std::uint64_t i = 0; i < 10240; ++i) {
      state = 0.98 * state + 100 * (uniform(seed, i) - 0.5);
      if (i >= 240) sums.add(i - 240, static_cast<std::uint64_t>(std::lround(1000 + state)));
    }
  });
  EXPECT_GT(covered, 0.90);
  EXPECT_LT(covered, 0.985);
}

}  // namespace
}  // namespace turnpike::test
