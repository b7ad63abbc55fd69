// loaded_networks.cpp - latency with contention of 1K-node networks (Agarwal 1991, V), computed.

#include "papers/agarwal/loaded_networks.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "papers/agarwal/base_figures.h"

namespace turnpike::sim::agarwal {

namespace closed = model::agarwal;
using closed::Constraint;

namespace {

constexpr double kBits = 128;         // L
constexpr double kStages = 5;         // of the indirect network
constexpr double kSwitchSize = 4;     // k
constexpr double kIndirectFlits = 8;  // 128 pins: 16 bits a channel
constexpr double kDelay = 4;          // s
constexpr double kRateStep = 1e-5;

template <typename Formula>
double unless_saturated(const Formula& formula) {
  try {
    return formula();
  } catch (const std::invalid_argument&) {
    return std::numeric_limits<double>::infinity();
  }
}

double width_of(Constraint constraint, unsigned dimensions) {
  if (constraint == Constraint::bisection) return std::pow(k1K, 1. / dimensions);
  return constraint == Constraint::node ? 64. / dimensions : 32;
}

}  // namespace

double direct_latency(Constraint constraint, unsigned dimensions, double rate, double share) {
  return unless_saturated(
      [&] { return closed::latency_constrained(constraint, dimensions, rate, share); });
}

double indirect_latency(double rate) {
  return unless_saturated([&] {
    return closed::indirect_latency_clocked(kStages, kSwitchSize, rate, kIndirectFlits, kDelay);
  });
}

double direct_saturation(Constraint constraint, unsigned dimensions, double share) {
  const double flits = kBits / width_of(constraint, dimensions);
  return closed::saturation_rate(flits, closed::locality_distance(k1K, dimensions, share), 1);
}

double indirect_saturation() { return closed::saturation_rate(kIndirectFlits, 1, 1); }

unsigned best_direct(Constraint constraint, double rate, double share) {
  unsigned best = kFirstDimension;
  for (unsigned n = kFirstDimension + 1; n <= kLastDimension; ++n) {
    if (direct_latency(constraint, n, rate, share) <
        direct_latency(constraint, best, rate, share)) {
      best = n;
    }
  }
  return best;
}

std::vector<BestFrom> best_by_rate(Constraint constraint, double share, double last_rate) {
  std::vector<BestFrom> found;
  for (double rate = 0; rate <= last_rate; rate += kRateStep) {
    const unsigned best = best_direct(constraint, rate, share);
    if (found.empty() || found.back().dimensions != best) found.push_back({rate, best});
  }
  return found;
}

double indirect_lowest_from() {
  const auto lead = [](double rate) {
    const unsigned best = best_direct(Constraint::node, rate, 1);
    return indirect_latency(rate) - direct_latency(Constraint::node, best, rate, 1);
  };
  return crossing(lead, 0, .03);
}

double equal_share(double rate) {
  constexpr double kLeastShare = .05;
  return crossing(
      [rate](double share) {
        return direct_latency(Constraint::node, 2, rate, share) - indirect_latency(rate);
      },
      kLeastShare, 1);
}

}  // namespace turnpike::sim::agarwal
