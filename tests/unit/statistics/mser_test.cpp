// mser_test.cpp - the truncation rule on series whose transient is known.

#include "model/statistics/mser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

// Definition by two loops, for comparison.
std::size_t slow_truncation(const std::vector<double>& x) {
  double least = HUGE_VAL;
  std::size_t best = 0;
  for (std::size_t d = 0; d + 2 <= x.size() && 4 * (x.size() - d) >= x.size(); ++d) {
    const double n = static_cast<double>(x.size() - d);
    double sum = 0, squares = 0;
    for (std::size_t i = d; i < x.size(); ++i) sum += x[i];
    for (std::size_t i = d; i < x.size(); ++i) squares += (x[i] - sum / n) * (x[i] - sum / n);
    if (squares / (n * n) < least) {
      least = squares / (n * n);
      best = d;
    }
  }
  return best;
}

// Level 100 after `lag` windows of exponential approach from 0, with noise of +-amplitude.
std::vector<double> transient(std::size_t windows, double lag, double amplitude,
                              std::uint64_t seed) {
  std::vector<double> x;
  for (std::size_t i = 0; i < windows; ++i) {
    const double noise = model::unit(model::draw(seed, model::Stream::test, 0, i)) - 0.5;
    const double approach = lag > 0 ? 1 - std::exp(-static_cast<double>(i) / lag) : 1;
    x.push_back(100 * approach + 2 * amplitude * noise);
  }
  return x;
}

TEST(MserTest, AgreesWithItsDefinition) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::vector<double> x = transient(5 + seed, 0.2 * static_cast<double>(seed), 10, seed);
    EXPECT_EQ(model::mser_truncation(x), slow_truncation(x)) << "seed " << seed;
  }
}

TEST(MserTest, CutsAStepWhereItIs) {
  std::vector<double> x(40, 7.0);
  for (std::size_t i = 0; i < 12; ++i) x[i] = 3;
  EXPECT_EQ(model::mser_truncation(x), 12u);
  EXPECT_TRUE(model::mser_is_steady(x));
}

TEST(MserTest, SteadyMeansATransientInTheFirstThird) {
  for (std::size_t step = 1; step < 30; ++step) {
    std::vector<double> x(40, 7.0);
    for (std::size_t i = 0; i < step; ++i) x[i] = 3;
    EXPECT_EQ(model::mser_is_steady(x), step <= 13) << "step at " << step;
  }
}

TEST(MserTest, ConstantSeriesLosesNothing) {
  EXPECT_EQ(model::mser_truncation(std::vector<double>(20, 4.0)), 0u);
  EXPECT_EQ(model::mser_truncation({}), 0u);
  EXPECT_EQ(model::mser_truncation({1.0}), 0u);
}

TEST(MserTest, ASeriesThatGrowsForEverIsNeverSteady) {
  std::vector<double> x;
  for (std::size_t i = 0; i < 300; ++i) {
    x.push_back(static_cast<double>(i));
    if (i >= 15) {
      EXPECT_FALSE(model::mser_is_steady(x)) << i << " windows";
    }
  }
}

TEST(MserTest, WaitsForTheEndOfATransient) {
  // Asked window by window, it must not say steady while the level is below 95 % of the final one.
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const double lag = 8;
    const std::vector<double> x = transient(400, lag, 2, seed);
    std::size_t n = 15;
    while (n < x.size() && !model::mser_is_steady({x.begin(), x.begin() + static_cast<long>(n)})) {
      ++n;
    }
    EXPECT_GE(1 - std::exp(-static_cast<double>(n) / lag), 0.95) << "seed " << seed << ", " << n;
    EXPECT_LT(n, 200u) << "seed " << seed;
  }
}

TEST(MserTest, NoiseAloneIsSoonSteady) {
  unsigned at_once = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    at_once += model::mser_is_steady(transient(15, 0, 10, seed));
  }
  EXPECT_GT(at_once, 80u);
}

}  // namespace
}  // namespace turnpike::test
