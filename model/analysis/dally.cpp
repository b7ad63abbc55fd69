// dally.cpp - express cubes in closed form.

#include "model/analysis/dally.h"

#include <algorithm>
#include <cmath>

#include "model/analysis/domain.h"

namespace turnpike::model::dally {

namespace {

constexpr std::uint64_t kTooFar = std::uint64_t{1} << 32;

void check_node(const char* name, std::uint64_t node) {
  check_domain(node < kTooFar, name, node, "0 .. 4294967295");
}

void check_spacing(std::uint32_t spacing) {
  check_domain(spacing >= 2, "spacing", spacing, "2 .. 4294967295");
}

void check_alpha(double alpha) {
  check_domain(std::isfinite(alpha) && alpha >= 0, "alpha", alpha, "a number from 0 on");
}

// Digits of a node, level 0 first, and the number of its block of i^l nodes as the last.
std::vector<std::uint64_t> digits(std::uint64_t node, const Spacing& spacing) {
  std::vector<std::uint64_t> found;
  for (const std::uint32_t radix : spacing) {
    found.push_back(node % radix);
    node /= radix;
  }
  found.push_back(node);
  return found;
}

// Highest level whose channels are no longer than the distance.
std::size_t level_within(std::uint64_t distance, const std::vector<std::uint64_t>& lengths) {
  std::size_t level = lengths.size() - 1;
  while (level > 0 && lengths[level] > distance) --level;
  return level;
}

// Shares of all levels from those below the top in 1 / radix; the top has the rest.
std::vector<double> with_rest(const std::vector<std::uint64_t>& below, std::uint64_t radix) {
  std::uint64_t sum = 0;
  for (const std::uint64_t share : below) {
    check_domain(share <= radix && sum + share <= radix, "radix", radix,
                 "more than the shares of the lower levels add up to");
    sum += share;
  }
  std::vector<double> fractions;
  for (const std::uint64_t share : below) {
    fractions.push_back(static_cast<double>(share) / static_cast<double>(radix));
  }
  fractions.push_back(static_cast<double>(radix - sum) / static_cast<double>(radix));
  return fractions;
}

}  // namespace

Spacing equal_spacing(std::uint32_t spacing, unsigned levels) {
  check_spacing(spacing);
  check_domain(levels <= 32, "levels", levels, "as many as keep spacing^levels within 2^32");
  Spacing all(levels, spacing);
  channel_lengths(all);
  return all;
}

std::vector<std::uint64_t> channel_lengths(const Spacing& spacing) {
  std::vector<std::uint64_t> lengths{1};
  for (const std::uint32_t radix : spacing) {
    check_spacing(radix);
    lengths.push_back(lengths.back() * radix);
    check_domain(lengths.back() <= kTooFar, "spacing", lengths.back(),
                 "a product of all levels up to 2^32");
  }
  return lengths;
}

std::uint64_t hops(std::uint64_t source, std::uint64_t destination, const Spacing& spacing) {
  check_node("source", source);
  check_node("destination", destination);
  // Towards lower numbers it is the way towards higher ones in a mirror, whose blocks are the same.
  if (source > destination) {
    const std::uint64_t block = channel_lengths(spacing).back();
    const std::uint64_t last = (source / block + 1) * block - 1;
    source = last - source;
    destination = last - destination;
  } else {
    channel_lengths(spacing);  // for its checks
  }
  const std::vector<std::uint64_t> from = digits(source, spacing);
  const std::vector<std::uint64_t> to = digits(destination, spacing);
  std::size_t top = spacing.size();  // the highest digit that differs
  while (top > 0 && from[top] == to[top]) --top;
  if (top == 0) return to[0] - from[0];
  // Up to the first interchange and through the levels; along the top level; down again, of
  // which the step out of the last interchange is the 1.
  std::uint64_t sum = spacing[0] - from[0] + to[0];
  for (std::size_t j = 1; j < top; ++j) sum += spacing[j] - 1 - from[j] + to[j];
  return sum + (to[top] - from[top] - 1) + 1;
}

std::uint64_t hops(std::uint64_t source, std::uint64_t destination, std::uint32_t spacing,
                   unsigned levels) {
  return hops(source, destination, equal_spacing(spacing, levels));
}

double mean_hops(std::uint64_t distance, const Spacing& spacing) {
  check_node("distance", distance);
  const std::vector<std::uint64_t> lengths = channel_lengths(spacing);
  const std::size_t top = level_within(distance, lengths);
  const auto far = static_cast<double>(distance);
  if (spacing.empty()) return far;
  // One of `spacing` places has an interchange in each step.
  if (top == 0) return far + far / spacing[0];
  double sum = far / static_cast<double>(lengths[top]) + 1;
  for (std::size_t j = 0; j < top; ++j) sum += spacing[j] - 1;
  return sum;
}

double mean_hops(std::uint64_t distance, std::uint32_t spacing, unsigned levels) {
  return mean_hops(distance, equal_spacing(spacing, levels));
}

double hops_equation_3(std::uint64_t distance, std::uint32_t spacing) {
  return hops_equation_5(distance, spacing, 1);  // which is the same
}

FlatHops hops_equation_4(std::uint64_t distance, std::uint32_t spacing, Reading reading) {
  check_node("distance", distance);
  check_spacing(spacing);
  // In halves of a node everything is an integer: D/i -+ 1/2 -+ 1/(2i) = (2D -+ i -+ 1) / 2i.
  const auto twice = static_cast<std::int64_t>(2 * distance);
  const std::int64_t i = spacing;
  const std::int64_t beyond_a = twice - i - 1;  // D - (i + 1) / 2
  const std::int64_t beyond_b = twice - i + 1;  // D - (i - 1) / 2
  const std::int64_t least = reading == Reading::b ? twice - i : beyond_a;
  if (least < 0) return {static_cast<double>(distance), 0, 0};
  const std::int64_t express = (reading == Reading::a ? beyond_a : beyond_b) / (2 * i);
  // beyond_a is never negative here, nor is beyond_b.
  const double last = reading == Reading::b ? static_cast<double>(beyond_b % (2 * i)) / 2
                                            : 1 + static_cast<double>(beyond_a % (2 * i)) / 2;
  return {static_cast<double>(i + 1) / 2, static_cast<double>(express), last};
}

double hops_equation_5(std::uint64_t distance, std::uint32_t spacing, unsigned levels) {
  check_node("distance", distance);
  check_domain(levels >= 1, "levels", levels, "1 or more");
  const std::uint64_t length = channel_lengths(equal_spacing(spacing, levels)).back();
  check_domain(distance >= length, "distance", distance, "spacing^levels or more");
  return static_cast<double>(distance) / static_cast<double>(length) +
         static_cast<double>(spacing - 1) * levels + 1;
}

double message_latency(double hops, double distance, double phits, const Delays& delays) {
  const auto check_amount = [](const char* name, double value) {
    check_domain(std::isfinite(value) && value >= 0, name, value, "a number from 0 on");
  };
  check_amount("hops", hops);
  check_amount("distance", distance);
  check_amount("phits", phits);
  check_amount("node", delays.node);
  check_amount("wire", delays.wire);
  check_amount("period", delays.period);
  return hops * delays.node + distance * delays.wire + phits * delays.period;
}

double latency(std::uint64_t source, std::uint64_t destination, const Spacing& spacing,
               double alpha) {
  check_alpha(alpha);
  const auto passed = static_cast<double>(hops(source, destination, spacing));
  return alpha * passed +
         static_cast<double>(std::max(source, destination) - std::min(source, destination));
}

double latency(std::uint64_t source, std::uint64_t destination, std::uint32_t spacing,
               unsigned levels, double alpha) {
  return latency(source, destination, equal_spacing(spacing, levels), alpha);
}

double mean_latency(std::uint64_t distance, const Spacing& spacing, double alpha) {
  check_alpha(alpha);
  return alpha * mean_hops(distance, spacing) + static_cast<double>(distance);
}

double latency_conventional(std::uint64_t distance, double alpha) {
  return mean_latency(distance, {}, alpha);
}

double traffic_fraction(unsigned level, std::uint64_t radix, std::uint32_t spacing,
                        unsigned levels) {
  check_domain(level <= levels, "level", level, "0 .. levels");
  return traffic_fractions(radix, equal_spacing(spacing, levels))[level];
}

std::vector<double> traffic_fractions(std::uint64_t radix, const Spacing& spacing) {
  check_domain(radix >= 1 && radix <= kTooFar, "radix", radix, "1 .. 2^32");
  const std::vector<std::uint64_t> lengths = channel_lengths(spacing);
  std::vector<std::uint64_t> below;
  for (std::size_t j = 0; j + 1 < lengths.size(); ++j) below.push_back(2 * lengths[j + 1]);
  return with_rest(below, radix);
}

std::vector<double> traffic_fractions_first_order(std::uint64_t radix, const Spacing& spacing) {
  check_domain(radix >= 1 && radix <= kTooFar, "radix", radix, "1 .. 2^32");
  const std::vector<std::uint64_t> lengths = channel_lengths(spacing);
  std::vector<std::uint64_t> below;
  for (std::size_t j = 0; j + 1 < lengths.size(); ++j) {
    below.push_back(2 * (lengths[j + 1] - (j == 0 ? 0 : lengths[j])));
  }
  return with_rest(below, radix);
}

double crossover_distance(double alpha, std::uint32_t spacing) {
  check_domain(std::isfinite(alpha) && alpha >= 1, "alpha", alpha, "a number from 1 on");
  check_spacing(spacing);
  return alpha * spacing * std::log(alpha) / std::log(static_cast<double>(spacing));
}

std::uint64_t express_channels(double beta) {
  check_domain(beta >= 1 && beta < static_cast<double>(kTooFar), "beta", beta, "1 .. 2^32");
  return static_cast<std::uint64_t>(std::floor(beta - 1));
}

unsigned level_one_modules(unsigned level) {
  check_domain(level >= 1 && level <= 32, "level", level, "1 .. 32");
  return 2 * level - 1;
}

}  // namespace turnpike::model::dally
