// arrivals_test.cpp - Bernoulli and Poisson arrivals: rates, distributions, limits.

#include "model/traffic/arrivals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace turnpike::test {
namespace {

using model::ArrivalProcess;
using model::Arrivals;
using model::Cycle;

// Arrivals of one node before `end`, per cycle.
std::vector<unsigned> per_cycle(Arrivals kind, double rate, Cycle end, std::uint64_t seed = 1) {
  ArrivalProcess process(kind, rate, 1, seed);
  std::vector<unsigned> count(end);
  Cycle cycle = process.first(0);
  for (std::uint64_t event = 1; cycle < end; ++event) {
    ++count[cycle];
    cycle = process.next(0, event, cycle);
  }
  return count;
}

double total(const std::vector<unsigned>& count) {
  double sum = 0;
  for (const unsigned c : count) sum += c;
  return sum;
}

TEST(ArrivalsTest, BernoulliHasItsRate) {
  for (const double rate : {0.001, 0.04, 0.3, 0.9}) {
    constexpr Cycle kCycles = 200000;
    const double sigma = std::sqrt(kCycles * rate * (1 - rate));
    EXPECT_NEAR(total(per_cycle(Arrivals::bernoulli, rate, kCycles)), kCycles * rate, 4 * sigma)
        << "rate " << rate;
  }
}

TEST(ArrivalsTest, BernoulliIsACoinInEveryCycle) {
  // The share of cycles with a message must not depend on the cycle before.
  const double rate = 0.2;
  const std::vector<unsigned> count = per_cycle(Arrivals::bernoulli, rate, 400000);
  double after[2] = {};
  double hits[2] = {};
  for (std::size_t t = 1; t < count.size(); ++t) {
    ASSERT_LE(count[t], 1u) << "cycle " << t;
    after[count[t - 1]] += 1;
    hits[count[t - 1]] += count[t];
  }
  EXPECT_NEAR(hits[0] / after[0], rate, 0.005);
  EXPECT_NEAR(hits[1] / after[1], rate, 0.006);
}

TEST(ArrivalsTest, BernoulliTossesTheCoinOfCycleZeroToo) {
  double hits = 0;
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    hits += per_cycle(Arrivals::bernoulli, 0.25, 1, seed)[0];
  }
  EXPECT_NEAR(hits / 10000, 0.25, 0.018);
}

TEST(ArrivalsTest, BernoulliWithProbabilityOneSendsEveryCycle) {
  for (const unsigned c : per_cycle(Arrivals::bernoulli, 1, 100)) EXPECT_EQ(c, 1u);
}

TEST(ArrivalsTest, PoissonCountsHaveTheirDistribution) {
  for (const double rate : {0.05, 0.7, 2.5}) {
    constexpr Cycle kCycles = 200000;
    const std::vector<unsigned> count = per_cycle(Arrivals::poisson, rate, kCycles);
    EXPECT_NEAR(total(count), kCycles * rate, 4 * std::sqrt(kCycles * rate));
    std::map<unsigned, double> seen;
    for (const unsigned c : count) seen[c] += 1;
    double probability = std::exp(-rate);
    for (unsigned k = 0; k < 6; ++k) {
      const double wanted = kCycles * probability;
      EXPECT_NEAR(seen[k], wanted, 4 * std::sqrt(wanted) + 1) << k << " at rate " << rate;
      probability *= rate / (k + 1);
    }
  }
}

TEST(ArrivalsTest, NoLoadMeansNever) {
  EXPECT_EQ(ArrivalProcess(Arrivals::bernoulli, 0, 4, 1).first(3), ArrivalProcess::kNever);
  EXPECT_EQ(ArrivalProcess(Arrivals::poisson, 0, 4, 1).first(3), ArrivalProcess::kNever);
}

TEST(ArrivalsTest, TheTiniestLoadDoesNotOverflow) {
  for (const Arrivals kind : {Arrivals::bernoulli, Arrivals::poisson}) {
    ArrivalProcess process(kind, 1e-300, 1, 1);
    EXPECT_EQ(process.first(0), ArrivalProcess::kNever);
    ArrivalProcess rare(kind, 1e-12, 1, 1);
    Cycle before = rare.first(0);
    for (std::uint64_t event = 1; event < 1000; ++event) {
      const Cycle cycle = rare.next(0, event, before);
      EXPECT_GT(cycle, before);
      before = cycle;
    }
    EXPECT_NEAR(static_cast<double>(before) * 1e-12, 1000, 130);
  }
}

