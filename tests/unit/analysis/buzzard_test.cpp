// Closed forms of Buzzard & Mudge: against values computed elsewhere, and counted.

#include "model/analysis/buzzard.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace turnpike::test {
namespace {

namespace buzzard = model::buzzard;
using buzzard::Links;

TEST(BuzzardTest, CollisionsOfTheDimensionsTwoToTen) {
  const double fixed[] = {.555556, .428571, .377778, .354839, .343915,
                          .338583, .335948, .334638, .333985};
  const double adaptive[] = {.333333, .142857, .066667, .032258, .015873,
                             .007874, .003922, .001957, .000978};
  const double printed[] = {.444444, .163265, .071111, .033299, .016125,
                            .007936, .003937, .001961, .000978};
  for (unsigned n = 2; n <= 10; ++n) {
    EXPECT_NEAR(buzzard::collision_fixed(n), fixed[n - 2], 6e-7) << n;
    EXPECT_NEAR(buzzard::collision_adaptive(n), adaptive[n - 2], 6e-7) << n;
    EXPECT_NEAR(buzzard::collision_adaptive_printed(n), printed[n - 2], 6e-7) << n;
    EXPECT_NEAR(buzzard::collision_ratio(n),
                buzzard::collision_fixed(n) / buzzard::collision_adaptive(n), 1e-9)
        << n;
  }
}

// Every pair of destinations of one node: as fractions, so equality is exact.
TEST(BuzzardTest, CollisionsAreThoseOfAllPairsOfDestinations) {
  for (unsigned n = 1; n <= 8; ++n) {
    const std::uint64_t others = (1u << n) - 1;
    std::uint64_t fixed = 0;
    // However the first chooses among its outputs: its lowest, its highest.
    std::uint64_t lowest = 0;
    std::uint64_t highest = 0;
    for (unsigned a = 1; a <= others; ++a) {
      for (unsigned b = 1; b <= others; ++b) {
        const unsigned low = a & (0 - a);
        const unsigned high = 1u << (31 - __builtin_clz(a));
        fixed += low == (b & (0 - b)) ? 1 : 0;
        lowest += b == low ? 1 : 0;
        highest += b == high ? 1 : 0;
      }
    }
    const auto pairs = static_cast<double>(others * others);
    EXPECT_DOUBLE_EQ(buzzard::collision_fixed(n), static_cast<double>(fixed) / pairs) << n;
    EXPECT_DOUBLE_EQ(buzzard::collision_adaptive(n), static_cast<double>(lowest) / pairs) << n;
    EXPECT_EQ(lowest, highest) << n;
  }
}

TEST(BuzzardTest, CollisionsAreTheSumOfEquationOneAndTheirLimits) {
  for (unsigned n = 1; n <= 20; ++n) {
    double sum = 0;
    for (unsigned k = 1; k <= n; ++k) sum += std::pow(0.25, k);
    const double nodes = std::pow(2.0, n);
    EXPECT_NEAR(buzzard::collision_fixed(n), sum * std::pow(nodes / (nodes - 1), 2), 1e-12) << n;
  }
  EXPECT_NEAR(buzzard::collision_fixed(62), 1.0 / 3, 1e-15);
  EXPECT_NEAR(buzzard::collision_adaptive(62), 0, 1e-15);
  EXPECT_EQ(buzzard::collision_adaptive_printed(1), 2);  // no probability
}

TEST(BuzzardTest, PacketsOfAMessage) {
  const std::uint64_t bytes[] = {0, 1, 10, 11, 26, 27, 42, 43, 512, 2048};
  const std::uint64_t packets[] = {1, 1, 1, 2, 2, 3, 3, 4, 33, 129};
  for (unsigned i = 0; i < 10; ++i) EXPECT_EQ(buzzard::packets(bytes[i]), packets[i]) << bytes[i];
  EXPECT_EQ(buzzard::packets(~std::uint64_t{0}), 1 + (std::uint64_t{1} << 60));
}

TEST(BuzzardTest, MeanPacketsAreTheMeanOverLengths) {
  for (const double mean : {3.0, 64.0, 512.0, 2048.0}) {
    double sum = 0;
    for (std::uint64_t bytes = 1; bytes < 60 * static_cast<std::uint64_t>(mean); ++bytes) {
      const auto x = static_cast<double>(bytes);
      const double share = std::exp(-(x - 1) / mean) - std::exp(-x / mean);  // rounded up
      sum += share * static_cast<double>(buzzard::packets(bytes));
    }
    EXPECT_NEAR(buzzard::mean_packets(mean), sum, 1e-9 * sum) << mean;
  }
  // Bytes on a link for each byte of data.
  EXPECT_NEAR(20 * buzzard::mean_packets(512) / 512, 1.284, 5e-4);
  EXPECT_NEAR(20 * buzzard::mean_packets(2048) / 2048, 1.259, 5e-4);
}

TEST(BuzzardTest, IdealUtilisationsOfTheNineLoads) {
  const double expected[] = {.508, .406, .339, .254, .203, .169, .102, .073, .056};
  for (const double mean : {512.0, 2048.0}) {
    const auto times = buzzard::intergeneration_times(mean);
    for (unsigned i = 0; i < 9; ++i) {
      const double one = buzzard::ideal_utilisation(6, mean, times[i], Links::directions);
      EXPECT_NEAR(one, expected[i], 5.5e-4) << mean << ", load " << i;
      EXPECT_DOUBLE_EQ(buzzard::ideal_utilisation(6, mean, times[i], Links::pairs), 2 * one);
    }
  }
  EXPECT_EQ(buzzard::intergeneration_times(2048)[8], 36864);
  EXPECT_EQ(buzzard::links_per_node(6, Links::directions), 6);
  EXPECT_EQ(buzzard::links_per_node(5, Links::pairs), 2.5);
}

TEST(BuzzardTest, TransmissionTimesOfTheExample) {
  const auto worm = buzzard::wormhole_times(1000, 10, 4);
  EXPECT_EQ(worm.long_message, 1004);
  EXPECT_EQ(worm.short_message, 1018);
  EXPECT_EQ(buzzard::wormhole_times_printed(1000, 10, 4).short_message, 4026);
  const auto packets = buzzard::packet_times(1000, 10, 4, 1, 2);
  EXPECT_EQ(packets.long_message, 1004);
  EXPECT_EQ(packets.short_message, 18);
}

TEST(BuzzardTest, ArgumentsOutOfRangeAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const unsigned n : {0u, 63u, ~0u}) {
    EXPECT_THROW(buzzard::collision_fixed(n), std::invalid_argument);
    EXPECT_THROW(buzzard::collision_adaptive(n), std::invalid_argument);
    EXPECT_THROW(buzzard::collision_adaptive_printed(n), std::invalid_argument);
    EXPECT_THROW(buzzard::collision_ratio(n), std::invalid_argument);
    EXPECT_THROW(buzzard::ideal_utilisation(n, 1, 1, Links::pairs), std::invalid_argument);
  }
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    EXPECT_THROW(buzzard::mean_packets(bad), std::invalid_argument);
    EXPECT_THROW(buzzard::intergeneration_times(bad), std::invalid_argument);
    EXPECT_THROW(buzzard::ideal_utilisation(6, bad, 1, Links::pairs), std::invalid_argument);
    EXPECT_THROW(buzzard::ideal_utilisation(6, 1, bad, Links::pairs), std::invalid_argument);
  }
  EXPECT_THROW(buzzard::wormhole_times(-1, 1, 1), std::invalid_argument);
  EXPECT_THROW(buzzard::wormhole_times_printed(1, nan, 1), std::invalid_argument);
  EXPECT_THROW(buzzard::packet_times(1, 1, infinity, 1, 1), std::invalid_argument);
  EXPECT_THROW(buzzard::packet_times(1, 1, 1, 1, 0.5), std::invalid_argument);
  try {
    buzzard::collision_fixed(63);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "n: found 63, allowed: 1 .. 62");
  }
}

}  // namespace
}  // namespace turnpike::test
