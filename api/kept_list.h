// kept_list.h - deliveries and events that a network keeps until its caller takes them, in order.

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "model/common/state_stream.h"

namespace turnpike::api {

template <class Item>
class KeptList {
 public:
  std::size_t waiting() const { return items_.size() - taken_; }
  // To append to. Nothing is allocated once it was as long as it becomes.
  std::vector<Item>& items() { return items_; }
  void clear() {
    items_.clear();
    taken_ = 0;
  }

  // each(item) visits one.
  template <class Each>
  void visit_state(model::StateStream& state, Each&& each) {
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(taken_));
    taken_ = 0;
    state.any_list(items_, each);
  }

  // At most `capacity` of them, the oldest first, by read(item); the number.
  template <class Read>
  std::size_t take(std::size_t capacity, Read&& read) {
    const std::size_t count = std::min(capacity, waiting());
    const auto first = items_.begin() + static_cast<std::ptrdiff_t>(taken_);
    std::for_each(first, first + static_cast<std::ptrdiff_t>(count), read);
    taken_ += count;
    // Who always leaves some behind must not make it grow for ever.
    if (taken_ > items_.size() / 2) {
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(taken_));
      taken_ = 0;
    }
    return count;
  }

 private:
  std::vector<Item> items_;
  std::size_t taken_ = 0;  // at its beginning
};

}  // namespace turnpike::api
