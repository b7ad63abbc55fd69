// Closed forms of k-ary n-cubes: against counting, against each other and the paper's statements.

#include "model/analysis/agarwal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace turnpike::test {
namespace {

namespace agarwal = model::agarwal;
using agarwal::Channels;
using agarwal::Constraint;

double counted_distance(int k, Channels channels) {
  double hops = 0;
  for (int from = 0; from < k; ++from) {
    for (int to = 0; to < k; ++to) {
      const int up = (to - from + k) % k;
      if (channels == Channels::unidirectional) hops += up;
      if (channels == Channels::bidirectional) hops += std::min(up, k - up);
      if (channels == Channels::mesh) hops += std::abs(to - from);
    }
  }
  return hops / (k * k);
}

TEST(AgarwalTest, MeanDistanceIsThatOfAllPairs) {
  for (int k = 1; k <= 17; ++k) {
    for (const Channels channels :
         {Channels::unidirectional, Channels::bidirectional, Channels::mesh}) {
      EXPECT_NEAR(agarwal::mean_distance(k, channels), counted_distance(k, channels), 1e-12) << k;
    }
  }
}

// v is the sum of three independent bits: messages that go on, that turn, that enter.
TEST(AgarwalTest, VarianceIsThatOfThreeIndependentArrivals) {
  for (const double rho : {0.1, 0.5, 0.9}) {
    for (const double hops : {1.0, 1.5, 4.5}) {
      const double entering = rho / (2 * hops);
      const double turning = (rho - entering) / hops;
      const double straight = rho - entering - turning;
      double variance = 0;
      for (const double p : {entering, turning, straight}) variance += p * (1 - p);
      EXPECT_NEAR(agarwal::arrival_variance(rho, hops, 2), variance, 1e-12);
    }
  }
}

// (3): w = V / (2 E (1 - E)) - 1/2 for packets of one flit.
TEST(AgarwalTest, ExactContentionFollowsFromTheVariance) {
  for (const double rho : {0.1, 0.5, 0.9}) {
    const double variance = agarwal::arrival_variance(rho, 4.5, 3);
    EXPECT_NEAR(agarwal::contention_exact(rho, 4.5, 3, 1), variance / (2 * rho * (1 - rho)) - 0.5,
                1e-12);
  }
}

TEST(AgarwalTest, WithoutTrafficLatencyIsHopsAndFlits) {
  EXPECT_DOUBLE_EQ(agarwal::latency(3, 4.5, 0, 8), 3 * 4.5 + 8);
  EXPECT_DOUBLE_EQ(agarwal::latency_pipelined(3, 4.5, 0, 8, 2), 2 * 3 * 4.5 + 8);
  EXPECT_DOUBLE_EQ(agarwal::indirect_latency(5, 4, 0, 8), 13);
}

// V and Figs. 6, 13, 14: which network is best where.
TEST(AgarwalTest, ThePapersCrossOversComeOut) {
  const auto base = [](double nodes, double n) { return agarwal::base_latency(nodes, n, 4, 20); };
  EXPECT_NEAR(base(256, 2), 175, 0.5);
  EXPECT_NEAR(base(16384, 3), 511.6, 0.05);
  EXPECT_NEAR(base(1048576, 3), 2406, 0.5);
  const auto node = [](double n, double rate, double share) {
    return agarwal::latency_constrained(Constraint::node, n, rate, share);
  };
  EXPECT_LT(node(3, 0.019, 1), node(4, 0.019, 1));
  EXPECT_GT(node(3, 0.020, 1), node(4, 0.020, 1));
  EXPECT_LT(node(2, 0.0095, 0.3), node(3, 0.0095, 0.3));
  EXPECT_GT(node(2, 0.0097, 0.3), node(3, 0.0097, 0.3));
  EXPECT_NEAR(agarwal::indirect_latency_clocked(5, 4, 0, 8, 4), 156, 0.5);
}

// Fig. 11a by hand, n = 2: k_d = 15.5, B = 4, rho = .62, w = 348/589, T_c = 5 (31 (1 + w) + 4).
TEST(AgarwalTest, WithoutConstraintsWiresOfEveryDimensionCostAUnit) {
  const auto none = [](double n, double rate) {
    return agarwal::latency_constrained(Constraint::none, n, rate, 1);
  };
  EXPECT_DOUBLE_EQ(none(2, 0.01), 5065.0 / 19);
  EXPECT_DOUBLE_EQ(none(2, 0), 5 * (31 + 4));
  EXPECT_DOUBLE_EQ(none(5, 0), 5 * (5 * 1.5 + 4));
  // The wires of a plane: in two dimensions of length 1, in five of 1024^(1/2-1/5) = 8.
  EXPECT_DOUBLE_EQ(agarwal::latency_constrained(Constraint::width, 2, 0.01, 1), none(2, 0.01));
  EXPECT_DOUBLE_EQ(agarwal::latency_constrained(Constraint::width, 5, 0, 1), 12 * (5 * 1.5 + 4));
}

// VI, Fig. 12: the text's numbers are those of a window of 28 whole nodes a side.
TEST(AgarwalTest, LocalityOfTheTextIsAWindowOfWholeNodes) {
  EXPECT_NEAR(agarwal::latency_locality(1024, 2, 0.012, 4, 0.81), 54.13, 0.005);
  EXPECT_NEAR(agarwal::latency_locality_window(1024, 2, 0.012, 4, 0.81), 51.45, 0.005);
  EXPECT_EQ(agarwal::locality_window_distance(1024, 2, 1), 15.5);
  EXPECT_EQ(agarwal::locality_window_distance(1000, 3, 1), 4.5);  // 10 computed as 9.999...
}

TEST(AgarwalTest, OutsideTheDomainNothingIsComputed) {
  EXPECT_THROW(agarwal::contention(1, 4.5, 3, 4), std::invalid_argument);
  EXPECT_THROW(agarwal::contention(0.5, 0.5, 6, 4), std::invalid_argument);  // k = 2
  EXPECT_THROW(agarwal::latency(2, 4.5, 1 / (4 * 4.5), 4), std::invalid_argument);
  EXPECT_NO_THROW(agarwal::latency(2, 4.5, 0.999 / (4 * 4.5), 4));
  EXPECT_THROW(agarwal::latency_bidirectional(2, 4.5, 2 / (4 * 4.5), 4), std::invalid_argument);
  EXPECT_THROW(agarwal::indirect_latency(5, 4, 0.125, 8), std::invalid_argument);
  EXPECT_THROW(agarwal::saturation_rate(4, 4.5, 3), std::invalid_argument);
  EXPECT_THROW(agarwal::mean_distance(4.5, Channels::bidirectional), std::invalid_argument);
  EXPECT_THROW(agarwal::latency_constrained(Constraint::node, 5, 0.01, 0.01),
               std::invalid_argument);  // k_dl below 1
}

}  // namespace
}  // namespace turnpike::test