TEST(ArrivalsTest, TrialsPerHalfLifeAgreesWithTheLibrary) {
  for (const double p : {1e-15, 9.5e-7, 9.6e-7, 1e-3, 0.2, 0.5, 0.99}) {
    EXPECT_NEAR(model::trials_per_half_life(p) * -std::log1p(-p) / std::log(2.0), 1, 1e-7) << p;
  }
}

TEST(ArrivalsTest, NodesAreIndependent) {
  constexpr Cycle kCycles = 100000;
  ArrivalProcess process(Arrivals::bernoulli, 0.5, 2, 1);
  std::vector<bool> sends[2];
  for (model::NodeId node = 0; node < 2; ++node) {
    sends[node].resize(kCycles);
    Cycle cycle = process.first(node);
    for (std::uint64_t event = 1; cycle < kCycles; ++event) {
      sends[node][cycle] = true;
      cycle = process.next(node, event, cycle);
    }
  }
  double both = 0;
  for (Cycle t = 0; t < kCycles; ++t) both += sends[0][t] && sends[1][t];
  EXPECT_NEAR(both / kCycles, 0.25, 0.006);
}

// A cycle of a burst for each message where the coin shows heads every time: bursts can be seen.
std::vector<unsigned> bursts(const model::BurstSpec& spec, Cycle end, std::uint64_t seed) {
  ArrivalProcess process(Arrivals::on_off, 1, 1, seed, spec);
  std::vector<unsigned> count(end);
  Cycle cycle = process.first(0);
  for (std::uint64_t event = 1; cycle < end; ++event) {
    ++count[cycle];
    cycle = process.next(0, event, cycle);
  }
  return count;
}

TEST(ArrivalsTest, BurstsAndPausesHaveTheirMeanLengths) {
  for (const model::BurstSpec& spec : {model::BurstSpec{20, 60}, {1, 3}, {300, 5}, {8, 1}}) {
    constexpr Cycle kCycles = 400000;
    const std::vector<unsigned> on = bursts(spec, kCycles, 7);
    double begun = 0;
    for (std::size_t t = 1; t < on.size(); ++t) {
      ASSERT_LE(on[t], 1u);
      begun += on[t - 1] == 0 && on[t] == 1 ? 1 : 0;
    }
    const double share = spec.cycles / (spec.cycles + spec.pause);
    const double found = total(on) / kCycles;
    EXPECT_NEAR(found, share, 0.1 * std::min(share, 1 - share)) << spec.cycles;
    // A burst ends in each of its cycles with probability 1 / cycles, a pause likewise.
    EXPECT_NEAR(total(on) / begun, spec.cycles, 0.1 * spec.cycles);
    EXPECT_NEAR((kCycles - total(on)) / begun, spec.pause, 0.1 * spec.pause);
  }
}

TEST(ArrivalsTest, ACoinIsTossedInBurstsOnly) {
  constexpr Cycle kCycles = 400000;
  const model::BurstSpec spec{40, 120};
  ArrivalProcess process(Arrivals::on_off, 0.2, 1, 7, spec);
  const std::vector<unsigned> on = bursts(spec, kCycles, 7);  // the same seed, the same bursts
  double messages = 0;
  Cycle cycle = process.first(0);
  for (std::uint64_t event = 1; cycle < kCycles; ++event) {
    ASSERT_EQ(on[cycle], 1u) << "a message in a pause, in cycle " << cycle;
    messages += 1;
    cycle = process.next(0, event, cycle);
  }
  EXPECT_NEAR(messages / total(on), 0.2, 0.01);
}

// In cycle 0 as in any other cycle: the process does not begin with a burst or a pause.
TEST(ArrivalsTest, BurstsAreStationaryFromCycleZero) {
  double first = 0;
  constexpr unsigned kSeeds = 4000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) first += bursts({30, 90}, 1, seed)[0];
  EXPECT_NEAR(first / kSeeds, 0.25, 0.03);
}

}  // namespace
}  // namespace turnpike::test
