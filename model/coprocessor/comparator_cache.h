// comparator_cache.h - detects processor accesses to bytes of a buffer that have not arrived yet.
// Mirror of rtl/coprocessor/comparator_cache.v.

#pragma once

#include <array>
#include <cstdint>

#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::model::coprocessor_parts {

class ComparatorCache {
 public:
  static constexpr unsigned kMaxPairs = 12;

  void reset() { valid_ = 0; }

  // The lowest pair that is not taken, or `pairs`.
  unsigned lowest_free(unsigned pairs) const {
    const std::uint32_t free = ~valid_ & ((1u << pairs) - 1);
    return free == 0 ? pairs : static_cast<unsigned>(__builtin_ctz(free));
  }
  void load(unsigned entry, std::uint64_t next, std::uint64_t end) {
    valid_ |= 1u << entry;
    next_[entry] = next;
    end_[entry] = end;
  }
  void advance(unsigned entry, std::uint64_t next) { next_[entry] = next; }
  void invalidate(unsigned entry) { valid_ &= ~(1u << entry); }

  // Says whether an access touches a byte that has not arrived.
  bool touches(std::uint32_t address, std::uint32_t bytes) const {
    for (std::uint32_t rest = valid_; rest != 0; rest &= rest - 1) {
      const auto entry = static_cast<unsigned>(__builtin_ctz(rest));
      if (next_[entry] < end_[entry] && address < end_[entry] &&
          std::uint64_t{address} + bytes > next_[entry]) {
        return true;
      }
    }
    return false;
  }

 private:
  std::uint32_t valid_ = 0;
  std::array<std::uint64_t, kMaxPairs> next_{};  // byte expected next, 33 bits
  std::array<std::uint64_t, kMaxPairs> end_{};   // behind the last one
};

}  // namespace turnpike::model::coprocessor_parts
