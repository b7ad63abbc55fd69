// ring.h - a first-in first-out queue that reuses its memory.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "model/common/state_stream.h"

namespace turnpike::model {

// Grows when it must.
template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return ring_[(front_ + i) & (ring_.size() - 1)]; }
  const T& operator[](std::size_t i) const { return ring_[(front_ + i) & (ring_.size() - 1)]; }
  void push_back(T value) {
    if (size_ == ring_.size()) grow();
    (*this)[size_++] = std::move(value);
  }
  void pop_front() {
    front_ = (front_ + 1) & (ring_.size() - 1);
    --size_;
  }

  // each(item) visits one, of the places that are not in use too.
  template <class Each>
  void visit_state(StateStream& state, Each&& each) {
    state.any_list(ring_, each);
    visit_ends(state);
  }
  void visit_state(StateStream& state) {
    state.any_list(ring_);
    visit_ends(state);
  }

 private:
  void visit_ends(StateStream& state) {
    state.check((ring_.size() & (ring_.size() - 1)) == 0, "places of a queue");
    state.value(front_, ring_.empty() ? 0 : ring_.size() - 1, "front of a queue");
    state.value(size_, ring_.size(), "length of a queue");
  }

  void grow() {
    std::vector<T> larger(ring_.empty() ? 4 : 2 * ring_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    ring_.swap(larger);
    front_ = 0;
  }

  std::vector<T> ring_;  // size a power of two
  std::size_t front_ = 0;
  std::size_t size_ = 0;
};

}  // namespace turnpike::model
