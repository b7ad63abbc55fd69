// slowest.cpp - the deliveries that took longest.

#include "model/statistics/slowest.h"

#include <algorithm>

namespace turnpike::model {
namespace {

bool is_before(const Delivery& a, const Delivery& b) {
  return a.latency() != b.latency() ? a.latency() > b.latency() : a.key() < b.key();
}

}  // namespace

void SlowestDeliveries::insert(const Delivery& delivery) {
  list_.insert(std::upper_bound(list_.begin(), list_.end(), delivery, is_before), delivery);
  if (list_.size() > kKept) list_.pop_back();
  if (list_.size() == kKept) least_ = list_.back().latency();
}

void SlowestDeliveries::merge(const SlowestDeliveries& other) {
  for (const Delivery& delivery : other.list_) add(delivery);
}

}  // namespace turnpike::model
