// message_length_test.cpp - message lengths and their means.

#include "model/traffic/message_length.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "model/common/configuration_error.h"

namespace turnpike::test {
namespace {

using model::LengthKind;
using model::MessageLength;
using model::TrafficSpec;

constexpr unsigned kDraws = 200000;

double drawn_mean(const MessageLength& length) {
  double sum = 0;
  for (std::uint64_t event = 0; event < kDraws; ++event) sum += length.pick(3, event);
  return sum / kDraws;
}

TEST(MessageLengthTest, FixedIsFixed) {
  TrafficSpec spec;
  spec.length = 7;
  const MessageLength length(spec, 1);
  EXPECT_EQ(length.mean(), 7);
  for (std::uint64_t event = 0; event < 100; ++event) EXPECT_EQ(length.pick(0, event), 7u);
}

TEST(MessageLengthTest, ExponentialHasExactlyTheMeanAskedForAfterRounding) {
  for (const unsigned mean : {1u, 2u, 5u, 32u, 1000u}) {
    TrafficSpec spec;
    spec.length_kind = LengthKind::exponential;
    spec.length = mean;
    const MessageLength length(spec, 1);
    EXPECT_EQ(length.mean(), mean);
    const double sigma = std::sqrt(static_cast<double>(mean) * (mean - 1) / kDraws);
    EXPECT_NEAR(drawn_mean(length), mean, 4 * sigma + 1e-12) << "mean " << mean;
  }
}

TEST(MessageLengthTest, ExponentialIsMemoryless) {
  TrafficSpec spec;
  spec.length_kind = LengthKind::exponential;
  spec.length = 4;
  const MessageLength length(spec, 1);
  std::map<unsigned, double> longer;  // [n] messages of more than n flits
  for (std::uint64_t event = 0; event < kDraws; ++event) {
    const unsigned flits = length.pick(0, event);
    ASSERT_GE(flits, 1u);
    for (unsigned n = 0; n < flits && n < 10; ++n) longer[n] += 1;
  }
  for (unsigned n = 0; n < 10; ++n) {
    EXPECT_NEAR(longer[n] / kDraws, std::pow(0.75, n), 0.005) << "n " << n;
  }
}

TEST(MessageLengthTest, BimodalMixesTwoLengths) {
  TrafficSpec spec;
  spec.length_kind = LengthKind::bimodal;
  spec.length = 2;
  spec.long_length = 20;
  spec.long_fraction = 0.25;
  const MessageLength length(spec, 1);
  EXPECT_DOUBLE_EQ(length.mean(), 6.5);
  double longs = 0;
  for (std::uint64_t event = 0; event < kDraws; ++event) {
    const unsigned flits = length.pick(1, event);
    ASSERT_TRUE(flits == 2 || flits == 20);
    longs += flits == 20;
  }
  EXPECT_NEAR(longs / kDraws, 0.25, 0.004);
}

TEST(MessageLengthTest, ImpossibleLengthsAreNamed) {
  const auto key_of = [](const TrafficSpec& spec) -> std::string {
    try {
      MessageLength length(spec, 1);
    } catch (const model::ConfigurationError& error) {
      return error.key;
    }
    return "accepted";
  };
  TrafficSpec spec;
  spec.length = 0;
  EXPECT_EQ(key_of(spec), "traffic.length");
  spec.length = 0xffffffffu;
  EXPECT_EQ(key_of(spec), "traffic.length");
  spec.length = 5;
  spec.long_length = 0;
  EXPECT_EQ(key_of(spec), "accepted");  // not used
  spec.length_kind = LengthKind::bimodal;
  EXPECT_EQ(key_of(spec), "traffic.long_length");
  spec.long_length = 9;
  for (const double wrong : {-0.1, 1.1, std::nan("")}) {
    spec.long_fraction = wrong;
    EXPECT_EQ(key_of(spec), "traffic.long_fraction") << wrong;
  }
}

}  // namespace
}  // namespace turnpike::test
