// arrivals.cpp - geometric and exponential gaps from fixed-point logarithms.

#include "model/traffic/arrivals.h"

#include <cmath>

#include "model/traffic/fixed_log2.h"

namespace turnpike::model {
namespace {

constexpr double kLn2 = 0.69314718055994530942;

// Gaps are cut here: no run lasts that long, and sums of cycles cannot overflow.
constexpr double kMaxGap = 4611686018427387904.0;  // 2^62 cycles

}  // namespace

double trials_per_half_life(double p) {
  if (p < 1.0 / 1048576.0) {
    // -log2(1 - p) by its series; fma, because it rounds alike with and without the instruction.
    return kLn2 / (p * std::fma(p, std::fma(p, 1.0 / 3.0, 0.5), 1.0));
  }
  const auto fails = static_cast<std::uint64_t>((1.0 - p) * 18446744073709551616.0);
  return static_cast<double>(std::uint64_t{1} << kLogFraction) /
         static_cast<double>(negative_log2(fails));
}

ArrivalProcess::ArrivalProcess(Arrivals kind, double rate, NodeId nodes, std::uint64_t seed)
    : random_(seed, Stream::arrival), poisson_(kind == Arrivals::poisson), rate_(rate) {
  if (rate <= 0) return;
  if (poisson_) {
    scale_ = kLn2 / rate;
    fraction_.assign(nodes, 0);
  } else if (rate < 1) {
    scale_ = trials_per_half_life(rate);
  }
}

Cycle ArrivalProcess::first(NodeId node) {
  // The process starts with the run: as if there had been a message at the start of cycle 0
  // (Poisson) or in the cycle before it (Bernoulli).
  if (rate_ <= 0) return kNever;
  return poisson_ ? advance(node, 0, 0) : advance(node, 0, kNever);
}

Cycle ArrivalProcess::next(NodeId node, std::uint64_t event, Cycle previous) {
  return advance(node, event, previous);
}

Cycle ArrivalProcess::advance(NodeId node, std::uint64_t event, Cycle previous) {
  if (scale_ == 0) return previous + 1;  // Bernoulli with probability 1
  const double gap = half_lives(random_.draw(node, event)) * scale_;
  if (gap >= kMaxGap) return kNever;
  const auto whole = static_cast<Cycle>(gap);
  if (!poisson_) return previous + whole + 1;
  const auto part = static_cast<std::uint64_t>((gap - static_cast<double>(whole)) * 4294967296.0);
  const std::uint64_t sum = fraction_[node] + part;
  fraction_[node] = static_cast<std::uint32_t>(sum);
  return previous + whole + (sum >> 32);
}

}  // namespace turnpike::model
