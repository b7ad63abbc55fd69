// arrivals.cpp - geometric and exponential gaps from fixed-point logarithms.

#include "model/traffic/arrivals.h"

#include <algorithm>
#include <cmath>

#include "model/traffic/fixed_log2.h"

namespace turnpike::model {
namespace {

constexpr double kLn2 = 0.69314718055994530942;

// Gaps are cut here: no run lasts that long, and sums of cycles cannot overflow.
constexpr double kMaxGap = 4611686018427387904.0;  // 2^62 cycles
constexpr Cycle kLastCycle = Cycle{1} << 62;

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

ArrivalProcess::ArrivalProcess(Arrivals kind, double rate, NodeId nodes, std::uint64_t seed,
                               const BurstSpec& bursts)
    : random_(seed, Stream::arrival),
      poisson_(kind == Arrivals::poisson),
      rate_(rate),
      burst_(seed, Stream::burst) {
  if (rate <= 0) return;
  if (bursts.pause > 0) {
    if (bursts.cycles > 1) burst_scale_ = trials_per_half_life(1 / bursts.cycles);
    if (bursts.pause > 1) pause_scale_ = trials_per_half_life(1 / bursts.pause);
    burst_end_.assign(nodes, 0);
    periods_.assign(nodes, 0);
    // A geometric length has no memory: what is left of a burst in cycle 0 is as long as a burst.
    const double on = bursts.cycles / (bursts.cycles + bursts.pause);
    for (NodeId node = 0; node < nodes; ++node) {
      if (chance(burst_.draw(node, periods_[node]++), on)) {
        burst_end_[node] = period(node, burst_scale_);
      }
    }
  }
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

Cycle ArrivalProcess::period(NodeId node, double scale) {
  const std::uint64_t bits = burst_.draw(node, periods_[node]++);
  return 1 + static_cast<Cycle>(std::min(half_lives(bits) * scale, kMaxGap));
}

Cycle ArrivalProcess::in_bursts(NodeId node, Cycle from, Cycle gap) {
  Cycle& end = burst_end_[node];
  for (;;) {
    if (from < end && gap < end - from) return from + gap;
    gap -= from < end ? end - from : 0;
    from = std::max(from, end) + period(node, pause_scale_);
    if (from >= kLastCycle) return kNever;
    end = from + period(node, burst_scale_);
  }
}

Cycle ArrivalProcess::advance(NodeId node, std::uint64_t event, Cycle previous) {
  // A coin with probability 1 shows heads in each cycle in which it is tossed.
  const double gap = scale_ == 0 ? 0 : half_lives(random_.draw(node, event)) * scale_;
  if (gap >= kMaxGap) return kNever;
  const auto whole = static_cast<Cycle>(gap);
  if (!burst_end_.empty()) return in_bursts(node, previous + 1, whole);
  if (!poisson_) return previous + whole + 1;
  const auto part = static_cast<std::uint64_t>((gap - static_cast<double>(whole)) * 4294967296.0);
  const std::uint64_t sum = fraction_[node] + part;
  fraction_[node] = static_cast<std::uint32_t>(sum);
  return previous + whole + (sum >> 32);
}

}  // namespace turnpike::model
