// Closed forms of express cubes: against values computed elsewhere and against a walk.

#include "model/analysis/dally.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/unit/analysis/express_walk.h"

namespace turnpike::test {
namespace {

namespace dally = model::dally;
using dally::Reading;

const std::vector<dally::Spacing>& shapes() {
  static const std::vector<dally::Spacing> all = {
      {2},    {3},       {4},       {16},   {2, 2},   {2, 3},    {3, 2},
      {4, 4}, {2, 2, 2}, {4, 2, 3}, {8, 8}, {16, 16}, {3, 5, 2}, {2, 3, 2, 2}};
  return all;
}

std::uint64_t walked_hops(const dally::Spacing& spacing, std::uint64_t source,
                          std::uint64_t destination) {
  const ExpressWalk walk({spacing.begin(), spacing.end()});
  return walk(static_cast<std::int64_t>(source), static_cast<std::int64_t>(destination)).size();
}

TEST(DallyTest, HopsAreThoseOfAWalkForEveryPair) {
  for (const dally::Spacing& spacing : shapes()) {
    const std::uint64_t radix = 2 * dally::channel_lengths(spacing).back() + 7;
    for (std::uint64_t source = 0; source < radix; ++source) {
      for (std::uint64_t destination = 0; destination < radix; ++destination) {
        ASSERT_EQ(dally::hops(source, destination, spacing),
                  walked_hops(spacing, source, destination))
            << source << " to " << destination << ", first spacing " << spacing[0] << ", "
            << spacing.size() << " levels";
      }
    }
  }
}

TEST(DallyTest, HopsOfEqualSpacingsAreThoseOfTheList) {
  EXPECT_EQ(dally::hops(5, 1000, 4, 3), dally::hops(5, 1000, {4, 4, 4}));
  EXPECT_EQ(dally::hops(1000, 5, 4, 3), dally::hops(5, 1000, {4, 4, 4}));
  EXPECT_EQ(dally::hops(3, 17, 2, 0), 14u);  // the plain array
  EXPECT_EQ(dally::hops(0, 4294967295u, {65536, 65536}), 3 * 65536u - 2);
}

TEST(DallyTest, MeanHopsAreTheMeanOverAllSources) {
  for (const dally::Spacing& spacing : shapes()) {
    const std::uint64_t block = dally::channel_lengths(spacing).back();
    for (std::uint64_t distance = 0; distance < 3 * block; ++distance) {
      double sum = 0;
      for (std::uint64_t source = 0; source < block; ++source) {
        sum += static_cast<double>(walked_hops(spacing, source, source + distance));
      }
      ASSERT_NEAR(dally::mean_hops(distance, spacing), sum / static_cast<double>(block), 1e-9)
          << distance << ", first spacing " << spacing[0] << ", " << spacing.size() << " levels";
    }
  }
  EXPECT_EQ(dally::mean_hops(77, 4, 0), 77.0);
}

TEST(DallyTest, EquationsThreeAndFiveAreExactWhenTheLengthDividesTheDistance) {
  for (const unsigned spacing : {2u, 3u, 4u}) {
    for (const unsigned levels : {1u, 2u, 3u}) {
      const std::uint64_t length =
          dally::channel_lengths(dally::equal_spacing(spacing, levels))[levels];
      for (std::uint64_t source = 0; source < length; ++source) {
        for (std::uint64_t distance = length; distance <= 4 * length; distance += length) {
          const auto walked =
              static_cast<double>(dally::hops(source, source + distance, spacing, levels));
          EXPECT_EQ(dally::hops_equation_5(distance, spacing, levels), walked);
          if (levels > 1) continue;
          EXPECT_EQ(dally::hops_equation_3(distance, spacing), walked);
        }
      }
    }
  }
}

TEST(DallyTest, BothReadingsOfEquationFourAreWalksFromTheMiddle) {
  for (const unsigned spacing : {3u, 5u, 9u, 15u}) {
    for (std::uint64_t distance = 1; distance < 100; ++distance) {
      const std::uint64_t source = (spacing - 1) / 2;
      EXPECT_EQ(dally::hops_equation_4(distance, spacing, Reading::a).total(),
                static_cast<double>(walked_hops({spacing}, source, source + distance)))
          << distance << " with spacing " << spacing;
    }
  }
  for (const unsigned spacing : {2u, 4u, 10u, 16u}) {
    for (std::uint64_t distance = 1; distance < 100; ++distance) {
      const std::uint64_t source = spacing / 2;
      const dally::FlatHops hops = dally::hops_equation_4(distance, spacing, Reading::b);
      double express = 0;
      for (const Step& step : ExpressWalk({spacing})(
               static_cast<std::int64_t>(source), static_cast<std::int64_t>(source + distance))) {
        express += step.level;
      }
      EXPECT_EQ(hops.total(),
                static_cast<double>(walked_hops({spacing}, source, source + distance)))
          << distance << " with spacing " << spacing;
      EXPECT_EQ(hops.express, express) << distance << " with spacing " << spacing;
    }
  }
}

TEST(DallyTest, PrintedEquationFourHasAHopTooManyOnceAPeriod) {
  for (const unsigned spacing : {2u, 3u, 5u, 8u, 16u}) {
    for (std::uint64_t distance = (spacing + 2) / 2; distance < 5 * spacing; ++distance) {
      const double printed = dally::hops_equation_4(distance, spacing, Reading::printed).total();
      const double a = dally::hops_equation_4(distance, spacing, Reading::a).total();
      const double b = dally::hops_equation_4(distance, spacing, Reading::b).total();
      const std::uint64_t odd_one = spacing % 2 == 0 ? spacing / 2 : (spacing - 1) / 2;
      if (distance % spacing == odd_one) {
        EXPECT_EQ(printed, a + 1) << distance << " with spacing " << spacing;
      } else {
        EXPECT_EQ(printed, b) << distance << " with spacing " << spacing;
      }
    }
  }
}

TEST(DallyTest, FirstExpressChannelOfFigureFourIsAtTwentyFour) {
  EXPECT_EQ(dally::hops_equation_4(23, 16, Reading::b).express, 0);
  EXPECT_EQ(dally::hops_equation_4(24, 16, Reading::b).express, 1);
  EXPECT_EQ(dally::hops_equation_4(24, 16, Reading::b).local(), 9);
  EXPECT_EQ(dally::hops_equation_4(24, 16, Reading::a).local(), 25);
  EXPECT_EQ(dally::hops_equation_4(25, 16, Reading::a).express, 1);
}

// The curves of Fig. 4 at alpha 64, from sources midway.
TEST(DallyTest, LatenciesOfFigureFour) {
  struct Row {
    std::uint64_t distance;
    double conventional, flat, flat_mean, hierarchical, hierarchical_mean;
  };
  const Row rows[] = {{8, 520, 584, 552, 392, 392},         {16, 1040, 1104, 1104, 528, 528},
                      {23, 1495, 1559, 1139, 791, 563},     {24, 1560, 664, 1144, 664, 568},
                      {32, 2080, 1184, 1184, 608, 608},     {64, 4160, 1344, 1344, 768, 768},
                      {256, 16640, 2304, 2304, 1152, 1152}, {768, 49920, 4864, 4864, 2176, 2176},
                      {1024, 66560, 6144, 6144, 2688, 2688}};
  for (const Row& row : rows) {
    const std::uint64_t d = row.distance;
    EXPECT_EQ(dally::latency_conventional(d, 64), row.conventional) << d;
    EXPECT_EQ(dally::latency(8, 8 + d, 16, 1, 64), row.flat) << d;
    EXPECT_EQ(dally::mean_latency(d, {16}, 64), row.flat_mean) << d;
    EXPECT_EQ(dally::latency(32, 32 + d, 4, 3, 64), row.hierarchical) << d;
    EXPECT_EQ(
        dally::latency(32 + d, 32, 4, 3, 64),
        64 * static_cast<double>(walked_hops({4, 4, 4}, 32 + d, 32)) + static_cast<double>(d));
    EXPECT_EQ(dally::mean_latency(d, {4, 4, 4}, 64), row.hierarchical_mean) << d;
  }
  // V: within a factor of three of the wire from here on.
  EXPECT_DOUBLE_EQ(dally::crossover_distance(64, 4), 768);
  EXPECT_DOUBLE_EQ(dally::crossover_distance(8, 2), 48);
}

TEST(DallyTest, LatencyCountsHopsWireAndLength) {
  EXPECT_DOUBLE_EQ(dally::message_latency(12, 20, 5, {3, 0.5, 2}), 36 + 10 + 10);
}

TEST(DallyTest, FractionsOfTheExample) {
  EXPECT_EQ(dally::traffic_fractions(64, {2, 2, 2}),
            (std::vector<double>{0.0625, 0.125, 0.25, 0.5625}));
  EXPECT_EQ(dally::traffic_fractions_first_order(64, {2, 2, 2}),
            (std::vector<double>{0.0625, 0.0625, 0.125, 0.75}));
  // III-B: 2i/k and (k - 2i)/k.
  EXPECT_EQ(dally::traffic_fractions(80, {4}), (std::vector<double>{0.1, 0.9}));
  EXPECT_EQ(dally::traffic_fractions(80, {}), (std::vector<double>{1.0}));
  EXPECT_EQ(dally::traffic_fractions(96, {4, 3}),
            (std::vector<double>{8 / 96., 24 / 96., 64 / 96.}));
  // (7) itself.
  for (const unsigned i : {2u, 3u, 4u}) {
    const double closed = 1 - 2.0 / 1000 * (std::pow(i, 4) - i) / (i - 1);
    EXPECT_NEAR(dally::traffic_fraction(3, 1000, i, 3), closed, 1e-12) << i;
  }
}

TEST(DallyTest, ChannelsAndModules) {
  EXPECT_EQ(dally::express_channels(80.0 / 15), 4u);
  EXPECT_EQ(dally::express_channels(8), 7u);
  EXPECT_EQ(dally::express_channels(1), 0u);
  EXPECT_EQ(dally::level_one_modules(1), 1u);
  EXPECT_EQ(dally::level_one_modules(3), 5u);
}

TEST(DallyTest, ArgumentsOutOfRangeAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::uint64_t far = std::uint64_t{1} << 32;
  EXPECT_THROW(dally::hops(0, 1, 1, 1), std::invalid_argument);
  EXPECT_THROW(dally::hops(0, 1, 0, 1), std::invalid_argument);
  EXPECT_THROW(dally::hops(0, 1, 2, 33), std::invalid_argument);
  EXPECT_THROW(dally::hops(0, 1, {65536, 65537}), std::invalid_argument);
  EXPECT_THROW(dally::hops(1, 0, {4, 1}), std::invalid_argument);
  EXPECT_THROW(dally::hops(far, 1, 2, 1), std::invalid_argument);
  EXPECT_THROW(dally::hops(1, far, 2, 1), std::invalid_argument);
  EXPECT_THROW(dally::mean_hops(far, 2, 1), std::invalid_argument);
  EXPECT_THROW(dally::hops_equation_3(3, 4), std::invalid_argument);
  EXPECT_THROW(dally::hops_equation_4(3, 1, Reading::a), std::invalid_argument);
  EXPECT_THROW(dally::hops_equation_5(63, 4, 3), std::invalid_argument);
  EXPECT_THROW(dally::hops_equation_5(63, 4, 0), std::invalid_argument);
  EXPECT_THROW(dally::latency(0, 1, 2, 1, -1), std::invalid_argument);
  EXPECT_THROW(dally::latency(0, 1, 2, 1, nan), std::invalid_argument);
  EXPECT_THROW(dally::latency_conventional(1, infinity), std::invalid_argument);
  EXPECT_THROW(dally::message_latency(1, 1, -1, {}), std::invalid_argument);
  EXPECT_THROW(dally::traffic_fraction(4, 64, 2, 3), std::invalid_argument);
  EXPECT_THROW(dally::traffic_fraction(0, 27, 2, 3), std::invalid_argument);
  EXPECT_EQ(dally::traffic_fraction(3, 28, 2, 3), 0.0);
  EXPECT_THROW(dally::traffic_fractions(0, {}), std::invalid_argument);
  EXPECT_THROW(dally::crossover_distance(0.5, 4), std::invalid_argument);
  EXPECT_THROW(dally::crossover_distance(64, 1), std::invalid_argument);
  EXPECT_THROW(dally::express_channels(0.9), std::invalid_argument);
  EXPECT_THROW(dally::express_channels(nan), std::invalid_argument);
  EXPECT_THROW(dally::level_one_modules(0), std::invalid_argument);
  try {
    dally::hops(0, 1, 1, 1);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "spacing: found 1, allowed: 2 .. 4294967295");
  }
}

}  // namespace
}  // namespace turnpike::test
