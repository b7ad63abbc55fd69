// batch_sums.h - sums over packets in batches, by the cycle in which they were queued.
//
// The measurement interval is cut into at most 512 batches of equal width, a power of two of
// cycles. When a packet lies beyond the last batch, neighbours are joined and the width doubles.
// A run of unknown length thus ends with 257 to 512 batches (fewer below 257 cycles). The width
// depends only on the latest packet, and the sums only on the set of packets, so order and threads
// do not matter.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/statistics/interval.h"

namespace turnpike::model {

class BatchSums {
 public:
  static constexpr std::size_t kMaxBatches = 512;

  // `offset`: cycles from the start of the measurement to the packet's queueing.
  void add(Cycle offset, std::uint64_t value) {
    while ((offset >> shift_) >= kMaxBatches) fold();
    Batch& batch = batches_[static_cast<std::size_t>(offset >> shift_)];
    ++batch.packets;
    batch.sum += value;
  }

  void merge(const BatchSums& other);
  void visit_state(StateStream& state) {
    state.value(batches_);
    state.value(shift_, kMostShift, "width of a batch");
  }

  // Mean over all packets with its 95 % confidence interval (docs/statistics.md).
  Estimate estimate() const { return estimate_mean(batches_.data(), used(), batch_cycles()); }

  Cycle batch_cycles() const { return Cycle{1} << shift_; }
  const std::array<Batch, kMaxBatches>& batches() const { return batches_; }
  // Batches up to the last one that holds a packet.
  std::size_t used() const;

  friend bool operator==(const BatchSums& a, const BatchSums& b) {
    return a.shift_ == b.shift_ && a.batches_ == b.batches_;
  }

 private:
  static constexpr unsigned kMostShift = 59;  // 32 batches of that width hold all cycles

  void fold();

  std::array<Batch, kMaxBatches> batches_{};
  unsigned shift_ = 0;  // log2 of the batch width
};

}  // namespace turnpike::model
