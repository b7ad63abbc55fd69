// fixed_log2_test.cpp - the integer logarithm against the library's.

#include "model/traffic/fixed_log2.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "model/common/random.h"

namespace turnpike::test {
namespace {

using model::negative_log2;

double as_number(std::uint64_t fixed) {
  return std::ldexp(static_cast<double>(fixed), -static_cast<int>(model::kLogFraction));
}

double expected(std::uint64_t x) {
  return static_cast<double>(64 - std::log2(static_cast<long double>(x)));
}

TEST(FixedLog2Test, PowersOfTwoAreExactToTheStatedError) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    EXPECT_NEAR(as_number(negative_log2(std::uint64_t{1} << bit)), 64.0 - bit, std::ldexp(1, -45));
  }
}

TEST(FixedLog2Test, AgreesWithTheLibrary) {
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const std::uint64_t bits = model::draw(1, model::Stream::test, 0, i);
    const std::uint64_t x = (bits >> (i % 64)) | 1;
    EXPECT_NEAR(as_number(negative_log2(x)), expected(x), std::ldexp(1, -45)) << "x " << x;
  }
}

TEST(FixedLog2Test, DoesNotWrapBesideOne) {
  for (std::uint64_t off = 0; off < 1000; ++off) {
    EXPECT_LT(as_number(negative_log2(~std::uint64_t{0} - off)), 1e-13);
  }
}

TEST(FixedLog2Test, HasNoStepBetweenTheIntervalsOfItsTable) {
  for (std::uint64_t i = 1; i < 256; ++i) {
    const std::uint64_t border = (256 + i) << 55;
    EXPECT_NEAR(as_number(negative_log2(border - 1)), as_number(negative_log2(border)),
                std::ldexp(1, -44));
  }
}

TEST(FixedLog2Test, HalfLivesHaveTheMeanOfAnExponential) {
  double sum = 0;
  constexpr unsigned kDraws = 200000;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    sum += model::half_lives(model::draw(2, model::Stream::test, 0, i));
  }
  const double mean = 1 / std::log(2.0);
  EXPECT_NEAR(sum / kDraws, mean, 4 * mean / std::sqrt(kDraws));
}

}  // namespace
}  // namespace turnpike::test
