// batch_sums.cpp - folding of batches and the confidence interval made from them.

#include "model/statistics/batch_sums.h"

#include <cmath>
#include <limits>

namespace turnpike::model {
namespace {

// Student's t, two-sided 95 %, for 1 .. 31 degrees of freedom.
constexpr double kStudent95[31] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                   2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                   2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                   2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423, 2.0395};

}  // namespace

void BatchSums::fold() {
  for (std::size_t i = 0; i < kMaxBatches / 2; ++i) {
    const Batch& first = batches_[2 * i];
    const Batch& second = batches_[2 * i + 1];
    batches_[i] = {first.packets + second.packets, first.sum + second.sum};
  }
  for (std::size_t i = kMaxBatches / 2; i < kMaxBatches; ++i) batches_[i] = {};
  ++shift_;
}

void BatchSums::merge(const BatchSums& other) {
  BatchSums narrower = other;
  while (narrower.shift_ < shift_) narrower.fold();
  while (shift_ < narrower.shift_) fold();
  for (std::size_t i = 0; i < kMaxBatches; ++i) {
    batches_[i].packets += narrower.batches_[i].packets;
    batches_[i].sum += narrower.batches_[i].sum;
  }
}

std::size_t BatchSums::used() const {
  std::size_t used = kMaxBatches;
  while (used > 0 && batches_[used - 1].packets == 0) --used;
  return used;
}

Estimate BatchSums::estimate() const {
  std::uint64_t packets = 0;
  std::uint64_t sum = 0;
  for (const Batch& batch : batches_) {
    packets += batch.packets;
    sum += batch.sum;
  }
  Estimate estimate;
  estimate.half_width = std::numeric_limits<double>::infinity();
  if (packets == 0) return estimate;
  estimate.mean = static_cast<double>(sum) / static_cast<double>(packets);
  const std::size_t batches = used();
  if (batches < 2) return estimate;
  // Batches hold different numbers of packets, so the mean is a ratio of two sums and its variance
  // is that of (sum - mean * packets), as for a ratio estimator.
  double squares = 0;
  for (std::size_t i = 0; i < batches; ++i) {
    const double off = static_cast<double>(batches_[i].sum) -
                       estimate.mean * static_cast<double>(batches_[i].packets);
    squares += off * off;
  }
  const double count = static_cast<double>(batches);
  const double mean_packets = static_cast<double>(packets) / count;
  const double variance = squares / (count * (count - 1) * mean_packets * mean_packets);
  estimate.half_width = kStudent95[batches - 2] * std::sqrt(variance);
  return estimate;
}

}  // namespace turnpike::model
