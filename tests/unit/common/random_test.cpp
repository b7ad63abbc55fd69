// random_test.cpp - goodness and independence of the keyed random numbers.

#include "model/common/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace turnpike::test {
namespace {

using model::below;
using model::draw;
using model::Stream;
using model::unit;

// Chi-square of `count` cells with equal expectation, as standard deviations from its mean.
double chi_square_score(const std::vector<std::uint64_t>& count, double expected) {
  double chi = 0;
  for (const std::uint64_t c : count) {
    const double off = static_cast<double>(c) - expected;
    chi += off * off / expected;
  }
  const double freedom = static_cast<double>(count.size() - 1);
  return (chi - freedom) / std::sqrt(2 * freedom);
}

TEST(RandomTest, IsTheSameOnEveryMachine) {
  // Recorded once; another value means that results of old runs can no longer be reproduced.
  EXPECT_EQ(draw(1, Stream::arrival, 0, 0), 0x29bc5eb1b5dbf227u);
  EXPECT_EQ(draw(1, Stream::length, 63, 1000), 0x8b979aa868c32ffau);
}

TEST(RandomTest, IsUniformOverEventsNodesAndSeeds) {
  constexpr std::uint32_t kCells = 256;
  constexpr std::uint64_t kDraws = 256 * 400;
  for (unsigned key = 0; key < 3; ++key) {
    std::vector<std::uint64_t> high(kCells), low(kCells);
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      const auto node = static_cast<model::NodeId>(key == 1 ? i : 5);
      const std::uint64_t bits = draw(key == 2 ? i : 7, Stream::test, node, key == 0 ? i : 3);
      ++high[bits >> 56];
      ++low[bits & 255];
    }
    EXPECT_LT(std::abs(chi_square_score(high, 400)), 5) << "key " << key;
    EXPECT_LT(std::abs(chi_square_score(low, 400)), 5) << "key " << key;
  }
}

TEST(RandomTest, NeighbouringKeysAreIndependent) {
  // Pairs of draws whose keys differ by one fill a 16 x 16 table evenly.
  struct Step {
    std::uint64_t seed, event;
    model::NodeId node;
    Stream stream;
  };
  const Step steps[] = {{1, 0, 0, Stream::test},
                        {0, 1, 0, Stream::test},
                        {0, 0, 1, Stream::test},
                        {0, 0, 0, Stream::length}};
  for (const Step& step : steps) {
    std::vector<std::uint64_t> count(256);
    for (std::uint64_t i = 0; i < 256 * 200; ++i) {
      const auto node = static_cast<model::NodeId>(i % 64);
      const std::uint64_t a = draw(2 * i, Stream::test, 2 * node, 2 * i);
      const std::uint64_t b =
          draw(2 * i + step.seed, step.stream, 2 * node + step.node, 2 * i + step.event);
      ++count[(a >> 60) * 16 + (b >> 60)];
    }
    EXPECT_LT(std::abs(chi_square_score(count, 200)), 5)
        << "seed +" << step.seed << ", event +" << step.event << ", node +" << step.node;
  }
}

TEST(RandomTest, EveryBitOfTheKeyFlipsHalfOfTheBits) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    double flips[3] = {};
    constexpr unsigned kTrials = 400;
    for (unsigned i = 0; i < kTrials; ++i) {
      const std::uint64_t base = draw(i, Stream::test, i, i);
      const std::uint64_t one = std::uint64_t{1} << bit;
      flips[0] += __builtin_popcountll(base ^ draw(i ^ one, Stream::test, i, i));
      flips[1] += __builtin_popcountll(base ^ draw(i, Stream::test, i, i ^ one));
      flips[2] += __builtin_popcountll(base ^ draw(i, Stream::test, i ^ (1u << (bit % 32)), i));
    }
    // Standard deviation of the mean: 4 / sqrt(400) = 0.2 bits.
    for (const double f : flips) EXPECT_NEAR(f / kTrials, 32, 1.2) << "bit " << bit;
  }
}

TEST(RandomTest, OneKeyRepeatsNoNumber) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t event = 0; event < 20000; ++event) {
    EXPECT_TRUE(seen.insert(draw(3, Stream::test, 9, event)).second) << "event " << event;
  }
}

TEST(RandomTest, UnitStaysBelowOne) {
  EXPECT_EQ(unit(0), 0.0);
  EXPECT_LT(unit(~std::uint64_t{0}), 1.0);
  EXPECT_EQ(unit(std::uint64_t{1} << 63), 0.5);
}

TEST(RandomTest, BelowReachesEveryNumberEvenly) {
  for (const std::uint32_t n : {1u, 2u, 3u, 7u, 100u}) {
    std::vector<std::uint64_t> count(n);
    const std::uint64_t draws = 1000 * n;
    for (std::uint64_t i = 0; i < draws; ++i) ++count.at(below(draw(4, Stream::test, n, i), n));
    if (n == 1) continue;
    EXPECT_LT(chi_square_score(count, 1000), 5) << "n " << n;
  }
}

TEST(RandomTest, BelowIsTheHighHalfOfTheProduct) {
  const std::uint64_t all = ~std::uint64_t{0};
  EXPECT_EQ(below(all, 1), 0u);
  EXPECT_EQ(below(all, 0xffffffffu), 0xfffffffeu);
  EXPECT_EQ(below(0, 0xffffffffu), 0u);
  // 2^64 / 3 rounded up is the first draw of the second third.
  EXPECT_EQ(below(0x5555555555555555u, 3), 0u);
  EXPECT_EQ(below(0x5555555555555556u, 3), 1u);
}

}  // namespace
}  // namespace turnpike::test
