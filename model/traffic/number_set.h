// number_set.h - a set of numbers as ranges, which is small if the numbers are dense, in any order.

#pragma once

#include <cstdint>
#include <iterator>
#include <map>

#include "model/common/state_stream.h"

namespace turnpike::model {

class NumberSet {
 public:
  bool contains(std::uint64_t number) const {
    const auto after = ranges_.upper_bound(number);
    return after != ranges_.begin() && std::prev(after)->second >= number;
  }

  // False: it was there already. `number` is below 2^64 - 1.
  bool insert(std::uint64_t number) {
    const auto after = ranges_.upper_bound(number);
    const auto before = after == ranges_.begin() ? ranges_.end() : std::prev(after);
    if (before != ranges_.end() && before->second >= number) return false;
    const bool joins_before = before != ranges_.end() && before->second + 1 == number;
    const bool joins_after = after != ranges_.end() && after->first == number + 1;
    const std::uint64_t end = joins_after ? after->second : number;
    if (joins_after) ranges_.erase(after);
    if (joins_before) {
      before->second = end;
    } else {
      ranges_.emplace(number, end);
    }
    return true;
  }

  // Ranges that the memory is for.
  std::size_t ranges() const { return ranges_.size(); }

  void visit_state(StateStream& state) {
    std::uint64_t count = ranges_.size();
    state.value(count);
    if (!state.is_reading()) {
      for (const auto& [first, last] : ranges_) {
        std::uint64_t ends[] = {first, last};
        state.value(ends);
      }
      return;
    }
    ranges_.clear();
    std::uint64_t least = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t ends[2] = {};
      state.value(ends);
      state.check((i == 0 || ends[0] > least) && ends[1] >= ends[0] && ends[1] + 1 != 0,
                  "ranges of numbers");
      least = ends[1] + 1;
      ranges_.emplace_hint(ranges_.end(), ends[0], ends[1]);
    }
  }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;  // first to last
};

}  // namespace turnpike::model
