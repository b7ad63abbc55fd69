// interval.cpp - batch means, a spectral estimate, and a test for correlation.

#include "model/statistics/interval.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace turnpike::model {
namespace {

constexpr std::size_t kGroups = 32;           // batches are joined to at least so many
constexpr std::size_t kFewPackets = 16;       // batches with a packet; fewer show no correlation
constexpr double kMostCorrelation = 1.0 / 3;  // of neighbouring groups, in a reliable interval
constexpr double kAimedCorrelation = 0.25;    // where a longer run should come to

// Heidelberger & Welch 1981: a parabola through the logarithms of 25 pairs of the periodogram.
constexpr std::size_t kPairs = 25;
constexpr std::size_t kSpectrumBatches = 128;  // batches, at least
constexpr std::size_t kSpectrumPackets = 64;   // batches with a packet, at least
constexpr std::size_t kSpectrumFreedom = 7;    // degrees of freedom of the estimate
constexpr double kSpectrumBias = 0.882;        // takes out that a logarithm was extrapolated
constexpr double kMeanLogOfPair = -0.270;      // of half of a chi-squared with 4 degrees

using Values = std::vector<double>;

double squares(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

// Sums over neighbours, as many to each as leave kGroups or more; the last group takes the rest.
Values grouped(const Values& values) {
  const std::size_t size = std::max<std::size_t>(1, values.size() / kGroups);
  Values groups(values.size() / size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    groups[std::min(i / size, groups.size() - 1)] += values[i];
  }
  return groups;
}

// Of neighbours, without the bias that comes from the mean being their own.
double correlation(const Values& values) {
  const double whole = squares(values);
  if (whole <= 0) return 0;
  double products = 0;
  for (std::size_t i = 1; i < values.size(); ++i) products += values[i - 1] * values[i];
  return products / whole + 1 / static_cast<double>(values.size());
}

// Variance of the sum of all values over their number, from those of groups, `filled` of which hold
// a packet. Neighbours that are correlated are taken for a first-order autoregressive series.
double variance_from_groups(const Values& values, const Values& groups, std::size_t filled,
                            double correlated) {
  const double number = static_cast<double>(filled);
  const double independent =
      squares(groups) / static_cast<double>(values.size()) * number / (number - 1);
  const double share = std::clamp(correlated, 0.0, 0.9);
  return independent * (1 + share) / (1 - share);
}

// [pair] the logarithm of the mean of two neighbours of the periodogram.
Values log_periodogram(const Values& values) {
  const std::size_t count = values.size();
  Values cosine(count);
  Values sine(count);
  const double turn = 2 * std::acos(-1.0) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    cosine[i] = std::cos(turn * static_cast<double>(i));
    sine[i] = std::sin(turn * static_cast<double>(i));
  }
  const double least = 1e-12 * squares(values);
  Values logs;
  for (std::size_t first = 1; first < 2 * kPairs; first += 2) {
    double power = 0;
    for (std::size_t k = first; k < first + 2; ++k) {
      double real = 0;
      double imaginary = 0;
      for (std::size_t i = 0; i < count; ++i) {
        real += values[i] * cosine[i * k % count];
        imaginary += values[i] * sine[i * k % count];
      }
      power += (real * real + imaginary * imaginary) / static_cast<double>(count) / 2;
    }
    logs.push_back(std::log(std::max(power, least)) - kMeanLogOfPair);
  }
  return logs;
}

// The same as variance_from_groups(), as the spectrum at frequency 0: a parabola by least squares
// through the logarithms, at the middles of the pairs, and its value at 0.
double variance_from_spectrum(const Values& values) {
  const Values logs = log_periodogram(values);
  double s[5] = {};  // sums of powers of x
  double t[3] = {};  // of their products with the logarithms
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double x = static_cast<double>(4 * i + 3) / (4 * kPairs);
    double power = 1;
    for (unsigned k = 0; k < 5; ++k, power *= x) {
      s[k] += power;
      if (k < 3) t[k] += power * logs[i];
    }
  }
  const double a = s[2] * s[4] - s[3] * s[3];
  const double b = s[2] * s[3] - s[1] * s[4];
  const double c = s[1] * s[3] - s[2] * s[2];
  const double at_zero = (t[0] * a + t[1] * b + t[2] * c) / (s[0] * a + s[1] * b + s[2] * c);
  return kSpectrumBias * std::exp(at_zero);
}

