// histogram.cpp - log-linear histogram of latencies.

#include "model/statistics/histogram.h"

#include <algorithm>
#include <cmath>

namespace turnpike::model {

std::uint64_t Histogram::bin_end(std::size_t bin) {
  if (bin < (std::size_t{2} << kSubBits)) return bin;
  const std::size_t shift = (bin >> kSubBits) - 1;
  const std::uint64_t in_octave = bin - (shift << kSubBits);
  return ((in_octave + 1) << shift) - 1;
}

void Histogram::merge(const Histogram& other) {
  if (other.count_.size() > count_.size()) count_.resize(other.count_.size());
  for (std::size_t i = 0; i < other.count_.size(); ++i) count_[i] += other.count_[i];
  total_ += other.total_;
}

std::uint64_t Histogram::percentile(double quantile) const {
  const double wanted = std::ceil(quantile * static_cast<double>(total_));
  const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(wanted));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < count_.size(); ++i) {
    seen += count_[i];
    if (seen >= rank) return bin_end(i);
  }
  return 0;
}

}  // namespace turnpike::model
