// batch_sums.cpp - folding and merging of batches.

#include "model/statistics/batch_sums.h"

namespace turnpike::model {

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

}  // namespace turnpike::model
