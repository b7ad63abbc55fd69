// slowest.h - the slowest deliveries, a fixed number of them.
//
// The order is total: higher latency first, then earlier in time, then the lower source. The result
// therefore does not depend on the order of arrival or on the partition.

#pragma once

#include <cstddef>
#include <vector>

#include "model/common/state_stream.h"
#include "model/statistics/delivery.h"

namespace turnpike::model {

class SlowestDeliveries {
 public:
  static constexpr std::size_t kKept = 20;

  // Nearly all deliveries end at the first comparison.
  void add(const Delivery& delivery) {
    if (delivery.latency() >= least_) insert(delivery);
  }
  void merge(const SlowestDeliveries& other);
  void visit_state(StateStream& state) {
    state.any_list(list_);
    state.check(list_.size() <= kKept, "slowest packets");
    state.value(least_);
  }

  // The slowest first.
  const std::vector<Delivery>& list() const { return list_; }

  friend bool operator==(const SlowestDeliveries& a, const SlowestDeliveries& b) {
    return a.list_ == b.list_;
  }

 private:
  void insert(const Delivery& delivery);

  std::vector<Delivery> list_;  // in order
  Cycle least_ = 0;             // latency below which nothing is kept
};

}  // namespace turnpike::model
