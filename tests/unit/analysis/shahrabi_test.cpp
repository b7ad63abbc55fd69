// Unicast and broadcast in hypercubes: against literal sums, limits and the published saturation.

#include "model/analysis/shahrabi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace turnpike::test {
namespace {

namespace shahrabi = model::shahrabi;
using shahrabi::Load;
using shahrabi::Variant;

constexpr Variant kVariants[] = {Variant::printed, Variant::counted};

TEST(ShahrabiTest, WithoutTrafficLatencyIsThatOfAnEmptyNetwork) {
  for (const Variant variant : kVariants) {
    const Load load{6, 3, 32, 0, 0.02, variant};
    EXPECT_NEAR(shahrabi::unicast_latency(load), 32 + 3 * 64.0 / 63, 1e-12);  // M + (6)
    EXPECT_NEAR(shahrabi::broadcast_latency(load, 1), 6 * 33, 1e-12);
  }
}

// The tree of a broadcast in an n-cube, dimensions in order: the node reached over the j-th one
// forwards over the n - j after it.
unsigned copies_below(unsigned reached, unsigned dimensions) {
  unsigned copies = dimensions - reached;
  for (unsigned next = reached + 1; next <= dimensions; ++next) {
    copies += copies_below(next, dimensions);
  }
  return copies;
}

TEST(ShahrabiTest, CountedChannelLoadIsThatOfTheTreesMessages) {
  for (const unsigned n : {2u, 4u, 6u, 8u}) {
    unsigned messages = n;  // of the root
    for (unsigned j = 1; j <= n; ++j) messages += copies_below(j, n);
    EXPECT_EQ(messages, (1u << n) - 1);
    const double nodes = 1u << n;
    EXPECT_NEAR(shahrabi::channel_rate(n, 0.01, 1, Variant::counted), 0.01 * messages / n, 1e-15);
    EXPECT_NEAR(shahrabi::channel_rate(n, 0.01, 0, Variant::counted),
                0.01 * nodes / 2 / (nodes - 1), 1e-15);
    // (10): every node's copies, the source's own messages aside.
    EXPECT_NEAR(shahrabi::mean_replications(n), (messages - n) / (nodes - 1), 1e-15);
  }
}

TEST(ShahrabiTest, PrintedCopiesAreLessThanHalfOfTheCounted) {
  for (const unsigned n : {6u, 7u, 8u}) {
    const double others = (1u << n) - 1;
    const auto copies = [n](Variant variant) {
      return shahrabi::channel_rate(n, 0.01, 1, variant) - 0.01;
    };
    EXPECT_NEAR(copies(Variant::printed) / copies(Variant::counted), ((1u << (n - 1)) - 1) / others,
                1e-12);
  }
}

TEST(ShahrabiTest, SaturationIsWhatADampedIterationFinds) {
  struct Row {
    unsigned n, vcs, flits;
    double beta, printed, counted;
  };
  const Row rows[] = {{6, 3, 32, .005, .02376, .02289},  {6, 3, 32, .03, .01979, .01664},
                      {6, 4, 64, .01, .01316, .01221},   {7, 4, 64, .02, .01081, .00881},
                      {7, 3, 100, .005, .00766, .00716}, {8, 6, 128, .03, .00447, .00309}};
  for (const Row& row : rows) {
    for (const Variant variant : kVariants) {
      const double expected = variant == Variant::printed ? row.printed : row.counted;
      const Load load{row.n, row.vcs, static_cast<double>(row.flits), 0, row.beta, variant};
      EXPECT_NEAR(shahrabi::saturation_rate(load), expected, 0.6e-5) << row.n << " " << row.beta;
    }
  }
}

// F(S) of (12) to (22) written out, iterated with damping from S = M.
double iterated_time(const Load& load, double channel_rate, double unicast_weight) {
  const unsigned n = load.dimensions;
  std::vector<double> time(n, load.flits);
  for (int step = 0; step < 20000; ++step) {
    std::vector<double> next(n);
    double passed = 0;
    for (unsigned i = 0; i < n; ++i) {
      const double least = i == 0 ? load.flits : time[i - 1];
      const double rho = channel_rate * time[i];
      const double spread = time[i] - least;
      const double wait = channel_rate * (time[i] * time[i] + spread * spread) / (2 * (1 - rho));
      const double blocking = std::pow(rho, load.virtual_channels) * wait;
      const double unicast = load.flits + 1 + blocking + passed / 2;
      next[i] = unicast_weight * unicast + (1 - unicast_weight) * (load.flits + blocking);
      passed += 1 + blocking;
    }
    for (unsigned i = 0; i < n; ++i) time[i] += (next[i] - time[i]) / 2;
  }
  double sum = 0;
  for (const double t : time) sum += t;
  return sum / n;
}

TEST(ShahrabiTest, ServiceTimesAreTheFixedPointOfTheEquations) {
  for (const Variant variant : kVariants) {
    Load load{6, 3, 32, 0, 0.01, variant};
    load.rate = 0.9 * shahrabi::saturation_rate(load);
    const double all = shahrabi::channel_rate(6, load.rate, 0.01, variant);
    const double unicast = shahrabi::channel_rate(6, 0.99 * load.rate, 0, variant);
    EXPECT_NEAR(shahrabi::predict(load).channel_time, iterated_time(load, all, unicast / all),
                1e-8);
  }
}

TEST(ShahrabiTest, LatencyGrowsUpToSaturationAndIsRefusedBeyond) {
  Load load{7, 4, 64, 0, 0.01, Variant::counted};
  const double full = shahrabi::saturation_rate(load);
  double before = 0;
  for (double share = 0; share < 0.9999; share += 0.03) {
    load.rate = share * full;
    const double latency = shahrabi::unicast_latency(load);
    EXPECT_GT(latency, before);
    before = latency;
  }
  load.rate = 1.0001 * full;
  EXPECT_THROW(shahrabi::unicast_latency(load), std::invalid_argument);
  EXPECT_THROW(shahrabi::broadcast_latency(load, 1), std::invalid_argument);
}

TEST(ShahrabiTest, ArgumentsOutsideTheDomainAreRefused) {
  EXPECT_THROW(shahrabi::unicast_latency({1, 3, 32, 0, 0, Variant::printed}),
               std::invalid_argument);
  EXPECT_THROW(shahrabi::unicast_latency({6, 0, 32, 0, 0, Variant::printed}),
               std::invalid_argument);
  EXPECT_THROW(shahrabi::unicast_latency({6, 3, 0.5, 0, 0, Variant::printed}),
               std::invalid_argument);
  EXPECT_THROW(shahrabi::channel_rate(6, -0.1, 0, Variant::printed), std::invalid_argument);
  EXPECT_THROW(shahrabi::channel_rate(6, 0.1, 1.1, Variant::printed), std::invalid_argument);
  EXPECT_THROW(shahrabi::broadcast_latency({6, 3, 32, 0, 0, Variant::printed}, -1),
               std::invalid_argument);
}

}  // namespace
}  // namespace turnpike::test
