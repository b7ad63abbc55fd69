// lane_counters.h - a small counter for every lane of a router, which all step at once.
//
// The counters are bit-sliced: plane b holds bit b of all counts. A step of any set of lanes thus
// costs a few operations for each plane, without a loop over lanes, and also yields the set of
// nonzero counts. Mirror of the counters of rtl/router/flit_buffer.v and
// rtl/adapters/credit_counter.v.

#pragma once

#include "model/common/lane_mask.h"

namespace turnpike::model {

// Planes that counts of 0 .. `most` need.
constexpr unsigned planes_for(unsigned most) {
  unsigned planes = 0;
  while (most >> planes != 0) ++planes;
  return planes;
}

// A view: the planes lie in the router's block.
template <class Mask>
class LaneCounters {
 public:
  LaneCounters(Mask* planes, unsigned count) : planes_(planes), count_(count) {}

  void set(const Mask& lanes, unsigned value) {
    for (unsigned b = 0; b < count_; ++b) {
      planes_[b] = (planes_[b] & ~lanes) | when((value >> b & 1) != 0, lanes);
    }
  }

  // Adds one to the lanes `up`, takes one from the lanes `down`; none is in both. Returns the lanes
  // that are not zero afterwards.
  Mask step(const Mask& up, const Mask& down) {
    // The common depths without a loop.
    if (count_ == 3) return step_planes<3>(up, down);
    if (count_ == 4) return step_planes<4>(up, down);
    return step_planes<0>(up, down);
  }

  unsigned value(unsigned lane) const {
    unsigned all = 0;
    for (unsigned b = 0; b < count_; ++b) all |= static_cast<unsigned>(test(planes_[b], lane)) << b;
    return all;
  }

  Mask not_zero() const {
    Mask lanes{};
    for (unsigned b = 0; b < count_; ++b) lanes |= planes_[b];
    return lanes;
  }
  Mask at_least_two() const {
    if (count_ == 3) return planes_[1] | planes_[2];  // as in step()
    if (count_ == 4) return planes_[1] | planes_[2] | planes_[3];
    Mask lanes{};
    for (unsigned b = 1; b < count_; ++b) lanes |= planes_[b];
    return lanes;
  }

  // Lanes that count `least` or more.
  Mask at_least(unsigned least) const {
    if (least == 1u << (count_ - 1)) return planes_[count_ - 1];
    if (least >> count_ != 0) return Mask{};
    Mask equal = ~Mask{};
    Mask above{};
    for (unsigned b = count_; b-- > 0;) {
      const Mask needed = when((least >> b & 1) != 0, ~Mask{});
      above |= equal & planes_[b] & ~needed;
      equal &= ~(planes_[b] ^ needed);
    }
    return above | equal;
  }

 private:
  // kCount: the number of planes, 0 if it is not known when compiled.
  template <unsigned kCount>
  Mask step_planes(const Mask& up, const Mask& down) {
    Mask flip = up | down;
    Mask not_zero{};
    for (unsigned b = 0; b < (kCount != 0 ? kCount : count_); ++b) {
      const Mask carry = flip & (planes_[b] ^ down);  // or borrow
      planes_[b] ^= flip;
      not_zero |= planes_[b];
      flip = carry;
    }
    return not_zero;
  }

  Mask* planes_;
  unsigned count_;
};

}  // namespace turnpike::model
