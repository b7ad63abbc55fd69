// interval_test.cpp - confidence intervals of correlated latencies: what they cover, what they say.

#include "model/statistics/interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/common/random.h"
#include "model/statistics/batch_sums.h"

namespace turnpike::test {
namespace {

using model::BatchSums;
using model::Cycle;
using model::Estimate;

double uniform(std::uint64_t seed, std::uint64_t event) {
  return model::unit(model::draw(seed, model::Stream::test, 0, event));
}

TEST(IntervalTest, OnePacketTellsNothingWheneverItComes) {
  for (const Cycle at : {0, 5, 700}) {
    BatchSums sums;
    sums.add(at, 10);
    EXPECT_EQ(sums.estimate().mean, 10);
    EXPECT_EQ(sums.estimate().half_width, std::numeric_limits<double>::infinity());
    sums.add(at, 11);  // in the same batch: two packets that saw the same network
    EXPECT_EQ(sums.estimate().mean, 10.5);
    EXPECT_EQ(sums.estimate().half_width, std::numeric_limits<double>::infinity());
  }
  EXPECT_EQ(BatchSums().estimate().mean, 0);
  EXPECT_EQ(BatchSums().estimate().half_width, std::numeric_limits<double>::infinity());
}

TEST(IntervalTest, FewPacketsGiveAWideIntervalThatSaysSo) {
  // Batches of one packet, 10 12 11 15: mean 12, s^2 = 14/3, t(3) = 3.1824.
  BatchSums sums;
  const std::uint64_t values[] = {10, 12, 11, 15};
  for (Cycle t = 0; t < 4; ++t) sums.add(t, values[t]);
  const Estimate estimate = sums.estimate();
  EXPECT_EQ(estimate.mean, 12);
  EXPECT_NEAR(estimate.half_width, 3.1824 * std::sqrt(14.0 / 3 / 4), 1e-4);
  EXPECT_FALSE(estimate.is_reliable);
  EXPECT_EQ(estimate.needed, 16u);
}

TEST(IntervalTest, TwoPacketsFarApartHaveOneDegreeOfFreedom) {
  BatchSums sums;
  sums.add(0, 10);
  sums.add(9999, 12);
  EXPECT_NEAR(sums.estimate().half_width, 12.7062 * 1, 0.25);  // s / sqrt(2) = 1
  EXPECT_FALSE(sums.estimate().is_reliable);
}

TEST(IntervalTest, ConstantLatencyHasNoWidthHoweverUnevenTheBatches) {
  BatchSums sums;
  for (std::uint64_t i = 0; i < 1000; ++i) sums.add(i * i % 700, 17);
  EXPECT_EQ(sums.estimate().mean, 17);
  EXPECT_EQ(sums.estimate().half_width, 0);
  EXPECT_TRUE(sums.estimate().is_reliable);
}

TEST(IntervalTest, MeansOfSeedsHaveStudentsInterval) {
  const double means[] = {10, 12, 11, 15};
  const double weights[] = {3, 3, 3, 3};
  const Estimate estimate = model::estimate_mean(means, weights, 4);
  EXPECT_EQ(estimate.mean, 12);
  EXPECT_NEAR(estimate.half_width, 3.1824 * std::sqrt(14.0 / 3 / 4), 1e-4);
  EXPECT_EQ(model::estimate_mean(means, weights, 1).half_width,
            std::numeric_limits<double>::infinity());
}

// Of many runs of a process.
struct Coverage {
  double covered = 0;            // share of the intervals that hold the true mean
  double reliable = 0;           // share of the runs
  double reliable_covered = 0;   // share of these
  double width = 0;              // mean half width
  double covered_or_marked = 0;  // share of the runs
};

// process(seed, sums) adds the latencies of one run; their true mean is `truth`.
template <class Process>
Coverage coverage(double truth, Process process, unsigned runs = 300) {
  Coverage all;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    BatchSums sums;
    process(seed, sums);
    const Estimate estimate = sums.estimate();
    const bool is_hit = std::abs(estimate.mean - truth) <= estimate.half_width;
    all.covered += is_hit;
    all.reliable += estimate.is_reliable;
    all.reliable_covered += estimate.is_reliable && is_hit;
    all.covered_or_marked += is_hit || !estimate.is_reliable;
    all.width += estimate.half_width;
  }
  all.reliable_covered /= std::max(1.0, all.reliable);
  for (double* sum : {&all.covered, &all.reliable, &all.width, &all.covered_or_marked}) {
    *sum /= runs;
  }
  return all;
}

// A latency that moves slowly: each is `memory` of the one before, and noise.
auto autoregressive(double memory, Cycle cycles) {
  return [=](std::uint64_t seed, BatchSums& sums) {
    const Cycle warmup = 5000;
    double state = 0;
    for (Cycle i = 0; i < warmup + cycles; ++i) {
      state = memory * state + 100 * (uniform(seed, i) - 0.5);
      if (i >= warmup) {
        sums.add(i - warmup, static_cast<std::uint64_t>(std::lround(10000 + state)));
      }
    }
  };
}

// Waits at a queue with exponential gaps, of mean 1, and services, by Lindley; hundredths.
auto queue(double load, Cycle customers) {
  return [=](std::uint64_t seed, BatchSums& sums) {
    const Cycle warmup = 10000;
    double wait = 0;
    for (Cycle i = 0; i < warmup + customers; ++i) {
      if (i >= warmup) sums.add(i - warmup, static_cast<std::uint64_t>(std::lround(100 * wait)));
      const double service = -load * std::log(1 - uniform(seed, 2 * i));
      wait = std::max(0.0, wait + service + std::log(1 - uniform(seed, 2 * i + 1)));
    }
  };
}

double mean_wait(double load) { return 100 * load * load / (1 - load); }

TEST(IntervalTest, CoversTheMeanOfIndependentLatencies) {
  const Coverage found = coverage(499.5, [](std::uint64_t seed, BatchSums& sums) {
    for (std::uint64_t i = 0; i < 2000; ++i) {
      // At random times, about half the cycles empty.
      const auto at = static_cast<Cycle>(4000 * uniform(seed, 2 * i));
      sums.add(at, static_cast<std::uint64_t>(1000 * uniform(seed, 2 * i + 1)));
    }
  });
  EXPECT_GE(found.covered, 0.93);
  EXPECT_GE(found.reliable, 0.90);  // it does not cry wolf
  // Not bought with width: 1.96 * 288.7 / sqrt(2000) is the best that can be had.
  EXPECT_LT(found.width, 1.6 * 12.65);
}

TEST(IntervalTest, CoversTheMeanOfASlowlyMovingLatency) {
  for (const double memory : {0.9, 0.98, 0.99}) {
    const Coverage found = coverage(10000, autoregressive(memory, 10000));
    EXPECT_GE(found.covered, 0.92) << memory;
    EXPECT_GE(found.reliable_covered, 0.92) << memory;
    EXPECT_GE(found.reliable, 0.6) << memory;
    // Standard deviation of the mean: that of the noise over (1 - memory) sqrt(cycles).
    const double best = 1.96 * 100 / std::sqrt(12.0) / (1 - memory) / 100;
    EXPECT_LT(found.width, 1.6 * best) << memory;
  }
}

TEST(IntervalTest, CoversTheMeanWaitAtAQueue) {
  for (const double load : {0.5, 0.8}) {
    const Coverage found = coverage(mean_wait(load), queue(load, 20000), 100);
    EXPECT_GE(found.covered, 0.90) << load;
    EXPECT_GE(found.reliable_covered, 0.90) << load;
    EXPECT_GE(found.reliable, 0.80) << load;
  }
  const Coverage busy = coverage(mean_wait(0.9), queue(0.9, 40000), 100);
  EXPECT_GE(busy.covered, 0.90);
  EXPECT_GE(busy.reliable_covered, 0.90);
}

// Memory of 1,000 cycles in runs of 4,000 and 10,000: no estimate could know how wide it has to be.
TEST(IntervalTest, ARunTooShortForItsCorrelationSaysSoAndHowLongItMustBe) {
  for (const Cycle cycles : {4000, 10000}) {
    const Coverage found = coverage(10000, autoregressive(0.999, cycles));
    EXPECT_LT(found.reliable, 0.05) << cycles;
    EXPECT_GE(found.covered_or_marked, 0.97) << cycles;
    EXPECT_GE(found.covered, 0.75) << cycles;  // as wide as can be told
  }
  double needed = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    BatchSums sums;
    autoregressive(0.999, 10000)(seed, sums);
    needed += static_cast<double>(sums.estimate().needed) / 20;
  }
  EXPECT_GT(needed, 20000);
  EXPECT_LT(needed, 200000);
  // As long as it says: reliable more often than not, and it covers.
  const Coverage longer = coverage(10000, autoregressive(0.999, 60000), 100);
  EXPECT_GT(longer.reliable, 0.5);
  EXPECT_GE(longer.covered, 0.92);
}

TEST(IntervalTest, PrecisionIsReachedByReliableIntervalsOnly) {
  Estimate estimate;
  estimate.mean = 100;
  estimate.half_width = 2;
  EXPECT_FALSE(estimate.reaches(0.05));
  EXPECT_EQ(estimate.needed_for(0.05, 1000), 1000u);
  estimate.is_reliable = true;
  EXPECT_TRUE(estimate.reaches(0.02));
  EXPECT_EQ(estimate.needed_for(0.02, 1000), 0u);
  EXPECT_FALSE(estimate.reaches(0.01));
  EXPECT_EQ(estimate.needed_for(0.01, 1000), 4000u);  // half as wide: four times as long
}

}  // namespace
}  // namespace turnpike::test