// To six digits: libraries whose logarithms differ in the last bit give the same figure.
double rounded(double value) {
  if (value <= 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 5);
  return std::round(value / unit) * unit;
}

// Upwards, to two digits: no more is known of it. It stays a number where nothing is known.
Cycle rounded_up(double cycles) {
  constexpr Cycle kMost = 1'000'000'000'000'000'000;
  if (cycles >= static_cast<double>(kMost)) return kMost;
  Cycle unit = 1;
  while (cycles / static_cast<double>(unit) > 99) unit *= 10;
  return static_cast<Cycle>(std::ceil(cycles / static_cast<double>(unit))) * unit;
}

}  // namespace

double student95(std::size_t degrees_of_freedom) {
  constexpr double kStudent95[31] = {
      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010,
      2.1788,  2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739,
      2.0687,  2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423, 2.0395};
  return kStudent95[std::clamp<std::size_t>(degrees_of_freedom, 1, 31) - 1];
}

// The half width falls with the square root of the cycles.
Cycle Estimate::needed_for(double precision, Cycle measured) const {
  if (reaches(precision) || mean <= 0 || std::isinf(half_width)) return needed;
  const double times = half_width / (precision * mean);
  return std::max(needed, rounded_up(static_cast<double>(measured) * std::max(1.0, times * times)));
}

Estimate estimate_mean(const Batch* batches, std::size_t count, Cycle batch_cycles) {
  Batch all;
  std::size_t filled = 0;  // batches with a packet
  for (std::size_t i = 0; i < count; ++i) {
    all.packets += batches[i].packets;
    all.sum += batches[i].sum;
    filled += batches[i].packets != 0;
  }
  Estimate estimate;
  if (filled == 0) return estimate;
  const double packets = static_cast<double>(all.packets);
  estimate.mean = static_cast<double>(all.sum) / packets;
  if (filled < 2) return estimate;
  // Batches hold different numbers of packets, so the mean is a ratio of two sums and its variance
  // is that of (sum - mean * packets), as for a ratio estimator.
  Values off(count);
  for (std::size_t i = 0; i < count; ++i) {
    off[i] = static_cast<double>(batches[i].sum) -
             estimate.mean * static_cast<double>(batches[i].packets);
  }
  const Values groups = grouped(off);
  const double correlated = filled < kFewPackets ? 0 : correlation(groups);
  const std::size_t independent = std::min(groups.size(), filled);
  double variance = variance_from_groups(off, groups, independent, correlated);
  std::size_t freedom = independent - 1;
  if (count >= kSpectrumBatches && filled >= kSpectrumPackets && variance > 0) {
    variance = std::max(variance, variance_from_spectrum(off));
    freedom = kSpectrumFreedom;
  }
  estimate.half_width =
      rounded(student95(freedom) * std::sqrt(variance * static_cast<double>(count)) / packets);
  estimate.is_reliable = filled >= kFewPackets && correlated <= kMostCorrelation;
  if (estimate.is_reliable) return estimate;
  const double more = filled < kFewPackets
                          ? static_cast<double>(kFewPackets) / static_cast<double>(filled)
                          : std::log(kAimedCorrelation) / std::log(std::min(correlated, 0.95));
  estimate.needed = rounded_up(more * static_cast<double>(count * batch_cycles));
  return estimate;
}

Estimate estimate_mean(const double* values, const double* weights, std::size_t count) {
  Estimate estimate;
  double whole = 0;
  std::size_t filled = 0;  // values with a weight
  for (std::size_t i = 0; i < count; ++i) {
    estimate.mean += weights[i] * values[i];
    whole += weights[i];
    filled += weights[i] > 0;
  }
  if (filled == 0) return estimate;
  estimate.mean /= whole;
  if (filled < 2) return estimate;
  double variance = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double off = weights[i] / whole * (values[i] - estimate.mean);
    variance += off * off;
  }
  const double number = static_cast<double>(filled);
  estimate.half_width = student95(filled - 1) * std::sqrt(variance * number / (number - 1));
  estimate.is_reliable = true;
  return estimate;
}

}  // namespace turnpike::model
